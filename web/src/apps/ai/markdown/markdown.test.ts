// What a model writes cannot become anything else than text, and what is usual in answers is drawn.
import { describe, expect, it } from 'vitest';
import { createApp } from 'vue';
import { formulaAt } from './maths';
import { spansOf } from './spans';
import TextBlock from './TextBlock';

function drawn(text: string): HTMLElement {
  const root = document.createElement('div');
  createApp(TextBlock, { text }).mount(root);
  return root;
}

describe('untrusted Markdown', () => {
  it('shows HTML as text', () => {
    const root = drawn('<img src=x onerror=alert(1)> <script>alert(1)</script> <b>x</b>');
    expect(root.querySelector('img, script, b')).toBeNull();
    expect(root.textContent).toContain('<script>alert(1)</script>');
  });

  it('links to http, https and mailto alone, outside of the portal', () => {
    const root = drawn('[a](javascript:alert(1)) [b](#/app/admin) [c](/api/x) [d](data:text/html,x) [e](//h.example)');
    expect(root.querySelector('a')).toBeNull();
    const link = drawn('[x](https://a.example/b)').querySelector('a');
    expect(link?.getAttribute('href')).toBe('https://a.example/b');
    expect(link?.getAttribute('target')).toBe('_blank');
    expect(link?.getAttribute('rel')).toContain('noopener noreferrer');
    expect(drawn('mail <mailto:a@b.example>').querySelector('a')?.getAttribute('href')).toBe('mailto:a@b.example');
  });

  it('loads no picture, and shows its address', () => {
    const root = drawn('![a cat](https://a.example/cat.png) ![x](/api/secret) ![y](data:image/png;base64,AAAA)');
    expect(root.querySelector('img')).toBeNull();
    expect(root.querySelector('a')?.textContent).toBe('a cat');
    expect(root.querySelectorAll('a')).toHaveLength(1);
  });
});

describe('Markdown', () => {
  it('draws headings below those of the window, lists, tables and quotes', () => {
    const root = drawn('# 一\n\n3. c\n4. d\n   - e\n\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n> 引用\n\n**粗**，`码`');
    expect(root.querySelector('h3')?.textContent).toBe('一');
    expect(root.querySelector('ol')?.getAttribute('start')).toBe('3');
    expect(root.querySelector('ol ul li')?.textContent).toBe('e');
    expect(root.querySelector('.table td')?.className).toBe('align-center');
    expect(root.querySelector('blockquote')?.textContent).toBe('引用');
    expect(root.querySelector('strong')?.textContent).toBe('粗');
    expect(root.querySelector('p > code')?.textContent).toBe('码');
  });

  it('finds formulas in a line and on lines of their own', () => {
    const sources = (text: string) => [...drawn(text).querySelectorAll('.formula')].map((node) => node.textContent);
    expect(sources('设 $a_b$ 与 \\(c\\)，$$d$$')).toEqual(['a_b', 'c', 'd']);
    expect(sources('$$\nx\n\ny\n$$\n\n\\[z\\]')).toEqual(['x\n\ny', 'z']);
    expect(sources('It costs $5 and $6.')).toEqual([]);
    expect(sources('`$x$`')).toEqual([]);
    // While it is being written.
    expect(sources('$$\n\\frac{1}')).toEqual(['\\frac{1}']);
  });

  it('takes an escaped sign for no end of a formula', () => {
    expect(formulaAt('$a \\$ b$ c')?.content).toBe('a \\$ b');
    expect(formulaAt('$ a$')).toBeNull();
    expect(formulaAt('$a $')).toBeNull();
    expect(formulaAt('$a\nb$')).toBeNull();
  });

  it('reads coloured code as plain parts', () => {
    expect(
      spansOf(
        '<span class="hljs-keyword">if</span> a &lt; <span class="hljs-string">&quot;<span class="x">b</span>&quot;</span>',
      ),
    ).toEqual([
      { kind: 'hljs-keyword', text: 'if' },
      { kind: '', text: ' a < ' },
      { kind: 'hljs-string', text: '"' },
      { kind: 'x', text: 'b' },
      { kind: 'hljs-string', text: '"' },
    ]);
  });
});
