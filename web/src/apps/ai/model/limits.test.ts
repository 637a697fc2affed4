import { expect, it } from 'vitest';
import { lengthOf } from './limits';

it('a text is as long as it has characters, without blanks around it', () => {
  expect([lengthOf(' 口语\n'), lengthOf('😀'), lengthOf(' ')]).toEqual([2, 1, 0]);
});
