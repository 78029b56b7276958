// Compiles the schemas in ajv's strict mode and validates all files: node schemas.mjs VECTORS NODE_MODULES
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [vectors, modules] = process.argv.slice(2);
const Ajv = createRequire(join(modules, "peers.js"))("ajv/dist/2020");
const read = (...path) => JSON.parse(readFileSync(join(vectors, ...path), "utf8"));
let count = 0;
for (const name of readdirSync(join(vectors, "schema"))) {
  const validate = new Ajv({ strict: true }).compile(read("schema", name));
  const files = [".json", "-policy.json"].map((end) => name.replace(".schema.json", end));
  const paths = [".", ...readdirSync(vectors)].flatMap((directory) => files.map((file) => join(directory, file)));
  for (const path of paths.filter((path) => existsSync(join(vectors, path)))) {
    if (!validate(read(path))) throw new Error(`${path}: ${JSON.stringify(validate.errors)}`);
    count += 1;
  }
}
console.log(`${count} files match their schemas`);
