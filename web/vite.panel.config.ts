// Build of the page of a classroom screen into the same folder, after the desktop's. It is a build of its own: as a
// second page of that one it would share the chunks of the desktop's first load, which are of no use to it, and move
// parts of them into chunks that the desktop has to ask for.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import vue from '@vitejs/plugin-vue';
import { parse, type Root } from 'postcss';
import { defineConfig, type Plugin } from 'vite';
import { filesUnder } from './scripts/files.mjs';
import { drawIcons, iconInPage, leanHtml, OLD_ENGINES } from './vite.config.ts';

/** What the page is written in, its styles among it. */
const WRITTEN = ['src/panel', 'src/core/board', 'src/apps', 'src/ui/icon.ts', 'panel.html']
  .flatMap((place) =>
    filesUnder(
      fileURLToPath(new URL(`./${place}`, import.meta.url)),
      /\/(panel|board)\/.*\.(vue|css|ts)$|\/(icon\.ts|panel\.html)$/,
    ),
  )
  .map((file) => readFileSync(file, 'utf8'))
  .join('');
const tokensIn = (text: string): string[] => text.match(/--svc-[\w-]+/g) ?? [];
/** Whether a selector can meet something on the page: its element, classes and attributes are there. No icon has a size. */
function isMet(selector: string): boolean {
  const [element = 'html'] = selector.match(/^[a-z]\w*/) ?? [];
  const names = selector.match(/(?<=[.[])[a-z][\w-]+/g) ?? [];
  if (selector.startsWith('svg[width') || !new RegExp(`<${element}[\\s>]`).test(WRITTEN)) return false;
  return names.every((name) => WRITTEN.includes(name));
}

const BASE = fileURLToPath(new URL('./src/styles/base.css', import.meta.url));

function leanRules(styles: Root): Root {
  styles.walkRules((rule) => {
    rule.selectors = rule.selectors.filter(isMet);
    if (rule.selectors.join('') === '') rule.remove();
  });
  return styles;
}

/** Takes out of the shared styles what nothing on the page reads: most of it is for the desktop. */
const leanStyles: Plugin = {
  name: 'lean-styles',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/styles\/(tokens|base)\.css$/.test(id)) return null;
    const styles = leanRules(parse(code));
    if (id.endsWith('base.css')) return styles.toString();
    const read = new Set(tokensIn(WRITTEN + leanRules(parse(readFileSync(BASE, 'utf8'))).toString()));
    for (let known = 0; known < read.size;) {
      known = read.size;
      styles.walkDecls(({ prop, value }) => {
        if (!prop.startsWith('--') || read.has(prop)) for (const name of tokensIn(value)) read.add(name);
      });
    }
    styles.walkDecls((one) => {
      if (one.prop.startsWith('--') && !read.has(one.prop)) one.remove();
    });
    return styles.toString();
  },
  generateBundle(_, bundle) {
    const texts = Object.values(bundle).map((part) => (part.type === 'chunk' ? part.code : String(part.source)));
    const set = new Set(texts.join('').match(/--svc-[\w-]+(?=:)/g));
    const lost = texts
      .flatMap((text) => text.match(/var\(--svc-[\w-]+(?=\))/g) ?? [])
      .find((one) => !set.has(one.slice(4)));
    if (lost) this.error(`the page reads ${lost.slice(4)}, which lean-styles has taken out`);
  },
};

export default defineConfig({
  plugins: [vue({ features: { optionsAPI: false } }), leanHtml, iconInPage, drawIcons, leanStyles],
  publicDir: false,
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: OLD_ENGINES,
    cssTarget: OLD_ENGINES,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The language and the clock of the desktop, which the page does not read.
      treeshake: { manualPureFunctions: ['ref', 'shallowRef', 'startLanguage'] },
      input: fileURLToPath(new URL('./panel.html', import.meta.url)),
      // What an update of the portal does not change.
      output: { codeSplitting: { groups: [{ name: 'vendor-panel', test: /node_modules|rolldown.runtime/ }] } },
    },
  },
});
