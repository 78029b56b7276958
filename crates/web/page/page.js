// Connects the elements of the page with the program.

/** The number of lines per request. The page stays responsive between requests. */
const BLOCK = 250;

const state = { lines: [], rows: [], most: ROWS, chosen: 0, choices: new Map(), turn: 0 };

/** Shows a status, also to screen readers. */
function say(text) {
  $("status").textContent = text;
}

/** Sets whether the page is still parsing. */
function busy(is) {
  document.querySelector("main").ariaBusy = is;
}

/** Returns a line of a request, with the choice for this line, or else with the page's settings. */
function request(line, choice) {
  const settings = choice ?? `${$("scheme").value} ${$("form").value}`;
  return `${settings} ${$("lenient").checked ? "lenient" : "strict"}\t${line}`;
}

const chosenRequest = (index) => request(state.lines[index], state.choices.get(state.lines[index]));

/** Parses all lines. A later call ends an earlier one. */
async function readAll() {
  const turn = ++state.turn;
  busy(true);
  $("error").textContent = "";
  const [before, lines] = [state.lines, $("input").value.split("\n")];
  // A line feed ends the last line, like in a file.
  if (lines.at(-1) === "") lines.pop();
  // If the shown line has changed, show the first changed line.
  if (lines[state.chosen] !== before[state.chosen]) state.chosen = lines.findIndex((line, index) => line !== before[index]);
  state.lines = lines;
  const rows = [];
  for (let start = 0; start < state.lines.length; start += BLOCK) {
    const end = Math.min(start + BLOCK, state.lines.length);
    const block = Array.from({ length: end - start }, (_, index) => chosenRequest(start + index));
    rows.push(...(await ask("list", ...block)));
    if (turn !== state.turn) return;
    if (end < state.lines.length) say(`Parsed ${end.toLocaleString("en")} of ${count(state.lines.length, "line")}`);
  }
  state.rows = rows;
  state.most = ROWS;
  state.chosen = Math.max(0, Math.min(state.chosen, rows.length - 1));
  say(summary(rows));
  showRows();
  await showChosen(turn);
}

function showRows() {
  const { rows, lines, most, chosen } = state;
  showList(rows, lines, most, chosen, chooseLine);
}

function summary(rows) {
  const bad = rows.filter((answer) => answer.reason).length;
  if (!rows.length) return "";
  const good = `${count(rows.length - bad, "ID")}.`;
  return bad ? `${good} ${count(bad, "line")} can’t be parsed.` : good;
}

/** Shows the chosen line and everything that depends on it. */
async function showChosen(turn) {
  const { lines, rows, chosen } = state;
  let shown = null;
  if (rows.length) {
    const line = lines[chosen];
    const title = rows.length > 1 ? `Line ${chosen + 1}` : "ID";
    const card = await ask("show", request(line));
    if (turn !== state.turn) return;
    shown = showCard(card, { title, input: line, choice: state.choices.get(line), choose: chooseReading });
  }
  $("card").hidden = !rows.length;
  showAddress(shown);
  busy(false);
}

/** Shows a different line. */
async function chooseLine(index) {
  const turn = ++state.turn;
  state.chosen = index;
  markRow(index);
  await showChosen(turn);
  if (turn !== state.turn) return;
  const answer = state.rows[index];
  say(answer.reason ? `Line ${index + 1} can’t be parsed.` : `Line ${index + 1}: ${answer.scheme}, ${answer.time}`);
}

/** Parses the chosen line as a different scheme or form. */
async function chooseReading(choice) {
  state.choices.set(state.lines[state.chosen], choice);
  await readAll();
}

async function generate(event) {
  event.preventDefault();
  const scheme = $("generate-scheme").value;
  const node = { scru64: "node-spec", "ulid-flake-scalable": "scalability" }[scheme];
  // A space would end the word.
  const word = node ? $(node).value.trim().replaceAll(/\s/g, "_") : "";
  const answer = await ask(`generate ${scheme} ${$("count").value} ${word}`);
  $("error").textContent = answer.message ?? "";
  if (!answer.ids) return;
  const before = $("input").value;
  const start = before === "" || before.endsWith("\n") ? before : `${before}\n`;
  $("input").value = `${start}${answer.ids.join("\n")}\n`;
  // Show the first new ID.
  state.chosen = start.split("\n").length - 1;
  await readAll();
  say(`Added ${count(answer.ids.length, "new ID")}.`);
}

/** Shows the settings for generating IDs of the selected scheme. */
function showSettings() {
  const scheme = $("generate-scheme").value;
  $("error").textContent = "";
  $("node-spec-label").hidden = scheme !== "scru64";
  $("scalability-label").hidden = scheme !== "ulid-flake-scalable";
}

/** Takes the ID from an address such as `…#0372ijojuxuhjsfkeryi2mrtm`. IDs consist of characters that no address escapes. */
function readAddress() {
  const id = location.hash.slice(1);
  if (id) $("input").value = id;
}

/** Puts the shown ID into the address. The part after `#` is never sent to a server. */
function showAddress(shown) {
  const id = shown?.forms.find((form) => form.name === "text").value ?? "";
  // Browsers limit how often a page can change its address.
  if (id !== location.hash.slice(1)) history.replaceState(null, "", `#${id}`);
}

async function start() {
  // Reports failures of the page itself.
  window.addEventListener("unhandledrejection", ({ reason }) => {
    $("error").textContent = `This page failed: ${reason.message}`;
    busy(false);
  });
  const schemes = await ask("schemes");
  $("schemes").textContent = schemes.join(", ");
  for (const id of ["scheme", "generate-scheme"]) $(id).append(...schemes.map((scheme) => html("option", {}, scheme)));
  $("form").append(...Object.entries(FORMS).map(([value, name]) => html("option", { value }, name)));
  $("generate-scheme").value = "scru128";
  $("input").addEventListener("input", readAll);
  for (const id of ["scheme", "form", "lenient"]) {
    $(id).addEventListener("change", () => {
      state.choices.clear();
      return readAll();
    });
  }
  $("generate").addEventListener("submit", generate);
  $("generate-scheme").addEventListener("change", showSettings);
  $("clear").addEventListener("click", () => {
    $("input").value = "";
    $("input").focus();
    return readAll();
  });
  $("more").addEventListener("click", () => {
    const first = state.most;
    state.most += ROWS;
    showRows();
    say($("shown").textContent);
    // The button is hidden after the last rows, and would lose the focus.
    if ($("more").hidden) $("rows").querySelectorAll("button")[first]?.focus();
  });
  window.addEventListener("hashchange", () => {
    readAddress();
    return readAll();
  });
  readAddress();
  showSettings();
  await readAll();
}

start();
