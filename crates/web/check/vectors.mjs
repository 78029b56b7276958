// Every case of the codec vectors must be shown as the vector specifies.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the schemes of the vectors in a directory. */
export const schemesOf = (directory) =>
  JSON.parse(readFileSync(join(directory, "index.json"), "utf8")).specifications.flatMap(({ schemes }) => schemes);
/** The number of cases per call, which limits the time without a response. */
const BLOCK = 50;

/** Shows all cases of a scheme. Returns the number of cases and the failures. */
export async function check(page, directory, scheme) {
  const files = ["codec.json", "codec-policy.json"].map((name) => JSON.parse(readFileSync(join(directory, scheme, name), "utf8")));
  const failures = [];
  const [valids, invalids] = ["valid", "invalid"].map((array) => files.flatMap((file) => file[array]));
  const cases = [...valids, ...invalids], count = files[0].count + files[1].count;
  for (let start = 0; start < cases.length; start += BLOCK) {
    const block = cases.slice(start, start + BLOCK);
    const shown = await page.run(`(${show})(${JSON.stringify(block)}, ${JSON.stringify(scheme)})`);
    block.forEach((vector, index) => {
      const wrong = vector.reason === undefined ? valid(vector, shown[index], scheme) : invalid(vector, shown[index]);
      if (wrong) failures.push(`${scheme} ${vector.id} ${JSON.stringify(vector.text)}: ${wrong}`);
    });
  }
  if (cases.length !== count) failures.push(`${scheme}: ${cases.length} cases, expected ${count}`);
  return { valid: valids.length, invalid: invalids.length, failures };
}

/** Runs in the page: pastes each case and returns what is shown. */
async function show(cases, scheme) {
  const shown = [];
  for (const { text } of cases) {
    // A line feed ends the last line, so an empty line counts too.
    await inside.paste(`${text}\n`, scheme, "text");
    shown.push({ card: inside.card(), list: inside.list() });
  }
  // The other forms are shown as a list, which shows a hundred rows at once.
  const texts = async (inputs, form) => {
    const shown = [];
    for (let start = 0; start < inputs.length; start += 99) {
      // A single line is not shown as a list, so add one.
      await inside.paste([...inputs.slice(start, start + 99), inputs[0]].join("\n"), scheme, form);
      shown.push(...inside.list().slice(0, -1).map((cells) => cells[1]));
    }
    return shown;
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

/** Returns the mistake in a shown valid case, or `null`. */
function valid({ text, alternates, bytes, int, fields, unix_ms }, { card, others }, scheme) {
  if (card.reason) return `it is rejected: ${card.reason}`;
  const uuid = bytes.length === 32 ? bytes.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") : undefined;
  const names = Object.keys(fields);
  const expected = { text, hex: bytes, integer: int, UUID: uuid };
  for (const [form, value] of Object.entries(expected)) {
    if (card.forms[form] !== value) return `${form} is ${card.forms[form]}, expected ${value}`;
  }
  if (card.scheme !== scheme) return `the scheme is ${card.scheme}`;
  if (card.unix_ms !== String(unix_ms)) return `the time is ${card.unix_ms}, expected ${unix_ms}`;
  const time = new Date(unix_ms).toISOString();
  if (card.time !== time) return `the time is ${card.time}, expected ${time}`;
  if (card.fields.length !== names.length) return `it has ${card.fields.length} fields`;
  for (const [index, [name, , value, hex]] of card.fields.entries()) {
    const field = fields[names[index]];
    const number = BigInt(field);
    if (name !== names[index] || value !== String(number) || BigInt(hex) !== number) return `${name} is ${value} = ${hex}, expected ${number}`;
    if (!card.picture.includes(name)) return `the picture does not name ${name}`;
  }
  const inputs = [...alternates, bytes, int];
  const wrong = inputs.findIndex((_, index) => others[index] !== text);
  if (wrong >= 0) return `${inputs[wrong]} is ${others[wrong]}`;
  return null;
}

/** Returns the mistake in a shown invalid case, or `null`. */
function invalid({ text, reason }, { card, list }) {
  // In the input field, an ID can have a prefix, except a UUID with hyphens. A line can end with a carriage return.
  const isId = text.endsWith("\r") || (text.startsWith("ord_") && !text.includes("-"));
  if (isId) return card.reason ? `it is rejected: ${card.reason}` : null;
  // Such a string is several lines in the input field. One of them is invalid, because it has too few digits or none.
  if (/[\r\n]/.test(text)) {
    const rejected = list.length > 1 && list.some((cells) => cells.length === 3);
    return rejected ? null : "none of its lines is rejected";
  }
  return card.reason === reason ? null : `the reason is ${card.reason ?? "missing: it is accepted"}, expected ${reason}`;
}
