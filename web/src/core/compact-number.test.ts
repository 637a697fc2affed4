import { expect, it } from 'vitest';
import { compactNumber } from './compact-number';

it('shortens large numbers as each language does', () => {
  expect([999, 12_345, 250_000_000].map((n) => compactNumber(n, 'zh'))).toEqual(['999', '1.2万', '2.5亿']);
  expect([999, 12_345, 250_000_000].map((n) => compactNumber(n, 'en'))).toEqual(['999', '12.3K', '250M']);
});
