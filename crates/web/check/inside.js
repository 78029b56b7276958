// Runs inside the page: uses its elements like a user and returns what they show.
const inside = {
  element: (id) => document.getElementById(id),
  texts: (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent),

  /** Waits until the page has parsed its input. */
  async settled() {
    while (document.querySelector("main").ariaBusy === "true") await scheduler.postTask(() => {});
  },

  /** Selects an option. */
  choose(id, value) {
    const select = inside.element(id);
    if (select.value === value) return;
    select.value = value;
    select.dispatchEvent(new Event("change"));
  },

  /** Sets the settings and pastes a string. */
  async paste(text, scheme = "any", form = "any") {
    inside.choose("scheme", scheme);
    inside.choose("form", form);
    inside.element("input").value = text;
    inside.element("input").dispatchEvent(new Event("input"));
    await inside.settled();
  },

  visible: (id) => inside.element(id).checkVisibility(),

  /** Returns what the card shows. */
  card() {
    if (!inside.visible("card")) return null;
    if (inside.visible("problem")) return { reason: inside.element("problem").querySelector("strong").textContent };
    const rows = (id) => [...inside.element(id).rows].map((row) => [...row.cells].map((cell) => cell.textContent));
    return {
      scheme: inside.element("time").querySelector("strong").textContent,
      time: inside.element("time").querySelector("time").textContent,
      unix_ms: inside.element("time").querySelector(".unix").textContent,
      fields: rows("fields"),
      forms: Object.fromEntries(rows("forms").map(([name, value]) => [name, value])),
      picture: inside.element("layout").ariaLabel,
    };
  },

  /** Returns the rows of the list. */
  list: () => [...inside.element("rows").rows].map((row) => [...row.cells].map((cell) => cell.textContent)),
};
