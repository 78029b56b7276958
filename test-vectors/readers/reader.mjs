// Runs the codec, refused, order and typed cases of every scheme, -policy.json included: node reader.mjs [DIRECTORY OF THE VECTORS]
//
// To test your port, copy this file and replace the small Codec class with your library.
import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

export class Refused extends Error {
  constructor(reason, position = null) {
    super(reason);
    Object.assign(this, { reason, position });
  }
}

const UUID = { alphabet: "0123456789abcdef", digits: 32, hyphens: [8, 13, 18, 23] };

// IDs of a scheme, as BigInt. Numbers lose precision above 2 ** 53.
export class Codec {
  constructor({ forms, fields, max, tick_ms, epoch_unix_ms, typed }, isStrict = false) {
    // The text form after a prefix. In most schemes, it is the usual form.
    this.afterPrefix = typed ? new Codec({ forms: [typed], fields, max, tick_ms, epoch_unix_ms }, true) : this;
    this.uuid = forms[0] === UUID ? this : new Codec({ forms: [UUID], fields, max, tick_ms, epoch_unix_ms });
    this.fold = isStrict ? (text) => text : (text) => text.toLowerCase();
    this.forms = Object.fromEntries(forms.map((form) => [form.digits + form.hyphens.length, form]));
    Object.assign(this, { form: forms[0], max: BigInt(`0x${max}`), size: max.length / 2, tick_ms: BigInt(tick_ms), epoch: BigInt(epoch_unix_ms) });
    this.bits = Object.fromEntries(fields.map(({ name, bits }) => [name, BigInt(bits)]));
    const isConstant = (field) => field.constant !== undefined, ones = (bits) => (1n << BigInt(bits)) - 1n;
    const join = (value) => fields.reduce((id, field) => (id << BigInt(field.bits)) | (isConstant(field) ? value(field) : 0n), 0n);
    // The bits of the constant fields, and their values in every ID.
    this.mask = join((field) => ones(field.bits)), this.ones = join((field) => BigInt(field.constant));
    this.time = (id) => (id >> fields.slice(1).reduce((sum, { bits }) => sum + BigInt(bits), 0n)) * this.tick_ms + this.epoch;
  }
  ofText(text) {
    const form = this.forms[Buffer.byteLength(text)];
    if (!form) throw new Refused("length");
    const radix = BigInt(form.alphabet.length);
    let value = 0n, position = 0, weight = radix ** BigInt(form.digits);
    for (const character of text) {
      if (form.hyphens.includes(position)) {
        if (character !== "-") throw new Refused("digit", position);
      } else {
        // toLowerCase() would also change letters outside ASCII.
        const digit = BigInt(character > "\x7f" ? -1 : this.fold(form.alphabet).indexOf(this.fold(character)));
        weight /= radix;
        if (digit < 0n || ((digit * weight) ^ this.ones) & this.mask & ((radix - 1n) * weight)) throw new Refused("digit", position);
        value += digit * weight;
      }
      position += 1;
    }
    if (value > this.max) throw new Refused("overflow");
    return value;
  }
  ofTyped(prefix, text, textForms = "compact") {
    if (!/^([a-z]([a-z_]{0,61}[a-z])?)?$/.test(prefix)) throw new Refused("kind");
    if (textForms === "uuid" || (textForms !== "compact" && text.includes("-") && !text.includes("_"))) return this.uuid.ofText(text);
    const start = text.slice(0, text.lastIndexOf("_") + 1);
    if (start !== (prefix && `${prefix}_`)) throw new Refused("prefix");
    try {
      return this.afterPrefix.ofText(text.slice(start.length));
    } catch (error) {
      if (error.reason === "digit") error.position += start.length;
      throw error;
    }
  }
  typed(prefix, value, textForms = "compact") {
    if (textForms.startsWith("uuid")) return this.uuid.text(value);
    return (prefix && `${prefix}_`) + this.afterPrefix.text(value);
  }
  ofInt(value) {
    if (value < 0n || value > this.max || (value & this.mask) !== this.ones) throw new Refused("range");
    return value;
  }
  ofBytes(hex) {
    if (hex.length !== this.size * 2) throw new Refused("length");
    return this.ofInt(BigInt(`0x${hex}`));
  }
  ofFields(fields) {
    let value = 0n;
    for (const [name, bits] of Object.entries(this.bits)) {
      const field = number(fields[name]);
      if (field < 0n || field >> bits) throw new Refused(name);
      value = (value << bits) | field;
    }
    return this.ofInt(value);
  }
  text(value) {
    const { alphabet, digits, hyphens } = this.form, radix = BigInt(alphabet.length);
    const text = Array.from({ length: digits }, (_, at) => alphabet[(value / radix ** BigInt(at)) % radix]).reverse();
    for (const position of hyphens) text.splice(position, 0, "-");
    return text.join("");
  }
  bytes(value) {
    return value.toString(16).padStart(this.size * 2, "0");
  }
  fields(value) {
    const fields = {};
    for (const [name, bits] of Object.entries(this.bits).reverse()) {
      fields[name] = BigInt.asUintN(Number(bits), value);
      value >>= bits;
    }
    return fields;
  }
}

// Integers above 2^53 - 1 are decimal strings.
export function number(value) {
  if (typeof value === "string") return BigInt(value);
  if (!Number.isSafeInteger(value)) throw new Refused("not an integer");
  return BigInt(value);
}

export function refusal(make) {
  try {
    make();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  return null;
}

// Returns true if a case passes, false if it fails, or undefined to skip it.
function passes(codec, array, test) {
  if (array === "valid" && "prefix" in test) {
    const id = codec.ofBytes(test.bytes);
    const made = [test.text, ...test.alternates].map((text) => codec.ofTyped(test.prefix, text, test.text_forms));
    return made.every((other) => other === id) && codec.typed(test.prefix, id, test.text_forms) === test.text;
  }
  if (array === "valid") {
    const id = codec.ofText(test.text), fields = codec.fields(id);
    const made = [...test.alternates.map((text) => codec.ofText(text)), codec.ofBytes(test.bytes), codec.ofInt(BigInt(test.int)), codec.ofFields(test.fields)];
    return made.every((other) => other === id) && codec.text(id) === test.text && codec.bytes(id) === test.bytes &&
      Object.entries(test.fields).every(([name, value]) => fields[name] === number(value)) && codec.time(id) === BigInt(test.unix_ms);
  }
  if (array === "invalid") {
    const error = refusal(() => ("prefix" in test ? codec.ofTyped(test.prefix, test.text, test.text_forms) : codec.ofText(test.text)));
    return error?.reason === test.reason && error.position === test.position;
  }
  if ("sorted" in test) {
    return [(id) => id, (id) => codec.bytes(id), (id) => codec.text(id)].every((key) => {
      const ids = test.shuffled.map((text) => codec.ofText(text)).sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
      return ids.every((id, at) => codec.text(id) === test.sorted[at]) && ids.length === test.sorted.length;
    });
  }
  const make = { int: (value) => codec.ofInt(BigInt(value)), bytes: (value) => codec.ofBytes(value), fields: (value) => codec.ofFields(value) }[test.from];
  if (test.from === "config") return undefined; // This needs a generator.
  return refusal(() => make(test.value)) !== null;
}

const directory = process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url));
// Only defines the codec if another program imports this file.
const isProgram = process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
const { schemes, vectors } = isProgram ? JSON.parse(readFileSync(join(directory, "index.json"), "utf8")) : { schemes: [], vectors: [] };
const codecs = Object.fromEntries(schemes.map(({ name, layout }) => [name, new Codec(layout)]));
for (const { path, scheme } of vectors.filter(({ kind }) => ["codec", "refused", "order", "typed"].includes(kind))) {
  const file = JSON.parse(readFileSync(join(directory, path), "utf8")), counts = { true: 0, false: 0, undefined: 0 };
  for (const array of ["valid", "invalid", "cases"]) {
    for (const test of file[array] ?? []) {
      let result = false;
      const error = refusal(() => (result = passes(codecs[scheme], array, test)));
      if (result === false) console.log(`${path}: case ${test.id} fails: ${test.comment} ${error ?? ""}`);
      counts[result] += 1;
    }
  }
  console.log(`${path}: ${file.count} cases, ${counts.true} passed, ${counts.false} failed, ${counts.undefined} skipped`);
  if (counts.false || counts.true + counts.undefined !== file.count) process.exitCode = 1;
}
