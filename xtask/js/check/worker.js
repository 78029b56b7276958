// Runs the checks in a worker of a page or of Node.js.
import { check } from "./check.js";

const port = globalThis.postMessage ? globalThis : (await import("node:worker_threads")).parentPort;
port.postMessage(await check());
