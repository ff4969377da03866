/**
 * `<skin-lesson section="3" lang="zh" theme="dark" state="theta1=-90">`: a lesson of Skinlab inside another page.
 *
 * A classic script and a module script alike; it imports nothing, writes no style attribute and no markup,
 * and its name stays. The element shows its own children, or a still picture with a link, until the lesson
 * is there, and keeps showing them where it cannot come.
 */
{
  const SECTIONS = ["fk", "inverse-bind", "weights", "cost"];
  const VERSION = 1;
  /** How near to the viewport a lesson comes before it is loaded. */
  const NEAR = "800px 0px";
  /** A frame that has loaded and says nothing for this long has no scripts. */
  const SILENCE_MS = 4000;
  /** The height of a frame that does not say its own. */
  const SILENT_HEIGHT = 720;
  const MOST_HEIGHT = 30_000;
  const SELFTEST_MS = 120_000;

  const WORDS = {
    en: { lesson: "Skinlab lesson", open: "Open this lesson on a page of its own" },
    zh: { lesson: "蒙皮实验室课程", open: "单独打开这一课" },
  };

  /** @typedef {{ type: string, v: number, event: string, [field: string]: unknown }} Message */

  /** Where this script came from: the page lies beside it. */
  const own =
    document.currentScript instanceof HTMLScriptElement
      ? document.currentScript.src
      : [...document.scripts]
          .map(({ src }) => src)
          .findLast((src) => /\/embed\.js([?#]|$)/.test(src));

  /** @param {string | null} value */
  const number = (value) => {
    const index = SECTIONS.indexOf(value ?? "") + 1;
    return index || (/^[1-4]$/.test(value ?? "") ? Number(value) : 0);
  };

  /**
   * Shows or hides without a style sheet, which a host's policy might refuse.
   * @param {HTMLElement} element
   * @param {boolean} shown
   */
  const show = (element, shown) => {
    element.style.display = shown ? "block" : "none";
  };

  class SkinLesson extends HTMLElement {
    static observedAttributes = ["section", "lang", "theme", "state", "base", "sandbox"];

    constructor() {
      super();
      const shadow = this.attachShadow({ mode: "open" });
      /** What is shown without the lesson: the element's children, or a picture that links to the page. */
      this.still = document.createElement("slot");
      this.link = document.createElement("a");
      this.link.target = "_blank";
      this.link.rel = "noopener";
      this.picture = document.createElement("img");
      this.picture.loading = "lazy";
      this.picture.style.maxWidth = "100%";
      this.picture.style.height = "auto";
      this.words = document.createElement("span");
      show(this.picture, true);
      this.link.append(this.picture, this.words);
      this.still.append(this.link);
      show(this.still, true);
      /** Where the frame stands: laid out, but without height until the lesson speaks. */
      this.room = document.createElement("div");
      this.room.style.overflow = "hidden";
      shadow.append(this.still, this.room);
      /** @type {HTMLIFrameElement | null} */
      this.frame = null;
      /** Whether the lesson has spoken, and so can hear. */
      this.alive = false;
      /** The state that the reader has come to. @type {string | null} */
      this.last = null;
      /** @type {Record<string, unknown>[]} commands for a lesson that is not there yet */
      this.waiting = [];
      this.silence = 0;
      /** @type {IntersectionObserver | null} */
      this.observer = null;
      this.hear = this.hear.bind(this);
      this.refused = this.refused.bind(this);
    }

    connectedCallback() {
      this.style.display ||= "block";
      if (!this.base) console.warn("<skin-lesson> does not know where Skinlab is: give it `base`.");
      this.describe();
      window.addEventListener("message", this.hear);
      document.addEventListener("securitypolicyviolation", this.refused);
      this.observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) this.mount();
        },
        { rootMargin: NEAR },
      );
      this.observer.observe(this);
    }

    disconnectedCallback() {
      window.removeEventListener("message", this.hear);
      document.removeEventListener("securitypolicyviolation", this.refused);
      this.observer?.disconnect();
      this.observer = null;
      this.unmount();
    }

    /**
     * @param {string} name
     * @param {string | null} before
     * @param {string | null} now
     */
    attributeChangedCallback(name, before, now) {
      if (before === now) return;
      if (name === "section" || name === "state") this.last = null;
      if (!this.isConnected) return;
      this.describe();
      if (name === "section" || name === "base" || name === "sandbox") {
        const mounted = this.frame !== null;
        this.unmount();
        if (mounted) this.mount();
      } else if (name === "lang") {
        this.tell({ command: "lang", lang: this.speech });
      } else if (name === "theme") {
        this.tell({ command: "theme", theme: this.theme });
      } else {
        this.tell({ command: "set", state: now ?? "" });
      }
    }

    /** @returns {"en" | "zh"} */
    get speech() {
      const lang = this.getAttribute("lang") ?? this.closest("[lang]")?.getAttribute("lang") ?? "";
      return /^zh\b/i.test(lang) ? "zh" : "en";
    }

    get theme() {
      const theme = this.getAttribute("theme");
      return theme === "light" || theme === "dark" ? theme : "auto";
    }

    /** The folder of the page, null where neither `base` nor this script's own address names one. */
    get base() {
      try {
        return new URL("./", new URL(this.getAttribute("base") ?? own ?? "", document.baseURI));
      } catch {
        return null;
      }
    }

    /**
     * The address of the lesson.
     * @param {boolean} embedded
     */
    address(embedded) {
      const url = this.base && new URL("index.html", this.base);
      if (!url || !/^https?:$/.test(url.protocol)) return null;
      const section = number(this.getAttribute("section"));
      if (embedded) url.searchParams.set("embed", "1");
      if (section) url.searchParams.set("section", String(section));
      url.searchParams.set("lang", this.speech);
      if (this.theme !== "auto") url.searchParams.set("theme", this.theme);
      const state = (this.last ?? this.getAttribute("state") ?? "").replace(/^#/, "");
      if (state) {
        // Fields alone belong to this element's section; a whole state names its own.
        const whole = /^[a-z-]+(\/[a-z-]+)?(\?|$)/.test(state);
        url.hash = whole ? state : `${SECTIONS[Math.max(0, section - 1)]}?${state}`;
      }
      return url.href;
    }

    /** Brings the picture and the words up to date. */
    describe() {
      const words = WORDS[this.speech];
      const section = number(this.getAttribute("section"));
      const shade =
        this.theme === "dark" ||
        (this.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches)
          ? "dark"
          : "light";
      this.words.textContent = words.open;
      this.picture.alt = section ? `${words.lesson} ${section}` : words.lesson;
      const name = SECTIONS[Math.max(0, section - 1)];
      if (this.base) this.picture.src = new URL(`stills/${name}-${shade}.svg`, this.base).href;
      this.link.href = this.address(false) ?? "#";
      if (this.frame) this.frame.title = this.picture.alt;
    }

    /** Loads the lesson. */
    mount() {
      const address = this.address(true);
      if (this.frame || !address) return;
      this.observer?.disconnect();
      const frame = document.createElement("iframe");
      this.frame = frame;
      frame.title = this.picture.alt;
      frame.allow = "clipboard-write";
      const sandbox = this.getAttribute("sandbox");
      if (sandbox !== null) frame.setAttribute("sandbox", sandbox);
      const { style } = frame;
      style.width = "100%";
      style.border = "0";
      style.colorScheme = "normal";
      style.height = `${SILENT_HEIGHT}px`;
      show(frame, true);
      this.room.style.height = "0";
      frame.addEventListener("load", () => {
        window.clearTimeout(this.silence);
        if (!this.alive) this.silence = window.setTimeout(() => this.reveal(), SILENCE_MS);
      });
      frame.src = address;
      this.room.append(frame);
    }

    /** Gives up the frame and all that it holds. */
    unmount() {
      window.clearTimeout(this.silence);
      this.frame?.remove();
      this.frame = null;
      this.alive = false;
      this.waiting = [];
      show(this.still, true);
    }

    /** Shows the frame in its place. */
    reveal() {
      this.room.style.height = "";
    }

    /**
     * The host's own policy has refused the frame: what would stand there is an error page.
     * @param {SecurityPolicyViolationEvent} event
     */
    refused({ effectiveDirective, blockedURI }) {
      if (effectiveDirective !== "frame-src" || !this.frame || this.alive || !this.base) return;
      if (blockedURI.startsWith(this.base.origin)) this.unmount();
    }

    /**
     * Sends a command; one for a lesson that is still loading waits.
     * @param {Record<string, unknown>} command
     */
    tell(command) {
      if (!this.frame) return;
      if (!this.alive) this.waiting.push(command);
      else
        this.frame.contentWindow?.postMessage(
          { type: "skinlab", v: VERSION, ...command },
          this.peer,
        );
    }

    /** Whom messages go to: a sandboxed frame has no origin that could be named. */
    get peer() {
      const sandbox = this.frame?.getAttribute("sandbox") ?? null;
      const opaque = sandbox !== null && !/\ballow-same-origin\b/.test(sandbox);
      return opaque ? "*" : (this.base?.origin ?? "*");
    }

    /**
     * Hears the lesson, and nobody else.
     * @param {MessageEvent<unknown>} event
     */
    hear({ source, origin, data }) {
      if (!this.frame || source === null || source !== this.frame.contentWindow) return;
      if (origin !== (this.peer === "*" ? "null" : this.peer)) return;
      if (typeof data !== "object" || data === null) return;
      const message = /** @type {Message} */ (data);
      if (message.type !== "skinlab" || message.v !== VERSION) return;
      if (!["ready", "height", "state", "selftest", "backend"].includes(message.event)) return;
      if (!this.alive) {
        this.alive = true;
        window.clearTimeout(this.silence);
        show(this.still, false);
        this.reveal();
        for (const command of this.waiting.splice(0)) this.tell(command);
      }
      if (message.event === "height") this.grow(message.height);
      if (message.event === "state") this.last = String(message.state);
      const { type: _type, v: _v, event: name, ...detail } = message;
      this.dispatchEvent(new CustomEvent(name, { detail }));
    }

    /**
     * The lesson's height depends on its width alone, so taking it over cannot change it again.
     * @param {unknown} height CSS px
     */
    grow(height) {
      if (!this.frame || typeof height !== "number" || !(height > 0)) return;
      this.frame.style.height = `${Math.min(MOST_HEIGHT, Math.ceil(height))}px`;
    }

    /** Brings the section back to its initial state. */
    reset() {
      this.tell({ command: "reset" });
    }

    /**
     * Runs the lesson's self-test; resolves to its report.
     * @returns {Promise<unknown>}
     */
    selftest() {
      this.mount();
      return new Promise((resolve, reject) => {
        const timer = window.setTimeout(
          () => reject(new Error("the lesson did not report")),
          SELFTEST_MS,
        );
        this.addEventListener(
          "selftest",
          (event) => {
            window.clearTimeout(timer);
            const { report, error } = /** @type {CustomEvent} */ (event).detail;
            if (report) resolve(report);
            else reject(new Error(String(error)));
          },
          { once: true },
        );
        this.tell({ command: "selftest" });
      });
    }
  }

  if (!customElements.get("skin-lesson")) customElements.define("skin-lesson", SkinLesson);
}
