// A game with rooms as the prior system has them runs unchanged: what it touches of the context, row by row.
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { UserInfo } from '@/api/types';
import { setAppPath } from '../../app-path';
import { liveState } from '../../live';
import { dispatch } from '../../live/bus';
import { phase, updateUser, user } from '../../session';
import roomGame from '../fixtures/room.js?raw';
import type { Instance } from '../instance';
import { answer, appNamed, install, MEMBER, run, serve, startServer } from '../testing';

// No test opens a connection: frames come by `dispatch`.
vi.mock('../../live/live-connection', () => ({ openLiveConnection: () => ({ connectNow: () => undefined }) }));

interface Game {
  state: {
    lines: string[];
    line: HTMLElement;
    join: (code: string) => Promise<void>;
    leave: () => Promise<void>;
    joining?: Promise<void>;
  };
  context: ServiceMarket.Context;
}
const game = (): Game => (window as unknown as { roomGame: Game }).roomGame;

let instance: Instance | undefined;
const goDesktop = vi.fn();

const joined = { code: 200, message: 'ok', data: { roomCode: 'AB12' } };

async function open(path = ''): Promise<Game> {
  setAppPath('room', path);
  instance = await run('room', goDesktop);
  return game();
}

beforeAll(() => {
  startServer();
  serve('room/frontend/entry.js', roomGame);
});
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  phase.value = 'member';
  install(appNamed('room'));
  answer(() => undefined);
});
afterEach(() => {
  instance?.close();
  instance = undefined;
  liveState.value = 'off';
  phase.value = 'starting';
  document.body.textContent = '';
  updateUser(MEMBER);
});

describe('data.api', () => {
  it('calls paths below /api, and answers as axios does', async () => {
    const requests = answer(({ path }) => (path.includes('/room/') ? { body: joined } : undefined));
    const { state } = await open();
    await state.join('AB12');
    expect(requests.filter(({ path }) => path.includes('/room/'))).toEqual([
      { method: 'POST', path: '/api/room/rooms/AB12/join', body: { as: '260101' }, keepalive: false },
    ]);
    expect(state.lines).toContain('joined AB12 as ming');
  });

  it('rejects as axios does, with what the server says', async () => {
    answer(() => ({ status: 409, body: { code: 409, message: '房间已满', data: null } }));
    const { state } = await open();
    await state.join('AB12');
    expect(state.lines).toContain('房间已满');
    answer(() => 'away');
    await state.join('AB12');
    expect(state.lines).toContain('no answer');
  });

  it('is the same as `api`, and `data` has its methods too', async () => {
    const { context } = await open();
    expect(context.api).toBe(context.data.api);
    expect(['get', 'post', 'put', 'patch', 'delete'].map((name) => name in context.data)).toEqual(Array(5).fill(true));
  });
});

describe('realtime', () => {
  it('brings the events of the app with payload and whole event', async () => {
    const { state } = await open();
    const event = { type: 'extension_event', app_name: 'room', created_at: '', event: 'room.room.changed' };
    dispatch({ ...event, payload: { roomCode: 'AB12', state: 'full' } });
    dispatch({ ...event, event: 'chess.room.changed', payload: { roomCode: 'x', state: 'y' } });
    expect(state.lines).toContain('AB12:full:room');
    expect(state.lines).toHaveLength(1);
  });

  it('tells of the connection, and of one that is there already', async () => {
    liveState.value = 'live';
    const { state, context } = await open();
    await nextTick();
    expect(state.lines).toEqual(['connected']);
    expect(context.realtime.isReady()).toBe(true);
    liveState.value = 'waiting';
    await nextTick();
    liveState.value = 'polling';
    await nextTick();
    expect(state.lines).toEqual(['connected', 'state reconnecting', 'connected', 'state connected']);
    expect(context.realtime.isReady()).toBe(true);
    expect(context.websocket).toBeNull();
  });

  it('ends with the app', async () => {
    const { state } = await open();
    instance?.close();
    dispatch({ type: 'extension_event', event: 'room.room.changed', payload: { roomCode: 'AB12', state: 'full' } });
    expect(state.lines).toEqual([]);
  });
});

it('joins the room that the address names', async () => {
  answer(() => ({ body: joined }));
  const { state } = await open('?room_code=AB12');
  await state.joining;
  expect(state.lines).toEqual(['joined AB12 as ming']);
});

it('knows the member, also after a change of the profile', async () => {
  answer(() => ({ body: joined }));
  const { state, context } = await open();
  expect([context.user.user_id, context.user.id, context.user.real_name]).toEqual(['260101', '260101', '林明']);
  updateUser({ ...(user.value as UserInfo), net_name: 'xiaoming' });
  await state.join('AB12');
  expect(state.lines).toEqual(['joined AB12 as xiaoming']);
});

it('asks over the desktop, and goes to it', async () => {
  const { state } = await open();
  const stays = state.leave();
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('真的离开吗？'));
  const buttons = (): HTMLButtonElement[] => [
    ...document.querySelectorAll<HTMLButtonElement>('[role=dialog] form button'),
  ];
  expect(buttons().map(({ textContent }) => textContent?.trim())).toEqual(['再想想', '离开']);
  buttons()[0]?.click();
  await stays;
  expect(goDesktop).not.toHaveBeenCalled();
  const leaves = state.leave();
  await vi.waitFor(() => expect(buttons()).toHaveLength(2));
  buttons()[1]?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  document.querySelector('[role=dialog] form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await leaves;
  expect(state.lines).toEqual(['stayed', 'left']);
  expect(goDesktop).toHaveBeenCalled();
});

it('a question that is open when the app closes is answered with a no', async () => {
  const { state } = await open();
  const leaving = state.leave();
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).not.toBeNull());
  instance?.close();
  await leaving;
  expect(document.querySelector('[role=dialog]')).toBeNull();
  expect(state.lines).toEqual(['stayed']);
});

it('keeps what it puts into the storages of the page and onto its container', async () => {
  await open('?roomCode=AB12');
  expect(instance?.target.container.style.getPropertyValue('--chess-cell')).toBe('32px');
  instance?.close();
  expect([sessionStorage.getItem('room_session'), localStorage.getItem('room_level')]).toEqual(['AB12', '3']);
});
