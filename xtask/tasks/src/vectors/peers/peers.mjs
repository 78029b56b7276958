// Runs the published JavaScript implementations against the vectors: node peers.mjs VECTORS NODE_MODULES
//
// Prints the same lines as peers.py.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [vectors, modules] = process.argv.slice(2);
const require = createRequire(join(modules, "peers.js"));
const { Scru128Generator, Scru128Id } = require("scru128"), ulid = require("ulid");
const { TypeID } = require("typeid-js"), uuidv7 = require("uuidv7");
const packageOfUuid = pathToFileURL(join(modules, "node_modules/uuid/dist-node/index.js")), uuid = await import(packageOfUuid);
const version = (name) => JSON.parse(readFileSync(join(modules, "node_modules", name, "package.json"), "utf8")).version;
let copies = 0;
const skip = Symbol("a case that the package has no function for");
const number = (value) => BigInt(value);
const bytesOf = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
const hexOf = (bytes) => Buffer.from(bytes).toString("hex");

// The draws of a step, in order. Requesting more draws is a difference.
class Source {
  turnTo(step) {
    this.draws = Object.values(step.draws);
    this.fault = undefined;
  }
  next() {
    if (this.draws.length === 0) this.fault = "an unexpected draw";
    const value = this.draws.length > 0 ? this.draws.shift() : 0;
    if (value === null) throw new Error("the source fails");
    return value;
  }
}

const peers = [
  {
    package: "scru128",
    scheme: "scru128",
    ofText: (text) => Scru128Id.fromString(text),
    ofInt: (int) => Scru128Id.fromBigInt(int),
    ofBytes: (bytes) => Scru128Id.fromBytes(bytes),
    ofFields: (f) => Scru128Id.fromFields(f.timestamp, f.counter_hi, f.counter_lo, f.entropy),
    forms: (id) => ({
      text: `${id}`, int: `${id.toBigInt()}`, bytes: id.toHex().slice(2), unix_ms: id.timestamp,
      fields: { timestamp: id.timestamp, counter_hi: id.counterHi, counter_lo: id.counterLo, entropy: id.entropy },
    }),
    compare: (one, other) => one.compareTo(other),
    generator: (config, source) => {
      const generator = new Scru128Generator({ nextUint32: () => source.next() });
      const name = config.on_rollback === "reset" ? "generateOrResetCore" : "generateOrAbortCore";
      return (now) => generator[name](now, config.allowance_ms);
    },
  },
  {
    // The package has no ID type. An ID is a string, and only its time can be decoded.
    package: "ulid",
    scheme: "ulid",
    ofText: (text) => (ulid.isValid(text) ? ulid.decodeTime(text) : ulid.decodeTime("")),
    forms: (time) => ({ unix_ms: time }),
    generator: (config, source) => {
      if (config.allowance_ms < 2 ** 53 - 1) return skip; // It continues after any rollback.
      const digits = [];
      const generator = ulid.monotonicFactory(() => {
        if (digits.length === 0) for (let rest = number(source.next()), at = 0; at < 16; at++, rest >>= 5n) digits.push(Number(rest % 32n) / 32);
        return digits.shift();
      });
      return (now) => generator(now);
    },
  },
  {
    // IDs are strings. A new copy of the module has its own state.
    package: "uuid",
    scheme: "uuid7",
    ofText: (text) => uuid.stringify(uuid.parse(text)),
    ofBytes: (bytes) => uuid.stringify(bytes),
    forms: (text) => ({ text, bytes: hexOf(uuid.parse(text)) }),
    withOwnSource: async () => {
      const { default: v7 } = await import(new URL(`v7.js?${(copies += 1)}`, packageOfUuid));
      return (now) => ((Date.now = () => now), v7());
    },
  },
  {
    package: "uuidv7",
    scheme: "uuid7",
    ofText: (text) => uuidv7.UUID.parse(text),
    ofBytes: (bytes) => uuidv7.UUID.ofInner(bytes),
    ofFields: ({ timestamp, rand_a, rand_b }) => uuidv7.UUID.fromFieldsV7(timestamp, rand_a, Number(number(rand_b) >> 32n), Number(number(rand_b) & 0xffffffffn)),
    forms: (id) => ({ text: `${id}`, bytes: hexOf(id.bytes) }),
    compare: (one, other) => one.compareTo(other),
    generator: (config, source) => {
      let low;
      // The package draws the counter in two parts.
      const nextUint32 = () => {
        const value = low ?? source.next(), isCounter = low === undefined && source.draws.length > 0;
        low = isCounter ? value % 1024 : undefined;
        return isCounter ? Math.floor(value / 1024) : value;
      };
      const generator = new uuidv7.V7Generator({ nextUint32 });
      const name = config.on_rollback === "reset" ? "generateOrResetCore" : "generateOrAbortCore";
      return (now) => generator[name](now, config.allowance_ms);
    },
  },
  {
    package: "typeid-js",
    scheme: "uuid7",
    ofTyped: (text, prefix) => TypeID.fromString(text).asType(prefix),
    ofTypedBytes: (bytes, prefix) => TypeID.fromUUIDBytes(prefix, bytes),
  },
];

// Returns the ID from a form other than its string.
function of(peer, form, value) {
  if (form === "int" && peer.ofInt) return peer.ofInt(BigInt(value));
  if (form === "bytes" && peer.ofBytes) return peer.ofBytes(bytesOf(value));
  return form === "fields" && peer.ofFields ? peer.ofFields(value) : skip;
}

function valid(peer, test) {
  if (!peer.ofText) return skip;
  const converted = [test.text, ...test.alternates].map((text) => peer.ofText(text));
  for (const form of ["int", "bytes", "fields"]) converted.push(of(peer, form, test[form]));
  for (const id of converted) {
    for (const [form, value] of Object.entries(id === skip ? {} : peer.forms(id))) {
      if (JSON.stringify(value) !== JSON.stringify(test[form])) return `${form}: ${JSON.stringify(value)}`;
    }
  }
}

function refuses(make) {
  let id;
  try {
    id = make();
  } catch {
    return undefined;
  }
  return id === skip ? skip : `accepted as ${id}`;
}

const refused = (peer, test) => refuses(() => of(peer, test.from, test.value));

function order(peer, test) {
  if (!peer.compare) return skip;
  const found = test.shuffled.map((text) => peer.ofText(text)).sort(peer.compare).map(String);
  return found.join() === test.sorted.join() ? undefined : "a different order";
}

// Compares what does not depend on random numbers: version, variant, timestamps and order.
function timesAndOrder(generate, test) {
  let last = "";
  for (const { now, text } of test.steps) {
    const found = generate(now);
    if (found[14] !== "7" || !"89ab".includes(found[19])) return "a wrong version or variant";
    if (found.slice(0, 13) !== text.slice(0, 13)) return found > text ? "a timestamp ahead of the clock and of the last ID" : "a timestamp behind the clock or the last ID";
    if (found <= last) return "an ID that is not after the last ID";
    last = found;
  }
}

async function trace(peer, test) {
  if (peer.withOwnSource) {
    const others = test.flags.includes("resume") || test.flags.includes("ceiling") || test.steps.some((step) => step.error);
    return others || test.config.on_rollback === "reset" ? skip : timesAndOrder(await peer.withOwnSource(), test);
  }
  if (!peer.generator || test.flags.includes("ceiling") || test.config.resume_after) return skip;
  const source = new Source(), stepAt = peer.generator(test.config, source);
  if (stepAt === skip) return skip;
  for (const [index, step] of test.steps.entries()) {
    source.turnTo(step);
    let found;
    try {
      found = stepAt(Number(step.now))?.toString() ?? "rollback";
    } catch (error) {
      const names = ["overflow", "out_of_range"];
      found = error.message === "the source fails" ? "rng" : names.includes(step.error) ? step.error : `${error}`;
    }
    const left = source.draws.some((value) => value !== null) ? "a draw too few" : undefined;
    if (source.fault ?? left) return `step ${index}: ${source.fault ?? left}`;
    if (found !== (step.text ?? step.error)) return `step ${index}: ${found}`;
  }
}

const invalid = (peer, test) => refuses(() => (peer.ofText ? peer.ofText(test.text) : skip));
const typed = {
  valid(peer, test) {
    if (!peer.ofTyped || test.text_forms) return skip;
    const parsed = [peer.ofTypedBytes(bytesOf(test.bytes), test.prefix), ...[test.text, ...test.alternates].map((text) => peer.ofTyped(text, test.prefix))];
    const wrong = parsed.find((id) => `${id}` !== test.text || hexOf(id.toUUIDBytes()) !== test.bytes);
    return wrong && `${wrong} of ${wrong.toUUID()}`;
  },
  invalid: (peer, test) => refuses(() => (peer.ofTyped && !test.text_forms ? peer.ofTyped(test.text, test.prefix) : skip)),
};
const checks = { typed, codec: { valid, invalid }, refused: { cases: refused }, order: { cases: order }, generator: { cases: trace } };
for (const peer of peers) {
  for (const name of readdirSync(join(vectors, peer.scheme)).sort()) {
    const file = JSON.parse(readFileSync(join(vectors, peer.scheme, name), "utf8")), differ = [];
    let ran = 0;
    for (const array of ["valid", "invalid", "cases"]) {
      for (const test of file[array] ?? []) {
        let difference;
        try {
          const check = checks[file.kind]?.[array] ?? (() => skip);
          difference = await check(peer, test);
        } catch (error) {
          difference = `${error}`;
        }
        if (difference === skip) continue;
        ran += 1;
        if (difference) differ.push([test.id, test.comment, difference, test.flags, test.text]);
      }
    }
    console.log(JSON.stringify({ peer: `npm ${peer.package}`, version: version(peer.package), file: `${peer.scheme}/${name}`, cases: file.count, ran, differ }));
  }
}
