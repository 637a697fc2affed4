// Rows, quiet hours, files and other rules of the chat that need no server.
import { describe, expect, it } from 'vitest';
import { ApiFailure } from '@/api/failure';
import { EMOJI } from './emoji';
import { boxOf, fileOf } from './files';
import { postOf } from './forward';
import { isEditable, isRecallable, lengthOf } from './limits';
import { dayTitle, shortMoment } from './moment';
import { judge, nextOf, revived, type Outgoing } from './outgoing';
import { pathOf, roomBetween, roomOf } from './links';
import { mayDisturb } from './quiet-hours';
import { rowsOf } from './rows';
import { isPlain, marked, piecesOf } from './words';
import { message } from './testing';

const outgoing = (more: Partial<Outgoing> = {}): Outgoing => ({
  temp_id: 't',
  room_id: 'public',
  draft: { content: 'x', msg_type: 'text' },
  state: 'queued',
  at: 1,
  reason: '',
  ...more,
});

const NONE: Parameters<typeof rowsOf>[0] = {
  messages: [],
  outgoing: [],
  hasNewer: false,
  hasOlder: false,
  me: 'a',
  readSeq: null,
};

describe('rows', () => {
  const kinds = (sources: Partial<Parameters<typeof rowsOf>[0]>): string[] =>
    rowsOf({ ...NONE, ...sources }).map((row) =>
      row.kind === 'message' ? `${row.message.seq}${row.first ? '!' : ''}${row.last ? '.' : ''}` : row.kind,
    );

  it('begin with a day, and with another one after midnight', () => {
    const next = message(2, { created_at: new Date(2026, 10, 22, 0, 1).toISOString() });
    expect(kinds({ messages: [message(1), next] })).toEqual(['day', '1!.', 'day', '2!.']);
  });

  it('put together what one person says within five minutes', () => {
    const at = (minute: number) => new Date(2026, 10, 21, 9, minute).toISOString();
    const messages = [
      message(1),
      message(2, { created_at: at(4) }),
      message(3, { created_at: at(20) }),
      message(4, { created_at: at(21), sender_id: 'a' }),
    ];
    expect(kinds({ messages })).toEqual(['day', '1!', '2.', '3!.', '4!.']);
  });

  it('draw the line before the first unread of another', () => {
    const messages = [message(1), message(2, { sender_id: 'a' }), message(3), message(4)];
    expect(kinds({ messages, readSeq: 1 })).toEqual(['day', '1!.', '2!.', 'unread', '3!', '4.']);
    expect(kinds({ messages, readSeq: 9 })).not.toContain('unread');
  });

  it('show what is on its way until it is here', () => {
    const messages = [message(1, { sender_id: 'a', temp_id: 't' })];
    expect(kinds({ messages, outgoing: [outgoing(), outgoing({ temp_id: 'u' })] })).toEqual(['day', '1!.', 'outgoing']);
  });

  it('show what is on its way behind a gap, where the piece ends before the present', () => {
    expect(kinds({ messages: [message(1)], hasNewer: true, outgoing: [outgoing()] })).toEqual([
      'day',
      '1!.',
      'gap',
      'outgoing',
    ]);
    expect(kinds({ messages: [message(1)], hasNewer: true })).toEqual(['day', '1!.']);
  });

  it('are taken over where nothing has changed, whichever way a history grows', () => {
    const at = (minute: number) => new Date(2026, 10, 21, 9, minute).toISOString();
    const messages = [1, 3, 5, 7, 9].map((seq) => message(seq, { created_at: at(seq) }));
    const middle = rowsOf({ ...NONE, messages: messages.slice(2, 4) });
    const before = rowsOf({ ...NONE, messages: messages.slice(0, 4) }, middle);
    const all = rowsOf({ ...NONE, messages, outgoing: [outgoing()] }, before);
    expect(all).toEqual(rowsOf({ ...NONE, messages, outgoing: [outgoing()] }));
    const same = (one: typeof all, other: typeof all) =>
      one.flatMap((row) => (row.kind === 'message' && other.includes(row) ? [row.message.seq] : []));
    // 5 was the first of its group until 3 came, and 7 the last until 9 did.
    expect(same(before, middle)).toEqual([7]);
    expect(same(all, before)).toEqual([1, 3, 5]);
    const edited = messages.map((one) => (one.seq === 3 ? { ...one, content: '新' } : one));
    expect(same(rowsOf({ ...NONE, messages: edited }, all), all)).toEqual([1, 5, 7, 9]);
    expect(same(rowsOf({ ...NONE, messages: messages.slice(3) }, all), all)).toEqual([9]);
  });
});

describe('words', () => {
  it('are pieces that give the text again, and never HTML', () => {
    for (const text of [
      '<img src=x onerror=alert(1)>',
      'a https://e.org/?q=1 b',
      '@小明@小明明 &amp;',
      '',
      '\n\n',
      'http://',
    ]) {
      const pieces = piecesOf(text, [{ name: '小明', mine: false }]);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    }
    expect(piecesOf('<img src=x onerror=alert(1)>')).toEqual([{ kind: 'text', text: '<img src=x onerror=alert(1)>' }]);
  });

  it('link http and https alone, without what follows a sentence', () => {
    const links = (text: string) => piecesOf(text).flatMap((piece) => (piece.kind === 'link' ? [piece.href] : []));
    expect(links('看 https://example.org/a?b=1，还有http://10.0.0.1:9001/x。')).toEqual([
      'https://example.org/a?b=1',
      'http://10.0.0.1:9001/x',
    ]);
    expect(links('(https://example.org/a).')).toEqual(['https://example.org/a']);
    expect(links('javascript:alert(1) data:text/html,x ftp://e.org file:///etc/passwd https://')).toEqual([]);
  });

  it('that stand alone have nothing to point out in them', () => {
    expect(isPlain(message(1, { content: '<b>好' }))).toBe(true);
    for (const more of [{ content: 'HTTP://e.org' }, { mentions: ['a'] }, { recalled: true }, { type: 'emoji' }]) {
      expect(isPlain(message(1, more))).toBe(false);
    }
  });

  it('know the longest name that is called', () => {
    const called = [
      { name: '小明', mine: false },
      { name: '小明明', mine: true },
    ];
    expect(piecesOf('@小明明你好', called)).toEqual([
      { kind: 'mention', text: '@小明明', mine: true },
      { kind: 'text', text: '你好' },
    ]);
  });

  it('are marked where a search found them', () => {
    expect(marked('今天的物理作业', '物理')).toEqual([
      { text: '今天的', hit: false },
      { text: '物理', hit: true },
      { text: '作业', hit: false },
    ]);
    expect(marked('aB', 'b').map(({ hit }) => hit)).toEqual([false, true]);
  });
});

describe('a notice', () => {
  const room = { muted: false, quiet_from: null, quiet_to: null };
  const now = new Date(2026, 10, 21, 23, 0);
  const moment = { now, me: 'a', isWatched: false, isHistorical: false, tellsMentions: true };

  it('comes for words of others that nobody is looking at', () => {
    expect(mayDisturb(message(1), room, moment)).toBe(true);
    expect(mayDisturb(message(1, { sender_id: 'a' }), room, moment)).toBe(false);
    expect(mayDisturb(message(1), room, { ...moment, isWatched: true })).toBe(false);
    expect(mayDisturb(message(1), room, { ...moment, isHistorical: true })).toBe(false);
  });

  it('comes from a muted room by name alone, and in quiet hours never', () => {
    const muted = { ...room, muted: true };
    expect(mayDisturb(message(1), muted, moment)).toBe(false);
    expect(mayDisturb(message(1, { mentions: ['a'] }), muted, moment)).toBe(true);
    expect(mayDisturb(message(1, { mentions: ['a'] }), muted, { ...moment, tellsMentions: false })).toBe(false);
    const quiet = { ...room, quiet_from: '22:00', quiet_to: '07:00' };
    expect(mayDisturb(message(1, { mentions: ['a'] }), quiet, moment)).toBe(false);
  });
});

describe('what is on its way', () => {
  it('is tried again when that can help, and else left to its author', () => {
    expect(judge(new ApiFailure(0, ''), 0)).toEqual({ state: 'queued', wait: 2000 });
    expect(judge(new ApiFailure(503, ''), 9)).toEqual({ state: 'queued', wait: 30_000 });
    expect(judge(new ApiFailure(429, '', { retryAfter: 7 }), 0)).toEqual({ state: 'queued', wait: 7000 });
    expect(judge(new ApiFailure(401, ''), 0).state).toBe('queued');
    expect(judge(new ApiFailure(403, ''), 0)).toEqual({ state: 'failed', wait: null });
    expect(judge(new ApiFailure(400, ''), 0).state).toBe('failed');
  });

  it('goes in the order of writing, past what has failed', () => {
    const items = [
      outgoing({ temp_id: '2', at: 2 }),
      outgoing({ temp_id: '1', at: 1, state: 'failed' }),
      outgoing({ temp_id: '3', at: 3 }),
    ];
    expect(nextOf(items)?.temp_id).toBe('2');
    expect(nextOf([])).toBeUndefined();
  });

  it('goes again after a reload, but for an upload', () => {
    expect(revived(outgoing({ state: 'sending' }))?.state).toBe('queued');
    expect(revived(outgoing({ state: 'uploading', reason: '中断' }))).toMatchObject({
      state: 'failed',
      reason: '中断',
    });
    expect(revived(outgoing({ state: 'in_review', after: 3 }))).toMatchObject({ state: 'in_review', after: 3 });
    for (const odd of [null, 3, {}, { temp_id: 't' }, { ...outgoing(), draft: null }]) expect(revived(odd)).toBeNull();
  });
});

describe('files', () => {
  const hash = 'a'.repeat(64);

  it('are found in the facts or in the text', () => {
    expect(fileOf({ content: '', file: { hash, name: '物理.pdf' } })).toMatchObject({ hash, name: '物理.pdf' });
    expect(fileOf({ content: `/api/cloud/files/${hash}.pdf 物理.pdf` })).toMatchObject({ hash, name: '物理.pdf' });
    expect(fileOf({ content: 'https://example.org/a.png' })).toBeNull();
  });

  it('have a box that a list has room for', () => {
    expect(boxOf(0, 0)).toEqual({ width: 12, height: 9 });
    expect(boxOf(10_000, 10).width).toBe(18);
  });
});

it('counts and times as the server does', () => {
  expect(lengthOf('👍字a')).toBe(3);
  const now = Date.parse(message(1).created_at);
  expect([0, 119_000, 121_000].map((ms) => isRecallable(message(1), now + ms))).toEqual([true, true, false]);
  expect(isEditable(message(1, { type: 'image' }), now)).toBe(false);
  expect(isEditable(message(1), now + 16 * 60_000)).toBe(false);
});

it('names days and hours by hand', () => {
  const now = new Date(2026, 10, 21, 9, 0);
  expect(shortMoment(new Date(2026, 10, 21, 8, 5), now, 'zh')).toBe('08:05');
  expect(shortMoment(new Date(2026, 10, 20, 23, 59), now, 'zh')).toBe('昨天');
  expect(shortMoment(new Date(2026, 0, 3), now, 'zh')).toBe('1月3日');
  expect(shortMoment(new Date(2025, 0, 3), now, 'en')).toBe('2025/1/3');
  expect(dayTitle(new Date(2025, 0, 3), now, 'zh')).toMatch(/^2025年1月3日/);
});

it('turns rooms into links and back', () => {
  for (const room of ['public', 'class_01', 'group_0199-aa', 'private:260101:260102'])
    expect(roomOf(pathOf(room), '260103')).toBe(room);
  expect(roomBetween('260102', '260101')).toBe('private:260101:260102');
  expect(roomOf('', '260103')).toBe('');
  expect(roomOf('private/260102', '260103')).toBe('private:260102:260103');
  expect(roomOf('private/260103', '260103')).toBe('');
});

it('offers each emoji once', () => {
  expect(new Set(EMOJI).size).toBe(EMOJI.length);
  expect(EMOJI.every(Boolean)).toBe(true);
});

it('finds the post of a forward, and takes nothing else for one', () => {
  expect(postOf('{"post_id":7,"title":"菜"}')).toBe(7);
  for (const bad of [
    '{"post_id":"7"}',
    '{"post_id":-1}',
    '{"post_id":1.5}',
    '[7]',
    '7',
    'x',
    '{"post_id":"javascript:1"}',
  ]) {
    expect(postOf(bad)).toBeNull();
  }
});
