// What a host can do with a lesson: attributes that change later, and events that come out.
const lesson = document.querySelector("skin-lesson");
const said = document.querySelector("#said");

for (const button of document.querySelectorAll("button")) {
  button.addEventListener("click", () => {
    const { lang, theme, state, selftest } = button.dataset;
    if (lang) lesson.setAttribute("lang", lang);
    if (theme) lesson.setAttribute("theme", theme);
    if (state) lesson.setAttribute("state", state);
    if (selftest === "") lesson.selftest().catch((error) => (said.textContent = error.message));
  });
}
for (const name of ["ready", "state", "backend", "selftest"]) {
  lesson.addEventListener(name, ({ detail }) => {
    const { report, ...facts } = detail;
    said.textContent = `${name}: ${JSON.stringify(facts)}`;
  });
}
