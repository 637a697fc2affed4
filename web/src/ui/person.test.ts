// The mark of a person without a picture.
import { expect, it } from 'vitest';
import { initialOf, swatchOf } from './person';

it('takes the first character of a name, of any script', () => {
  expect(['林知夏', ' anna', '𠮷野', ''].map(initialOf)).toEqual(['林', 'A', '𠮷', '?']);
});

it('gives an ID always the same colour of the portal', () => {
  expect(swatchOf('260101')).toBe(swatchOf('260101'));
  expect(swatchOf('260102')).toMatch(/^var\(--svc-swatch-(blue|green|teal|violet|red|orange)\)$/);
});
