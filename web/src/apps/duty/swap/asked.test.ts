// The offer to take a request back goes with the answer to it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeToast, toasts } from '@/core/toast';
import { toastWithUndo } from '../undo';
import { closeAnswered, noteAsked } from './asked';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  toasts.value.forEach(({ id }) => closeToast(id));
  vi.useRealTimers();
});

const ask = (id: string): void =>
  noteAsked(
    id,
    toastWithUndo(`asked ${id}`, () => Promise.resolve(), ''),
  );
const shown = (): string[] => toasts.value.map(({ text }) => text);

it.each(['accepted', 'declined', 'expired', 'void'] as const)('goes at once where the request is %s', (state) => {
  ask('a');
  ask('b');
  closeAnswered([{ id: 'a', state }]);
  expect(shown()).toEqual(['asked b']);
});

it('stays while the request is open, and while a list does not know it yet', () => {
  ask('a');
  closeAnswered([]);
  closeAnswered([{ id: 'a', state: 'open' }]);
  expect(shown()).toEqual(['asked a']);
});
