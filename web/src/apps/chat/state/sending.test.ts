// What is chosen, written and taken back, until it goes out or is let go.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiFailure } from '@/api/failure';
import type { UserInfo } from '@/api/types';
import * as live from '@/core/live';
import { enter } from '@/core/session';
import { toasts } from '@/core/toast';
import * as upload from '@/core/upload';
import * as api from '../api';
import { isHeld, isRefusedForWords, nextOf, type Outgoing } from '../model/outgoing';
import type { Draft, Message } from '../types';
import { attach, attachmentsOf, detach, forgetAttachments } from './attachments';
import { fullName } from './names';
import { giveUp, openOutbox, outgoingOf } from './outbox';
import { people } from './people';
import { forgetRecalled, isRewritable, keepRecalled, REWRITE_MS, takeRecalled } from './recalled';
import { sendDraft } from './send';
import { resetTyping, tellTyping } from './typing';

const ROOM = 'class_01';
const picture = (name: string, words = 'x'): File => new File([words], name, { type: 'image/png' });
const names = (): string[] => attachmentsOf(ROOM).map(({ file }) => file.name);
const as = (more: Partial<UserInfo>): void =>
  enter({ user_info: { user_id: '260101', ...more } as UserInfo, screens_locked: false });

/** What the server was sent, in this order. */
let sent: Draft[];
/** The uploads under way: each ends when a test says so. */
let uploads: Map<string, { done: () => void; fail: () => void }>;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  as({});
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = vi.fn();
  sent = [];
  uploads = new Map();
  vi.spyOn(api, 'sendMessage').mockImplementation((_room, _id, draft) => {
    sent.push(draft);
    return Promise.resolve({ id: `${sent.length}` } as Message);
  });
  vi.spyOn(upload, 'uploadFile').mockImplementation(
    (_file, name) =>
      new Promise((resolve, reject) => {
        const facts = { hash: name, ext: 'png', size: 1, mime: 'image/png', url: `/${name}` };
        uploads.set(name, { done: () => resolve(facts), fail: () => reject(new Error('away')) });
      }),
  );
  stop = openOutbox(() => undefined);
});
afterEach(() => {
  outgoingOf(ROOM).forEach(({ temp_id }) => giveUp(temp_id));
  stop();
  forgetAttachments();
  forgetRecalled();
  resetTyping();
  people.value = [];
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1);

it('keeps chosen files until they are sent or removed, nine at most and none that is empty', async () => {
  expect(attach(ROOM, [picture('1.png'), picture('empty.png', '')])).toContain('empty.png');
  const many = Array.from({ length: 10 }, (_, i) => picture(`more${i}.png`));
  expect(attach(ROOM, many)).toContain('9');
  expect(names()).toHaveLength(9);
  expect(names()).not.toContain('empty.png');
  detach(ROOM, attachmentsOf(ROOM)[0]?.id ?? '');
  expect(names()[0]).toBe('more0.png');
  expect(URL.revokeObjectURL).toHaveBeenCalledTimes(1);
  await settled();
  expect(sent).toEqual([]);
  expect(uploads.size).toBe(0);
});

it('sends files in their order and the words to them last, whichever upload ends first', async () => {
  attach(ROOM, [picture('a.png'), picture('b.png')]);
  sendDraft(ROOM, '看这两张', null);
  expect(names()).toEqual([]);
  uploads.get('b.png')?.done();
  await settled();
  expect(sent).toEqual([]);
  uploads.get('a.png')?.done();
  await settled();
  expect(sent.map(({ file, content }) => file?.name ?? content)).toEqual(['a.png', 'b.png', '看这两张']);
});

it('answers with the words, or with the first file where there are none', async () => {
  const replying = { id: 'm1', sender_id: 'b', sender_name: '默默', type: 'text', content: '？', recalled: false };
  attach(ROOM, [picture('a.png'), picture('b.png')]);
  sendDraft(ROOM, '', replying);
  uploads.forEach(({ done }) => done());
  await settled();
  attach(ROOM, [picture('c.png')]);
  sendDraft(ROOM, '这张', replying);
  uploads.get('c.png')?.done();
  await settled();
  expect(sent.map(({ reply_to }) => reply_to)).toEqual(['m1', undefined, undefined, 'm1']);
});

it('keeps the words back while their file has failed, and sends them once it is given up', async () => {
  attach(ROOM, [picture('a.png')]);
  sendDraft(ROOM, '看这张', null);
  uploads.get('a.png')?.fail();
  await settled();
  expect(sent).toEqual([]);
  giveUp(outgoingOf(ROOM).find(({ state }) => state === 'failed')?.temp_id ?? '');
  await settled();
  expect(sent.map(({ content }) => content)).toEqual(['看这张']);
});

it('holds up nothing that was written apart from files', () => {
  const draft: Draft = { content: 'x', msg_type: 'text' };
  const item = (more: Partial<Outgoing>): Outgoing => ({
    temp_id: 't',
    room_id: ROOM,
    draft,
    state: 'queued',
    at: 2,
    reason: '',
    ...more,
  });
  const file = item({ temp_id: 'f', at: 1, batch: 'b', state: 'uploading' });
  expect(isHeld(item({ batch: 'b' }), [file])).toBe(true);
  expect(nextOf([file, item({ batch: 'b' }), item({ temp_id: 'other', at: 3 })])?.temp_id).toBe('other');
});

it('gives words that were taken back out once, for two minutes', () => {
  const message = { id: 'm1', type: 'text', content: '说错了', reply: { id: 'm0', recalled: false } } as Message;
  keepRecalled(message);
  keepRecalled({ ...message, id: 'm2', reply: { id: 'm0', recalled: true } as Message['reply'] });
  keepRecalled({ ...message, id: 'm3', type: 'image' });
  expect(isRewritable('m3')).toBe(false);
  expect(takeRecalled('m1')).toMatchObject({ content: '说错了', reply: { id: 'm0' } });
  expect(isRewritable('m1')).toBe(false);
  vi.advanceTimersByTime(REWRITE_MS - 1);
  expect(isRewritable('m2')).toBe(true);
  vi.advanceTimersByTime(1);
  expect(takeRecalled('m2')).toBeUndefined();
});

it('tells that one writes again a moment after sending, when the server hears it', () => {
  const send = vi.spyOn(live, 'send').mockReturnValue(true);
  const told = (): unknown[] => send.mock.calls.map(([frame]) => (frame as { is_typing?: boolean }).is_typing);
  tellTyping(ROOM, true);
  vi.advanceTimersByTime(1_000);
  tellTyping(ROOM, false);
  vi.advanceTimersByTime(50);
  tellTyping(ROOM, true);
  expect(told()).toEqual([true, false]);
  vi.advanceTimersByTime(250);
  expect(told()).toEqual([true, false, true]);
});

it('shows the real name beside the net name to the staff alone', () => {
  const facts = { gender: '', status: 'offline', room_id: 'r', unread: 0, remote: false };
  people.value = [{ user_id: '260102', net_name: '默默', real_name: '陈默', ...facts }];
  expect(fullName('260102', '默默')).toBe('默默');
  as({ role: 'officer' });
  expect(fullName('260102', '默默')).toBe('默默（陈默）');
  as({ is_class_admin: true });
  expect(fullName('260102', '陈默')).toBe('陈默');
  expect(fullName('260109', '谁')).toBe('谁');
});

/** Answers the next message with a refusal of this name. */
const refuseNext = (status: number, slug: string): unknown =>
  vi.spyOn(api, 'sendMessage').mockRejectedValueOnce(new ApiFailure(status, '不行', { slug }));

it('leaves what waits for a moderator in the room, says so, and goes on with the next', async () => {
  refuseNext(409, 'held');
  sendDraft(ROOM, '答案', null);
  sendDraft(ROOM, '别的', null);
  await settled();
  expect(outgoingOf(ROOM).map(({ draft, state }) => [draft.content, state])).toEqual([['答案', 'in_review']]);
  expect(sent.map(({ content }) => content)).toEqual(['别的']);
  expect(toasts.value.map(({ text }) => text)).toEqual(['已提交，管理员通过后会发布']);
});

it('keeps words that a rule refuses, for their author to change', async () => {
  refuseNext(400, 'moderation_words_blocked');
  sendDraft(ROOM, '加微信', null);
  await settled();
  const [item] = outgoingOf(ROOM);
  expect(item && isRefusedForWords(item)).toBe(true);
  expect(item?.reason).toBe('不行');
});
