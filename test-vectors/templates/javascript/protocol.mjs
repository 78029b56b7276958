// Answers the questions of judge.py with a port. ../../protocol.md describes questions and answers.
//
// To test your library, keep this file and replace port.mjs.
import { createInterface } from "node:readline";

/** A value that is not valid: the reason and, for a wrong character, its position. */
export class Rejected extends Error {
  constructor(reason, position) {
    super(reason);
    this.position = position;
  }
}

/** A question that the port can't answer. The message is the reason. */
export class Unsupported extends Error {}

/** The clock and the random source of one call: what the question hands over, and what the generator takes of it. */
class Source {
  constructor(question) {
    this.question = question;
    this.drawn = [];
    this.readings = 0;
  }

  now() {
    this.readings += 1;
    return BigInt(this.question.now);
  }

  draw(field, bits) {
    this.drawn.push(`${field}:${bits}`);
    const value = this.question[`draw_${field}`] ?? "0";
    if (value === "fail") throw new Rejected("rng");
    return BigInt(value);
  }
}

/** Returns an integer of a question. */
export function number(text) {
  if (!/^-?[0-9]+$/.test(text)) throw new Rejected("rejected");
  return BigInt(text);
}

/** Returns an answer with all forms of an ID. */
function forms(ids, id) {
  return Object.fromEntries(Object.entries(ids.forms(id)).map(([name, form]) => [name, String(form)]));
}

function generate(port, generator, question) {
  const source = new Source(question), result = {};
  if ("ceiling_unix_ms" in question) generator.ceilingUnixMs = BigInt(question.ceiling_unix_ms);
  try {
    result.text = generator.ids.toText(generator.generate(source));
  } catch (error) {
    if (error instanceof Rejected) result.error = error.message;
    else if (error instanceof (port.rejections ?? Rejected) && !(error instanceof Unsupported)) result.error = "failed";
    else throw error;
  }
  return { ...result, drawn: source.drawn.join(" "), readings: String(source.readings) };
}

async function answer(port, generators, question) {
  const ids = port.schemes[question.scheme], bytes = Buffer.from(question.bytes ?? "", "hex");
  switch (question.do) {
    case "start": return { protocol: "1", ...port.about, schemes: Object.keys(port.schemes).join(" ") };
    case "parse": return forms(ids, ids.fromText(question.text));
    case "from_bytes": return forms(ids, ids.fromBytes(bytes));
    case "from_int": return forms(ids, ids.fromInt(number(question.int)));
    case "from_fields": return forms(ids, ids.fromFields(question));
    case "compare": return { order: ["less", "equal", "greater"][ids.compare(ids.fromText(question.a), ids.fromText(question.b)) + 1] };
    case "parse_typed": return forms(ids, ids.fromTypedText(question.text, question.prefix, question.text_forms));
    case "format_typed": return { text: ids.toTypedText(ids.fromBytes(bytes), question.prefix, question.text_forms) };
    case "node_spec": return port.nodeSpec(question.text);
    case "open":
      generators[question.generator] = await ids.generator(question);
      return generators[question.generator].opened;
    case "generate": return generate(port, generators[question.generator], question);
  }
  throw new Unsupported(`unknown question ${question.do}`);
}

export async function serve(port) {
  const generators = {};
  for await (const line of createInterface({ input: process.stdin })) {
    const question = JSON.parse(line);
    let result;
    try {
      result = await answer(port, generators, question);
    } catch (error) {
      if (error instanceof Unsupported) result = { unsupported: error.message };
      else if (error instanceof Rejected) result = { error: error.message, position: error.position?.toString() };
      else if (error instanceof (port.rejections ?? Rejected)) result = { error: "rejected" };
      else throw error;
    }
    process.stdout.write(`${JSON.stringify({ n: question.n, ...result })}\n`);
  }
}
