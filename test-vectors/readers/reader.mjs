// Runs codec.json, refused.json and order.json of every scheme: node reader.mjs [FOLDER OF THE VECTORS]
//
// To test your port, copy this file and replace the class Codec, which is a small codec of its own, by your library.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const base36 = "0123456789abcdefghijklmnopqrstuvwxyz", crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const epoch = 1704067200000n; // 2024
// For each scheme: the digits, the alphabet, the limit, the bits of each field, and the time of a timestamp.
const schemes = {
  scru160: [32, base36.slice(0, 32).toUpperCase(), 1n << 160n, { timestamp: 48n, counter: 16n, random16: 16n, random80: 80n }, (t) => t],
  scru128: [25, base36, 1n << 128n, { timestamp: 48n, counter_hi: 24n, counter_lo: 24n, entropy: 32n }, (t) => t],
  scru64: [12, base36, 36n ** 12n, { timestamp: 40n, node_ctr: 24n }, (t) => t * 256n],
  ulid: [26, crockford, 1n << 128n, { timestamp: 48n, randomness: 80n }, (t) => t],
  "ulid-flake": [13, crockford, 1n << 63n, { timestamp: 44n, randomness: 20n }, (t) => t + epoch],
  "ulid-flake-scalable": [13, crockford, 1n << 63n, { timestamp: 44n, randomness: 15n, scalability: 5n }, (t) => t + epoch],
};

class Refused extends Error {
  constructor(reason, position = null) {
    super(reason);
    Object.assign(this, { reason, position });
  }
}

// IDs of a scheme, as BigInt. Numbers lose precision above 2 ** 53.
class Codec {
  constructor(scheme) {
    [this.digits, this.alphabet, this.limit, this.bits, this.time] = schemes[scheme];
    this.alphabets = { [this.digits]: this.alphabet, ...(scheme === "scru160" && { 40: base36.slice(0, 16) }) };
    this.size = Object.values(this.bits).reduce((sum, bits) => sum + bits) / 8n;
  }
  ofText(text) {
    const alphabet = this.alphabets[Buffer.byteLength(text)];
    if (!alphabet) throw new Refused("length");
    let value = 0n, position = 0;
    for (const character of text) {
      // toLowerCase() alone would also change letters outside ASCII.
      const digit = character > "\x7f" ? -1 : alphabet.toLowerCase().indexOf(character.toLowerCase());
      if (digit < 0) throw new Refused("digit", position);
      value = value * BigInt(alphabet.length) + BigInt(digit);
      position += 1;
    }
    if (value >= this.limit) throw new Refused("overflow");
    return value;
  }
  ofInt(value) {
    if (value < 0n || value >= this.limit) throw new Refused("range");
    return value;
  }
  ofBytes(hex) {
    if (BigInt(hex.length) !== this.size * 2n) throw new Refused("length");
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
    const radix = BigInt(this.alphabet.length);
    return Array.from({ length: this.digits }, (_, at) => this.alphabet[(value / radix ** BigInt(at)) % radix]).reverse().join("");
  }
  bytes(value) {
    return value.toString(16).padStart(Number(this.size) * 2, "0");
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

// Fields of more than 53 bits are hex.
function number(value) {
  if (typeof value === "string") return value[0] === "-" ? -BigInt(`0x${value.slice(1)}`) : BigInt(`0x${value}`);
  if (!Number.isSafeInteger(value)) throw new Refused("not an integer");
  return BigInt(value);
}

function refusal(make) {
  try {
    make();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  return null;
}

// Whether a case passes, or undefined to skip it.
function passes(codec, array, test) {
  if (array === "valid") {
    const id = codec.ofText(test.text), fields = codec.fields(id);
    const made = [...test.alternates.map((text) => codec.ofText(text)), codec.ofBytes(test.bytes), codec.ofInt(BigInt(test.int)), codec.ofFields(test.fields)];
    return made.every((other) => other === id) && codec.text(id) === test.text && codec.bytes(id) === test.bytes &&
      Object.entries(test.fields).every(([name, value]) => fields[name] === number(value)) && codec.time(fields.timestamp) === BigInt(test.unix_ms);
  }
  if (array === "invalid") {
    const error = refusal(() => codec.ofText(test.text));
    return error?.reason === test.reason && error.position === test.position;
  }
  if ("sorted" in test) {
    return [(id) => id, (id) => codec.bytes(id), (id) => codec.text(id)].every((key) => {
      const ids = test.shuffled.map((text) => codec.ofText(text)).sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
      return ids.every((id, at) => codec.text(id) === test.sorted[at]) && ids.length === test.sorted.length;
    });
  }
  const make = { int: (value) => codec.ofInt(BigInt(value)), bytes: (value) => codec.ofBytes(value), fields: (value) => codec.ofFields(value) }[test.from];
  if (test.from === "config") return undefined; // There is no generator here.
  return refusal(() => make(test.value)) !== null;
}

const folder = process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url));
for (const scheme of Object.keys(schemes)) {
  for (const name of ["codec.json", "refused.json", "order.json"]) {
    const file = JSON.parse(readFileSync(join(folder, scheme, name), "utf8")), counts = { true: 0, false: 0, undefined: 0 };
    for (const array of ["valid", "invalid", "cases"]) {
      for (const test of file[array] ?? []) {
        let result = false;
        const error = refusal(() => (result = passes(new Codec(scheme), array, test)));
        if (result === false) console.log(`${scheme}/${name}: case ${test.id} fails: ${test.comment} ${error ?? ""}`);
        counts[result] += 1;
      }
    }
    console.log(`${scheme}/${name}: ${file.count} cases, ${counts.true} passed, ${counts.false} failed, ${counts.undefined} skipped`);
    if (counts.false || counts.true + counts.undefined !== file.count) process.exitCode = 1;
  }
}
