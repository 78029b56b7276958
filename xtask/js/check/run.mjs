// Checks IDs in Chromium and in Node.js, on the main thread of each and in a worker: `node run.mjs CHROMIUM DIR`.
// The directory contains `check.js`, `worker.js`, and the program with and without the `js` feature. Prints a table and
// fails if a check fails.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { open } from "../../../crates/web/check/browser.mjs";

const [chromium, directory] = process.argv.slice(2);
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };
const PAGE = `<!doctype html><link rel="icon" href="data:,"><main aria-busy="false"></main>`;

const server = createServer(async ({ url }, response) => {
  const { pathname } = new URL(url, "http://localhost");
  const body = pathname === "/" ? PAGE : await readFile(join(directory, pathname)).catch(() => undefined);
  response.writeHead(body ? 200 : 404, { "content-type": TYPES[extname(pathname)] ?? "text/html" }).end(body);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const page = await open(chromium, `http://127.0.0.1:${server.address().port}/`);

const file = (name) => pathToFileURL(join(directory, name)).href;
const IN_WORKER = `new Promise((resolve, reject) => {
  const worker = new Worker("/worker.js", { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
})`;
const ENGINES = {
  Chromium: () => page.run(`import("/check.js").then(({ check }) => check())`),
  "Chromium, worker": () => page.run(IN_WORKER),
  "Node.js": async () => (await import(file("check.js"))).check(),
  "Node.js, worker": () => new Promise((resolve, reject) => new Worker(new URL(file("worker.js"))).on("message", resolve).on("error", reject)),
};

const failures = [];
const all = {};
for (const [engine, run] of Object.entries(ENGINES)) {
  const result = await run();
  failures.push(...result.failures.map((failure) => `${engine}: ${failure}`));
  let count = 0;
  for (const [kind, ids] of Object.entries(result.generated)) {
    count += ids.length;
    (all[kind] ??= []).push(...ids);
  }
  console.log(`${engine.padEnd(20)}${String(result.checks).padStart(3)} checks${String(count).padStart(8)} IDs${String(result.failures.length).padStart(4)} failures`);
}
await page.close();
server.close();

// IDs that need no node: pages, workers and servers share none.
const alike = Object.entries(all).filter(([kind, ids]) => kind.endsWith("per_thread") && new Set(ids).size !== ids.length);
failures.push(...alike.map(([kind]) => `${kind}: two engines have generated the same ID`));
for (const failure of failures) console.error(failure);
process.exitCode = failures.length ? 1 : 0;
