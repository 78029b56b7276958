// Makes elements. Text is always set as text, so nothing that is pasted becomes an element.

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

/** The same for pictures. */
function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** A row of a table. The first cell is its header. */
function row(...cells) {
  const items = cells.map((cell, index) =>
    cell instanceof HTMLTableCellElement ? cell : html(index ? "td" : "th", index ? {} : { scope: "row" }, cell),
  );
  return html("tr", {}, ...items);
}

/** Shows what can't be seen, and what turns the text around it, by numbers. */
function visible(text) {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${character.codePointAt(0).toString(16)}}`);
}

/** Shows a number of things in words. */
function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** Draws a picture now, and again whenever its place has another width. */
function draw(place, picture) {
  place.redraw?.disconnect();
  let width = 0;
  const paint = () => {
    // A hidden place has none.
    if (!place.clientWidth || place.clientWidth === width) return;
    width = place.clientWidth;
    place.replaceChildren(picture(width));
  };
  place.redraw = new ResizeObserver(paint);
  place.redraw.observe(place);
  paint();
}
