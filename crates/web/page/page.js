// Connects the elements of the page with the program.

/** The lines of one request, between which the page stays responsive. */
const BLOCK = 250;

const state = { lines: [], rows: [], most: ROWS, chosen: 0, choices: new Map(), turn: 0 };

/** Says something, also to screen readers. */
function say(text) {
  $("status").textContent = text;
}

/** A line as the program reads it, with its choice or else with the settings of the page. */
function request(line, choice) {
  const settings = choice ?? `${$("scheme").value} ${$("form").value}`;
  return `${settings} ${$("lenient").checked ? "lenient" : "strict"}\t${line}`;
}

const chosenRequest = (index) => request(state.lines[index], state.choices.get(state.lines[index]));

/** Reads everything again. A later call ends an earlier one. */
async function readAll() {
  const turn = ++state.turn;
  document.querySelector("main").setAttribute("aria-busy", "true");
  $("error").textContent = "";
  const [before, lines] = [state.lines, $("input").value.split("\n")];
  // As in a file, a line feed ends the last line.
  if (lines.at(-1) === "") lines.pop();
  // The line that was changed is shown, if the shown one was.
  if (lines[state.chosen] !== before[state.chosen]) state.chosen = lines.findIndex((line, index) => line !== before[index]);
  state.lines = lines;
  const rows = [];
  for (let start = 0; start < state.lines.length; start += BLOCK) {
    const end = Math.min(start + BLOCK, state.lines.length);
    const block = Array.from({ length: end - start }, (_, index) => chosenRequest(start + index));
    rows.push(...(await ask("list", ...block)));
    if (turn !== state.turn) return;
    if (end < state.lines.length) {
      say(`Reading: ${end.toLocaleString("en")} of ${count(state.lines.length, "line")}`);
      await new Promise((resume) => setTimeout(resume));
      if (turn !== state.turn) return;
    }
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
  showList(rows, lines, most, chosen, (index) => reporting(() => chooseLine(index))());
}

function summary(rows) {
  const bad = rows.filter((answer) => answer.reason).length;
  if (!rows.length) return "";
  const good = `${count(rows.length - bad, "ID")}.`;
  return bad ? `${good} ${count(bad, "line")} can’t be read.` : good;
}

/** Shows the chosen line, and what depends on it. */
async function showChosen(turn) {
  const { lines, rows, chosen } = state;
  $("card").hidden = !rows.length;
  let shown = null;
  if (rows.length) {
    const line = lines[chosen];
    const title = rows.length > 1 ? `Line ${chosen + 1}` : "ID";
    const card = await ask("show", request(line));
    if (turn !== state.turn) return;
    shown = showCard(card, { title, input: line, choice: state.choices.get(line), choose: (choice) => reporting(() => chooseReading(choice))() });
  }
  const ids = rows.filter((answer) => !answer.reason);
  $("timeline").hidden = !ids.length;
  if (ids.length) draw($("line"), (width) => timelinePicture(ids, shown?.unix_ms ?? null, width));
  await compareTwo();
  if (turn === state.turn) document.querySelector("main").setAttribute("aria-busy", "false");
}

/** Shows another line. */
async function chooseLine(index) {
  const turn = ++state.turn;
  state.chosen = index;
  markRow(index);
  await showChosen(turn);
  if (turn !== state.turn) return;
  const answer = state.rows[index];
  say(answer.reason ? `Line ${index + 1} can’t be read.` : `Line ${index + 1}: ${answer.scheme}, ${answer.time}`);
}

/** Reads the chosen line as another scheme or form. */
async function chooseReading(choice) {
  state.choices.set(state.lines[state.chosen], choice);
  await readAll();
}

async function compareTwo() {
  const { lines } = state;
  $("compare").hidden = lines.length < 2;
  if (lines.length < 2) return;
  const numbers = [$("first"), $("second")].map((input) => {
    input.max = lines.length;
    return input.valueAsNumber;
  });
  if (numbers.some((number) => !lines[number - 1])) {
    const message = `expected two lines that are not empty, 1 to ${lines.length}`;
    return showComparison({ reason: "line", message });
  }
  showComparison(await ask("compare", ...numbers.map((number) => chosenRequest(number - 1))));
}

async function make() {
  const scheme = $("make-scheme").value;
  const node = { scru64: "node-spec", "ulid-flake-scalable": "scalability" }[scheme];
  // A space would end the word.
  const word = node ? $(node).value.trim().replaceAll(/\s/g, "_") : "";
  const answer = await ask(`make ${scheme} ${$("count").value} ${word}`);
  $("error").textContent = answer.message ?? "";
  if (!answer.ids) return;
  const before = $("input").value;
  const start = before === "" || before.endsWith("\n") ? before : `${before}\n`;
  $("input").value = `${start}${answer.ids.join("\n")}\n`;
  // Shows the first of them.
  state.chosen = start.split("\n").length - 1;
  await readAll();
  say(`Added ${count(answer.ids.length, "new ID")}.`);
}

/** Shows the settings of the scheme. */
function showSettings() {
  const scheme = $("make-scheme").value;
  $("error").textContent = "";
  $("node-spec-label").hidden = scheme !== "scru64";
  $("scalability-label").hidden = scheme !== "ulid-flake-scalable";
}

/** Runs a function, and reports any fault of the page itself. */
const reporting = (work) => async (event) => {
  event?.preventDefault?.();
  try {
    await work();
  } catch (error) {
    $("error").textContent = `This page failed: ${error.message}`;
    document.querySelector("main").setAttribute("aria-busy", "false");
  }
};

/** Keeps the theme, where the browser lets a page of the `file:` scheme keep anything. */
function theme(value) {
  document.documentElement.style.colorScheme = value;
  try {
    localStorage.setItem("theme", value);
  } catch {}
}

async function start() {
  for (const scheme of await ask("schemes")) {
    $("scheme").append(html("option", {}, scheme));
    $("make-scheme").append(html("option", {}, scheme));
  }
  try {
    $("theme").value = localStorage.getItem("theme") ?? "light dark";
  } catch {}
  theme($("theme").value);
  $("theme").addEventListener("change", () => theme($("theme").value));
  const again = reporting(() => {
    state.choices.clear();
    return readAll();
  });
  $("input").addEventListener("input", reporting(readAll));
  for (const id of ["scheme", "form", "lenient"]) $(id).addEventListener("change", again);
  for (const id of ["first", "second"]) $(id).addEventListener("input", reporting(compareTwo));
  $("make").addEventListener("submit", reporting(make));
  $("make-scheme").addEventListener("change", showSettings);
  $("clear").addEventListener("click", reporting(() => {
    $("input").value = "";
    $("input").focus();
    return readAll();
  }));
  $("more").addEventListener("click", () => {
    const first = state.most;
    state.most += ROWS;
    showRows();
    say($("shown").textContent);
    // The last rows hide the button, which would lose the focus.
    if ($("more").hidden) $("rows").querySelectorAll("button")[first]?.focus();
  });
  showSettings();
  await readAll();
}

reporting(start)();
