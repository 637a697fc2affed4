// Takes the parts of Vue that nothing on the first picture uses out of the first load. A bundler puts a module into a
// chunk as a whole, and Vue comes in two large ones.
import { readFileSync } from 'node:fs';
import { splitModule } from './split-module.mjs';

/** Exports that move, with what nothing but them needs. Whatever the first load comes to use leaves this list. */
const LATER = {
  'runtime-core': [
    'BaseTransition',
    'BaseTransitionPropsValidators',
    'KeepAlive',
    'Teleport',
    'createSlots',
    'createStaticVNode',
    'defineAsyncComponent',
    'getTransitionRawChildren',
    'mergeModels',
    'resolveTransitionHooks',
    'useId',
    'useModel',
    'useTransitionState',
    'withDirectives',
  ],
  'runtime-dom': [
    'Transition',
    'TransitionGroup',
    'initDirectivesForSSR',
    'vModelCheckbox',
    'vModelDynamic',
    'vModelRadio',
    'vModelSelect',
    'vModelText',
    'vShow',
    'withKeys',
  ],
};
const HALF = '?later';

/** The module that a name of Vue has moved to, as it is imported; undefined for one that stays. */
const homeOf = (name) => {
  const module = Object.keys(LATER).find((key) => LATER[key].includes(name));
  return module && `@vue/${module}${HALF}`;
};

/**
 * The modules themselves.
 * @returns {import('vite').Plugin}
 */
export function laterVue() {
  const halves = new Map();
  const halvesOf = (context, path) => {
    const names = LATER[/@vue\/(runtime-\w+)\/dist\/runtime-\w+\.esm-bundler\.js$/.exec(path)?.[1]];
    if (names && !halves.has(path)) {
      const code = readFileSync(path, 'utf8');
      halves.set(path, splitModule({ code, program: context.parse(code), names, id: path }));
    }
    return halves.get(path);
  };
  return {
    name: 'later-vue',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.startsWith('@vue/') || !source.endsWith(HALF)) return null;
      const whole = await this.resolve(source.slice(0, -HALF.length), importer, { skipSelf: true });
      return whole && `${whole.id}${HALF}`;
    },
    load(id) {
      const isLater = id.endsWith(HALF);
      const found = halvesOf(this, isLater ? id.slice(0, -HALF.length) : id);
      return found ? { code: isLater ? found.moved : found.stay, moduleSideEffects: false } : null;
    },
    generateBundle(_, bundle) {
      if (halves.size < Object.keys(LATER).length) this.error('Vue does not come in the modules that later-vue knows');
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const first = chunks.filter(({ isEntry }) => isEntry).flatMap((entry) => [entry.fileName, ...entry.imports]);
      for (const { fileName, modules } of chunks.filter((chunk) => first.includes(chunk.fileName))) {
        const back = Object.keys(modules).find((id) => id.endsWith(HALF));
        if (back) this.error(`${fileName} has ${back}: take what the first load needs of it out of LATER`);
      }
    },
  };
}

/**
 * Imports of what has moved. After the compiler of the components, which writes most of them.
 * @returns {import('vite').Plugin}
 */
export function laterVueImports() {
  return {
    name: 'later-vue-imports',
    apply: 'build',
    enforce: 'post',
    transform(code) {
      const moved = code.replace(/import\s*\{([^}]*)\}\s*from\s*["'](?:vue|@vue\/runtime-\w+)["']/g, (whole, list) => {
        const homes = new Map();
        for (const one of list
          .split(',')
          .map((each) => each.trim())
          .filter(Boolean)) {
          const home = homeOf(one.split(/\s/)[0]);
          homes.set(home, [...(homes.get(home) ?? []), one]);
        }
        if (homes.size === 0 || (homes.size === 1 && homes.has(undefined))) return whole;
        const source = /["'][^"']*["']$/.exec(whole)[0];
        return [...homes]
          .map(([home, names]) => `import { ${names.join(', ')} } from ${home ? `"${home}"` : source}`)
          .join(';\n');
      });
      return moved === code ? null : moved;
    },
  };
}
