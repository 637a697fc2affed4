// Readers see the changelog in their language.
import { expect, it } from 'vitest';
import { linesIn } from './changelog';

const both = '- 首个版本：初始化向导、倒计时。\n- First version: set-up wizard, countdowns.\n';

it('keeps the lines of one language', () => {
  expect(linesIn(both, 'zh')).toBe('- 首个版本：初始化向导、倒计时。');
  expect(linesIn(both, 'en')).toBe('- First version: set-up wizard, countdowns.');
});

it('takes a line with a foreign word in it for Chinese', () => {
  expect(linesIn('- 修好了 Chromium 80 的登录\r\n- Sign-in works in Chromium 80', 'zh')).toBe(
    '- 修好了 Chromium 80 的登录',
  );
});

it('shows what there is rather than nothing', () => {
  expect(linesIn('- First version.', 'zh')).toBe('- First version.');
  expect(linesIn('', 'en')).toBe('');
});

it('joins what the source wraps at its margin', () => {
  const wrapped =
    '- 更安全：限制\n  次数，\n  图片在独立进程中\n  解码 PNG\n  图片\n- Safer: pictures are decoded in a\n  process of\r\n  their own.\n';
  expect(linesIn(wrapped, 'zh')).toBe('- 更安全：限制次数，图片在独立进程中解码 PNG 图片');
  expect(linesIn(wrapped, 'en')).toBe('- Safer: pictures are decoded in a process of their own.');
});

it('keeps a foreign continuation with its sentence', () => {
  expect(linesIn('- 修好了登录：\n  Chromium 80\n- Sign-in works\n', 'zh')).toBe('- 修好了登录： Chromium 80');
});

it('joins no items, headings or paragraphs', () => {
  const text = '## One\nfirst\nparagraph\n\nsecond\n* item\n1. numbered\n### Two\n- last';
  expect(linesIn(text, 'en').split('\n')).toEqual([
    '## One',
    'first paragraph',
    'second',
    '* item',
    '1. numbered',
    '### Two',
    '- last',
  ]);
});
