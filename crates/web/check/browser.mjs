// Drives Chromium over a pipe with the DevTools protocol, so keys and clicks arrive like a user's.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Starts the browser without a window and opens an address. `script` runs first in each document. */
export async function open(chromium, address, script = "") {
  const profile = mkdtempSync(join(tmpdir(), "web-check-"));
  // Chromium can't sandbox processes of the root user. It opens only our page.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  // The check changes the page's address more often than the flooding protection allows.
  const quiet = ["--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-ipc-flooding-protection"];
  const flags = ["--headless=new", "--remote-debugging-pipe", ...quiet, `--user-data-dir=${profile}`];
  const browser = spawn(chromium, [...flags, ...sandbox, "about:blank"], { stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"] });
  let errors = "";
  browser.stderr.on("data", (data) => (errors += data));
  const waiting = new Map();
  const events = [];
  let last = 0;
  let buffer = "";
  browser.stdio[4].setEncoding("utf8").on("data", (data) => {
    const messages = (buffer + data).split("\0");
    buffer = messages.pop();
    for (const message of messages.map((text) => JSON.parse(text))) {
      if (!message.id) events.push(message);
      else {
        const { resolve, reject } = waiting.get(message.id);
        if (message.error) reject(new Error(message.error.message));
        else resolve(message.result);
      }
    }
  });
  browser.on("exit", () => waiting.forEach(({ reject }) => reject(new Error(`Chromium has ended:\n${errors}`))));
  const send = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      browser.stdio[3].write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    });

  // On a busy machine, the first page opens late.
  const { targetId } = await eventually("a page is open", async () => (await send("Target.getTargets")).targetInfos.find((target) => target.type === "page"));
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const page = new Page((method, params) => send(method, params, sessionId), events, async () => {
    const ended = new Promise((resolve) => browser.on("exit", resolve));
    send("Browser.close").catch(() => {});
    await ended;
    // The browser's other processes exit a little later and can still write there.
    rmSync(profile, { recursive: true, force: true, maxRetries: 100 });
  });
  for (const domain of ["Page", "Runtime", "Network", "Log", "Accessibility"]) await page.send(`${domain}.enable`);
  await page.send("Page.addScriptToEvaluateOnNewDocument", { source: script });
  await page.open(address);
  return page;
}

/** Waits until a function returns a true value and returns that value. Even on a busy machine, only a hang takes minutes. */
async function eventually(what, find) {
  for (const end = performance.now() + 300_000; performance.now() < end; await new Promise((resume) => setTimeout(resume, 20))) {
    const found = await find();
    if (found) return found;
  }
  throw new Error(`expected within 5 minutes: ${what}`);
}

const KEYS = { Tab: 9, Enter: 13, " ": 32, ArrowDown: 40, ArrowRight: 39 };

class Page {
  constructor(send, events, close) {
    Object.assign(this, { send, events, close });
  }

  /** Loads an address in a new document and waits until the page is ready. */
  async open(address) {
    const before = this.events.length;
    await this.send("Page.navigate", { url: "about:blank" });
    await this.send("Page.navigate", { url: address });
    // Until then, the end of the previous document would end an expression with an error.
    const loaded = ({ method, params }) => method === "Page.frameNavigated" && params.frame.url === address.split("#")[0];
    await eventually("the page is open", () => this.events.slice(before).some(loaded));
    await this.until(`document.readyState === "complete" && document.querySelector("main")?.getAttribute("aria-busy") === "false"`);
  }

  /** Returns the value of an expression in the page. */
  async run(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression is true. */
  until(expression) {
    return eventually(expression, () => this.run(expression));
  }

  /** Presses a key like a user. */
  async press(key, modifiers = 0) {
    const text = { Enter: "\r", " ": " " }[key];
    const event = { key, code: key === " " ? "Space" : key, windowsVirtualKeyCode: KEYS[key], modifiers };
    await this.send("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", text, ...event });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }

  /** Types into the focused element. */
  async type(text) {
    await this.send("Input.insertText", { text });
  }
}
