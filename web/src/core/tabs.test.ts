// What one tab tells the others of the browser, and what the session makes of it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UserInfo } from '@/api/types';

const USER = { user_id: '260101' } as UserInfo;

// A channel's messages have no target origin: they stay within the one.
/* oxlint-disable unicorn/require-post-message-target-origin */

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

async function signedIn() {
  const session = await import('./session');
  session.startSession();
  session.enter({ user_info: USER, screens_locked: false });
  return session;
}

it('signs this tab out at once when another tab does, and keeps nothing personal', async () => {
  const { phase, farewell, user } = await signedIn();
  localStorage.setItem('svc:chat-draft:260101:class01', '"半句"');
  const other = new BroadcastChannel('portal:tabs');
  other.postMessage({ left: true });
  await vi.waitFor(() => expect(phase.value).toBe('guest'));
  expect([user.value, farewell.value]).toEqual([null, 'other_tab']);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('svc:'))).toEqual([]);
  other.close();
});

it('signs out behind the sign-in over an ended session too', async () => {
  const { phase } = await signedIn();
  phase.value = 'expired';
  const other = new BroadcastChannel('portal:tabs');
  other.postMessage({ left: true });
  await vi.waitFor(() => expect(phase.value).toBe('guest'));
  other.close();
});

it('loads the page anew for anybody but the member whose words it may still hold', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const { enter, forget, phase } = await signedIn();
  forget();
  enter({ user_info: USER, screens_locked: false });
  expect([phase.value, reload.mock.calls.length]).toEqual(['member', 0]);
  forget();
  localStorage.setItem('svc:left', '1');
  enter({ user_info: { user_id: '260102' } as UserInfo, screens_locked: false });
  expect([phase.value, reload.mock.calls.length]).toEqual(['guest', 1]);
  expect(localStorage.getItem('svc:left')).toBeNull();
});

it('reaches the other tabs of an engine without channels by way of the storage', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  const { hearTabs, tellTabs } = await import('./tabs');
  const heard: unknown[] = [];
  hearTabs((news) => heard.push(news));
  tellTabs({ entered: '260101' });
  expect(localStorage.getItem('portal:device:tabs')).toBeNull();
  const key = 'portal:device:tabs';
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: '{"entered":"260101"}' }));
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
  expect(heard).toEqual([{ entered: '260101' }]);
});

it('drops what another member has left on the device without signing out', async () => {
  localStorage.setItem('svc:owner', '"260199"');
  localStorage.setItem('svc:chat-draft:260199:class01', '"半句"');
  await signedIn();
  expect(localStorage.getItem('svc:chat-draft:260199:class01')).toBeNull();
  expect(localStorage.getItem('svc:owner')).toBe('"260101"');
});
