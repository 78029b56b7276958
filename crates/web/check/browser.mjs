// Drives Chromium over a pipe, by its DevTools protocol. So keys and clicks are those of a user.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Starts the browser without a window, and opens an address. */
export async function open(chromium, address) {
  const profile = mkdtempSync(join(tmpdir(), "web-check-"));
  // As root, Chromium has no sandbox. It opens nothing but the page.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const flags = ["--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", `--user-data-dir=${profile}`];
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

  const { targetInfos } = await send("Target.getTargets");
  const { targetId } = targetInfos.find((target) => target.type === "page");
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const page = new Page((method, params) => send(method, params, sessionId), events, async () => {
    const ended = new Promise((resolve) => browser.on("exit", resolve));
    send("Browser.close").catch(() => {});
    await ended;
    rmSync(profile, { recursive: true, force: true });
  });
  for (const domain of ["Page", "Runtime", "Network", "Log", "Accessibility"]) await page.send(`${domain}.enable`);
  await page.send("Page.navigate", { url: address });
  await page.until(`document.readyState === "complete" && document.querySelector("main")?.getAttribute("aria-busy") === "false"`);
  return page;
}

const KEYS = { Tab: 9, Enter: 13, " ": 32, ArrowDown: 40, ArrowRight: 39 };

class Page {
  constructor(send, events, close) {
    Object.assign(this, { send, events, close });
  }

  /** The value of an expression in the page. */
  async run(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression holds. */
  async until(expression, seconds = 60) {
    const end = Date.now() + seconds * 1000;
    while (!(await this.run(expression))) {
      if (Date.now() > end) throw new Error(`after ${seconds} s, this does not hold: ${expression}`);
      await new Promise((resume) => setTimeout(resume, 20));
    }
  }

  /** Presses a key, as a user does. */
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
