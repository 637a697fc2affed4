// Which model becomes the default when the one that was it is switched off, and which models are those of others.
import { expect, it } from 'vitest';
import type { ManagedModel } from '../types';
import { othersOf, successorOf } from './switching';

const model = (id: string, more: Partial<ManagedModel> = {}): ManagedModel =>
  ({ id, label: id, enabled: true, is_default: false, ...more }) as ManagedModel;
const FIRST = model('a', { is_default: true });
const NEXT = model('b');

it('is the one that the server names', () => {
  expect(successorOf(FIRST, { enabled: false, default_model: 'b' }, [FIRST, NEXT])).toBe(NEXT);
});

it('is none where the default one stays, or no model is left', () => {
  expect(successorOf(NEXT, { enabled: false, default_model: 'a' }, [FIRST, NEXT])).toBeUndefined();
  expect(successorOf(FIRST, { enabled: true, default_model: 'a' }, [FIRST, NEXT])).toBeUndefined();
  expect(successorOf(FIRST, { enabled: false, default_model: null }, [FIRST])).toBeUndefined();
});

it('leaves the models that one has not added', () => {
  expect(othersOf([FIRST, NEXT, model('c')], [NEXT]).map(({ id }) => id)).toEqual(['a', 'c']);
});
