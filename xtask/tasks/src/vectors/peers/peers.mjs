// Answers the questions of test-vectors/judge.py with a package from npm: node peers.mjs DIRECTORY PACKAGE SCHEME
//
// DIRECTORY has the node_modules. Translates, and judges nothing, like peers.py. The functions of a package are the
// questions that it can answer.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [directory, name, scheme] = process.argv.slice(2);
const require = createRequire(join(directory, "peers.js"));
const bytesOf = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
const hexOf = (bytes) => Buffer.from(bytes).toString("hex");
const ordered = (sign) => ({ order: sign < 0 ? "less" : sign > 0 ? "greater" : "equal" });

class Unsupported extends Error {}

function unless(condition, reason) {
  if (!condition) throw new Unsupported(reason);
}

// Returns a random source that takes the random numbers of a question in a fixed order. `widths` are the bits of a call.
function draws(state, fields, widths) {
  return () => {
    const field = fields.find((field) => `draw_${field}` in state.q && !state.drawn.has(field)) ?? "unknown";
    state.drawn.set(field, widths[field]);
    if (state.q[`draw_${field}`] === "fail") throw new Error("the source fails");
    return BigInt(state.q[`draw_${field}`] ?? 0);
  };
}

// The step of the generators of scru128 and uuidv7, which have the same functions.
function core(generator, q) {
  const step = q.on_rollback === "reset" ? "generateOrResetCore" : "generateOrAbortCore";
  return (now) => generator[step](now, Number(q.allowance_ms));
}

const packages = {
  scru128() {
    const { Scru128Generator, Scru128Id } = require("scru128");
    return {
      parse: (q) => Scru128Id.fromString(q.text),
      from_int: (q) => Scru128Id.fromBigInt(BigInt(q.int)),
      from_bytes: (q) => Scru128Id.fromBytes(bytesOf(q.bytes)),
      from_fields: (q) => Scru128Id.fromFields(Number(q.timestamp), Number(q.counter_hi), Number(q.counter_lo), Number(q.entropy)),
      compare: (q) => ordered(Scru128Id.fromString(q.a).compareTo(Scru128Id.fromString(q.b))),
      forms: (id) => ({
        text: id, int: id.toBigInt(), bytes: id.toHex().slice(2), unix_ms: id.timestamp,
        timestamp: id.timestamp, counter_hi: id.counterHi, counter_lo: id.counterLo, entropy: id.entropy,
      }),
      open: (q, state) => {
        const next = draws(state, ["counter_lo", "counter_hi", "entropy"], { counter_lo: 24, counter_hi: 24, entropy: 32 });
        return core(new Scru128Generator({ nextUint32: () => Number(next()) }), q);
      },
    };
  },
  // The package has no ID type. An ID is a string, and only its time can be decoded.
  ulid() {
    const ulid = require("ulid");
    return {
      parse: (q) => (ulid.isValid(q.text) ? ulid.decodeTime(q.text) : ulid.decodeTime("")),
      forms: (unix_ms) => ({ unix_ms }),
      open: (q, state) => {
        unless(Number(q.allowance_ms) >= 2 ** 53 - 1, "it continues after any rollback");
        const next = draws(state, ["randomness"], { randomness: 80 }), digits = [];
        return ulid.monotonicFactory(() => {
          if (digits.length === 0) for (let rest = next(), at = 0; at < 16; at++, rest >>= 5n) digits.push(Number(rest % 32n) / 32);
          return digits.shift();
        });
      },
    };
  },
  // IDs are strings. A new copy of the module has its own state.
  async uuid() {
    const main = pathToFileURL(join(directory, "node_modules/uuid/dist-node/index.js")), uuid = await import(main);
    let copies = 0;
    return {
      parse: (q) => uuid.stringify(uuid.parse(q.text)),
      from_bytes: (q) => uuid.stringify(bytesOf(q.bytes)),
      forms: (text) => ({ text, bytes: hexOf(uuid.parse(text)) }),
      open: async (q, state) => {
        unless(q.on_rollback !== "reset", "it can't start over");
        const { default: v7 } = await import(new URL(`v7.js?${(copies += 1)}`, main));
        state.own = true;
        return (now) => ((Date.now = () => now), v7());
      },
    };
  },
  uuidv7() {
    const { UUID, V7Generator } = require("uuidv7");
    return {
      parse: (q) => UUID.parse(q.text),
      from_bytes: (q) => UUID.ofInner(bytesOf(q.bytes)),
      from_fields: ({ timestamp, rand_a, rand_b }) =>
        UUID.fromFieldsV7(Number(timestamp), Number(rand_a), Number(BigInt(rand_b) >> 32n), Number(BigInt(rand_b) & 0xffffffffn)),
      compare: (q) => ordered(UUID.parse(q.a).compareTo(UUID.parse(q.b))),
      forms: (id) => ({ text: id, bytes: hexOf(id.bytes) }),
      open: (q, state) => {
        const next = draws(state, ["counter", "random"], { counter: 41, random: 32 });
        let low;
        // The package draws the counter in two parts.
        const nextUint32 = () => {
          if (low !== undefined) return [Number(low), (low = undefined)][0];
          const value = next();
          if ([...state.drawn.keys()].at(-1) !== "counter") return Number(value);
          low = value % 1024n;
          return Number(value / 1024n);
        };
        return core(new V7Generator({ nextUint32 }), q);
      },
    };
  },
  "typeid-js"() {
    const { TypeID } = require("typeid-js");
    return {
      parse_typed: (q) => {
        unless(q.text_forms === "compact", "it has no UUIDs as text");
        return { bytes: hexOf(TypeID.fromString(q.text).asType(q.prefix).toUUIDBytes()) };
      },
      format_typed: (q) => ({ text: TypeID.fromUUIDBytes(q.prefix, bytesOf(q.bytes)) }),
    };
  },
};
const peer = await packages[name](), generators = {};

async function generate(state, q) {
  unless(!("ceiling_unix_ms" in q), "it has no ceiling");
  Object.assign(state, { q, drawn: new Map() });
  let answer;
  try {
    const id = state.step(Number(q.now));
    answer = id === undefined ? { error: "rollback" } : { text: id };
  } catch (error) {
    if (error instanceof Unsupported) throw error;
    answer = { error: error.message === "the source fails" ? "rng" : "failed" };
  }
  return state.own ? answer : { ...answer, drawn: [...state.drawn].map((draw) => draw.join(":")).join(" ") };
}

async function answer(q) {
  if (q.do === "start") {
    const { version } = JSON.parse(readFileSync(join(directory, "node_modules", name, "package.json"), "utf8"));
    return { protocol: "1", name: `npm ${name}`, version, schemes: scheme, abilities: Object.keys(peer).filter((key) => key !== "forms").join(" ") };
  }
  if (q.do === "generate") return generate(generators[q.generator], q);
  if (q.do === "open") {
    unless(!q.resume_after, "it can't resume");
    unless(/^[0-9]+$/.test(q.allowance_ms), "it takes the allowance with each call");
    const state = (generators[q.generator] = {});
    state.step = await peer.open(q, state);
    return state.own ? { random: "own" } : {};
  }
  const result = peer[q.do](q);
  return ["parse", "from_int", "from_bytes", "from_fields"].includes(q.do) ? peer.forms(result) : result;
}

for await (const line of createInterface({ input: process.stdin })) {
  const q = JSON.parse(line);
  let result;
  try {
    result = await answer(q);
  } catch (error) {
    result = error instanceof Unsupported ? { unsupported: error.message } : { error: "rejected" };
  }
  const strings = Object.fromEntries(Object.entries({ n: q.n, ...result }).map(([key, value]) => [key, `${value}`]));
  console.log(JSON.stringify(strings));
}
