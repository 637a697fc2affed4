// Where a page stands in the event log, when it tries again, and who hears what.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dispatch, subscribe, subscribeApp, type FrameType, type LiveFrame } from './bus';
import { Absence, Cursor, nextWay, waitBefore } from './rules';

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

describe('an absence', () => {
  const NOW = Date.parse('2026-11-21T08:00:00.000Z');
  const MINUTE = 60_000;
  const at = (ago: number): string => new Date(NOW - ago).toISOString();

  function after(silence: number, skew = 0): Absence {
    const absence = new Absence();
    absence.hear(NOW - skew - silence);
    absence.hear(NOW - skew);
    absence.setClock(NOW, NOW - skew);
    return absence;
  }

  it('makes old what happened in it, by the clock of the server', () => {
    const hour = { type: 'new_message', seq: 1, message: { created_at: at(60 * MINUTE) } };
    const kick = { type: 'group_member_kicked', seq: 2 };
    const fresh = { type: 'new_message', seq: 3, message: { created_at: at(1000) } };
    for (const skew of [0, 9 * MINUTE, -9 * MINUTE]) {
      const absence = after(60 * MINUTE, skew);
      const told = [hour, kick, fresh, kick].map((frame) => absence.isOld(frame, NOW - skew + 100));
      expect(told).toEqual([true, true, false, false]);
    }
  });

  it('ends with a pause for frames that bear no time', () => {
    const absence = after(60 * MINUTE);
    const kick = { type: 'group_member_kicked', seq: 2 };
    expect(absence.isOld(kick, NOW + 4000)).toBe(true);
    expect(absence.isOld(kick, NOW + 8000)).toBe(true);
    expect(absence.isOld(kick, NOW + 14_000)).toBe(false);
  });

  it('that is short makes nothing old', () => {
    const absence = after(MINUTE);
    expect(absence.isOld({ type: 'group_member_kicked', seq: 2 }, NOW)).toBe(false);
    expect(absence.isOld({ type: 'extension_event', seq: 3, created_at: at(60 * MINUTE) }, NOW)).toBe(false);
  });

  it('knows the times of broadcasts, of what apps tell and of polls, and leaves what is in passing', () => {
    const absence = after(60 * MINUTE);
    const old = { created_at: at(10 * MINUTE) };
    expect(absence.isOld({ type: 'user_online', ...old }, NOW)).toBe(false);
    expect(absence.isOld({ type: 'super_island_notification', seq: 4, notification: old }, NOW)).toBe(true);
    expect(absence.isOld({ type: 'extension_event', seq: 5, ...old }, NOW)).toBe(true);
    expect(absence.isOld({ type: 'message_edited', seq: 6, message: { created_at: at(0) } }, NOW)).toBe(true);
    expect(absence.isOld({ type: 'group_dissolved', seq: 7, ts: NOW - 1000 }, NOW)).toBe(false);
  });
});

describe('a lost connection', () => {
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

  it('reaches apps by the name of their own event too', () => {
    const heard = vi.fn();
    const stops = [subscribeApp('my-app.updated', heard), subscribe('extension_event', heard)];
    dispatch({ type: 'extension_event', event: 'my-app.updated', payload: 1 });
    expect(heard).toHaveBeenCalledTimes(2);
    stops.forEach((stop) => stop());
    dispatch({ type: 'extension_event', event: 'my-app.updated', payload: 2 });
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('does not reach handlers of frames by a name that a member has chosen, nor the other way', () => {
    const [frames, events] = [vi.fn(), vi.fn()];
    const names = ['reset', 'connected', 'message_edited', 'lock_screen_changed', 'my-app.updated'] as FrameType[];
    const stops = names.flatMap((name) => [subscribe(name, frames), subscribeApp(name, events)]);
    names.forEach((event) => dispatch({ type: 'extension_event', event, payload: {} }));
    expect([frames, events].map(({ mock }) => mock.calls.length)).toEqual([0, names.length]);
    dispatch({ type: 'reset' });
    expect([frames, events].map(({ mock }) => mock.calls.length)).toEqual([1, names.length]);
    stops.forEach((stop) => stop());
  });

  it('reaches the others when one handler throws', () => {
    vi.useFakeTimers();
    const heard = vi.fn();
    const stops = [
      subscribe('user_login', () => {
        throw new Error('a fault of one app');
      }),
      subscribe('user_login', heard),
    ];
    dispatch({ type: 'user_login' });
    expect(heard).toHaveBeenCalledOnce();
    expect(() => vi.runAllTimers()).toThrow('a fault of one app');
    stops.forEach((stop) => stop());
  });
});
