// Every case of the codec vectors must be shown as the vector says.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The schemes of the vectors in a folder. */
export const schemesOf = (folder) =>
  JSON.parse(readFileSync(join(folder, "index.json"), "utf8")).specifications.flatMap(({ schemes }) => schemes);
/** The number of cases of one call, which bounds the time without news. */
const BLOCK = 50;

/** Shows all cases of a scheme, and returns their numbers and the failures. */
export async function check(page, folder, scheme) {
  const vectors = JSON.parse(readFileSync(join(folder, scheme, "codec.json"), "utf8"));
  const failures = [];
  const cases = [...vectors.valid, ...vectors.invalid];
  for (let start = 0; start < cases.length; start += BLOCK) {
    const block = cases.slice(start, start + BLOCK);
    const shown = await page.run(`(${show})(${JSON.stringify(block)}, ${JSON.stringify(scheme)})`);
    block.forEach((vector, index) => {
      const wrong = vector.reason === undefined ? valid(vector, shown[index], scheme) : invalid(vector, shown[index]);
      if (wrong) failures.push(`${scheme} ${vector.id} ${JSON.stringify(vector.text)}: ${wrong}`);
    });
  }
  if (cases.length !== vectors.count) failures.push(`${scheme}: ${cases.length} cases, the file says ${vectors.count}`);
  return { valid: vectors.valid.length, invalid: vectors.invalid.length, failures };
}

/** In the page: pastes each case, and returns what is shown. */
async function show(cases, scheme) {
  const shown = [];
  for (const { text } of cases) {
    // A line feed ends the last line, so that an empty line is one too.
    await inside.paste(`${text}\n`, scheme, "text");
    shown.push({ card: inside.card(), list: inside.list() });
  }
  // The other texts as one list, which has a hundred rows at once.
  const texts = async (inputs, form) => {
    const read = [];
    for (let start = 0; start < inputs.length; start += 99) {
      // One line more, as a single one is no list.
      await inside.paste([...inputs.slice(start, start + 99), inputs[0]].join("\n"), scheme, form);
      read.push(...inside.list().slice(0, -1).map((cells) => cells[1]));
    }
    return read;
  };
  const valid = cases.filter((vector) => vector.reason === undefined);
  const others = await texts(valid.flatMap(({ alternates }) => alternates), "any");
  const hex = await texts(valid.map(({ bytes }) => bytes), "hex");
  const integers = await texts(valid.map(({ int }) => int), "int");
  cases.forEach((vector, index) => {
    if (vector.reason !== undefined) return;
    shown[index].others = [...others.splice(0, vector.alternates.length), hex.shift(), integers.shift()];
  });
  return shown;
}

/** What is wrong with the shown valid case, or nothing. */
function valid({ text, alternates, bytes, int, fields, unix_ms }, { card, others }, scheme) {
  if (card.reason) return `it is refused: ${card.reason}`;
  const uuid = bytes.length === 32 ? bytes.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") : undefined;
  const names = Object.keys(fields);
  const expected = { text, hex: bytes, integer: int, UUID: uuid };
  for (const [form, value] of Object.entries(expected)) {
    if (card.forms[form] !== value) return `${form} is ${card.forms[form]}, expected ${value}`;
  }
  if (card.scheme !== scheme) return `the scheme is ${card.scheme}`;
  if (card.unix_ms !== String(unix_ms)) return `the time is ${card.unix_ms}, expected ${unix_ms}`;
  // JavaScript pads years after 9999.
  const time = new Date(unix_ms).toISOString().replace(/^\+0+/, "+");
  if (card.time !== time) return `the time is ${card.time}, expected ${time}`;
  if (card.fields.length !== names.length) return `it has ${card.fields.length} fields`;
  for (const [index, [name, , value, hex]] of card.fields.entries()) {
    const field = fields[names[index]];
    const number = typeof field === "string" ? BigInt(`0x${field}`) : BigInt(field);
    if (name !== names[index] || value !== String(number) || BigInt(hex) !== number) return `${name} is ${value} = ${hex}, expected ${number}`;
    if (!card.picture.includes(name)) return `the picture does not name ${name}`;
  }
  const inputs = [...alternates, bytes, int];
  const wrong = inputs.findIndex((_, index) => others[index] !== text);
  if (wrong >= 0) return `${inputs[wrong]} is ${others[wrong]}`;
  return null;
}

/** What is wrong with the shown invalid case, or nothing. */
function invalid({ text, reason }, { card, list }) {
  // The input field takes lines, so such a text is several. One of them is no ID: it has too few digits, or none.
  if (/[\r\n]/.test(text)) {
    const refused = list.length > 1 && list.some((cells) => cells.length === 3);
    return refused ? null : "no line of it is refused";
  }
  return card.reason === reason ? null : `the reason is ${card.reason ?? "missing: it is read"}, expected ${reason}`;
}
