// What is read of the switches, where answers overtake each other.
import { afterEach, expect, it, vi } from 'vitest';
import { isDisabled, registerApp } from '@/core/apps';
import { activeLocks, forgetClassLock, remotelyLocked } from '@/core/class-lock';
import { forgetSwitches, readApps, readLock } from './switches';

registerApp({ name: 'one', title: { zh: 'one', en: 'one' }, App: async () => ({ default: {} }) });

/** Answers that are given later, in the order of the questions. */
let answers: ((data: unknown) => void)[];

function ask(): void {
  answers = [];
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((done) =>
        answers.push((data) =>
          done(
            new Response(JSON.stringify({ code: 200, message: 'x', data }), {
              headers: { 'Content-Type': 'application/json' },
            }),
          ),
        ),
      ),
  );
}

/** Two readings; the older one's answer comes last. */
async function overtaken(read: () => Promise<void>, older: unknown, newer: unknown): Promise<void> {
  ask();
  const readings = [read(), read()];
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(newer);
  await readings[1];
  answers[0]?.(older);
  await readings[0];
}

const lock = (portal: boolean) => ({ enabled: portal, portal_enabled: portal, class_enabled: false, class: '01' });
const list = (...names: string[]) => ({ disabled_in_portal: names, disabled_in_class: [] });

afterEach(() => {
  vi.unstubAllGlobals();
  forgetSwitches();
  forgetClassLock();
  localStorage.clear();
});

it('believes the newest reading, also where an older answer comes after it', async () => {
  await overtaken(readLock, lock(false), lock(true));
  expect([remotelyLocked.value, activeLocks.value?.portal]).toEqual([true, true]);
  await overtaken(readApps, list(), list('one'));
  expect(isDisabled('one')).toBe(true);
  await overtaken(readApps, list('one'), list());
  expect(isDisabled('one')).toBe(false);
});

it('takes no answer of a session that has ended', async () => {
  ask();
  const readings = [readLock(), readApps()];
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  forgetSwitches();
  answers[0]?.(lock(true));
  answers[1]?.(list('one'));
  await Promise.all(readings);
  expect([remotelyLocked.value, activeLocks.value, isDisabled('one')]).toEqual([false, null, false]);
});
