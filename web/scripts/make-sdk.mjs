// Step of the build after Vite's own: makes what authors use, dist/sdk: the SDK of embedded pages, and the types for
// apps of the market. Each file is whole: pages of other servers load it by its fixed name.
//   node scripts/make-sdk.mjs dist
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { parse } from 'acorn';
import ts from 'typescript';
import { build, minifySync } from 'vite';

const folder = join(process.argv[2] ?? 'dist', 'sdk');
const MAX_GZIP = 5_000;
const source = (name) => fileURLToPath(new URL(`../sdk/${name}`, import.meta.url));

/** `intro` tells where the file was loaded from; `minifier` is a target that oxc knows. */
const BUILDS = [
  {
    name: 'embed.js',
    format: 'iife',
    target: ts.ScriptTarget.ES5,
    minifier: 'es2015',
    ecmaVersion: 5,
    intro: 'var SDK_URL = document.currentScript && document.currentScript.src;',
  },
  {
    name: 'embed.mjs',
    format: 'es',
    target: ts.ScriptTarget.ES2018,
    minifier: 'es2018',
    ecmaVersion: 2018,
    intro: 'const SDK_URL = import.meta.url;',
  },
];

mkdirSync(folder, { recursive: true });
for (const one of BUILDS) {
  const code = minify(await bundle(one), one);
  check(code, one);
  write(one.name, code);
}
const declarations = await declare();
checkDeclarations('embed.d.ts', declarations);
write('embed.d.ts', declarations);
const market = marketTypes();
checkDeclarations('service-market.d.ts', market);
write('service-market.d.ts', market);

/** One file of all sources. TypeScript lowers them, because oxc knows no target below ES2015. */
async function bundle({ format, target, intro }) {
  const lower = {
    name: 'lower',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.ts')) return null;
      const compilerOptions = { target, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
      return { code: ts.transpileModule(code, { compilerOptions }).outputText, moduleType: 'js' };
    },
  };
  const [{ output }] = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [lower],
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry: source(format === 'iife' ? 'script.ts' : 'embed.ts'), formats: [format], name: 'ClassPortal' },
      rolldownOptions: { output: { intro } },
    },
  });
  if (output.length !== 1) throw new Error(`the SDK is ${output.length} files`);
  return output[0].code;
}

function minify(code, { name, format, minifier, ecmaVersion }) {
  const { code: short, errors } = minifySync(name, code, {
    module: format === 'es',
    compress: { target: minifier },
    mangle: { toplevel: true },
  });
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
  return ecmaVersion === 5 ? withoutTemplates(short) : short;
}

/** Makes plain strings of template literals, which the minifier prefers whatever its target is. */
function withoutTemplates(code) {
  const found = [];
  JSON.stringify(parse(code, { ecmaVersion: 2015 }), (_, node) => {
    if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) found.push(node);
    return node;
  });
  return found
    .sort((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, quasis }) => text.slice(0, start) + JSON.stringify(quasis[0].value.cooked) + text.slice(end),
      code,
    );
}

function check(code, { name, format, ecmaVersion }) {
  // `import.meta` is newer than the syntax that everything else keeps to; engines with modules know it.
  const plain = format === 'es' ? code.replaceAll('import.meta.url', '0') : code;
  parse(plain, { ecmaVersion, sourceType: format === 'es' ? 'module' : 'script' });
  const size = gzipSync(code, { level: 9 }).length;
  console.log(`sdk: ${name} is ${size} B gzip (budget ${MAX_GZIP})`);
  if (size > MAX_GZIP) throw new Error(`${name}: ${size} B gzip, it may have ${MAX_GZIP}`);
}

/** The types and the two functions, in one file that also knows the global of the script. */
async function declare() {
  const parts = ['types.ts', 'connect.ts', 'plugin.ts'].map((name) => {
    const { outputText, diagnostics } = ts.transpileDeclaration(readFileSync(source(name), 'utf8'), {
      compilerOptions: { target: ts.ScriptTarget.ES2018 },
      reportDiagnostics: true,
    });
    if (diagnostics?.length) throw new Error(`${name}: ${ts.flattenDiagnosticMessageText(diagnostics[0].messageText)}`);
    return outputText.replace(/^import .*\n/gm, '');
  });
  return `${await refusalCodes()}${parts.join('')}export as namespace ClassPortal;\n`;
}

/** The codes as a type that authors of pages can read: in the sources it is derived from a list of the desktop. */
async function refusalCodes() {
  const { outputText } = ts.transpileModule(readFileSync(source('codes.ts'), 'utf8'), {
    compilerOptions: { target: ts.ScriptTarget.ES2018, module: ts.ModuleKind.ESNext },
  });
  const { REFUSALS } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
  const codes = Object.keys(REFUSALS).map((code) => `'${code}'`);
  return `/** Why the portal refused something. */\nexport type RefusalCode = ${codes.join(' | ')};\n`;
}

/** The types of `ServiceMarket`, without what only concerns their sources. */
function marketTypes() {
  const [first, ...more] = ['service-market', 'service-market-data', 'service-market-ui'].map((name) =>
    readFileSync(source(`${name}.d.ts`), 'utf8').replace(/^\/\/ oxlint-disable.*\n/, ''),
  );
  return [first, ...more.map((part) => part.replace(/^(\/\/.*\n)+/, ''))].join('');
}

/** Compiles the declarations alone, as an author does. */
function checkDeclarations(file, text) {
  const name = `/${file}`;
  const options = { strict: true, noEmit: true, types: [], lib: ['lib.es2018.d.ts', 'lib.dom.d.ts'] };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (path, ...rest) =>
    path === name ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2018) : getSourceFile(path, ...rest);
  host.fileExists = (path) => path === name || fileExists(path);
  const [fault] = ts.getPreEmitDiagnostics(ts.createProgram([name], options, host));
  if (fault) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(fault.messageText, ' ')}`);
}

function write(name, text) {
  writeFileSync(join(folder, name), text);
}
