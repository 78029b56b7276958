// Creates elements. Strings are always set as text, so nothing that is pasted becomes an element.

/** @param {string} id */
const $ = (id) => document.getElementById(id);

/**
 * @param {string} name
 * @param {object} properties
 * @param {...(Node | string)} children
 */
function html(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
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
function count(number, one) {
  return `${number.toLocaleString("en")} ${one}${number === 1 ? "" : "s"}`;
}
