// What a moderator looks at before it is published: its author sees it until that is decided.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiFailure } from '@/api/failure';
import type { UserInfo } from '@/api/types';
import { dispatch } from '@/core/live/bus';
import { enter } from '@/core/session';
import { toasts } from '@/core/toast';
import * as api from '../api';
import { giveUp, openOutbox, outgoingOf, unsent } from './outbox';
import { followReviews } from './reviews';
import { sendDraft } from './send';

const ROOM = 'class_01';
const states = (): string[] => outgoingOf(ROOM).map(({ draft, state }) => `${draft.content} ${state}`);
const waitingIds = (): string[] => outgoingOf(ROOM).map(({ temp_id }) => temp_id);
const tell = (kind: string): void => dispatch({ type: 'notification_added', id: 1, kind });

let stops: (() => void)[];
const open = (): void => void (stops = [openOutbox(() => undefined), followReviews()]);
const close = (): void => stops.forEach((stop) => stop());

beforeEach(async () => {
  vi.useFakeTimers();
  enter({ user_info: { user_id: '260101' } as UserInfo, screens_locked: false });
  vi.spyOn(api, 'sendMessage').mockRejectedValue(new ApiFailure(409, '需要审核', { slug: 'held' }));
  vi.spyOn(api, 'heldKeys').mockResolvedValue([]);
  open();
  sendDraft(ROOM, '答案一', null);
  sendDraft(ROOM, '答案二', null);
  await settled();
});
afterEach(() => {
  waitingIds().forEach(giveUp);
  close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1);

it('stays in its room, and holds up neither the next message nor whoever leaves', () => {
  expect(states()).toEqual(['答案一 in_review', '答案二 in_review']);
  expect(unsent.value).toBe(0);
  expect(toasts.value.map(({ text }) => text)).toContain('已提交，管理员通过后会发布');
});

it('goes once a moderator has decided on it, and no other goes with it', async () => {
  vi.mocked(api.heldKeys).mockResolvedValue(waitingIds().slice(1));
  tell('mention');
  await settled();
  expect(states()).toHaveLength(2);
  tell('content_removed');
  await settled();
  expect(states()).toEqual(['答案二 in_review']);
});

it('stays while nobody answers, and is asked for again by the next page', async () => {
  vi.mocked(api.heldKeys).mockRejectedValueOnce(new Error('away'));
  tell('content_published');
  await settled();
  expect(states()).toHaveLength(2);
  close();
  open();
  expect(states()).toEqual(['答案一 in_review', '答案二 in_review']);
  dispatch({ type: 'connected', resumed: false } as never);
  await settled();
  expect(states()).toEqual([]);
});
