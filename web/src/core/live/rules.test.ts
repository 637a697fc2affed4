// Where a page stands in the event log, when it tries again, and who hears what.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dispatch, subscribe, type LiveFrame } from './bus';
import { Cursor, nextWay, waitBefore } from './rules';

describe('the cursor', () => {
  it('takes each frame once, whatever way it comes again', () => {
    const cursor = new Cursor();
    expect(cursor.take({ type: 'new_message', seq: 7 })).toBe(true);
    expect(cursor.take({ type: 'new_message', seq: 7 })).toBe(false);
    expect(cursor.take({ type: 'message_read', seq: 7 })).toBe(true);
    expect(cursor.seq).toBe(7);
  });

  it('takes everything that has no place in the log', () => {
    const cursor = new Cursor();
    expect(cursor.take({ type: 'user_typing' })).toBe(true);
    expect(cursor.take({ type: 'user_typing' })).toBe(true);
    expect(cursor.seq).toBeNull();
  });

  it('never goes back, but begins anew when the server says so', () => {
    const cursor = new Cursor();
    cursor.reach(90);
    cursor.take({ type: 'new_message', seq: 20 });
    expect(cursor.seq).toBe(90);
    cursor.restart(5);
    expect(cursor.seq).toBe(5);
    expect(cursor.take({ type: 'new_message', seq: 20 })).toBe(true);
  });

  it('forgets old frames, never the newest', () => {
    const cursor = new Cursor();
    for (let seq = 1; seq <= 3000; seq += 1) cursor.take({ type: 'x', seq });
    expect(cursor.take({ type: 'x', seq: 3000 })).toBe(false);
    expect(cursor.take({ type: 'x', seq: 2600 })).toBe(false);
  });
});

describe('a lost line', () => {
  it('is tried again after 3 seconds, then ever later, spread out', () => {
    expect(waitBefore(1, 0.5)).toBe(3000);
    expect(waitBefore(2, 0.5)).toBe(6000);
    expect(waitBefore(20, 0.5)).toBe(30_000);
    expect(waitBefore(1, 0)).toBeLessThan(waitBefore(1, 1));
  });

  it('goes over to polling when sockets never come to life', () => {
    expect(nextWay(0, true)).toBe('socket');
    expect(nextWay(1, true)).toBe('socket');
    expect(nextWay(2, true)).toBe('poll');
    expect(nextWay(0, false)).toBe('poll');
  });
});

describe('what is pushed', () => {
  afterEach(() => vi.useRealTimers());

  it('reaches those who asked for its type until they leave', () => {
    const heard: LiveFrame[] = [];
    const stop = subscribe('lock_screen_changed', (frame) => heard.push(frame));
    dispatch({ type: 'lock_screen_changed', enabled: true });
    dispatch({ type: 'something_else' });
    stop();
    dispatch({ type: 'lock_screen_changed', enabled: false });
    expect(heard).toEqual([{ type: 'lock_screen_changed', enabled: true }]);
  });

  it('reaches apps under the name of their own event too', () => {
    const heard = vi.fn();
    const stops = [subscribe('my-app.updated', heard), subscribe('extension_event', heard)];
    dispatch({ type: 'extension_event', event: 'my-app.updated', payload: 1 });
    expect(heard).toHaveBeenCalledTimes(2);
    stops.forEach((stop) => stop());
  });

  it('reaches the others when one handler throws', () => {
    vi.useFakeTimers();
    const heard = vi.fn();
    const stops = [
      subscribe('x', () => {
        throw new Error('a fault of one app');
      }),
      subscribe('x', heard),
    ];
    dispatch({ type: 'x' });
    expect(heard).toHaveBeenCalledOnce();
    expect(() => vi.runAllTimers()).toThrow('a fault of one app');
    stops.forEach((stop) => stop());
  });
});
