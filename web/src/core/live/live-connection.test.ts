// The connection as a whole: a socket that comes and goes, polling where there is none, resuming.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { disconnected, subscribe, type FrameType, type LiveFrame } from './bus';
import { openLiveConnection, type LiveConnection } from './live-connection';

class FakeSocket extends EventTarget {
  static CLOSING = 2;
  static OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: LiveFrame[] = [];
  constructor(readonly url: string) {
    super();
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as LiveFrame);
  }
  close(): void {
    this.readyState = 3;
  }
  tell(frame: LiveFrame): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
  end(code = 1006): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
  static get last(): FakeSocket {
    return FakeSocket.all[FakeSocket.all.length - 1] as FakeSocket;
  }
}

const states: string[] = [];
const asked: string[] = [];
let answer: (path: string) => Promise<Response>;
let connection: LiveConnection;
let users = 0;
let stops: (() => void)[] = [];

function json(data: object, status = 200): Response {
  return new Response(JSON.stringify({ code: status, message: '', data }), { status });
}

function hear(type: FrameType): LiveFrame[] {
  const heard: LiveFrame[] = [];
  stops.push(subscribe(type, (frame) => heard.push(frame)));
  return heard;
}

/** Connects a member who has read up to an event; 0 where that is not known. */
function open(seq: number, user = `user ${(users += 1)}`): void {
  connection = openLiveConnection(user, { seq, at: Date.now() }, (state) => states.push(state));
}

beforeEach(() => {
  vi.useFakeTimers();
  disconnected();
  FakeSocket.all = [];
  states.length = asked.length = 0;
  answer = () => new Promise(() => undefined);
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', (request: Request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(pathname + search);
    return answer(pathname);
  });
  open(0);
});
afterEach(() => {
  connection.close();
  stops.forEach((stop) => stop());
  stops = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the socket', () => {
  it('resumes where it stood, and tells nothing twice', () => {
    const heard = hear('new_message');
    FakeSocket.last.tell({ type: 'connected', seq: 5 });
    FakeSocket.last.tell({ type: 'new_message', seq: 6 });
    expect(states).toEqual(['connecting', 'live']);
    FakeSocket.last.end();
    vi.advanceTimersByTime(5000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(FakeSocket.last.url).toMatch(/\/ws\?since_seq=6$/);
    FakeSocket.last.tell({ type: 'connected', seq: 6, resumed: true });
    FakeSocket.last.tell({ type: 'new_message', seq: 6 });
    FakeSocket.last.tell({ type: 'new_message', seq: 7 });
    expect(heard.map(({ seq }) => seq)).toEqual([6, 7]);
  });

  it('greets on each connection, also where nothing has happened since the last one', () => {
    const greetings = hear('connected');
    FakeSocket.last.tell({ type: 'connected', seq: 5, online_count: 1 });
    FakeSocket.last.end();
    disconnected();
    vi.advanceTimersByTime(5000);
    FakeSocket.last.tell({ type: 'connected', seq: 5, resumed: true, online_count: 2 });
    expect(greetings.map(({ online_count }) => online_count)).toEqual([1, 2]);
    expect(hear('connected')).toMatchObject([{ online_count: 2 }]);
  });

  it('tells what an hour has brought as history, and what comes then as news', () => {
    const [messages, kicks] = [hear('new_message'), hear('group_member_kicked')];
    const old = new Date(Date.now() + 60_000).toISOString();
    FakeSocket.last.tell({ type: 'connected', seq: 5, server_time: Date.now() });
    FakeSocket.last.end();
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(5000);
    FakeSocket.last.tell({ type: 'connected', seq: 5, resumed: true, server_time: Date.now() });
    FakeSocket.last.tell({ type: 'new_message', seq: 6, message: { created_at: old } });
    FakeSocket.last.tell({ type: 'group_member_kicked', seq: 7 });
    const now = new Date().toISOString();
    FakeSocket.last.tell({ type: 'new_message', seq: 8, message: { created_at: now } });
    FakeSocket.last.tell({ type: 'group_member_kicked', seq: 9 });
    expect(messages.map(({ historical }) => historical)).toEqual([true, undefined]);
    expect(kicks.map(({ historical }) => historical)).toEqual([true, undefined]);
  });

  it('that was only quiet, or away for a moment, brings news', () => {
    const kicks = hear('group_member_kicked');
    FakeSocket.last.tell({ type: 'connected', seq: 5 });
    for (let n = 0; n < 20; n += 1) {
      vi.advanceTimersByTime(26_000);
      FakeSocket.last.tell({ type: 'pong' });
    }
    FakeSocket.last.tell({ type: 'group_member_kicked', seq: 6 });
    FakeSocket.last.end();
    vi.advanceTimersByTime(5000);
    FakeSocket.last.tell({ type: 'connected', seq: 6, resumed: true });
    FakeSocket.last.tell({ type: 'group_member_kicked', seq: 7 });
    expect(kicks.map(({ historical }) => historical)).toEqual([undefined, undefined]);
  });

  it('begins where the page began to read: what happened since then is told, and nothing is read anew', () => {
    const [resets, heard] = [hear('reset'), hear('exam_mode_changed')];
    connection.close();
    open(40);
    expect(FakeSocket.last.url).toMatch(/\/ws\?since_seq=40$/);
    FakeSocket.last.tell({ type: 'connected', seq: 40, resumed: true });
    FakeSocket.last.tell({ type: 'exam_mode_changed', seq: 41 });
    expect([resets.length, heard]).toEqual([0, [{ type: 'exam_mode_changed', seq: 41 }]]);
  });

  it('has everything read anew when the first connection comes long after the page began to read', () => {
    const [resets, heard] = [hear('reset'), hear('exam_mode_changed')];
    connection.close();
    open(40);
    vi.setSystemTime(Date.now() + 600_000);
    FakeSocket.last.tell({ type: 'connected', seq: 40, resumed: true });
    FakeSocket.last.tell({ type: 'exam_mode_changed', seq: 41 });
    expect([resets.length, heard]).toEqual([1, [{ type: 'exam_mode_changed', seq: 41, historical: true }]]);
    FakeSocket.last.end();
    vi.advanceTimersByTime(5000);
    FakeSocket.last.tell({ type: 'connected', seq: 41, resumed: true });
    expect(resets).toHaveLength(1);
  });

  it('has everything read anew when the place where the page began to read is gone', () => {
    const resets = hear('reset');
    connection.close();
    open(40);
    FakeSocket.last.tell({ type: 'connected', seq: 12, reset: true });
    expect(resets).toHaveLength(1);
    FakeSocket.last.end();
    vi.advanceTimersByTime(5000);
    expect(FakeSocket.last.url).toMatch(/since_seq=12$/);
  });

  it('says when what was missed can no longer be had', () => {
    const resets = hear('reset');
    FakeSocket.last.tell({ type: 'connected', seq: 5 });
    FakeSocket.last.tell({ type: 'reset', reset: true, seq: 4711 });
    expect(resets).toHaveLength(1);
    FakeSocket.last.end();
    vi.advanceTimersByTime(5000);
    expect(FakeSocket.last.url).toContain('since_seq=4711');
  });

  it('asks after a silence, and hangs up when nobody answers', () => {
    FakeSocket.last.tell({ type: 'connected', seq: 5 });
    vi.advanceTimersByTime(26_000);
    expect(FakeSocket.last.sent).toEqual([{ type: 'ping' }]);
    FakeSocket.last.tell({ type: 'pong' });
    vi.advanceTimersByTime(26_000);
    expect(states).not.toContain('waiting');
    vi.advanceTimersByTime(11_000);
    expect(states).toContain('waiting');
  });

  it('goes on where the last connection of the member stood, and not where that of another did', () => {
    FakeSocket.last.tell({ type: 'connected', seq: 5 });
    connection.close();
    open(40, `user ${users}`);
    expect(FakeSocket.last.url).toContain('since_seq=5');
    connection.close();
    open(40, 'someone else');
    expect(FakeSocket.last.url).toContain('since_seq=40');
  });

  it('ignores what is no frame', () => {
    FakeSocket.last.tell({ type: 'connected', seq: 5 });
    for (const data of ['', '{', '[]', 'null', '{"type":1}', '"text"']) {
      FakeSocket.last.dispatchEvent(new MessageEvent('message', { data }));
    }
    expect(states).toEqual(['connecting', 'live']);
  });
});

describe('the poll', () => {
  let polls: object[] = [];

  beforeEach(() => {
    polls = [];
    answer = (path) => {
      if (!path.includes('/poll')) return new Promise(() => undefined);
      if (path.endsWith('/register')) return Promise.resolve(json({ poll_id: 'p1', seq: 40 }));
      const next = polls.shift();
      return next ? Promise.resolve(json(next)) : new Promise(() => undefined);
    };
  });

  async function loseSockets(): Promise<void> {
    FakeSocket.last.end();
    await vi.advanceTimersByTimeAsync(6000);
    FakeSocket.last.end();
    await vi.advanceTimersByTimeAsync(10_000);
  }

  it('takes over when sockets never come to life, and brings the same frames', async () => {
    const heard = hear('new_message');
    polls.push({ events: [{ seq: 41, event: { type: 'new_message' } }], last_seq: 41 });
    await loseSockets();
    expect(states[states.length - 1]).toBe('polling');
    expect(heard).toEqual([{ type: 'new_message', seq: 41 }]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked.filter((path) => path.includes('/chat/poll?')).pop()).toContain('since_seq=41');
  });

  it('tells what was missed as history, by the times that a poll brings', async () => {
    const heard = hear('group_dissolved');
    FakeSocket.last.tell({ type: 'connected', seq: 40, server_time: Date.now() });
    FakeSocket.last.end();
    vi.setSystemTime(Date.now() + 600_000);
    const now = Date.now();
    const events = [now - 300_000, now].map((ts, at) => ({ ts, seq: 41 + at, event: { type: 'group_dissolved' } }));
    polls.push({ events, last_seq: 42 });
    for (let n = 0; n < 2; n += 1) {
      await vi.advanceTimersByTimeAsync(7000);
      FakeSocket.last.end();
    }
    await vi.advanceTimersByTimeAsync(20_000);
    expect(heard.map(({ historical }) => historical)).toEqual([true, undefined]);
  });

  it('sends what the socket would send', async () => {
    expect(connection.send({ type: 'typing', is_typing: true })).toBe(true);
    await loseSockets();
    expect(connection.send({ type: 'typing', is_typing: true })).toBe(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toContain('/api/chat/poll/send');
  });

  it('gives way to the socket when one gets through', async () => {
    await loseSockets();
    while (FakeSocket.all.length < 3) await vi.advanceTimersByTimeAsync(5000);
    FakeSocket.last.tell({ type: 'connected', seq: 40 });
    expect(states[states.length - 1]).toBe('live');
    expect(FakeSocket.last.url).toContain('since_seq=40');
  });

  it('tells when it was reset', async () => {
    const resets = hear('reset');
    polls.push({ events: [], last_seq: 90, reset: true });
    await loseSockets();
    expect(resets).toHaveLength(1);
  });
});
