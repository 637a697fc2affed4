// A session on a shared computer: what it keeps, when it ends, what the lock does.
import { beforeEach, expect, it, vi } from 'vitest';
import type { UserInfo } from '@/api/types';
import * as lock from './lock';
import { enter, farewell, forget, phase, sharedComputer, startSession, user } from './session';
import { startSharedComputer } from './shared-computer';
import { claimPersonal, personalKeys, readPersonal, writePersonal } from './storage';

const USER = { user_id: '260101' } as UserInfo;
const paths: string[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.stubGlobal('fetch', async (request: Request) => {
    paths.push(new URL(request.url).pathname);
    return Response.json({ code: 200, message: '', data: null });
  });
  localStorage.clear();
  sessionStorage.clear();
  paths.length = 0;
  forget();
});

it('keeps personal values in the tab alone, and takes those of before from the device', () => {
  localStorage.setItem('svc:chat-draft:260101:class01', '"older"');
  enter({ user_info: USER, screens_locked: false, shared_computer: true });
  writePersonal('chat-draft:260101:class01', '半句');
  expect(readPersonal('chat-draft:260101:class01')).toBe('半句');
  expect(personalKeys('chat-draft:')).toEqual(['chat-draft:260101:class01']);
  expect(localStorage.getItem('svc:chat-draft:260101:class01')).toBeNull();
  forget();
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('svc:'))).toEqual([]);
});

it('keeps them on the device again for whoever is at a computer of their own', () => {
  claimPersonal('260101', 'shared');
  claimPersonal('260102', 'own');
  writePersonal('chat-draft:260102:class01', '半句');
  expect(localStorage.getItem('svc:chat-draft:260102:class01')).toBe('"半句"');
});

it('holds the lock in every tab, and locks after five minutes unless something else was chosen', () => {
  enter({ user_info: USER, screens_locked: false, shared_computer: true });
  expect(lock.lockMinutes.value).toBe(5);
  lock.lock();
  expect(localStorage.getItem('svc:locked')).toBe('true');
  lock.unlock();
  lock.setLockMinutes(0);
  expect(lock.lockMinutes.value).toBe(0);
});

it('is chosen already for the next one to sign in, until somebody does not', () => {
  enter({ user_info: USER, screens_locked: false, shared_computer: true });
  expect(localStorage.getItem('portal:device:shared')).toBe('1');
  enter({ user_info: USER, screens_locked: false });
  expect(localStorage.getItem('portal:device:shared')).toBeNull();
});

it('is renewed while somebody is there and ends after half an hour without a touch', async () => {
  startSharedComputer();
  enter({ user_info: USER, screens_locked: false, shared_computer: true });
  vi.advanceTimersByTime(29 * 60_000);
  localStorage.setItem('portal:device:touched', String(Date.now()));
  vi.advanceTimersByTime(2 * 60_000);
  await vi.waitFor(() => expect(paths).toEqual(['/api/auth/refresh-token']));
  vi.advanceTimersByTime(29 * 60_000);
  await vi.waitFor(() => expect(phase.value).toBe('guest'));
  expect(paths).toContain('/api/auth/logout');
  expect([farewell.value, user.value, sharedComputer.value]).toEqual(['idle', null, false]);
});

it('leaves nothing behind a session that has ended', async () => {
  startSession();
  enter({ user_info: USER, screens_locked: false, shared_computer: true });
  const refusal = { code: 401, message: '登录已过期', slug: 'login_expired' };
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 401 }));
  const { api, send } = await import('@/api/client');
  await send(api.GET('/api/countdown')).catch(() => undefined);
  expect([phase.value, farewell.value]).toEqual(['guest', 'ended']);
});
