// What stands below a title that is the first line of the text.
import { expect, it } from 'vitest';
import { belowTitle } from './below-title';

it('does not say again what the title says', () => {
  expect(belowTitle('背诵第 12 课', '背诵第 12 课')).toBe('');
  expect(belowTitle('背诵第 12 课', '背诵第 12 课\n\n明天抽查')).toBe('明天抽查');
});

it('keeps a text that begins otherwise, and lists and tables whole', () => {
  expect(belowTitle('作业', '背诵第 12 课')).toBe('背诵第 12 课');
  expect(belowTitle('背诵', '背诵第 12 课')).toBe('背诵第 12 课');
  expect(belowTitle('1. 背诵', '1. 背诵\n2. 默写')).toBe('1. 背诵\n2. 默写');
  expect(belowTitle('科目 | 页', '科目 | 页\n--- | ---\n语文 | 3')).toBe('科目 | 页\n--- | ---\n语文 | 3');
});
