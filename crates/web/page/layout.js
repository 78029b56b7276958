// The picture of an ID: its fields to scale, and its bits.

/** A digit or letter of a label is about this wide. */
const LETTER = 8;
const BAR = { top: 18, height: 46 };
const BITS = { top: 70, height: 22 };

/**
 * @param {{bits: number, unused: number, fields: {name: string, bits: number, hex: string, colour: string}[]}} id
 * @param {number} width
 */
function layoutPicture(id, width) {
  const unit = (width - 2) / id.bits;
  const label = id.fields.map((field) => `${field.name} ${field.bits} bits`).join(", ");
  const unused = id.unused ? `${count(id.unused, "bit")} always 0, ` : "";
  const picture = svg("svg", { height: BITS.top + BITS.height + 2, role: "img", "aria-label": `Layout of a ${id.bits}-bit ID: ${unused}${label}` });
  let bit = 0;
  let free = 0;
  const segment = (bits, style, name, ones) => {
    const [left, wide] = [1 + bit * unit, bits * unit];
    picture.append(svg("rect", { class: "segment", x: left, y: BAR.top, width: wide, height: BAR.height, style }));
    const number = String(bit);
    if (left >= free) {
      picture.append(svg("text", { class: "ruler", x: left, y: BAR.top - 5 }, number));
      free = left + (number.length + 1) * LETTER;
    }
    const texts = [fitting(name, wide), fitting(`${bits} bits`, wide) || fitting(String(bits), wide)];
    texts.forEach((text, line) => {
      const place = { x: left + wide / 2, y: BAR.top + 19 + 18 * line, "text-anchor": "middle" };
      if (text) picture.append(svg("text", place, text));
    });
    picture.append(bitPattern(ones, left, unit));
    bit += bits;
  };
  if (id.unused) segment(id.unused, "fill: var(--unused)", "0", { digits: "", bits: 0, style: "" });
  id.fields.forEach((field) => {
    const ones = { digits: field.hex, bits: field.bits, style: `fill: var(--bit-${field.colour})` };
    segment(field.bits, `fill: var(--fill-${field.colour})`, field.name, ones);
  });
  picture.append(svg("rect", { class: "segment", x: 1, y: BITS.top, width: width - 2, height: BITS.height, fill: "none" }));
  return picture;
}

/** Returns the string, cut if it is a little too wide, or an empty string if it is much too wide. */
function fitting(text, width) {
  const most = Math.floor((width - 4) / LETTER);
  if (text.length <= most) return text;
  return most >= 4 ? `${text.slice(0, most - 1)}…` : "";
}

/** Draws a bar for each run of ones. */
function bitPattern({ digits, bits, style }, left, unit) {
  const binary = Array.from(digits, (digit) => parseInt(digit, 16).toString(2).padStart(4, "0")).join("").slice(-bits || digits.length * 4);
  const runs = [...binary.matchAll(/1+/g)].map((run) => {
    const place = { x: left + run.index * unit, width: run[0].length * unit };
    return svg("rect", { ...place, y: BITS.top, height: BITS.height, style });
  });
  return svg("g", {}, ...runs);
}
