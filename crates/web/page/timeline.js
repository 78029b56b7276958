// The picture of the times of all IDs.

const LINE = { top: 4, height: 50, mark: 4 };

/**
 * @param {{unix_ms: number, time: string}[]} ids
 * @param {number} chosen the time of the shown ID
 * @param {number} width
 */
function timelinePicture(ids, chosen, width) {
  let [first, last] = [ids[0], ids[0]];
  for (const id of ids) {
    if (id.unix_ms < first.unix_ms) first = id;
    if (id.unix_ms > last.unix_ms) last = id;
  }
  let [from, to] = [first.unix_ms, last.unix_ms];
  // A single time is shown with the current time.
  const now = from === to ? Date.now() : null;
  if (now !== null) [from, to] = [Math.min(from, now), Math.max(to, now)];
  const places = Math.max(1, Math.floor(width / LINE.mark) - 1);
  const place = (time) => (to === from ? 0 : Math.round(((time - from) / (to - from)) * (places - 1)));

  const counts = new Map();
  for (const id of ids) counts.set(place(id.unix_ms), (counts.get(place(id.unix_ms)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const bottom = LINE.top + LINE.height;
  const mark = (at, high, wide, kind) =>
    svg("rect", { class: kind, x: at * LINE.mark, y: bottom - high, width: wide, height: high });
  // The more IDs share a place, the higher the mark. The mark of the shown ID is the highest and widest.
  const high = (number) => (0.2 + 0.5 * Math.sqrt(number / most)) * LINE.height;
  const marks = [...counts].map(([at, number]) => mark(at, high(number), LINE.mark - 1, "mark"));
  if (chosen !== null) marks.push(mark(place(chosen), LINE.height, LINE.mark + 1, "chosen"));

  const many = count(ids.length, "ID");
  const span = from === to || now !== null ? `at ${first.time}` : `from ${first.time} to ${last.time}`;
  const picture = svg("svg", { height: bottom + 4, role: "img", "aria-label": `Timeline of ${many} ${span}` });
  picture.append(svg("line", { class: "axis", x1: 0, x2: width, y1: bottom, y2: bottom }), ...marks);
  const [left, right] = now === null ? [first.time, last.time] : from === now ? ["now", last.time] : [first.time, "now"];
  return html("div", {}, picture, html("p", { class: "ends" }, html("span", {}, left), html("span", {}, right)));
}
