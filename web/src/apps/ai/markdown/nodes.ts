// Makes nodes of the tokens of Markdown. Only the elements that are named here are made, and no HTML is ever set: what
// a model writes cannot become anything else.
import type { Token } from 'markdown-it';
import { h, type VNode } from 'vue';
import { OUTSIDE_LINK } from '@/core/markdown-parser';
import CodeBlock from './CodeBlock.vue';
import MathFormula from './MathFormula.vue';
import { isSafeLink } from './parser';

type Child = VNode | string;

const TAGS = new Set('p h3 h4 h5 h6 ul ol li blockquote table thead tbody tr th td em strong s a'.split(' '));

/** The nodes of some tokens. */
export function nodesOf(tokens: readonly Token[]): Child[] {
  const root: Child[] = [];
  const open: { token: Token; children: Child[] }[] = [];
  let children = root;
  for (const token of tokens) {
    if (token.nesting === 1) {
      children = [];
      open.push({ token, children });
    } else if (token.nesting === -1) {
      const closed = open.pop();
      children = open[open.length - 1]?.children ?? root;
      if (closed) children.push(...elementOf(closed.token, closed.children));
    } else children.push(...leafOf(token));
  }
  return root;
}

function elementOf(token: Token, children: Child[]): Child[] {
  const { tag } = token;
  // The paragraphs of a list whose items stand close together are hidden.
  if (token.hidden || !TAGS.has(tag)) return children;
  if (tag === 'a') return linkOf(String(token.attrGet('href') ?? ''), children);
  if (tag === 'table') return [h('div', { class: 'table', tabindex: 0 }, [h('table', children)])];
  if (tag === 'ol') return [h('ol', { start: token.attrGet('start') ?? undefined }, children)];
  if (tag === 'th' || tag === 'td') return [h(tag, { class: alignmentOf(token) }, children)];
  return [h(tag, children)];
}

function linkOf(href: string, children: Child[]): Child[] {
  if (!isSafeLink(href)) return children;
  return [h('a', { href, ...OUTSIDE_LINK }, children)];
}

function alignmentOf(token: Token): string | undefined {
  const [, side] = /text-align:\s*(left|center|right)/.exec(String(token.attrGet('style') ?? '')) ?? [];
  return side && `align-${side}`;
}

function leafOf(token: Token): Child[] {
  switch (token.type) {
    case 'inline':
      return nodesOf(token.children ?? []);
    case 'text':
    case 'text_special':
      return token.content ? [token.content] : [];
    case 'softbreak':
    case 'hardbreak':
      return [h('br')];
    case 'hr':
      return [h('hr')];
    case 'code_inline':
      return [h('code', token.content)];
    case 'fence':
    case 'code_block':
      return [
        h(CodeBlock, { text: token.content.replace(/\n$/, ''), language: token.info.trim().split(/\s+/)[0] ?? '' }),
      ];
    case 'math_inline':
      return [h(MathFormula, { text: token.content, display: token.markup === '$$' })];
    case 'math_block':
      return [h(MathFormula, { text: token.content, display: true, open: token.markup === 'open' })];
    case 'image': {
      // The picture of another host would tell that host who reads: its address is shown instead.
      const href = String(token.attrGet('src') ?? '');
      return linkOf(href, [token.content || href]);
    }
    default:
      return token.content ? [token.content] : [];
  }
}
