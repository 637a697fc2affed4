// Step of the build after Vite's own: makes dist/sw.js, the service worker, with the list of what the page of this
// build needs to start. It is a build of its own, because a worker is one classic script with a fixed name.
//   node scripts/make-worker.mjs dist
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { filesUnder } from './files.mjs';

const dist = process.argv[2] ?? 'dist';
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const named = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]);
const scripts = named.filter((path) => /^\/assets\/.*\.js$/.test(path));
if (scripts.length === 0) throw new Error('index.html begins with no module');

/** Screens that come before the desktop or lie over it, and what several of them need. */
const LATER = /^(parts|details|shell|auth|AuthScreen|LockScreen|OpenWindows)-.*\.(js|css)$/;
const assets = filesUnder(join(dist, 'assets'), /\.(js|css)$/).map((path) => `/assets/${basename(path)}`);
const files = [...new Set([...named, ...assets.filter((path) => LATER.test(basename(path)))])].sort();

// Names of assets tell their content; what has a fixed name is read.
const hash = createHash('sha256').update(html).update(assets.sort().join());
for (const path of files.filter((one) => !one.startsWith('/assets/'))) hash.update(readFileSync(join(dist, path)));

await build({
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  define: { SHELL: JSON.stringify({ build: hash.digest('hex').slice(0, 16), scripts, files }) },
  build: {
    outDir: dist,
    emptyOutDir: false,
    target: 'chrome69',
    lib: {
      entry: fileURLToPath(new URL('../src/service-worker/worker.ts', import.meta.url)),
      formats: ['iife'],
      name: 'portalWorker',
      fileName: () => 'sw.js',
    },
  },
});
console.log(`service worker: keeps the page and ${files.length} files`);
