// Runs the published JavaScript implementations against the vectors: node peers.mjs VECTORS NODE_MODULES
//
// Prints the same lines as peers.py.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [vectors, modules] = process.argv.slice(2);
const require = createRequire(join(modules, "peers.js"));
const { Scru128Generator, Scru128Id } = require("scru128"), ulid = require("ulid");
const version = (name) => JSON.parse(readFileSync(join(modules, "node_modules", name, "package.json"), "utf8")).version;
const skip = Symbol("a case that the package has no function for");
const number = (value) => (typeof value === "string" ? BigInt(`0x${value}`) : BigInt(value));

// The draws of a step, in order. A request too many is a difference.
class Source {
  turnTo(step) {
    this.draws = Object.values(step.draws);
    this.fault = undefined;
  }
  next() {
    if (this.draws.length === 0) this.fault = "an unexpected draw";
    const value = this.draws.shift() ?? 0;
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
    ofBytes: (bytes) => Scru128Id.fromBytes ? Scru128Id.fromBytes(bytes) : skip,
    ofFields: (f) => Scru128Id.fromFields(f.timestamp, f.counter_hi, f.counter_lo, f.entropy),
    forms: (id) => ({
      text: `${id}`, int: `${id.toBigInt()}`, bytes: id.toHex().slice(2), unix_ms: id.timestamp,
      fields: { timestamp: id.timestamp, counter_hi: id.counterHi, counter_lo: id.counterLo, entropy: id.entropy },
    }),
    compare: (one, other) => one.compareTo(other),
    generator: (config, source) => {
      const made = new Scru128Generator({ nextUint32: () => source.next() });
      const name = config.on_rollback === "reset" ? "generateOrResetCore" : "generateOrAbortCore";
      return (now) => made[name](now, config.allowance_ms);
    },
  },
  {
    // It has no type of its own: an ID is a text, and only its time is decoded.
    package: "ulid",
    scheme: "ulid",
    ofText: (text) => (ulid.isValid(text) ? ulid.decodeTime(text) : ulid.decodeTime("")),
    forms: (time) => ({ unix_ms: time }),
    generator: (config, source) => {
      if (config.allowance_ms < 2 ** 53 - 1) return skip; // It goes on after any rollback.
      const digits = [];
      const made = ulid.monotonicFactory(() => {
        if (digits.length === 0) for (let rest = number(source.next()), at = 0; at < 16; at++, rest >>= 5n) digits.push(Number(rest % 32n) / 32);
        return digits.shift();
      });
      return (now) => made(now);
    },
  },
];

function valid(peer, test) {
  const made = [test.text, ...test.alternates].map((text) => peer.ofText(text));
  if (peer.ofInt) made.push(peer.ofInt(BigInt(test.int)), peer.ofBytes(Uint8Array.from(Buffer.from(test.bytes, "hex"))), peer.ofFields(test.fields));
  for (const id of made) {
    for (const [form, value] of Object.entries(id === skip ? {} : peer.forms(id))) {
      if (JSON.stringify(value) !== JSON.stringify(test[form])) return `${form}: ${JSON.stringify(value)}`;
    }
  }
}

function refuses(make) {
  try {
    return `accepted as ${make()}`;
  } catch {
    return undefined;
  }
}

function refused(peer, test) {
  const make = { int: peer.ofInt && ((value) => peer.ofInt(BigInt(value))), bytes: peer.ofBytes && ((value) => peer.ofBytes(Uint8Array.from(Buffer.from(value, "hex")))), fields: peer.ofFields }[test.from];
  return make ? refuses(() => make(test.value)) : skip;
}

function order(peer, test) {
  if (!peer.compare) return skip;
  const found = test.shuffled.map((text) => peer.ofText(text)).sort(peer.compare).map(String);
  return found.join() === test.sorted.join() ? undefined : "another order";
}

function trace(peer, test) {
  if (!peer.generator || test.flags.includes("ceiling") || test.config.resume_after) return skip;
  const source = new Source(), stepAt = peer.generator(test.config, source);
  if (stepAt === skip) return skip;
  for (const [index, step] of test.steps.entries()) {
    source.turnTo(step);
    let found;
    try {
      found = stepAt(step.now)?.toString() ?? "rollback";
    } catch (error) {
      const names = ["overflow", "out_of_range"];
      found = error.message === "the source fails" ? "rng" : names.includes(step.error) ? step.error : `${error}`;
    }
    const left = source.draws.some((value) => value !== null) ? "a draw too few" : undefined;
    if (source.fault ?? left) return `step ${index}: ${source.fault ?? left}`;
    if (found !== (step.text ?? step.error)) return `step ${index}: ${found}`;
  }
}

const invalid = (peer, test) => refuses(() => peer.ofText(test.text));
const checks = { codec: { valid, invalid }, refused: { cases: refused }, order: { cases: order }, generator: { cases: trace } };
for (const peer of peers) {
  for (const name of readdirSync(join(vectors, peer.scheme)).sort()) {
    const file = JSON.parse(readFileSync(join(vectors, peer.scheme, name), "utf8")), differ = [];
    let ran = 0;
    for (const array of ["valid", "invalid", "cases"]) {
      for (const test of file[array] ?? []) {
        let difference;
        try {
          const check = checks[file.kind]?.[array] ?? (() => skip);
          difference = check(peer, test);
        } catch (error) {
          difference = `${error}`;
        }
        if (difference === skip) continue;
        ran += 1;
        if (difference) differ.push([test.id, test.comment, difference, test.flags.includes("policy")]);
      }
    }
    console.log(JSON.stringify({ peer: `npm ${peer.package}`, version: version(peer.package), file: `${peer.scheme}/${name}`, cases: file.count, ran, differ }));
  }
}
