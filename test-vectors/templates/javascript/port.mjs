// A small port of ULID, for judge.py: python3 judge.py --port 'node templates/javascript/port.mjs'
//
// IDs, fields and times are BigInts, because Numbers lose precision above 2 ** 53.
import { Rejected, number, serve } from "./protocol.mjs";

const TIMESTAMP_BITS = 48n, RANDOMNESS_BITS = 80n;

const has = (bits, value) => 0n <= value && value < 1n << bits;

/** A fixed number of digits, the most significant first, with hyphens at fixed positions. */
class TextForm {
  constructor(alphabet, digits, hyphens = []) {
    Object.assign(this, { alphabet, digits, hyphens, length: digits + hyphens.length });
  }

  /** Returns the value of a digit, or -1. */
  digit(character) {
    // toLowerCase() would also change letters outside of ASCII.
    return character > "\x7f" ? -1 : this.alphabet.toLowerCase().indexOf(character.toLowerCase());
  }

  parse(text) {
    if (Buffer.byteLength(text) !== this.length) throw new Rejected("length");
    let value = 0n;
    // All characters before the first wrong character are ASCII, so `position` counts bytes.
    for (let position = 0; position < text.length; position += 1) {
      if (this.hyphens.includes(position)) {
        if (text[position] !== "-") throw new Rejected("digit", position);
        continue;
      }
      const digit = this.digit(text[position]);
      if (digit < 0) throw new Rejected("digit", position);
      value = value * BigInt(this.alphabet.length) + BigInt(digit);
    }
    if (!has(TIMESTAMP_BITS + RANDOMNESS_BITS, value)) throw new Rejected("overflow");
    return value;
  }

  format(value) {
    const radix = BigInt(this.alphabet.length), digits = [];
    for (; digits.length < this.digits; value /= radix) digits.unshift(this.alphabet[value % radix]);
    for (const position of this.hyphens) digits.splice(position, 0, "-");
    return digits.join("");
  }
}

const CROCKFORD = new TextForm("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26);
const UUID = new TextForm("0123456789abcdef", 32, [8, 13, 18, 23]);

class UlidIds {
  fromInt(value) {
    if (!has(TIMESTAMP_BITS + RANDOMNESS_BITS, value)) throw new Rejected("rejected");
    return value;
  }

  fromBytes(bytes) {
    if (bytes.length !== 16) throw new Rejected("rejected");
    return BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  }

  fromFields(question) {
    const timestamp = number(question.timestamp), randomness = number(question.randomness);
    if (!has(TIMESTAMP_BITS, timestamp)) throw new Rejected("timestamp");
    if (!has(RANDOMNESS_BITS, randomness)) throw new Rejected("randomness");
    return this.join(timestamp, randomness);
  }

  join(timestamp, randomness) {
    return (timestamp << RANDOMNESS_BITS) | randomness;
  }

  fromText(text) {
    return CROCKFORD.parse(text);
  }

  toText(id) {
    return CROCKFORD.format(id);
  }

  toFields(id) {
    return { timestamp: id >> RANDOMNESS_BITS, randomness: BigInt.asUintN(Number(RANDOMNESS_BITS), id) };
  }

  unixMs(id) {
    return this.toFields(id).timestamp;
  }

  /** Returns all forms of an ID. */
  forms(id) {
    return { text: this.toText(id), bytes: id.toString(16).padStart(32, "0"), int: id, unix_ms: this.unixMs(id), ...this.toFields(id) };
  }

  compare(first, second) {
    return first < second ? -1 : first > second ? 1 : 0;
  }

  // Typed IDs: a prefix, `_` and the text form. The prefix and the `_` can be empty.

  fromTypedText(text, prefix, textForms) {
    if (!/^([a-z]([a-z_]{0,61}[a-z])?)?$/.test(prefix)) throw new Rejected("kind");
    if (textForms === "uuid" || (textForms !== "compact" && text.includes("-") && !text.includes("_"))) return UUID.parse(text);
    const found = text.slice(0, text.lastIndexOf("_") + 1);
    if (found !== (prefix && `${prefix}_`)) throw new Rejected("prefix");
    try {
      return this.fromText(text.slice(found.length));
    } catch (error) {
      if (error.position !== undefined) error.position += found.length;
      throw error;
    }
  }

  toTypedText(id, prefix, textForms) {
    return textForms.startsWith("uuid") ? UUID.format(id) : (prefix && `${prefix}_`) + this.toText(id);
  }

  generator(config) {
    return new UlidGenerator(this, config);
  }
}

class UlidGenerator {
  /** The answer to `open`. */
  opened = {};

  constructor(ids, config) {
    Object.assign(this, { ids, ceilingUnixMs: null, last: null, resets: config.on_rollback === "reset" });
    if (!/^[0-9]+$/.test(config.allowance_ms)) throw new Rejected("allowance_ms");
    this.allowanceMs = BigInt(config.allowance_ms);
    try {
      if (config.resume_after) this.last = ids.fromText(config.resume_after);
    } catch {
      throw new Rejected("resume_after");
    }
  }

  stayBelowCeiling(unixMs) {
    if (this.ceilingUnixMs !== null && unixMs >= this.ceilingUnixMs) throw new Rejected("after_ceiling");
  }

  /** Returns the next ID. On an error, nothing changes. */
  generate(source) {
    const timestamp = source.now();
    if (!has(TIMESTAMP_BITS, timestamp)) throw new Rejected("out_of_range");
    this.stayBelowCeiling(timestamp);
    let last = this.last;
    if (last !== null) {
      this.stayBelowCeiling(this.ids.unixMs(last));
      if (this.ids.unixMs(last) - timestamp > this.allowanceMs) {
        if (!this.resets) throw new Rejected("rollback");
        last = null;
      }
    }
    if (last === null || timestamp > this.ids.unixMs(last)) {
      this.last = this.ids.join(timestamp, source.draw("randomness", 80));
      return this.last;
    }
    const { timestamp: lastTimestamp, randomness } = this.ids.toFields(last);
    if (!has(RANDOMNESS_BITS, randomness + 1n)) throw new Rejected("overflow");
    this.last = this.ids.join(lastTimestamp, randomness + 1n);
    return this.last;
  }
}

const abilities = "parse from_bytes from_int from_fields compare parse_typed format_typed open";

// If your library throws an error of its own class when a value is not valid, add the class as `rejections`.
serve({ about: { name: "template in JavaScript", abilities }, schemes: { ulid: new UlidIds() } });
