// Which forced updates a page obeys.
import { expect, it } from 'vitest';
import { ForcedUpdates, type Order } from './forced-updates';

const SINCE = '2026-11-22T08:00:00.000Z';
const FORCED_AT = Date.parse(SINCE);
const none: Order = { action: 'none', forceUpdateSince: null, buildHash: 'a', timestamp: FORCED_AT - 60_000 };
const forced: Order = {
  action: 'force_reload',
  forceUpdateSince: SINCE,
  buildHash: 'a',
  timestamp: FORCED_AT + 30_000,
};

it('obeys what is forced while it is open, and goes on saying so until it has', () => {
  const page = new ForcedUpdates();
  expect(page.hear(none, 15_000)).toBe('');
  expect(page.hear(forced, 105_000)).toBe(`${SINCE} a`);
  expect(page.hear(forced, 165_000)).toBe(`${SINCE} a`);
});

it('has obeyed what was forced before it was loaded, for as long as it stands', () => {
  const page = new ForcedUpdates();
  for (const later of [0, 60_000, 3_600_000]) {
    expect(page.hear({ ...forced, timestamp: forced.timestamp + later }, 15_000 + later)).toBe('');
  }
});

it('obeys what was forced between its loading and its first heartbeat', () => {
  const page = new ForcedUpdates();
  const early = { ...forced, timestamp: FORCED_AT + 5_000 };
  expect(page.hear(early, 15_000)).toBe(`${SINCE} a`);
  expect(page.hear(early, 75_000)).toBe(`${SINCE} a`);
});

it('obeys other pages while one is forced, another order, and the same one no more once it has ended', () => {
  const page = new ForcedUpdates();
  page.hear(forced, 15_000);
  expect(page.hear({ ...forced, buildHash: 'b' }, 75_000)).toBe(`${SINCE} b`);
  expect(page.hear({ ...none, buildHash: 'b' }, 135_000)).toBe('');
  const again = { ...forced, forceUpdateSince: '2026-11-22T09:00:00.000Z' };
  expect(page.hear(again, 195_000)).toBe('2026-11-22T09:00:00.000Z a');
});
