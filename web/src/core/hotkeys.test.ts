// Who hears Escape.
import { afterEach, expect, it } from 'vitest';
import { setClassLock } from './class-lock';
import { onEscape, startHotkeys } from './hotkeys';

startHotkeys();
const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));

afterEach(() => setClassLock(false));

it('is heard by the newest owner alone, and by nobody behind the curtain', () => {
  const heard: string[] = [];
  const first = onEscape(() => heard.push('first'));
  const second = onEscape(() => heard.push('second'));
  press();
  second();
  setClassLock(true);
  press();
  expect(heard).toEqual(['second']);
  setClassLock(false);
  press();
  expect(heard).toEqual(['second', 'first']);
  first();
});
