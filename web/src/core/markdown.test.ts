// What members write becomes text with marks, never a program or a call to another host.
import { expect, it } from 'vitest';
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

it('turns pictures of other hosts into links', () => {
  const html = renderMarkdown('![图](https://evil.example/a.png) ![自己的](/resources/a.png)');
  expect(html).not.toContain('src="https');
  expect(html).toContain('<a href="https://evil.example/a.png"');
  expect(html).toContain('<img src="/resources/a.png" alt="自己的"');
});

it('opens links outside and tells them nothing', () => {
  expect(renderMarkdown('https://example.org')).toContain('rel="noopener noreferrer nofollow"');
  expect(renderMarkdown('[应用](#/app/countdown)')).not.toContain('_blank');
});
