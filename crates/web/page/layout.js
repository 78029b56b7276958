// The picture of an ID: its fields to scale, and its bits.

/** @param {{bits: number, unused: number, fields: {name: string, bits: number, hex: string, colour: string}[]}} id */
function showLayout(id) {
  const label = id.fields.map((field) => `${field.name} ${field.bits} bits`).join(", ");
  const unused = id.unused ? `${count(id.unused, "bit")} always 0, ` : "";
  $("layout").ariaLabel = `Layout of a ${id.bits}-bit ID: ${unused}${label}`;
  let bit = 0;
  const segment = ({ name, bits, hex, colour }) => {
    const binary = BigInt(`0x${hex}`).toString(2).padStart(bits, "0");
    const parts = [
      html("div", { className: "ruler" }, String(bit)),
      html("div", { className: "field", style: `background: var(--fill-${colour})` },
        html("span", { className: "name" }, name), html("br"), String(bits), html("span", { className: "unit" }, " bits")),
      html("div", { className: "bits", style: `color: var(--bit-${colour})` },
        ...Array.from(binary, (digit) => html("span", { className: digit === "1" ? "one" : "" }))),
    ];
    bit += bits;
    return html("div", { className: "segment", style: `flex: ${bits}` }, ...parts);
  };
  const zeros = id.unused ? [{ name: "0", bits: id.unused, hex: "0", colour: "grey" }] : [];
  $("layout").replaceChildren(...[...zeros, ...id.fields].map(segment));
}
