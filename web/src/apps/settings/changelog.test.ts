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
