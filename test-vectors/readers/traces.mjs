// Runs the generator and node-spec cases, and the configurations in the refused cases, -policy.json included: node traces.mjs [DIRECTORY OF THE VECTORS]
//
// To test your port, copy this file and reader.mjs, and replace Generator, the classes for the schemes, and nodeSpec with your library.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { Codec, Refused, number, refusal } from "./reader.mjs";

// A failed call, with the name of its error in the vectors.
class Failed extends Error {}

const mask = (bits) => (1n << bits) - 1n;

// The common part of all generators. Each scheme has a class for its differences.
class Generator {
  static movesOn = true; // to the next tick, if a counter is exhausted
  static reserved = 1n; // whether the first and the last timestamp are reserved
  static firstDraw = "counter"; // the draw for the start of a counter
  static everyDraw = null; // the draw for every ID

  constructor(codec, config, given) {
    const isNumber = (value) => Number.isSafeInteger(value) || /^[0-9]{16,}$/.test(value);
    const setting = ([key, value]) => [key, key !== "resume_after" && isNumber(value) ? number(value) : value];
    this.config = Object.fromEntries(Object.entries(config).map(setting));
    for (const [key, least, most] of this.ranges(this.config)) {
      if (typeof this.config[key] !== "bigint" || this.config[key] < least || this.config[key] > most) throw new Refused(key);
    }
    Object.assign(this, { codec, given, ceiling: null, last: null, parts: this.partsOfId(this.config) });
    const bitsOf = (part) => this.parts.reduce((sum, [name, bits]) => (name === part ? sum + bits : sum), 0n);
    Object.assign(this, { counterBits: bitsOf("counter"), randomBits: bitsOf("random") });
    const { reserved } = this.constructor;
    this.epoch = this.config.epoch_unix_ms ?? codec.epoch;
    this.ticksPerMs = config.clock === "us" ? 1000n : 1n;
    this.allowance = (this.config.allowance_ms * this.ticksPerMs) / codec.tick_ms;
    this.firstTick = this.ticksPerMs * reserved;
    this.lastTick = (codec.fields(codec.max).timestamp + 1n - reserved) * this.ticksPerMs - 1n;
    const resumed = config.resume_after;
    if (resumed !== null) {
      if (refusal(() => codec.ofText(resumed))) throw new Refused("resume_after");
      this.resume(codec.ofText(resumed));
    }
  }
  // The keys of a configuration that are numbers, each with its smallest and its largest value.
  *ranges() {
    yield ["allowance_ms", 0n, mask(53n)];
  }
  // Returns the integer of an ID. Parts with the same name share the bits of one value.
  id(tick, counter, random) {
    const values = { ...this.config, timestamp: tick / this.ticksPerMs, microsecond: tick % this.ticksPerMs, counter, random };
    let id = 0n, shift = 0n;
    for (const [name, bits] of [...this.parts].reverse()) {
      id |= (values[name] & mask(bits)) << shift;
      values[name] >>= bits;
      shift += bits;
    }
    return id;
  }
  resume(id) {
    const values = { microsecond: 0n, random: 0n };
    let shift = this.parts.reduce((sum, [, bits]) => sum + bits, 0n);
    for (const [name, bits] of this.parts) {
      shift -= bits;
      values[name] = ((values[name] ?? 0n) << bits) | ((id >> shift) & mask(bits));
    }
    const { timestamp, microsecond, counter, random } = values, tick = timestamp * this.ticksPerMs + microsecond;
    // An ID of a different node changes if it is composed with this generator's node.
    if (tick < this.firstTick || tick > this.lastTick || this.id(tick, counter, random) !== id) throw new Refused("resume_after");
    this.last = { tick, counter, renewedAt: -1000n }; // unknown, so a second before all ticks
  }
  // Starts a new tick.
  begin(tick) {
    return { tick, counter: this.given.draw(this.constructor.firstDraw, this.startBits()) };
  }
  startBits() {
    return this.counterBits;
  }
  increment() {
    return 1n;
  }
  stayBelowCeiling(tick) {
    const unixMs = (tick * this.codec.tick_ms) / this.ticksPerMs + this.epoch;
    if (this.ceiling !== null && unixMs >= this.ceiling) throw new Failed("after_ceiling");
  }
  generate() {
    const { movesOn, everyDraw } = this.constructor, tick = (this.given.now() - this.epoch) / this.codec.tick_ms;
    let last = this.last, made;
    if (tick < this.firstTick || tick > this.lastTick) throw new Failed("out_of_range");
    for (const known of [tick, last?.tick ?? tick]) this.stayBelowCeiling(known);
    if (last && last.tick - tick > this.allowance) {
      if (this.config.on_rollback === "error") throw new Failed("rollback");
      last = null;
    }
    if (!last || tick > last.tick) {
      made = this.begin(tick, last);
    } else {
      made = { ...last, counter: last.counter + this.increment() };
      if (made.counter >> this.counterBits) {
        if (!movesOn || last.tick === this.lastTick) throw new Failed("overflow");
        this.stayBelowCeiling(last.tick + 1n);
        made = this.begin(last.tick + 1n, { ...last, counter: 0n });
      }
    }
    const random = everyDraw ? this.given.draw(everyDraw, this.randomBits) : 0n;
    // Nothing can fail from here on.
    this.last = made;
    return this.codec.text(this.id(made.tick, made.counter, random));
  }
}

class Scru160 extends Generator {
  static everyDraw = "random";

  *ranges(config) {
    yield ["counter_init_bits", 0n, config.clock === "ms" ? 15n : 5n];
    yield ["counter_extension_bits", 0n, 16n];
    yield ["node_id_bits", 0n, 16n - config.counter_extension_bits];
    yield ["node_id", 0n, mask(config.node_id_bits)];
    yield* super.ranges(config);
  }
  partsOfId({ clock, counter_extension_bits: extension, node_id_bits: node }) {
    const counter = clock === "ms" ? [["counter", 16n]] : [["microsecond", 10n], ["counter", 6n]];
    return [["timestamp", 48n], ...counter, ["counter", extension], ["node_id", node], ["random", 96n - extension - node]];
  }
  startBits() {
    return this.config.counter_init_bits + this.config.counter_extension_bits;
  }
}

class Scru128 extends Generator {
  static everyDraw = "entropy";

  partsOfId() {
    return [["timestamp", 48n], ["counter", 48n], ["random", 32n]];
  }
  begin(tick, last) {
    const low = this.given.draw("counter_lo", 24n);
    if (last && tick - last.renewedAt < 1000n) return { ...last, tick, counter: ((last.counter >> 24n) << 24n) | low };
    return { tick, counter: (this.given.draw("counter_hi", 24n) << 24n) | low, renewedAt: tick };
  }
}

class Scru64 extends Generator {
  *ranges(config) {
    yield ["node_id_size", 1n, 23n];
    yield ["node_id", 0n, mask(config.node_id_size)];
    yield ["guard_bits", 0n, 24n - config.node_id_size];
    yield* super.ranges(config);
  }
  partsOfId({ node_id_size: size }) {
    return [["timestamp", 40n], ["node_id", size], ["counter", 24n - size]];
  }
  startBits() {
    return this.counterBits - this.config.guard_bits;
  }
}

class Ulid extends Generator {
  static movesOn = false;
  static reserved = 0n;
  static firstDraw = "randomness";

  partsOfId() {
    return [["timestamp", 48n], ["counter", 80n]];
  }
}

class UlidFlake extends Ulid {
  static mostEntropyBits = 24n;

  *ranges(config) {
    yield ["entropy_bits", 1n, this.constructor.mostEntropyBits];
    yield ["epoch_unix_ms", 0n, mask(53n)];
    yield* super.ranges(config);
  }
  partsOfId() {
    return [["timestamp", 44n], ["counter", 20n]];
  }
  increment() {
    return this.given.draw("increment", this.config.entropy_bits);
  }
}

class ScalableUlidFlake extends UlidFlake {
  static mostEntropyBits = 16n;

  *ranges(config) {
    yield ["scalability", 0n, 31n];
    yield* super.ranges(config);
  }
  partsOfId() {
    return [["timestamp", 44n], ["counter", 15n], ["scalability", 5n]];
  }
}

class Uuid7 extends Generator {
  static reserved = 0n;
  static everyDraw = "random";

  constructor(codec, config, given) {
    super(codec, { ...config, ver: 7, var: 2 }, given);
  }
  partsOfId() {
    return [["timestamp", 48n], ["ver", 4n], ["counter", 12n], ["var", 2n], ["counter", 30n], ["random", 32n]];
  }
  startBits() {
    return this.counterBits - 1n;
  }
}

const generators = {
  scru160: Scru160,
  scru128: Scru128,
  scru64: Scru64,
  ulid: Ulid,
  "ulid-flake": UlidFlake,
  "ulid-flake-scalable": ScalableUlidFlake,
  uuid7: Uuid7,
};

// Returns the node ID, its size, and the ID to continue after or null.
function nodeSpec(codec, text) {
  const match = /^(?:([0-9]{1,8})|0[xX]([0-9a-fA-F]{1,8})|(.{12}))\/([0-9]{1,3})$/.exec(text);
  if (!match) throw new Refused("form");
  const [, decimal, hexadecimal, prev] = match, node_id_size = Number(match[4]);
  let node_id = hexadecimal ? parseInt(hexadecimal, 16) : Number(decimal), resume_after = null;
  if (prev) {
    const id = codec.ofText(prev), fields = codec.fields(id);
    node_id = Number(fields.node_ctr) >> Math.max(24 - node_id_size, 0);
    // No generator generates an ID with the timestamp 0, so only its node counts.
    if (fields.timestamp) resume_after = codec.text(id);
  }
  // A generator rejects numbers that are out of range and an ID that it could not have generated.
  new Scru64(codec, { node_id, node_id_size, resume_after, guard_bits: 0, allowance_ms: 10000 }, null);
  return [node_id, node_id_size, resume_after];
}

// The error for a case that fails.
class Wrong extends Error {}

// The clock and the random source of one case.
class Given {
  constructor(drawBits) {
    this.drawBits = drawBits;
  }
  set({ now, draws }) {
    Object.assign(this, { readings: [now], draws: { ...draws } });
  }
  now() {
    if (!this.readings.length) throw new Wrong("a second reading of the clock");
    return number(this.readings.pop());
  }
  draw(field, bits) {
    if (bits === 0n) return 0n; // 0-bit draws are not listed.
    const value = this.draws[field];
    if (this.drawBits[field] !== Number(bits) || value === undefined) throw new Wrong(`a draw of ${bits} bits for ${field}`);
    delete this.draws[field];
    if (value === null) throw new Failed("rng");
    return number(value);
  }
}

// Returns two generators for a trace, or the error that rejects the configuration.
function generatorsOf(codec, New, test) {
  try {
    return [0, 1].map(() => new New(codec, test.config, new Given(test.draw_bits)));
  } catch (error) {
    return [error];
  }
}

// Plays a trace with two generators, the second one step behind the first, to show that they share nothing.
function trace([first, second], test) {
  if (!second) throw first;
  test.steps.forEach((_, at) => {
    play(first, test.steps, at);
    if (at > 0) play(second, test.steps, at - 1);
  });
  play(second, test.steps, test.steps.length - 1);
}

function play(generator, steps, at) {
  const { given } = generator, step = steps[at];
  given.set(step);
  if (step.ceiling_unix_ms !== undefined) generator.ceiling = number(step.ceiling_unix_ms);
  let found;
  try {
    found = generator.generate();
  } catch (error) {
    if (!(error instanceof Failed || error instanceof Wrong)) throw error;
    found = error.message;
  }
  const unused = given.readings.length + Object.keys(given.draws).length, expected = step.text ?? step.error;
  if (found !== expected || unused) throw new Wrong(`step ${at}: expected ${expected}, found ${found}, ${unused} given values not used`);
}

// Runs a case. Returns true if it needs a generator. A case that fails throws Wrong.
function run(codec, New, kind, array, test, pairs) {
  if (kind === "generator") {
    trace(pairs.get(test.id), test);
  } else if (kind === "refused") {
    if (test.from !== "config") return false;
    const wrong = refusal(() => new New(codec, test.value, null))?.reason;
    if (wrong !== test.wrong) throw new Wrong(`expected ${test.wrong} to be rejected, found ${wrong}`);
  } else if (array === "invalid") {
    if (!refusal(() => nodeSpec(codec, test.text))) throw new Wrong("expected no node spec");
  } else {
    const found = JSON.stringify(nodeSpec(codec, test.text)), expected = JSON.stringify([test.node_id, test.node_id_size, test.node_prev]);
    if (found !== expected) throw new Wrong(`expected ${expected}, found ${found}`);
  }
  return true;
}

const directory = process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url));
const index = JSON.parse(readFileSync(join(directory, "index.json"), "utf8"));
const codecs = Object.fromEntries(index.schemes.map(({ name, layout }) => [name, new Codec(layout)]));
for (const { path, scheme, kind } of index.vectors.filter(({ kind }) => ["generator", "refused", "node-spec"].includes(kind))) {
  const file = JSON.parse(readFileSync(join(directory, path), "utf8")), counts = { true: 0, false: 0 };
  // All generators exist before the first runs. Otherwise, shared configuration would go undetected.
  const traces = kind === "generator" ? file.cases : [];
  const pairs = new Map(traces.map((test) => [test.id, generatorsOf(codecs[scheme], generators[scheme], test)]));
  let failed = 0;
  for (const array of ["valid", "invalid", "cases"]) {
    for (const test of file[array] ?? []) {
      try {
        counts[run(codecs[scheme], generators[scheme], kind, array, test, pairs)] += 1;
      } catch (error) {
        if (!(error instanceof Refused || error instanceof Wrong)) throw error;
        failed += 1;
        console.log(`${path}: case ${test.id} fails: ${test.comment}: ${error.message}`);
      }
    }
  }
  console.log(`${path}: ${file.count} cases, ${counts.true} passed, ${failed} failed, ${counts.false} skipped`);
  if (failed || counts.true + counts.false !== file.count) process.exitCode = 1;
}
