// The list of all lines. Only some rows are in the page, so a long list doesn't slow it down.

const ROWS = 100;

/**
 * @param {any[]} rows the program's answers
 * @param {string[]} lines
 * @param {number} most the number of rows to show
 * @param {number} chosen
 * @param {(index: number) => void} choose
 */
function showList(rows, lines, most, chosen, choose) {
  $("list").hidden = rows.length < 2;
  const shown = rows.slice(0, most);
  $("rows").replaceChildren(...shown.map((answer, index) => listRow(answer, lines[index], index, chosen, choose)));
  $("shown").textContent = `${shown.length.toLocaleString("en")} of ${count(rows.length, "line")} shown.`;
  $("more").hidden = shown.length === rows.length;
}

function listRow(answer, line, index, chosen, choose) {
  const properties = { type: "button", ariaPressed: index === chosen, ariaLabel: `Show line ${index + 1}`, onclick: () => choose(index) };
  const button = html("button", properties, String(index + 1));
  if (answer.reason) {
    const input = line.length > 60 ? `${line.slice(0, 60)}…` : line;
    const problem = html("td", { className: "bad", colSpan: 2 }, html("strong", {}, answer.reason), `: ${answer.message}`);
    return row(button, html("td", { className: "id" }, visible(input)), problem);
  }
  const also = answer.others ? ` (1 of ${answer.others + 1} interpretations)` : "";
  return row(button, html("td", { className: "id" }, answer.text), answer.scheme + also, html("td", { className: "time" }, answer.time));
}

/** Marks the chosen row. */
function markRow(chosen) {
  $("rows").querySelectorAll("button").forEach((button, index) => (button.ariaPressed = index === chosen));
}
