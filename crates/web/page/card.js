// Everything about one ID.

/** The forms, as the page names them. */
const FORMS = { text: "text", hex: "hex", int: "integer", uuid: "UUID" };

/**
 * @param {any} card the program's answer
 * @param {{title: string, input: string, choice: string | undefined, choose: (choice: string) => void}} context
 * @returns {any} the interpretation that is shown
 */
function showCard(card, { title, input, choice, choose }) {
  $("card").hidden = false;
  $("card-title").textContent = title;
  $("problem").hidden = !card.reason;
  $("found").hidden = Boolean(card.reason);
  if (card.reason) {
    const shown = input.length > 200 ? `${input.slice(0, 200)}…` : input;
    $("problem").replaceChildren(html("code", {}, visible(shown)), html("br"), html("strong", {}, card.reason), `: ${card.message}`);
    return null;
  }
  const name = (reading) => `${reading.scheme} ${reading.form}`;
  const id = card.readings.find((reading) => name(reading) === choice) ?? card.readings[0];
  showReadings(card.readings, id, name, choose);
  const strong = html("strong", {}, id.scheme);
  const unix = html("span", { class: "unix" }, String(id.unix_ms));
  $("time").replaceChildren(strong, `, parsed as ${FORMS[id.form]}. Its time is `, html("time", { datetime: id.time }, id.time), `, ${id.relative}, or `, unix, " ms since 1970.");
  draw($("layout"), (width) => layoutPicture(id, width));
  $("fields").replaceChildren(
    ...id.fields.map((field) => {
      const swatch = html("span", { class: "swatch", style: `background: var(--fill-${field.colour})` });
      const name = html("th", { scope: "row" }, swatch, field.name);
      return row(name, `${field.bits}`, html("td", { class: "id" }, field.value), html("td", { class: "id" }, `0x${field.hex}`), field.meaning);
    }),
  );
  $("forms").replaceChildren(
    ...id.forms.map((form) => {
      const copy = html("button", { type: "button", "aria-label": `Copy ${FORMS[form.name]}` }, "Copy");
      copy.addEventListener("click", () => copyText(FORMS[form.name], form.value));
      return row(FORMS[form.name], html("td", { class: "id" }, form.value), html("td", { class: "number" }, copy));
    }),
  );
  return id;
}

/** Shows the choice between several interpretations. */
function showReadings(readings, shown, name, choose) {
  const place = $("readings");
  place.hidden = readings.length < 2;
  const choices = readings.map((reading) => {
    const radio = html("input", { type: "radio", name: "reading", value: name(reading) });
    radio.checked = reading === shown;
    radio.addEventListener("change", () => choose(radio.value));
    return html("label", {}, radio, ` ${reading.scheme}, ${FORMS[reading.form]} (${reading.time.split("T")[0]})`);
  });
  // A choice that remains keeps the focus.
  const focused = document.activeElement?.name === "reading" ? document.activeElement.value : null;
  place.replaceChildren(place.firstElementChild, ...choices);
  if (focused) place.querySelector(`[value="${focused}"]`)?.focus();
}

/** Copies a string, even if the browser denies its clipboard to `file:` pages. */
async function copyText(name, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = html("textarea", { class: "hidden" });
    area.value = text;
    const focused = document.activeElement;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    focused?.focus();
  }
  say(`Copied: ${name} ${text}`);
}
