// Makes the types of src/api/generated/schema.ts from the committed API document, ../api/openapi. Does nothing
// while the inputs are those of the last time.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const PARTS = new URL('../../api/openapi/', import.meta.url);
const TYPES = fileURLToPath(new URL('../src/api/generated/schema.ts', import.meta.url));

const names = readdirSync(PARTS).filter((name) => name.endsWith('.json'));
const parts = names.toSorted().map((name) => readFileSync(new URL(name, PARTS), 'utf8'));
const { version } = createRequire(import.meta.url)('openapi-typescript/package.json');
const script = readFileSync(fileURLToPath(import.meta.url), 'utf8');
const inputs = createHash('sha256')
  .update(JSON.stringify([version, script, ...parts]))
  .digest('hex');
const head = `// Made by scripts/gen-api.mjs, inputs ${inputs}\n`;

if (!made().startsWith(head)) {
  // Slow to load, so only here.
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const document = parts.map((text) => JSON.parse(text)).reduce(merge, {});
  const types = astToString(await openapiTS(document, { defaultNonNullable: false, silent: true }));
  mkdirSync(dirname(TYPES), { recursive: true });
  // Renamed, since another command may read it meanwhile.
  writeFileSync(`${TYPES}.${process.pid}`, head + types);
  renameSync(`${TYPES}.${process.pid}`, TYPES);
}

function made() {
  try {
    return readFileSync(TYPES, 'utf8');
  } catch {
    return '';
  }
}

/** Objects are merged key by key, lists follow each other. */
function merge(into, part) {
  for (const [key, value] of Object.entries(part)) {
    if (Array.isArray(value)) into[key] = [...(into[key] ?? []), ...value];
    else if (typeof value === 'object' && value !== null) into[key] = merge(into[key] ?? {}, value);
    else into[key] = value;
  }
  return into;
}
