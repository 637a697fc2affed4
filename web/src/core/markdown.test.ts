// What members write becomes text with marks, never a program or a call to another host.
import { describe, expect, it } from 'vitest';
import { renderInlineMarkdown, renderMarkdown } from './markdown';

it('shows the usual marks', () => {
  expect(renderMarkdown('**重点**和*斜*\n第二行')).toMatch(/<strong>重点<\/strong>和<em>斜<\/em><br ?\/?>\s*第二行/);
  // happy-dom loses the first element of a cleaned text, browsers do not.
  expect(renderMarkdown('前言\n\n1. 一\n2. 二')).toContain('<ol>');
  expect(renderMarkdown('前言\n\n# 标题')).toContain('<h3>标题</h3>');
});

it('leaves headings and lists of a line as they were typed', () => {
  // happy-dom loses the first words of a cleaned text, browsers do not.
  const line = renderInlineMarkdown('前言 **重点**\n# 标题');
  expect(line).toMatch(/<strong>重点<\/strong><br ?\/?>\s*# 标题/);
});

it('understands bold beside Chinese punctuation', () => {
  expect(renderMarkdown('中文**加粗。**后面')).toContain('<strong>加粗。</strong>');
});

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[点我](javascript:alert(1))',
  '[点我](data:text/html;base64,PHNjcmlwdD4=)',
  '[点我](//evil.example/x)',
  '<a href="javascript:alert(1)">x</a>',
  '![x](javascript:alert(1))',
  '<iframe src="https://evil.example"></iframe>',
  '<form action="https://evil.example"><input name=a></form>',
  '<div style="position:fixed">x</div>',
])('leaves nothing that acts in %s', (text) => {
  const box = document.createElement('div');
  box.innerHTML = renderMarkdown(text);
  expect(box.querySelector('script, iframe, form, input, style, [onerror], [style], img')).toBeNull();
  box.querySelectorAll('a').forEach((link) => {
    expect(link.getAttribute('href') ?? '').not.toMatch(/^(javascript|data|\/\/)/i);
  });
});

const HASH = 'ab'.repeat(32);

it('turns pictures of other hosts into links', () => {
  const html = renderMarkdown(`![图](https://evil.example/a.png) ![自己的](/api/cloud/files/${HASH}?w=480)`);
  expect(html).not.toContain('src="https');
  expect(html).toContain('<a href="https://evil.example/a.png"');
  expect(html).toContain(`<img src="/api/cloud/files/${HASH}?w=480" alt="自己的"`);
});

it.each([
  '/api/realtime/poll?timeout=30',
  '/resources/a.png',
  `/api/cloud/files/${HASH}/../../../realtime/poll`,
  `/api/cloud/files/../realtime/poll?${HASH}`,
  `/api/cloud/files/${HASH}?x=1`,
])('loads no other path of this server as a picture: %s', (path) => {
  const html = renderMarkdown(`前言 ![图](${path})`);
  expect(html).not.toContain('<img');
  expect(html).toContain('>图</a>');
});

it('shows definitions of links as they were written, however often they are used', () => {
  const text = `[a]: /${'b'.repeat(5_000)}\n\n${'![a][a]'.repeat(2_200)}`;
  const html = renderMarkdown(`前言\n\n${text}`);
  expect(html.length).toBeLessThan(2 * text.length);
  expect(html).toContain('![a][a]');
  expect(renderMarkdown('[张三]: 你好')).toContain('[张三]: 你好');
});

describe('tables', () => {
  const table = (columns: number, rows: string[]): string =>
    ['|a'.repeat(columns), '|-'.repeat(columns), ...rows].join('\n');
  const cellsIn = (text: string): number => renderMarkdown(`前言\n\n${text}`).match(/<t[dh]>/g)?.length ?? 0;

  it('are drawn up to 500 cells in a text', () => {
    expect(cellsIn(table(10, Array<string>(20).fill('|字'.repeat(10))))).toBe(210);
    expect(cellsIn(table(10, Array<string>(49).fill('|')))).toBe(500);
    expect(cellsIn(`${table(10, Array<string>(24).fill('|'))}\n\n${table(10, Array<string>(24).fill('|'))}`)).toBe(500);
  });

  it('show as they were written beyond', () => {
    const text = table(10, [...Array<string>(49).fill('|'), '|最后']);
    expect(cellsIn(text)).toBe(0);
    expect(renderMarkdown(`前言\n\n${text}\n\n后面`)).toMatch(/<pre><code>\|a[^]*\|最后\s*<\/code><\/pre>\s*<p>后面/);
    expect(cellsIn(table(60, Array<string>(9_000).fill('|')))).toBe(0);
    expect(cellsIn(['a|', '-', ...Array<string>(9_000).fill('|')].join('\n'))).toBe(0);
    expect(cellsIn(`${table(10, Array<string>(40).fill('|'))}\n\n${table(10, Array<string>(40).fill('|'))}`)).toBe(410);
    expect(cellsIn(`> ${table(60, Array<string>(900).fill('|')).replace(/\n/g, '\n> ')}`)).toBe(0);
  });

  it('end where something else begins', () => {
    const list = Array<string>(600).fill('- 项').join('\n');
    expect(cellsIn(`${table(2, ['|字|字'])}\n${list}`)).toBe(4);
  });
});

it('opens links outside and tells them nothing', () => {
  expect(renderMarkdown('https://example.org')).toContain('rel="noopener noreferrer nofollow"');
  expect(renderMarkdown('[应用](#/app/countdown)')).not.toContain('_blank');
});
