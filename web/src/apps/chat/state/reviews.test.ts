// What a moderator looks at before it is published: its author sees it until that is decided.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiFailure } from '@/api/failure';
import type { UserInfo } from '@/api/types';
import { dispatch } from '@/core/live/bus';
import { tabVisible } from '@/core/active';
import { queryClient } from '@/core/query';
import { enter } from '@/core/session';
import { toasts } from '@/core/toast';
import * as api from '../api';
import { giveUp, openOutbox, outgoingOf, unsent } from './outbox';
import { followReviews, settleRoom } from './reviews';
import { sendDraft } from './send';

const ROOM = 'class_01';
const states = (): string[] => outgoingOf(ROOM).map(({ draft, state }) => `${draft.content} ${state}`);
const waitingIds = (): string[] => outgoingOf(ROOM).map(({ temp_id }) => temp_id);
/** What the server says is in review; null where it does not answer. */
let held: string[] | null;
let asked: number;
const tell = (kind: string): void => dispatch({ type: 'notification_added', id: 1, kind });

let stops: (() => void)[];
const open = (): void => void (stops = [openOutbox(() => undefined), followReviews()]);
const close = (): void => stops.forEach((stop) => stop());

beforeEach(async () => {
  vi.useFakeTimers();
  enter({ user_info: { user_id: '260101' } as UserInfo, screens_locked: false });
  vi.spyOn(api, 'sendMessage').mockRejectedValue(new ApiFailure(409, '需要审核', { slug: 'held' }));
  held = [];
  asked = 0;
  vi.stubGlobal('fetch', () => {
    asked += 1;
    if (!held) return Promise.reject(new TypeError('away'));
    const data = { silence: null, reports: [], removals: [], held: held.map((client_key) => ({ client_key })) };
    const body = JSON.stringify({ code: 200, message: '', data });
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'application/json' } }));
  });
  open();
  sendDraft(ROOM, '答案一', null);
  sendDraft(ROOM, '答案二', null);
  await settled();
});
afterEach(() => {
  waitingIds().forEach(giveUp);
  close();
  tabVisible.value = true;
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1);
const isEmpty = (): Promise<void> => vi.waitFor(() => expect(states()).toEqual([]));

it('stays in its room, and holds up neither the next message nor whoever leaves', () => {
  expect(states()).toEqual(['答案一 in_review', '答案二 in_review']);
  expect(unsent.value).toBe(0);
  expect(toasts.value.map(({ text }) => text)).toContain('已提交，管理员通过后会发布');
});

it('goes once a moderator has decided on it, and no other goes with it', async () => {
  held = waitingIds().slice(1);
  tell('mention');
  await settled();
  expect([states().length, asked]).toEqual([2, 0]);
  tell('content_removed');
  await vi.waitFor(() => expect(states()).toEqual(['答案二 in_review']));
});

it('stays while nobody answers, and is asked for again by the next page', async () => {
  held = null;
  tell('content_published');
  await vi.waitFor(() => expect(asked).toBe(1));
  // The query tries three times.
  await vi.advanceTimersByTimeAsync(60_000);
  expect([states().length, asked]).toEqual([2, 3]);
  close();
  open();
  expect(states()).toEqual(['答案一 in_review', '答案二 in_review']);
  held = [];
  dispatch({ type: 'connected', resumed: false } as never);
  await isEmpty();
});

it('goes though its notification is switched off, once the page is looked at again', async () => {
  tabVisible.value = false;
  await settled();
  expect(asked).toBe(0);
  tabVisible.value = true;
  await isEmpty();
});

it('goes though its notification is switched off, once its room is opened', async () => {
  settleRoom('class_02');
  await settled();
  expect(asked).toBe(0);
  settleRoom(ROOM);
  await isEmpty();
});

it('stays where it came into review after the server was asked', async () => {
  held = null;
  tell('content_published');
  await vi.waitFor(() => expect(asked).toBe(1));
  held = waitingIds().slice(1);
  settleRoom(ROOM);
  await vi.waitFor(() => expect(states()).toEqual(['答案二 in_review']));
  expect(asked).toBe(2);
});
