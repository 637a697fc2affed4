// Makes the types of src/api/generated from the committed documents: schema.ts from ../api/openapi, frames.ts
// from ../api/asyncapi.json. Does nothing while the inputs are those of the last time.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const PARTS = new URL('../../api/openapi/', import.meta.url);
const FRAMES = new URL('../../api/asyncapi.json', import.meta.url);
const GENERATED = new URL('../src/api/generated/', import.meta.url);

const { version } = createRequire(import.meta.url)('openapi-typescript/package.json');
const script = readFileSync(fileURLToPath(import.meta.url), 'utf8');

const names = readdirSync(PARTS).filter((name) => name.endsWith('.json'));
const parts = names.toSorted().map((name) => readFileSync(new URL(name, PARTS), 'utf8'));
await keep('schema.ts', parts, () => typesOf(parts.map((text) => JSON.parse(text)).reduce(merge, {})));

const frames = readFileSync(FRAMES, 'utf8');
await keep('frames.ts', [frames], () => frameTypes(JSON.parse(frames)));

/** Writes a file of types anew, unless it was made of these inputs. */
async function keep(name, inputs, make) {
  const path = fileURLToPath(new URL(name, GENERATED));
  const hash = createHash('sha256').update(JSON.stringify([version, script, ...inputs]));
  const head = `// Made by scripts/gen-api.mjs, inputs ${hash.digest('hex')}\n`;
  if (made(path).startsWith(head)) return;
  mkdirSync(dirname(path), { recursive: true });
  // Renamed, since another command may read it meanwhile.
  writeFileSync(`${path}.${process.pid}`, head + (await make()));
  renameSync(`${path}.${process.pid}`, path);
}

function made(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The types of an OpenAPI document. */
async function typesOf(document) {
  // Slow to load, so only here.
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  return astToString(await openapiTS(document, { defaultNonNullable: false, silent: true }));
}

/** The types of all frames, and two maps from their names: what the server sends, and what it takes. */
async function frameTypes({ components: { messages, schemas } }) {
  const payloads = Object.entries(messages).map(([key, { summary, payload }]) => [
    key,
    { description: summary, ...payload },
  ]);
  const document = {
    openapi: '3.1.0',
    info: { title: 'frames', version: '1' },
    paths: {},
    components: { schemas: { ...schemas, ...Object.fromEntries(payloads) } },
  };
  const map = (side, name, about) => {
    const own = Object.keys(messages).filter((key) => key.startsWith(side));
    const fields = own.map((key) => `  ${key.slice(side.length)}: components['schemas']['${key}'];\n`);
    return `/** ${about} */\nexport interface ${name} {\n${fields.join('')}}\n`;
  };
  return (
    (await typesOf(document)) +
    map('server_', 'ServerFrames', 'What the server sends, by `type`.') +
    map('client_', 'ClientFrames', 'What the server takes, by `type`.')
  );
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
