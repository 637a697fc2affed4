// Several subscriptions of a page beside each other, and what becomes of them after another handshake.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { codeOf, session, settle, useFakePortal } from './testing';
import type { Portal, PortalEvent } from './types';

const heard: string[] = [];
const above = useFakePortal();
let portal: Portal;

beforeEach(async () => {
  heard.length = 0;
  portal = await above.connected();
});

const hear =
  (who: string) =>
  ({ event, payload, created_at }: PortalEvent): void => {
    heard.push(`${who}: ${event} ${JSON.stringify(payload)} ${created_at}`);
  };
const wanted = (): unknown => above.last('event:subscribe')?.payload;
const happen = (event: unknown): void =>
  above.push('event:push', { event, payload: { n: 1 }, created_at: '2026-09-01' });

async function subscribe(who: string, events: string[]): Promise<() => void> {
  const promise = portal.subscribe(events, hear(who));
  above.answer('event:subscribe', wanted());
  return promise;
}

describe('subscriptions', () => {
  it('stand beside each other, and the portal knows their union', async () => {
    await subscribe('first', ['homework.updated', 'exam.set']);
    await subscribe('second', ['homework.updated', 'lesson.moved']);
    expect(wanted()).toEqual({ events: ['homework.updated', 'exam.set', 'lesson.moved'] });
    for (const event of ['homework.updated', 'lesson.moved', 'other', 7]) happen(event);
    expect(heard).toEqual([
      'first: homework.updated {"n":1} 2026-09-01',
      'second: homework.updated {"n":1} 2026-09-01',
      'second: lesson.moved {"n":1} 2026-09-01',
    ]);
  });

  it('end one by one, each once', async () => {
    const end = await subscribe('first', ['homework.updated', 'exam.set']);
    await subscribe('second', ['homework.updated']);
    end();
    end();
    expect(above.of('event:subscribe')).toHaveLength(3);
    expect(wanted()).toEqual({ events: ['homework.updated'] });
    happen('homework.updated');
    happen('exam.set');
    expect(heard).toEqual(['second: homework.updated {"n":1} 2026-09-01']);
  });

  it('that are refused leave no handler', async () => {
    const refused = codeOf(portal.subscribe(['homework.updated'], hear('first')));
    above.refuse('event:subscribe', 'scope_missing');
    expect(await refused).toBe('scope_missing');
    happen('homework.updated');
    expect(heard).toEqual([]);
  });

  it('take a list of names and a function', async () => {
    expect(await codeOf(portal.subscribe('homework.updated' as unknown as string[], hear('x')))).toBe(
      'message_invalid',
    );
    expect(await codeOf(portal.subscribe([], null as unknown as () => void))).toBe('message_invalid');
    expect(above.of('event:subscribe')).toEqual([]);
  });
});

describe('subscriptions after another handshake', () => {
  it('are not sent again when the token is renewed', async () => {
    await subscribe('first', ['homework.updated']);
    vi.advanceTimersByTime(250_000);
    const renewed = portal.token();
    above.answer('handshake:request', session('t2'));
    await renewed;
    expect(above.of('event:subscribe')).toHaveLength(1);
  });

  it('are sent again when the portal has lost the handshake, and the request with them', async () => {
    await subscribe('first', ['homework.updated']);
    const info = portal.userInfo();
    above.refuse('user:info', 'handshake_needed');
    await settle();
    above.answer('handshake:request', session('t2'));
    await settle();
    expect(above.of('event:subscribe')).toHaveLength(2);
    above.answer('event:subscribe', wanted());
    await settle();
    above.answer('user:info', { user_id: 'u1', real_name: '林小雨' });
    expect(await info).toMatchObject({ user_id: 'u1' });
  });

  it('are tried twice at most when the handshake does not help', async () => {
    const refused = codeOf(portal.subscribe(['homework.updated'], hear('first')));
    above.refuse('event:subscribe', 'handshake_needed');
    await settle();
    above.answer('handshake:request', session('t2'));
    await settle();
    above.refuse('event:subscribe', 'handshake_needed');
    expect(await refused).toBe('handshake_needed');
    expect(above.of('event:subscribe')).toHaveLength(2);
  });
});
