// Looks at what was built: parses every script as ES2020 (the oldest promised syntax), refuses
// run-time APIs that Chromium 80 lacks and polyfills.js does not bring, and holds the size budgets.
//   node scripts/check-dist.mjs dist
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse } from 'acorn';
import { filesUnder } from './files.mjs';

const dist = process.argv[2] ?? 'dist';
/** The page, its scripts and its styles; web/e2e/load.spec.mjs holds what a browser asks for to the same. */
const FIRST_LOAD_GZIP = 90_000;
/** The same of the page of a classroom screen, which shares nothing with the desktop. */
const PANEL_GZIP = 48_000;
const CHUNK_GZIP = 60 * 1024;
/** KaTeX is one module, which only an answer with a formula loads. */
const KATEX_GZIP = 80 * 1024;

/** Calls that old engines do not know: `.name(` on anything, or `Object.name`. */
const FORBIDDEN = [
  /\bstructuredClone\(/,
  /\bPromise\.any\(/,
  /\bAbortSignal\.timeout\(/,
  /\.randomUUID\(/,
  /\.replaceChildren\(/,
  /\.findLast(Index)?\(/,
  /\bIntl\.Segmenter\b/,
  /\bnew WeakRef\(/,
  /\bObject\.groupBy\(/,
  /\bnavigator\.locks\b/,
  /\beval\(/,
  /\bnew Function\(/,
];
/** Vue wraps these for reactive arrays and calls them only when the application does. */
const WRAPPED_BY_VUE = [/\.toSorted\(/, /\.toReversed\(/, /\.toSpliced\(/];

const faults = [];

for (const file of filesUnder(dist, /\.js$/)) checkScript(file);
checkFirstLoad('index.html', FIRST_LOAD_GZIP);
checkFirstLoad('panel.html', PANEL_GZIP);

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}

function checkScript(file) {
  const code = readFileSync(file, 'utf8');
  const name = basename(file);
  const isModule = file.includes('assets');
  try {
    // The classic script runs before anything could help it, so it must be ES5. A service worker is a classic
    // script too, of engines that are newer.
    const ecmaVersion = isModule || name === 'sw.js' ? 2020 : 5;
    parse(code, { ecmaVersion, sourceType: isModule ? 'module' : 'script' });
  } catch (error) {
    faults.push(`${name}: syntax too new, ${error.message}`);
  }
  const rules = name.startsWith('vendor') ? FORBIDDEN : [...FORBIDDEN, ...WRAPPED_BY_VUE];
  for (const rule of rules) {
    const match = rule.exec(code);
    if (match) faults.push(`${name}: ${match[0]} … ${code.slice(Math.max(0, match.index - 40), match.index + 40)}`);
  }
  const size = gzipSync(code, { level: 9 }).length;
  const most = name.startsWith('katex-') ? KATEX_GZIP : CHUNK_GZIP;
  if (size > most) faults.push(`${name}: ${size} B gzip, a chunk may have ${most}`);
}

/** The page and everything it names: what every visitor loads before anything shows. */
function checkFirstLoad(page, budget) {
  const html = readFileSync(join(dist, page), 'utf8');
  if (/<script(?![^>]*src=)[^>]*>[^<]/.test(html)) faults.push(`${page}: inline script, the CSP forbids it`);
  const named = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]);
  let total = gzipSync(html, { level: 9 }).length;
  for (const path of named) {
    const file = join(dist, path);
    if (!existsSync(file)) faults.push(`${page} names ${path}, which is missing`);
    else total += gzipSync(readFileSync(file), { level: 9 }).length;
  }
  console.log(`first load: ${page} with ${named.length} scripts and styles, ${total} B gzip (budget ${budget})`);
  if (total > budget) faults.push(`${page}: first load is ${total} B gzip, the budget is ${budget}`);
}
