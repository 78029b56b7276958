// Everything about one ID.

/** The forms, as the page names them. */
const FORMS = { text: "text", hex: "hex", int: "integer", uuid: "UUID" };

/**
 * @param {any} card the program's answer
 * @param {{title: string, input: string, choice: string | undefined, choose: (choice: string) => void}} context
 * @returns {any} the interpretation that is shown
 */
function showCard(card, { title, input, choice, choose }) {
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
  const unix = html("span", { className: "unix" }, String(id.unix_ms));
  $("time").replaceChildren(strong, `, parsed as ${FORMS[id.form]}. Its time is `, html("time", {}, id.time), `, ${id.relative}, or `, unix, " ms since 1970.");
  showLayout(id);
  $("fields").replaceChildren(
    ...id.fields.map((field) => {
      const swatch = html("span", { className: "swatch", style: `background: var(--fill-${field.colour})` });
      const name = html("th", { scope: "row" }, swatch, field.name);
      return row(name, `${field.bits}`, html("td", { className: "id" }, field.value), html("td", { className: "id" }, `0x${field.hex}`), field.meaning);
    }),
  );
  $("forms").replaceChildren(
    ...id.forms.map((form) => {
      const name = FORMS[form.name];
      const value = html("td", { className: "id" }, form.value);
      const copy = html("button", { type: "button", ariaLabel: `Copy ${name}`, onclick: () => copyText(name, value) }, "Copy");
      return row(name, value, html("td", { className: "number" }, copy));
    }),
  );
  return id;
}

/** Shows the choice between several interpretations. */
function showReadings(readings, shown, name, choose) {
  const place = $("readings");
  place.hidden = readings.length < 2;
  const choices = readings.map((reading) => {
    const value = name(reading);
    const radio = html("input", { type: "radio", name: "reading", value, checked: reading === shown, onchange: () => choose(value) });
    return html("label", {}, radio, ` ${reading.scheme}, ${FORMS[reading.form]} (${reading.time.split("T")[0]})`);
  });
  // A choice that remains keeps the focus.
  const focused = document.activeElement?.name === "reading" ? document.activeElement.value : null;
  place.replaceChildren(place.firstElementChild, ...choices);
  if (focused) place.querySelector(`[value="${focused}"]`)?.focus();
}

/** Copies the text of a cell, even if the browser denies its clipboard to `file:` pages. */
async function copyText(name, cell) {
  try {
    await navigator.clipboard.writeText(cell.textContent);
  } catch {
    getSelection().selectAllChildren(cell);
    document.execCommand("copy");
  }
  say(`Copied: ${name} ${cell.textContent}`);
}
