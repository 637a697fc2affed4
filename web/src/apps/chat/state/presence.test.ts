// Who is there, by what is told and by what is asked.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UserInfo } from '@/api/types';
import { liveState } from '@/core/live';
import { dispatch } from '@/core/live/bus';
import { enter } from '@/core/session';
import * as api from '../api';
import type { Contact } from '../types';
import { followPushes } from './push-handlers';
import { loadPeople, nameOf, resetPeople, statusOf } from './people';
import { resetPresence, watchPresence } from './presence';

const MINUTE = 60_000;
const [ME, MATE, OTHER] = ['260101', '260102', '260201'];
let statuses: Record<string, string>;
let asked: number[];
let stops: (() => void)[];

const user = (user_id: string, status = 'online') => ({ user_id, status, net_name: `net ${user_id}` });
const greet = (online_count: number, ...users: object[]) =>
  dispatch({ type: 'connected', users, online_count, resumed: true });
const hide = (hidden: boolean): void => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  enter({ user_info: { user_id: ME } as UserInfo, screens_locked: false });
  statuses = { [MATE]: 'offline', [OTHER]: 'offline' };
  asked = [];
  vi.spyOn(api, 'listRooms').mockResolvedValue({ rooms: [], removed: [] });
  vi.spyOn(api, 'listContacts').mockImplementation(() => {
    asked.push(Date.now());
    return Promise.resolve(Object.entries(statuses).map(([id, status]) => user(id, status) as Contact));
  });
  liveState.value = 'live';
  stops = [followPushes(() => undefined)];
});
afterEach(() => {
  stops.forEach((stop) => stop());
  resetPeople();
  resetPresence();
  liveState.value = 'off';
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('shows each way of being there for what it is, also of someone not seen before', () => {
  greet(1, user(ME));
  dispatch({ type: 'user_status_change', user_id: MATE, status: 'away' });
  dispatch({ type: 'user_status_change', user_id: OTHER, status: 'busy' });
  expect([MATE, OTHER].map(statusOf)).toEqual(['away', 'busy']);
  dispatch({ type: 'presence', online: [OTHER], away: [], busy: [MATE], offline: [] });
  expect([MATE, OTHER].map(statusOf)).toEqual(['busy', 'online']);
  dispatch({ type: 'user_offline', user_id: MATE });
  dispatch({ type: 'user_online', user_id: OTHER, user_info: user(OTHER) });
  greet(2, user(ME), user(MATE, 'away'));
  expect([MATE, OTHER].map(statusOf)).toEqual(['away', 'offline']);
});

it('does not take those for absent whom a greeting has no room for, and asks', async () => {
  stops.push(watchPresence());
  greet(2, user(ME), user(OTHER));
  greet(3, user(ME), user(MATE));
  expect([MATE, OTHER].map(statusOf)).toEqual(['online', 'online']);
  statuses = { [MATE]: 'busy', [OTHER]: 'offline' };
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(1);
  expect([MATE, OTHER].map(statusOf)).toEqual(['busy', 'offline']);
});

it('asks when its class alone was told, soon, and at most once a minute', async () => {
  stops.push(watchPresence());
  greet(1, user(ME));
  dispatch({ type: 'presence', online: [MATE, OTHER], away: [], busy: [], offline: [] });
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(asked).toEqual([]);
  const began = Date.now();
  for (let n = 0; n < 150; n += 1) {
    dispatch({ type: 'presence', online: [MATE], away: [], busy: [], offline: [] });
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(asked.map((at) => at - began)).toEqual([6000, 70_000, 134_000]);
});

it('believes what it hears more than a list that was on its way', async () => {
  greet(1, user(ME));
  const list = loadPeople();
  dispatch({ type: 'user_online', user_id: MATE, user_info: user(MATE) });
  await list;
  expect([statusOf(MATE), nameOf(MATE)]).toEqual(['online', `net ${MATE}`]);
});

it('asks about once a minute while it polls, if somebody looks at the chat', async () => {
  liveState.value = 'polling';
  greet(1, user(ME));
  await vi.advanceTimersByTimeAsync(3 * MINUTE);
  expect(asked).toHaveLength(0);
  const stop = watchPresence();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(1);
  statuses[MATE] = 'away';
  await vi.advanceTimersByTimeAsync(70_000);
  expect([asked.length, statusOf(MATE)]).toEqual([2, 'away']);
  hide(true);
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(asked).toHaveLength(2);
  hide(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(3);
  stop();
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(asked).toHaveLength(3);
});

it('goes on asking where there was no answer, no faster, and keeps what it knew', async () => {
  stops.push(watchPresence());
  greet(3, user(ME), user(MATE));
  vi.mocked(api.listContacts).mockRejectedValueOnce(new Error('away'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(statusOf(MATE)).toBe('online');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(40_000);
  expect([asked.length, statusOf(MATE)]).toEqual([1, 'offline']);
});
