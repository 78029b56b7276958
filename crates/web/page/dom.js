// Creates elements. Strings are always set as text, so nothing that is pasted becomes an element.

/** @param {string} id */
const $ = (id) => document.getElementById(id);

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
function html(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** Creates an element of a picture. */
function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Creates a table row. The first cell is its header. */
function row(...cells) {
  const items = cells.map((cell, index) =>
    cell instanceof HTMLTableCellElement ? cell : html(index ? "td" : "th", index ? {} : { scope: "row" }, cell),
  );
  return html("tr", {}, ...items);
}

/** Replaces invisible characters, and characters that change the direction of text, by their numbers. */
function visible(text) {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${character.codePointAt(0).toString(16)}}`);
}

/** Formats a number with its noun. */
function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** Draws a picture now, and again whenever the width of its place changes. */
function draw(place, picture) {
  place.redraw?.disconnect();
  let width = 0;
  const paint = () => {
    // A hidden place has no width.
    if (!place.clientWidth || place.clientWidth === width) return;
    width = place.clientWidth;
    place.replaceChildren(picture(width));
  };
  place.redraw = new ResizeObserver(paint);
  place.redraw.observe(place);
  paint();
}
