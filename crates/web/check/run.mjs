// Checks the built page in Chromium: `node run.mjs CHROMIUM PAGE VECTORS`. Prints a table and fails if
// the page behaves differently than expected.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { open } from "./browser.mjs";
import { USES } from "./uses.mjs";
import { check, schemesOf } from "./vectors.mjs";

const [chromium, file, vectors] = process.argv.slice(2);
const inside = readFileSync(join(dirname(fileURLToPath(import.meta.url)), "inside.js"), "utf8");
const page = await open(chromium, pathToFileURL(file).href, inside.replace("const inside =", "globalThis.inside ="));

const failures = [];
const line = (name, ...cells) => console.log([name.padEnd(52), ...cells.map((cell) => String(cell).padStart(9))].join(""));
line("test vectors", "valid", "invalid", "failures");
const schemes = schemesOf(vectors);
const offered = await page.run("inside.texts('#generate-scheme option')");
if (String(offered) !== String(schemes)) failures.push(`the page offers ${offered}, expected ${schemes}`);
for (const scheme of schemes) {
  const result = await check(page, vectors, scheme);
  failures.push(...result.failures);
  line(scheme, result.valid, result.invalid, result.failures.length);
}
line("\nuses");
for (const [name, use] of Object.entries(USES)) {
  try {
    line(name, (await use(page)) ?? "ok");
  } catch (error) {
    failures.push(`${name}: ${error.message}`);
    line(name, "FAILED");
  }
}
await page.close();
// Failures of the uses come last because they are more informative.
failures.reverse();
const most = 20;
for (const failure of failures.slice(0, most)) console.error(failure);
if (failures.length > most) console.error(`and ${failures.length - most} more`);
process.exitCode = failures.length ? 1 : 0;
