// Build, development server and unit tests. The targets are the oldest engines we promise
// (school tablets); they lower syntax only, run-time APIs are watched by scripts/check-dist.mjs.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import vue from '@vitejs/plugin-vue';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { laterVue, laterVueImports } from './scripts/later-vue.mjs';
import { pinyinTable } from './scripts/pinyin-tables.mjs';

export const OLD_ENGINES = ['chrome69', 'safari13.1', 'firefox68'];

// The first load: what starts the portal, and the widgets of the class default with all they need,
// so that the desktop is whole without a further round trip. Other widgets and apps come later.
const builtIn = readFileSync(new URL('./src/core/layout/built-in.json', import.meta.url), 'utf8');
const usual = JSON.parse(builtIn) as { widgets: { type: string }[] }[];
// A manifest that says `afterFirstPicture`, or leaves its widgets to its details, keeps them out of it. English texts
// are chunks of their own.
const comesFirst = (app: string): boolean => {
  const manifest = readFileSync(new URL(`./src/apps/${app}/manifest.ts`, import.meta.url), 'utf8');
  return manifest.includes('widgets: [') && !manifest.includes('afterFirstPicture(');
};
const apps = usual.flatMap((page) => page.widgets.map(({ type }) => type.split('-')[0] ?? ''));
const FIRST = new RegExp(`src/main\\.ts|src/apps/(${apps.filter(comesFirst).join('|')})/widgets/(?!i18n/en)`);
const PORTAL = process.env.PORTAL_URL ?? 'http://127.0.0.1:3000';

/** Takes the comments out of a page. */
export const leanHtml: Plugin = {
  name: 'lean-html',
  apply: 'build',
  transformIndexHtml: (html) => html.replace(/<!--[^]*?-->\s*/g, ''),
};

/** Takes comments and indents out of the script before all others, which Vite copies as it is. */
const leanScript: Plugin = {
  name: 'lean-script',
  apply: 'build',
  writeBundle({ dir }) {
    const path = `${dir}/polyfills.js`;
    const code = readFileSync(path, 'utf8');
    writeFileSync(path, code.replace(/^\s+/gm, '').replace(/^\/\/.*\n/gm, ''));
  },
};

/** Puts the icon into the page: a request less, and drawn in one place. The manifest names the file. */
export const iconInPage: Plugin = {
  name: 'icon-in-page',
  apply: 'build',
  transformIndexHtml(html) {
    const drawn = readFileSync(new URL('./public/icons/icon.svg', import.meta.url), 'utf8');
    const svg = drawn
      .replace(/<!--[^]*?-->\s*/g, '')
      .replace(/>\s+</g, '><')
      .trim()
      .replace(/"/g, "'");
    const inPage = html.replace(
      'href="/icons/icon.svg"',
      `href="data:image/svg+xml,${svg.replace(/[#<>]/g, encodeURIComponent)}"`,
    );
    if (inPage === html) throw new Error('the page names no icon that icon-in-page knows');
    return inPage;
  },
};

/** The pictures of the manifest are those of the README, so that taking these anew is enough. */
const manifestPictures: Plugin = {
  name: 'manifest-pictures',
  apply: 'build',
  generateBundle() {
    for (const size of ['desktop', 'phone']) {
      const source = readFileSync(new URL(`../docs/screens/home-${size}-light.jpg`, import.meta.url));
      this.emitFile({ type: 'asset', fileName: `screenshots/${size}.jpg`, source });
    }
  },
};

let isRetryIn = false;

/**
 * Lets a stylesheet that did not come be asked for again. Vite notes every one that it has asked for, and takes
 * a failed one for loaded: the view would come without its style until the page is loaded anew. The other half,
 * taking the failed link out of the page, is in src/main.ts.
 */
const retryStyles: Plugin = {
  name: 'retry-styles',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('vite/preload-helper')) return null;
    const retried = code.replace(/(\(err\) => \{\s*)seen\[href\] = void 0;/, '$1delete seen[href];');
    isRetryIn = retried !== code;
    return retried;
  },
  buildEnd(error) {
    if (!error && !isRetryIn) this.error('the preload helper of Vite is not as retry-styles knows it');
  },
};

/** The private names of each class of the query library, and the class that it extends. */
const classes = new Map<string, { names: Set<string>; parent: string }>();

/**
 * Makes the private names of the query library plain ones. Lowered for the old engines each of them
 * becomes a WeakMap, with a helper call at every use.
 */
const plainNames: Plugin = {
  name: 'plain-names',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('@tanstack/query-core')) return null;
    // `#name in object` asks for a private name and would ask for a variable afterwards.
    if (/#[a-z]\w*\s+in\s/.test(code))
      this.error('query-core uses `#name in object`, which plain-names cannot rewrite');
    const names = new Set(code.match(/(?<=[^/]#)[a-z]\w*/g));
    for (const [, name = '', parent = ''] of code.matchAll(/\b(\w+) = class(?: extends (\w+))?/g))
      classes.set(name, { names, parent });
    // A plain name needs no declaration; lowered, each would be a call.
    return code.replace(/^\s*#[a-z]\w*;\n/gm, '').replace(/#(?=[a-z])/g, '$$');
  },
  // A class and one that it extends may each have a private `#x`; as a plain `$x` the two would be one.
  buildEnd(error) {
    if (error) return;
    if (classes.size === 0) this.error('query-core declares no class in the way that plain-names knows');
    for (const [name, { names, parent }] of classes) {
      for (let above = parent; above; above = classes.get(above)?.parent ?? '') {
        const shared = [...(classes.get(above)?.names ?? [])].find((one) => names.has(one));
        if (shared)
          this.error(`query-core: ${name} and ${above} both have #${shared}, which plain-names cannot rewrite`);
      }
    }
  },
};

/**
 * Leaves the mutations of the query library out: nothing here uses them, and the client would bring them into the
 * first load. What is left of their cache is what the client itself calls.
 */
const noMutations: Plugin = {
  name: 'no-mutations',
  apply: 'build',
  transform: (_, id) =>
    id.includes('query-core/build/modern/mutationCache.js')
      ? 'export class MutationCache { resumePausedMutations() { return Promise.resolve() } clear() {} }'
      : null,
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? Object.keys(part.modules) : []));
    if (!modules.some((id) => id.includes('query-core/build/modern/mutationCache.js')))
      this.error('query-core has no mutationCache.js, which no-mutations replaces');
    if (modules.some((id) => /query-core\/build\/modern\/mutation(Observer)?\.js/.test(id)))
      this.error('mutations of the query library are used: take no-mutations out of vite.config.ts');
  },
};

/** Leaves one format of KaTeX's fonts, the one that every engine here reads. */
const katexFonts: Plugin = {
  name: 'katex-fonts',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('katex/dist/katex') || !id.includes('.css')) return null;
    const lean = code.replace(/,url\([^)]*\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, '');
    if (lean === code) this.error('the styles of katex are not as katex-fonts knows them');
    return lean;
  },
};

/** Makes the highlighter a module of its own: the helpers for one that is none would belong to the first load. */
const plainHighlighter: Plugin = {
  name: 'plain-highlighter',
  apply: 'build',
  transform(code, id) {
    if (!id.endsWith('highlight.js/lib/core.js')) return null;
    const plain = code.replace('module.exports = highlight;', 'export default highlight;');
    if (plain === code) this.error('highlight.js is not as plain-highlighter knows it');
    return plain;
  },
};

const PINYIN = 'virtual:pinyin/';

/** Brings the tables of readings into the palette; see scripts/pinyin-tables.mjs. */
const pinyinTables: Plugin = {
  name: 'pinyin-tables',
  resolveId: (source) => (source.startsWith(PINYIN) ? `\0${source}` : null),
  load: (id) =>
    id.startsWith(`\0${PINYIN}`)
      ? `export default ${JSON.stringify(pinyinTable(id.endsWith('common') ? 'common' : 'rare'))}`
      : null,
};

let leanIcons = 0;

/**
 * Draws icons by src/ui/icon.ts, and takes from each what that does not read: its size and the keys of its shapes.
 */
export const drawIcons: Plugin = {
  name: 'draw-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!source.endsWith('/createLucideIcon.mjs') || !importer?.includes('/icons/')) return null;
    return fileURLToPath(new URL('./src/ui/icon.ts', import.meta.url));
  },
  transform(code, id) {
    if (!/@lucide\/vue\/dist\/esm\/icons\//.test(id)) return null;
    const lean = code.replace(/,\s*key: "[^"]*"/g, '').replace(/\s*size: 24,/, '');
    if (lean.length < code.length && lean.includes('createLucideIcon')) leanIcons += 1;
    return lean;
  },
  buildEnd(error) {
    if (!error && leanIcons === 0) this.error('the icons of @lucide/vue are not as draw-icons knows them');
  },
};

export default defineConfig({
  plugins: [
    vue({ features: { optionsAPI: false } }),
    leanHtml,
    leanScript,
    iconInPage,
    manifestPictures,
    laterVue(),
    laterVueImports(),
    plainNames,
    retryStyles,
    noMutations,
    drawIcons,
    katexFonts,
    plainHighlighter,
    pinyinTables,
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    target: OLD_ENGINES,
    cssTarget: OLD_ENGINES,
    modulePreload: { polyfill: false },
    // A font in the styles would be loaded whether a formula needs it or not.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A group takes along what its modules import; styles follow their modules.
            { name: 'vendor', test: /node_modules|rolldown.runtime/, tags: ['$initial'], priority: 4 },
            { name: 'first', test: FIRST, priority: 3 },
            // Large, and needed only where someone has written Markdown.
            { name: 'markdown', test: /src\/core\/markdown\.ts/, priority: 3 },
            // Of the AI chat: what draws formulas and colours code, each only where there is one.
            { name: 'katex', test: /node_modules\/katex\//, priority: 3 },
            { name: 'highlight', test: /node_modules\/highlight\.js\//, priority: 3 },
            // With the icons of its commands, so that it does not wait for the next group.
            { name: 'details', test: /src\/(apps\/[^/]+\/)?details\.ts/, priority: 3 },
            // What only later screens share: one request instead of one per field and icon.
            {
              name: 'parts',
              test: /node_modules(?!\/fflate)|src\/(core(?!\/(admin|roster|embed|market|board))|ui)\//,
              priority: 2,
            },
            { name: 'auth', test: /shell\/auth\/(?!i18n\/en)/, priority: 1 },
            // What several parts of the shell share, of those that are not on the first picture.
            { name: 'shell', test: /src\/shell\/(?!.*i18n\/en)/, minShareCount: 2, priority: 1 },
            { name: 'widgets', test: /apps\/[^/]+\/widgets\/(?!i18n\/en)/, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': PORTAL,
      '/resources': PORTAL,
      '/market-static': PORTAL,
      '/ws': { target: PORTAL, ws: true },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts', 'sdk/**/*.test.ts'],
    restoreMocks: true,
    // A test may read a stylesheet as a text.
    css: { include: [/\.css\?raw$/] },
    setupFiles: ['./scripts/test-setup.mjs'],
    // Ends what hangs; a machine with much to do may be slow.
    testTimeout: 30_000,
  },
});
