// Checks JSON files against a JSON Schema with ajv: node schema.mjs SCHEMA FILE…
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createRequire } from 'node:module';

const require = createRequire(join(process.cwd(), 'package.json'));
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const [schema, ...files] = process.argv.slice(2);
const rules = read(schema);
const version = String(rules.$schema ?? '').includes('2020-12') ? 'ajv/dist/2020.js' : 'ajv';
const Ajv = require(version).default ?? require(version);
const isValid = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(rules);
let wrong = 0;
for (const file of files) {
  if (!isValid(read(file))) {
    wrong += 1;
    console.error(`${file}: ${JSON.stringify(isValid.errors.slice(0, 3))}`);
  }
}
if (wrong > 0) process.exit(1);
console.log(`ajv: ${files.length} files are valid by ${basename(schema)}`);
