// When a forced update may reload, what counts as typing, and the idle lock.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UserInfo } from '@/api/types';
import { idleMs, isTyping, startIdle } from './idle';
import * as lock from './lock';
import { enter } from './session';
import { isCalm } from './update';
import { wallpaperSource } from './wallpaper';

describe('a forced update', () => {
  const moment = { hidden: false, idle: 0, typing: false, unsaved: false };

  it('waits for a hidden page or a minute without a touch', () => {
    expect(isCalm(moment)).toBe(false);
    expect(isCalm({ ...moment, idle: 60_000 })).toBe(true);
    expect(isCalm({ ...moment, hidden: true })).toBe(true);
  });

  it('never comes while something would be lost', () => {
    expect(isCalm({ ...moment, hidden: true, typing: true })).toBe(false);
    expect(isCalm({ ...moment, idle: 1e9, unsaved: true })).toBe(false);
  });
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

  it('belongs to the classroom mode, and odd minutes mean never', () => {
    lock.setLockMinutes(0);
    lock.setClassroom(true);
    expect(lock.lockMinutes.value).toBe(10);
    expect(document.documentElement.hasAttribute('data-classroom')).toBe(true);
    lock.setClassroom(false);
    lock.setLockMinutes(7);
    expect(lock.lockMinutes.value).toBe(0);
  });
});

it('turns a wallpaper setting into a picture of this portal only', () => {
  expect(wallpaperSource('default')).toBeNull();
  expect(wallpaperSource(undefined)).toBeNull();
  expect(wallpaperSource('ocean')).toEqual({ kind: 'image', url: '/resources/builtin/wallpapers/ocean.svg' });
  expect(wallpaperSource('/resources/wallpapers/sea.MP4')?.kind).toBe('video');
  expect(wallpaperSource('/resources/wallpapers/%E5%A4%8F.jpg')?.kind).toBe('image');
  for (const odd of ['https://example.org/a.png', '//example.org/a.png', 'javascript:alert(1)', '/resources/..\\a']) {
    expect(wallpaperSource(odd)).toBeNull();
  }
});
