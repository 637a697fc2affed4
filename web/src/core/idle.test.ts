// When a forced update may reload, what counts as typing, and the idle lock.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { effectScope } from 'vue';
import type { UserInfo } from '@/api/types';
import { forcedUpdate } from './connection';
import { deviceIdleMs, idleMs, isTyping, startIdle, wouldLoseText } from './idle';
import * as lock from './lock';
import { enter } from './session';
import { useSubmit, type Submit } from './submit';
import { toasts } from './toast';
import { followForcedUpdate, mayReload } from '@/shell/forced-reload/forced-reload';

describe('a forced update', () => {
  const moment = { sinceInput: 1e6, pressed: false, text: false, layout: false, uploading: false };

  it('comes at once where it loses nothing, whoever is there', () => {
    expect(mayReload(moment)).toBe(true);
  });

  it.each([{ text: true }, { layout: true }, { uploading: true }, { pressed: true }, { sinceInput: 400 }])(
    'never comes while something would be lost: %o',
    (more) => expect(mayReload({ ...moment, ...more })).toBe(false),
  );

  it('waits for what is typed, reloads once for each order, and not for one that has ended', async () => {
    vi.useFakeTimers();
    startIdle();
    const reload = vi.fn();
    followForcedUpdate(reload);
    const field = document.body.appendChild(document.createElement('input'));
    field.value = '半句';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    const order = async (what: string): Promise<void> => {
      forcedUpdate.value = what;
      await vi.advanceTimersByTimeAsync(60_000);
    };
    await order('one');
    expect(reload).not.toHaveBeenCalled();
    expect(toasts.value.map(({ text }) => text)).toHaveLength(1);
    await order('');
    expect(toasts.value).toEqual([]);
    field.value = '';
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reload).not.toHaveBeenCalled();
    await order('one');
    await order('');
    await order('one');
    expect(reload).toHaveBeenCalledTimes(1);
    await order('two');
    expect(reload).toHaveBeenCalledTimes(2);
    const press = (name: string): boolean => document.dispatchEvent(new Event(name));
    press('pointerdown');
    await order('three');
    expect(toasts.value, 'a finger that is down is nothing to save').toEqual([]);
    expect(reload).toHaveBeenCalledTimes(2);
    press('pointerup');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(reload).toHaveBeenCalledTimes(3);
    // What is being typed may yet reach the device.
    forcedUpdate.value = 'four';
    field.value = '一';
    for (let strokes = 0; strokes < 10; strokes += 1) {
      field.dispatchEvent(new Event('input', { bubbles: true }));
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(toasts.value).toEqual([]);
    expect(reload).toHaveBeenCalledTimes(3);
    // An order that this tab has obeyed says no more that it waits, once it does not.
    await order('');
    field.value = '又半句';
    await order('two');
    expect(toasts.value).toHaveLength(1);
    field.value = '';
    await vi.advanceTimersByTimeAsync(2_000);
    expect(toasts.value).toEqual([]);
    expect(reload).toHaveBeenCalledTimes(3);
    await order('');
    field.remove();
    vi.useRealTimers();
  });
});

it('loses no text that the device keeps, nor what was sent', async () => {
  startIdle();
  const form = document.body.appendChild(document.createElement('form'));
  form.innerHTML = '<div data-kept="true"><textarea></textarea></div><input>';
  const type = (field: HTMLInputElement | HTMLTextAreaElement, text: string): void => {
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const [kept, plain] = [
    form.querySelector('textarea') as HTMLTextAreaElement,
    form.querySelector('input') as HTMLInputElement,
  ];
  type(kept, '一');
  expect([isTyping(), wouldLoseText()]).toEqual([true, false]);
  type(plain, '二');
  expect(wouldLoseText()).toBe(true);
  plain.focus();
  const scope = effectScope();
  const { run } = scope.run(useSubmit) as Submit;
  await run(() => Promise.reject(new Error('refused')));
  expect(wouldLoseText()).toBe(true);
  await run(() => Promise.resolve(type(plain, '三')));
  expect(wouldLoseText(), 'typed while the rest was sent').toBe(true);
  await run(() => Promise.resolve());
  expect(wouldLoseText()).toBe(false);
  form.remove();
  scope.stop();
});

it('would lose a code that is shown only once', () => {
  expect(wouldLoseText()).toBe(false);
  const code = document.body.appendChild(document.createElement('output'));
  code.dataset.once = '';
  expect([isTyping(), wouldLoseText()]).toEqual([false, true]);
  code.remove();
  expect(wouldLoseText()).toBe(false);
});

it('sees a text that was begun, also where the framework writes the attribute along', () => {
  startIdle();
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = '<input><input type="checkbox" value="x"><textarea></textarea>';
  expect(isTyping(root)).toBe(false);
  const field = root.querySelector('input') as HTMLInputElement;
  field.value = '半句';
  field.setAttribute('value', '半句');
  expect(isTyping(root)).toBe(false);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  expect(isTyping(root)).toBe(true);
  field.value = '';
  expect(isTyping(root)).toBe(false);
  root.remove();
});

describe('the lock', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    enter({ user_info: { user_id: '260101' } as UserInfo, screens_locked: false });
    lock.unlock();
  });
  afterEach(() => vi.useRealTimers());

  it('comes down after the chosen idle minutes, and a touch begins them anew', () => {
    startIdle();
    lock.startLock();
    lock.setLockMinutes(5);
    vi.advanceTimersByTime(4 * 60_000);
    document.dispatchEvent(new Event('pointerdown'));
    expect(idleMs()).toBe(0);
    vi.advanceTimersByTime(4 * 60_000);
    expect(lock.locked.value).toBe(false);
    vi.advanceTimersByTime(70_000);
    expect(lock.locked.value).toBe(true);
    expect(localStorage.getItem('svc:locked')).toBe('true');
  });

  it('belongs to the classroom mode, and minutes that are no choice mean the next shorter one', () => {
    lock.setLockMinutes(0);
    lock.setClassroom(true);
    expect(lock.lockMinutes.value).toBe(15);
    expect(document.documentElement.hasAttribute('data-classroom')).toBe(true);
    lock.setClassroom(false);
    lock.setLockMinutes(10);
    expect(lock.lockMinutes.value).toBe(5);
  });

  it('waits for the last touch in any tab of the browser', () => {
    lock.setLockMinutes(5);
    vi.advanceTimersByTime(4 * 60_000);
    localStorage.setItem('portal:device:touched', String(Date.now()));
    vi.advanceTimersByTime(4 * 60_000);
    expect(deviceIdleMs()).toBe(4 * 60_000);
    expect(lock.locked.value).toBe(false);
  });
});
