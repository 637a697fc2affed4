// Refuses CSS that Chromium 80 lacks and no tool lowers, layout transitions, and raw design values
// outside styles/tokens.css. Looks at built CSS and at sources (.css files and <style> blocks).
//   node scripts/check-css.mjs src dist          files or folders
//   node scripts/check-css.mjs --market app.css  stricter: market apps are not built
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { parse } from 'postcss';
import { filesUnder } from './files.mjs';

const market = process.argv.includes('--market');
const targets = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

const SELECTORS = [
  [/:where\(/, ':where()'],
  [/:has\(/, ':has()'],
  [/:focus-visible/, ':focus-visible (use [data-kbd] :focus)'],
  ...(market
    ? [
        [/:is\(/, ':is()'],
        [/&/, 'nesting'],
      ]
    : []),
];
const PROPERTIES = new Set([
  'aspect-ratio',
  'translate',
  'rotate',
  'scale',
  'container',
  'container-type',
  'container-name',
  'inset-inline',
  'inset-block',
  ...(market ? ['inset'] : []),
]);
const VALUES = [
  [/\b\d*\.?\d+[dsl]v[hw]\b/, 'dvh, svh, lvh'],
  [/light-dark\(/, 'light-dark()'],
  [/color-mix\(/, 'color-mix()'],
  ...(market ? [[/\b(oklch|oklab|lch|lab)\(/, 'wide colour']] : []),
];
const LAYOUT = /\b(width|height|top|left|right|bottom|margin|padding)\b/;
const AT_RULES = /^(layer|container|property|scope|starting-style)$/;
const RAW = [
  [/#[0-9a-f]{3,8}\b|\b(rgba?|hsla?)\(/i, /./, 'raw colour (use a token)'],
  [/\d(px|rem|em)\b/, /^border(-\w+)*-radius$/, 'raw radius (use a token)'],
  [/(^|[\s,])\d*\.?\d+m?s\b/, /^(transition|animation)/, 'raw duration (use a token)'],
];

let faults = 0;

for (const file of targets.flatMap((target) => filesUnder(target, /\.(css|vue)$/))) {
  const text = readFileSync(file, 'utf8');
  const fromSource = file.split(sep)[0] === 'src';
  for (const css of file.endsWith('.vue') ? styleBlocks(text) : [text]) check(file, css, fromSource);
}
process.exit(faults > 0 ? 1 : 0);

/** Style blocks, padded with line breaks so that reported lines are those of the file. */
function styleBlocks(text) {
  return [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map((match) => {
    const before = text.slice(0, match.index + match[0].indexOf('>') + 1);
    return before.replace(/[^\n]/g, '') + match[1];
  });
}

function check(file, css, fromSource) {
  const root = parse(css, { from: file });
  const say = (node, what) => {
    faults += 1;
    console.error(`${relative('.', file)}:${node.source.start.line} ${what}`);
  };
  root.walkRules((rule) => checkRule(rule, say));
  root.walkAtRules((rule) => {
    if (AT_RULES.test(rule.name)) say(rule, `@${rule.name}`);
  });
  const mayBeRaw = !fromSource || file.endsWith('tokens.css');
  root.walkDecls((declaration) => checkDeclaration(declaration, mayBeRaw, say));
}

function checkRule(rule, say) {
  for (const [pattern, what] of SELECTORS) if (pattern.test(rule.selector)) say(rule, what);
  const found = {};
  rule.each((node) => {
    if (node.type === 'decl') found[node.prop] = node.value;
  });
  const gap = found.gap || found['row-gap'] || found['column-gap'];
  if (gap && !/grid/.test(found.display ?? '') && !found['column-count']) {
    say(rule, 'flex gap (use grid-gap in a grid, margins in a flex box)');
  }
}

function checkDeclaration({ prop, value, ...node }, mayBeRaw, say) {
  const at = { source: node.source };
  if (PROPERTIES.has(prop)) say(at, prop);
  if (prop === 'transition' || prop === 'transition-property') {
    if (/\ball\b/.test(value)) say(at, 'transition: all');
    if (LAYOUT.test(value)) say(at, 'transition of a layout property');
  }
  for (const [pattern, what] of VALUES) if (pattern.test(value)) say(at, what);
  if (mayBeRaw || prop.startsWith('--')) return;
  for (const [pattern, properties, what] of RAW) {
    if (properties.test(prop) && pattern.test(value)) say(at, what);
  }
}
