/** The entry of the section that is being read carries `aria-current`. */

export function wireNav() {
  /** @type {Map<Element, Element>} */
  const links = new Map();
  for (const link of document.querySelectorAll('nav a[href^="#"]')) {
    const section = document.querySelector(link.getAttribute("href") ?? "");
    if (section) links.set(section, link);
  }
  // A band just under the header: the section that crosses it is the one being read.
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        links.get(target)?.toggleAttribute("data-here", isIntersecting);
      }
      let current = null;
      for (const link of links.values()) if (link.hasAttribute("data-here")) current = link;
      for (const link of links.values()) {
        if (link === current) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
    { rootMargin: "-25% 0px -70% 0px" },
  );
  for (const section of links.keys()) observer.observe(section);
}
