// What the forms of the section check and send.
import { expect, it } from 'vitest';
import { changedFields, numberText, wholeNumber } from './fields';

it('a whole number may be left empty, which means 0', () => {
  expect([numberText(0), numberText(20)]).toEqual(['', '20']);
  expect(['', ' 7 ', '30'].map((typed) => wholeNumber(typed, 30))).toEqual([0, 7, 30]);
  expect(['31', '1.5', '-1', '七', '1e1'].map((typed) => wholeNumber(typed, 30))).toEqual(Array(5).fill(undefined));
});

it('what is sent is what differs', () => {
  expect(changedFields({ label: '免费', order: 0 }, { label: '免费', order: 3 })).toEqual({ order: 3 });
  expect(changedFields({ label: '免费' }, { label: '免费' })).toEqual({});
});
