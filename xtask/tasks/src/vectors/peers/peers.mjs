// Answers the questions of judge.py with a package from npm: node peers.mjs DIRECTORY PACKAGE SCHEME. It judges nothing.
//
// DIRECTORY has the node_modules.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Rejected, Unsupported, serve } from "../../../../../test-vectors/templates/javascript/protocol.mjs";

const [directory, name, scheme] = process.argv.slice(2);
const require = createRequire(join(directory, "peers.js"));
const hexOf = (bytes) => Buffer.from(bytes).toString("hex");
const compare = (first, second) => Math.sign(first.compareTo(second));
let source; // of the ID that is being generated

function unless(condition, reason) {
  if (!condition) throw new Unsupported(reason);
}

// Draws the first of these fields that the question has and that was not yet drawn. A field is its name and its width.
function draw(...fields) {
  const isLeft = ([field]) => `draw_${field}` in source.question && !source.drawn.some((drawn) => drawn.startsWith(`${field}:`));
  return source.draw(...(fields.find(isLeft) ?? ["unknown", 32]));
}

// A generator is a function from the time to an ID.
class Generator {
  constructor(step, opened = {}) {
    Object.assign(this, { step, opened, ids: { toText: String } });
  }

  set ceilingUnixMs(_) {
    unless(false, "it has no ceiling");
  }

  generate(newSource) {
    source = newSource;
    const id = this.step(Number(source.now()));
    if (id === undefined) throw new Rejected("rollback");
    return id;
  }
}

// The generators of scru128 and uuidv7 have the same functions.
function core(generator, question) {
  const step = question.on_rollback === "reset" ? "generateOrResetCore" : "generateOrAbortCore";
  return new Generator((now) => generator[step](now, Number(question.allowance_ms)));
}

const packages = {
  scru128() {
    const { Scru128Generator, Scru128Id } = require("scru128"), fields = ["timestamp", "counter_hi", "counter_lo", "entropy"];
    const nextUint32 = () => Number(draw(["counter_lo", 24], ["counter_hi", 24], ["entropy", 32]));
    return {
      abilities: "parse from_int from_bytes from_fields compare open",
      fromText: (text) => Scru128Id.fromString(text),
      fromInt: (value) => Scru128Id.fromBigInt(value),
      fromBytes: (bytes) => Scru128Id.fromBytes(bytes),
      fromFields: (question) => Scru128Id.fromFields(...fields.map((field) => Number(question[field]))),
      compare,
      forms: (id) => ({
        text: id, int: id.toBigInt(), bytes: id.toHex().slice(2), unix_ms: id.timestamp,
        timestamp: id.timestamp, counter_hi: id.counterHi, counter_lo: id.counterLo, entropy: id.entropy,
      }),
      generator: (question) => core(new Scru128Generator({ nextUint32 }), question),
    };
  },
  // The package has no ID type. An ID is a string, and only its time can be decoded.
  ulid() {
    const ulid = require("ulid");
    return {
      abilities: "parse open",
      fromText: (text) => ulid.decodeTime(ulid.isValid(text) ? text : ""),
      forms: (unix_ms) => ({ unix_ms }),
      generator(question) {
        unless(Number(question.allowance_ms) >= 2 ** 53 - 1, "it continues after any rollback");
        let digits = [];
        return new Generator(ulid.monotonicFactory(() => {
          if (digits.length === 0) digits = [...draw(["randomness", 80]).toString(32).padStart(16, "0")].reverse();
          return parseInt(digits.shift(), 32) / 32;
        }));
      },
    };
  },
  // IDs are strings. A new copy of the module has its own state.
  async uuid() {
    const main = pathToFileURL(join(directory, "node_modules/uuid/dist-node/index.js")), uuid = await import(main);
    let copies = 0;
    return {
      abilities: "parse from_bytes open",
      fromText: (text) => uuid.stringify(uuid.parse(text)),
      fromBytes: (bytes) => uuid.stringify(bytes),
      forms: (text) => ({ text, bytes: hexOf(uuid.parse(text)) }),
      async generator(question) {
        unless(question.on_rollback !== "reset", "it can't start over");
        const { default: v7 } = await import(new URL(`v7.js?${(copies += 1)}`, main));
        return new Generator((now) => ((Date.now = () => now), v7()), { random: "own" });
      },
    };
  },
  uuidv7() {
    const { UUID, V7Generator } = require("uuidv7");
    return {
      abilities: "parse from_bytes from_fields compare open",
      fromText: (text) => UUID.parse(text),
      fromBytes: (bytes) => UUID.ofInner(bytes),
      fromFields: ({ timestamp, rand_a, rand_b }) =>
        UUID.fromFieldsV7(Number(timestamp), Number(rand_a), Number(BigInt(rand_b) >> 32n), Number(BigInt(rand_b) & 0xffffffffn)),
      compare,
      forms: (id) => ({ text: id, bytes: hexOf(id.bytes) }),
      generator(question) {
        const rest = []; // The package draws the counter in two parts.
        const nextUint32 = () => {
          if (rest.length > 0) return rest.pop();
          const value = draw(["counter", 41], ["random", 32]);
          if (!source.drawn.at(-1).startsWith("counter")) return Number(value);
          rest.push(Number(value % 1024n));
          return Number(value / 1024n);
        };
        return core(new V7Generator({ nextUint32 }), question);
      },
    };
  },
  "typeid-js"() {
    const { TypeID } = require("typeid-js");
    return {
      abilities: "parse_typed format_typed",
      fromBytes: (bytes) => bytes,
      fromTypedText(text, prefix, textForms) {
        unless(textForms === "compact", "it has no UUIDs as text");
        return TypeID.fromString(text).asType(prefix).toUUIDBytes();
      },
      toTypedText: (bytes, prefix) => TypeID.fromUUIDBytes(prefix, bytes).toString(),
      forms: (bytes) => ({ bytes: hexOf(bytes) }),
    };
  },
};

const { abilities, generator, ...ids } = await packages[name]();
ids.generator = (question) => {
  unless(!question.resume_after, "it can't resume");
  unless(/^[0-9]+$/.test(question.allowance_ms), "it takes the allowance with each call");
  return generator(question);
};
const { version } = JSON.parse(readFileSync(join(directory, "node_modules", name, "package.json"), "utf8"));
serve({ about: { name: `npm ${name}`, version, abilities }, schemes: { [scheme]: ids }, rejections: Error });
