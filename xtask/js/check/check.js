// Checks for every place where JavaScript runs. The page, its worker, Node.js and its worker import this file.

const IDS = 3000;
const NO_SEED = ["the random source failed", "the operating system did not provide a random seed", "`crypto.getRandomValues` is missing or failed"];
const NO_CLOCK = ["the clock failed", "wasm32-unknown-unknown has no clock: enable the `js` feature in a browser or Node.js, or pass your own clock to the generator"];
const NOT_A_NUMBER = "`Date.now` failed or did not return a number";

let instances = 0;

/** Creates a new instance of the program. */
async function start(kind) {
  const program = new URL(`./${kind}/ids_bg.wasm`, import.meta.url);
  const inNode = program.protocol === "file:";
  const bytes = inNode ? await (await import("node:fs/promises")).readFile(program) : await (await fetch(program)).arrayBuffer();
  const ids = await import(`./${kind}/ids.js?${++instances}`);
  await ids.default({ module_or_path: bytes });
  return ids;
}

/** The checks. Each throws if something is wrong. */
const CHECKS = {
  async "IDs increase, differ, and are of now"() {
    const ids = await start("with");
    const generated = {};
    for (const scheme of ids.schemes()) {
      ids.configure(scheme);
      for (const kind of ["process_wide", "per_thread"]) {
        const before = Date.now();
        const texts = ids[kind](scheme, IDS);
        const after = Date.now();
        if (kind === "per_thread" && texts.length === 0) continue;
        generated[`${scheme} ${kind}`] = texts;
        equal(texts.length, IDS, scheme);
        const unordered = texts.findIndex((text, index) => index > 0 && texts[index - 1] >= text);
        equal(unordered, -1, `${scheme} ${kind}: the first ID out of order`);
        // The longest tick lasts 256 ms. A generator whose ticks are exhausted runs ahead by ten seconds.
        const [first, last] = [texts[0], texts.at(-1)].map((text) => Number(ids.unix_ms(scheme, text)));
        holds(first > before - 256 && first <= after, `${scheme}: the first ID is of ${first}, generated from ${before} to ${after}`);
        holds(last <= after + 10_256, `${scheme}: the last ID is of ${last}, generated before ${after}`);
      }
    }
    return generated;
  },

  async "a short wait reads the clock until it has advanced"() {
    const ids = await start("with");
    const begin = Date.now();
    let readings = 0;
    // Slower than IDs are generated: about 4 000 fit into a millisecond.
    Date.now = () => begin + Math.floor(++readings / 100_000);
    const texts = ids.process_wide("ulid-flake", 20_000);
    equal(texts.findIndex((text, index) => index > 0 && texts[index - 1] >= text), -1, "the first ID out of order");
    holds(readings > 200_000, `it has waited for ${readings} readings`);
  },

  async "a wait ends if the clock does not advance"() {
    const ids = await start("with");
    const begin = Date.now();
    let readings = 0;
    Date.now = () => (readings += 1, begin);
    throws(() => ids.process_wide("ulid-flake", 2 ** 20), /^the tick at \d+ ms has no IDs left$/);
    holds(readings > 2_000_000 && readings < 3_100_000, `it has ended after ${readings} readings`);
  },

  async "no call waits for seconds"() {
    const ids = await start("with");
    const begin = Date.now();
    Date.now = () => begin;
    ids.process_wide("ulid-flake", 1);
    let readings = 0;
    Date.now = () => (readings += 1, begin - 5_000);
    throws(() => ids.process_wide("ulid-flake", 2 ** 20), /^the tick at \d+ ms has no IDs left$/);
    holds(readings < 2_000_000, `it has waited for ${readings} readings`);
  },

  async "a clock before 1970, or without a number, is an error, and the next call reads it again"() {
    const ids = await start("with");
    const real = Date.now;
    const clocks = [
      [() => -3000, "the system's clock is set to 3s before 1970"],
      ...[NaN, undefined, 7n, "7", Symbol("a test's")].map((value) => [() => value, NOT_A_NUMBER]),
      [fail, NOT_A_NUMBER],
      [undefined, NOT_A_NUMBER],
    ];
    for (const [clock, words] of clocks) {
      Date.now = clock;
      equal(ids.try_ulid(), ["the clock failed", words]);
      Date.now = real;
      equal(ids.try_ulid().length, 1, `after ${words}`);
    }
  },

  async "a clock that throws leaves every generator usable"() {
    const real = Date.now;
    for (const scheme of (await start("with")).schemes()) {
      for (const kind of ["process_wide", "per_thread"]) {
        // A new instance for each check, because a hook that throws allows one panic.
        const ids = await start("with");
        ids.configure(scheme);
        if (ids[kind](scheme, 1).length === 0) continue;
        Date.now = fail;
        throws(() => ids[kind](scheme, 1), `the clock failed: ${NOT_A_NUMBER}`);
        Date.now = real;
        equal(ids[kind](scheme, 1).length, 1, `${scheme} ${kind}`);
      }
    }
  },

  async "a clock that fails ends a wait"() {
    const ids = await start("with");
    const begin = Date.now();
    let readings = 0;
    // A millisecond has at most 2^20 IDs, so the generator has waited by then.
    Date.now = () => (++readings > 2 ** 20 ? fail() : begin);
    throws(() => ids.process_wide("ulid-flake", 2 ** 20 + 1), `the clock failed: ${NOT_A_NUMBER}`);
    holds(readings < 2 ** 20 + 10, `it has ended after ${readings} readings`);
  },

  async "a failure of getRandomValues is an error, and the next call tries again"() {
    const ids = await start("with");
    const real = globalThis.crypto;
    const replace = (value) => Object.defineProperty(globalThis, "crypto", { value, configurable: true });
    const throwing = { get getRandomValues() { return fail(); } };
    for (const crypto of [undefined, {}, throwing, { getRandomValues: 7 }, { getRandomValues: fail }, { getRandomValues() {} }]) {
      replace(crypto);
      equal(ids.try_ulid(), NO_SEED);
    }
    throws(() => ids.process_wide("ulid", 1), NO_SEED.join(": "));
    replace(real);
    equal(ids.try_ulid().length, 1, "an ID");
  },

  async "without the feature, errors and panics say what to turn on"() {
    const ids = await start("without");
    equal(ids.try_ulid(), NO_CLOCK);
    throws(() => ids.process_wide("ulid", 1), NO_CLOCK.join(": "));
  },
};

/** Runs all checks. Returns the IDs of the first check and the failures. */
export async function check() {
  const now = Date.now;
  const generated = {};
  const failures = [];
  for (const [name, run] of Object.entries(CHECKS)) {
    try {
      Object.assign(generated, await run());
    } catch (error) {
      failures.push(`${name}: ${error.message ?? error}`);
    } finally {
      Date.now = now;
    }
  }
  return { generated, failures, checks: Object.keys(CHECKS).length };
}

function fail() {
  throw new Error("a test's");
}

function holds(condition, message) {
  if (!condition) throw new Error(message);
}

function equal(found, expected, what = "the result") {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value));
  holds(one === other, `${what} is ${one}, expected ${other}`);
}

function throws(run, expected) {
  try {
    run();
  } catch ({ message }) {
    holds(typeof expected === "string" ? message === expected : expected.test(message), `the message is ${message}, expected ${expected}`);
    return;
  }
  throw new Error(`it does not throw, expected ${expected}`);
}
