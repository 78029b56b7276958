// Compiles the schemas in ajv's strict mode, and validates all files: node schemas.mjs VECTORS NODE_MODULES
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [vectors, modules] = process.argv.slice(2);
const Ajv = createRequire(join(modules, "peers.js"))("ajv/dist/2020");
const read = (...path) => JSON.parse(readFileSync(join(vectors, ...path), "utf8"));
let count = 0;
for (const name of readdirSync(join(vectors, "schema"))) {
  const validate = new Ajv({ strict: true }).compile(read("schema", name));
  const file = name.replace(".schema.json", ".json");
  for (const folder of [".", ...readdirSync(vectors)].filter((folder) => existsSync(join(vectors, folder, file)))) {
    if (!validate(read(folder, file))) throw new Error(`${folder}/${file}: ${JSON.stringify(validate.errors)}`);
    count += 1;
  }
}
console.log(`${count} files match their schemas`);
