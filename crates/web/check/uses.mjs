// Uses the page like a user, with keys and clicks.
import assert from "node:assert/strict";

const ULIDS = ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "01BX5ZZKBKACTAV9WEVGEMMVRZ"];

/** Each use returns a number for the table, or nothing. It throws an error if the page behaves differently than expected. */
export const USES = {
  "an example is shown, and all schemes are offered": async (page) => {
    await page.open(await address(page));
    const { scheme, forms } = await page.run("inside.card()");
    assert.deepEqual([scheme, forms.text], ["scru128", "0372ijojuxuhjsfkeryi2mrtm"]);
    // `run.mjs` compares these with the schemes of the vectors.
    const schemes = await page.run("inside.texts('#generate-scheme option')");
    assert.equal(await page.run("inside.element('schemes').textContent"), schemes.join(", "));
    assert.equal(await page.run("inside.element('generate-scheme').value"), "scru128");
  },

  "the address has the shown ID": async (page) => {
    const shows = (id, hash = `#${id}`) => page.until(`inside.card()?.forms?.text === ${JSON.stringify(id)} && location.hash === ${JSON.stringify(hash)}`);
    const start = await address(page);
    await page.open(start);
    await shows("0372ijojuxuhjsfkeryi2mrtm");
    await page.open(`${start}#${ULIDS[0]}`);
    await shows(ULIDS[0]);
    assert.equal(await page.run("inside.element('input').value"), ULIDS[0]);
    const entries = await page.run("history.length");

    await paste(page, ULIDS[1].toLowerCase());
    await shows(ULIDS[1]);
    await paste(page, `bad\n${ULIDS[0]}\nord_0372ijojuxuhjsfkeryi2mrtm`);
    await page.until("location.hash === ''");
    await page.run("document.querySelectorAll('#rows button')[2].click()");
    await shows("ord_0372ijojuxuhjsfkeryi2mrtm");
    await paste(page, "01563e3ab5d3d6764c61efb99302bd5b");
    await shows(ULIDS[0]);
    await page.run("document.querySelectorAll('[name=reading]')[1].click()");
    await page.until("inside.card().scheme === 'scru128'");
    await shows(await page.run("inside.card().forms.text"));
    assert.equal(await page.run("history.length"), entries, "the Back button leaves the page");

    await page.run(`location.hash = "${ULIDS[1]}"`);
    await shows(ULIDS[1]);
    assert.equal(await page.run("inside.element('input').value"), ULIDS[1]);
  },

  "what is pasted never becomes an element": async (page) => {
    const evil = `<script>globalThis.broken = 1</script><img src=x onerror="globalThis.broken = 1">`;
    for (const text of [evil, `${ULIDS[0]}\n${evil}`, `${evil}\n${ULIDS[0]}`]) await paste(page, text);
    assert.equal((await page.run("inside.list()"))[0][1].slice(0, 8), "<script>");
    assert.equal(await page.run("document.querySelectorAll('main img, main script').length"), 0);
    assert.equal(await page.run("typeof globalThis.broken"), "undefined");
  },

  "an error names what was expected": async (page) => {
    await paste(page, "8ZZZZZZZZZZZZZZZZZZZZZZZZZ");
    assert.match(await page.run("inside.element('problem').textContent"), /overflow: expected .+, found /);
    assert.equal(await page.run("inside.element('status').textContent"), "0 IDs. 1 line can’t be parsed.");
    await paste(page, "12345");
    assert.match(await page.run("inside.element('problem').textContent"), /integer with fewer than 17 digits; choose the form/);
    await paste(page, ` ${ULIDS[0]}`);
    assert.match(await page.run("inside.element('problem').textContent"), /“lenient” accepts it/);
    await page.run("inside.element('lenient').click(); inside.settled()");
    assert.equal((await page.run("inside.card()")).scheme, "ulid");
    await page.run("inside.element('lenient').click(); inside.settled()");
    // A line feed ends the last line, like in a file, and an empty line is not an ID.
    await paste(page, `${ULIDS[0]}\n\n${ULIDS[1]}\n`);
    assert.deepEqual((await page.run("inside.list()")).map((cells) => cells.length), [4, 3, 4]);
  },

  "ambiguous input offers a choice": async (page) => {
    await paste(page, "01563e3ab5d3d6764c61efb99302bd5b");
    const names = await page.run("inside.texts('#readings label').map((text) => text.split(' (')[0].trim())");
    assert.deepEqual(names, ["ulid, hex", "scru128, hex", "scru160, text"]);
    assert.equal((await page.run("inside.card()")).scheme, "ulid");
    await page.run("document.querySelector('[name=reading]').focus()");
    await page.press("ArrowDown");
    await page.until("inside.card().scheme === 'scru128'");
    assert.equal(await page.run("document.activeElement.value"), "scru128 hex", "the focus stays on the choice");
    await page.press("ArrowDown");
    await page.until("inside.card().scheme === 'scru160'");
    await paste(page, "109959589539758421");
    assert.equal((await page.run("inside.texts('#readings label')")).length, 6);
    await paste(page, ULIDS[0]);
    assert.equal(await page.run("inside.visible('readings')"), false);
  },

  "new IDs are unique, increasing and current": async (page) => {
    for (const scheme of await page.run("inside.texts('#generate-scheme option')")) {
      await paste(page, "", scheme);
      await page.run(`inside.choose("generate-scheme", "${scheme}")`);
      const before = Date.now();
      for (const expected of [3, 6]) {
        // Only IDs of different ticks are sure to differ: a SCRU64 tick lasts 256 ms and has few random bits, and its next tick can be in use.
        await page.until(`Date.now() > ${Date.now() + 512}`);
        await page.run(`document.querySelector("#generate button").click()`);
        await page.until(`inside.element("input").value.split("\\n").length === ${expected + 1} && inside.list().length === ${expected}`);
      }
      const ids = (await page.run("inside.element('input').value")).trim().split("\n");
      assert.equal(new Set(ids).size, 6, scheme);
      assert.deepEqual(ids.slice(0, 3), ids.slice(0, 3).sort(), scheme);
      await page.until("inside.element('status').textContent === 'Added 3 new IDs.'");
      const card = await page.run("inside.card()");
      const bits = card.forms.hex.length * 4;
      assert.ok(card.picture.includes(`${bits}-bit`) && card.scheme === scheme, card.picture);
      // Allows a minute, for steps of the clock.
      const [first, after] = [Number(card.unix_ms), Date.now()];
      assert.ok(first > before - 60_000 && first < after + 60_000, `${scheme}: an ID with the time ${first}, generated from ${before} to ${after}`);
    }
    // The clock and the random source belong to the browser.
    await paste(page, "");
    await page.run(`(() => {
      const [random, now] = [crypto.getRandomValues, Date.now];
      globalThis.draws = 0;
      crypto.getRandomValues = (array) => { draws += 1; return random.call(crypto, array); };
      Date.now = () => 1_700_000_000_000;
      globalThis.restore = () => { crypto.getRandomValues = random; Date.now = now; };
      inside.element("generate-scheme").value = "ulid";
      document.querySelector("#generate button").click();
    })()`);
    await page.until("inside.element('status').textContent === 'Added 3 new IDs.'");
    await page.run("restore()");
    assert.ok((await page.run("draws")) > 0);
    assert.equal((await page.run("inside.card()")).time, "2023-11-14T22:13:20.000Z");
    await page.run(`inside.element("node-spec").value = "nonsense"; inside.choose("generate-scheme", "scru64"); document.querySelector("#generate button").click()`);
    await page.until("inside.element('error').textContent.startsWith('invalid node spec: ')");
    assert.ok(await page.run("inside.visible('node-spec') && !inside.visible('scalability')"));
  },

  "the keyboard reaches everything, in order": async (page) => {
    await paste(page, [...ULIDS, "01563e3ab5d3d6764c61efb99302bd5b"].join("\n"));
    await page.run("document.activeElement.blur(); getSelection().removeAllRanges(); inside.element('input').focus()");
    const reached = [];
    for (let presses = 0; presses < 60; presses += 1) {
      reached.push(await page.run(`(() => {
        const element = document.activeElement;
        const style = getComputedStyle(element);
        const ring = element.matches(":focus-visible") && style.outlineStyle !== "none";
        return [element.id || element.getAttribute("aria-label") || element.textContent, ring];
      })()`));
      await page.press("Tab");
      // After the last element, the focus leaves the page or returns to its start.
      if (await page.run("document.activeElement === document.body || document.activeElement.id === 'input'")) break;
    }
    const expected = ["input", "scheme", "form", "lenient", "generate-scheme", "count", "Generate", "clear", "Show line 1", "Show line 2", "Show line 3", "Copy text", "Copy hex", "Copy integer", "Copy UUID"];
    assert.deepEqual(reached.map(([name]) => name).filter((name) => expected.includes(name)), expected);
    assert.deepEqual(reached.filter(([, ring]) => !ring), [], "each has a visible focus");

    await page.run("document.querySelectorAll('#rows button')[1].focus()");
    await page.press("Enter");
    await page.until("inside.element('card-title').textContent === 'Line 2'");
    await page.until("inside.element('status').textContent.startsWith('Line 2: ulid, 2017-10-24')");
    assert.equal(await page.run("document.activeElement.getAttribute('aria-label')"), "Show line 2", "the focus stays");
    await page.run("inside.element('count').focus(); inside.element('generate-scheme').value = 'ulid'");
    await page.press("Enter");
    await page.until("inside.list().length === 6");
    return reached.length;
  },

  "names and roles for screen readers": async (page) => {
    await paste(page, [...ULIDS, "01563e3ab5d3d6764c61efb99302bd5b"].join("\n"));
    const { nodes } = await page.send("Accessibility.getFullAXTree");
    const shown = nodes.filter((node) => !node.ignored);
    const controls = shown.filter((node) => ["button", "combobox", "textbox", "checkbox", "radio", "spinbutton", "image", "img", "table", "region"].includes(node.role?.value));
    const nameless = controls.filter((node) => !node.name?.value && node.role.value !== "table");
    assert.deepEqual(nameless.map((node) => node.role.value), []);
    const names = (role) => shown.filter((node) => role.includes(node.role?.value)).map((node) => node.name.value);
    assert.deepEqual(names(["image", "img"]), ["Layout of a 128-bit ID: timestamp 48 bits, randomness 80 bits"]);
    assert.equal(names(["status"]).length, 1);
    assert.deepEqual(names(["heading"]), ["ID viewer", "IDs", "List", "Line 1"]);
    return controls.length;
  },

  "enough contrast in light and dark": async (page) => {
    await paste(page, `${ULIDS.join("\n")}\nbad`);
    let least = Infinity;
    const grounds = new Set();
    for (const theme of ["light", "dark"]) {
      await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: theme }] });
      grounds.add(await page.run("getComputedStyle(document.body).backgroundColor"));
      for (const [name, ratio] of await page.run(`(${contrasts})()`)) {
        assert.ok(ratio >= 4.5, `${theme}: ${name} has a contrast of ${ratio.toFixed(2)}`);
        least = Math.min(least, ratio);
      }
    }
    assert.equal(grounds.size, 2, "both themes have the same background");
    return least.toFixed(1);
  },

  "no scrolling to the side on a phone": async (page) => {
    await page.send("Emulation.setDeviceMetricsOverride", { width: 360, height: 740, deviceScaleFactor: 2, mobile: true });
    await page.until("innerWidth === 360");
    for (const text of ["05TTUP1HNCPNH30VEK64KDQT9BSNU4C4", "00CMXB6TB2CJA", "109959589539758421", `${ULIDS.join("\n")}\n<script>alert(1)</script>`]) {
      await paste(page, text);
      assert.ok((await page.run("document.documentElement.scrollWidth")) <= 360, text);
    }
    await page.send("Emulation.clearDeviceMetricsOverride");
  },

  "10 000 lines: processor time of the page, in ms": async (page) => {
    await page.send("Performance.enable", { timeDomain: "threadTicks" });
    const seconds = async () => (await page.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
    const before = await seconds();
    const lines = Array.from({ length: 10_000 }, (_, index) => (index === 5 ? "bad" : `01ARZ3NDEK${String(index).padStart(16, "0")}`));
    const pauses = await page.run(`(async (text) => {
      let pauses = 0;
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { pauses += 1; };
      const observer = new MutationObserver(() => port2.postMessage(null));
      observer.observe(inside.element("status"), { childList: true });
      await inside.paste(text);
      observer.disconnect();
      return pauses;
    })(${JSON.stringify(lines.join("\n"))})`);
    assert.equal(await page.run("inside.element('status').textContent"), "9,999 IDs. 1 line can’t be parsed.");
    assert.equal(await page.run("inside.list().length"), 100);
    assert.equal(await page.run("inside.element('shown').textContent"), "100 of 10,000 lines shown.");
    assert.ok((await page.run("document.querySelectorAll('*').length")) < 3000);
    await page.run("inside.element('more').click()");
    assert.equal(await page.run("inside.element('shown').textContent"), "200 of 10,000 lines shown.");
    const after = await seconds();
    // The page parses 40 blocks of lines. After each block, it reports the progress and handles events.
    assert.ok(pauses >= 30, `the page answered ${pauses} times`);
    return Math.round((after - before) * 1000);
  },

  // Covers the vectors and all of these uses.
  "nothing is loaded, and nothing fails": async (page) => {
    const requests = page.events.filter(({ method }) => method === "Network.requestWillBeSent");
    assert.deepEqual([...new Set(requests.map(({ params }) => params.request.url))], [await address(page)]);
    const failures = page.events.filter(({ method }) => method === "Runtime.exceptionThrown" || method === "Log.entryAdded");
    assert.deepEqual(failures.map(({ params }) => params.entry?.text ?? params.exceptionDetails.exception?.description), []);
  },
};

/** Returns the address of the page, without the ID. */
const address = (page) => page.run("location.href.split('#')[0]");

function paste(page, text, scheme = "any") {
  return page.run(`inside.paste(${JSON.stringify(text)}, ${JSON.stringify(scheme)})`);
}

/** Runs in the page: returns the contrast of each shown text with its background. */
function contrasts() {
  const light = (color) => {
    const parts = color.match(/\d+/g).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const ratio = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (!color.startsWith("rgba")) return color;
    }
  };
  const texts = [...document.querySelectorAll("body *")].filter(
    (element) => element.checkVisibility() && !element.closest("option") && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()),
  );
  return texts.map((element) => [element.id || element.className || element.tagName, ratio(getComputedStyle(element).color, ground(element))]);
}
