// What became of deliveries, how often they are read, and the command that sends one by hand.
import { describe, expect, it } from 'vitest';
import { curlOf, deliveryState, outcomeOf, readEvery, sendFault, whyOf } from './deliveries';
import zh from './i18n/zh';
import type { Delivery, Integration } from './types';

const NOW = Date.parse('2026-11-20T08:00:00.000Z');
const inSeconds = (n: number): string => new Date(NOW + n * 1000).toISOString();

function delivery(more: Partial<Delivery> = {}): Delivery {
  return {
    id: '01a05a43-fc00-7135-a807-4445fc105804',
    seq: 9,
    event: 'webhook.ping',
    status: 'delivered',
    attempts: 1,
    attempts_left: 0,
    next_at: null,
    last_status: 204,
    last_error: '',
    took_ms: 12,
    body: '{}',
    created_at: inSeconds(-60),
    done_at: inSeconds(-59),
    ...more,
  };
}

describe('a delivery', () => {
  it('that waits is sent now, or is tried again later', () => {
    const pending = (attempts: number, next: number): Delivery =>
      delivery({ status: 'pending', attempts, next_at: inSeconds(next) });
    expect(deliveryState(pending(0, 1), NOW)).toBe('new');
    expect(deliveryState(pending(2, 60), NOW)).toBe('retry');
    expect(deliveryState(pending(8, 0), NOW), 'sent by hand once more').toBe('new');
    expect(deliveryState(delivery({ status: 'dropped' }), NOW)).toBe('dropped');
  });

  it('failed for a reason that has words and a hint', () => {
    const byStatus = [302, 410, 401, 404, 503, 429].map((status) => whyOf({ error: 'status', status }));
    expect(byStatus).toEqual(['redirect', 'gone', 'denied', 'missing', 'broken', 'status']);
    const others = ['refused', 'timeout', 'unreachable'].map((error) => whyOf({ error }));
    expect(others).toEqual(['refused', 'timeout', 'unreachable']);
    for (const why of [...byStatus, ...others]) {
      expect(why && Boolean(zh[`why.${why}`] && zh[`why_hint.${why}`])).toBe(true);
    }
  });

  it('has none after a success and where the page knows none, and no outcome before the first try', () => {
    expect(whyOf({ error: '', status: 204 })).toBeUndefined();
    expect(whyOf({ error: 'brand_new' })).toBeUndefined();
    expect(outcomeOf(delivery())).toEqual({ error: '', status: 204 });
    expect(outcomeOf(delivery({ status: 'pending', attempts: 0 }))).toBeUndefined();
  });
});

it('says what keeps an integration from being sent anything', () => {
  const usual = {
    status: 'approved',
    active: true,
    has_secret: true,
    webhookUrl: 'https://a.example/',
    webhookOff: '',
  };
  const changes: Partial<Integration>[] = [
    {},
    { webhookUrl: '' },
    { webhookOff: 'gone' },
    { active: false },
    { expiresAt: inSeconds(-1) },
    { has_secret: false },
    { status: 'revoked' },
  ];
  const faults = changes.map((more) => sendFault({ ...usual, expiresAt: inSeconds(60), ...more } as Integration, NOW));
  expect(faults).toEqual([undefined, 'none', 'webhook_off', 'off', 'expired', 'ready', 'revoked']);
});

it('reads often while one is about to be tried, and less often the more there are', () => {
  const next = (n: number): Delivery => delivery({ status: 'pending', next_at: inSeconds(n) });
  expect(readEvery([[delivery(), next(2)]], NOW)).toBe(3000);
  expect(readEvery([[delivery(), next(-1)]], NOW)).toBe(1000);
  expect(readEvery([[delivery(), next(-60)]], NOW)).toBe(3000);
  expect(readEvery([[delivery(), next(3600)]], NOW)).toBe(10_000);
  expect(readEvery([], NOW)).toBe(10_000);
  expect(readEvery([[delivery({ status: 'pending', attempts: 0, next_at: inSeconds(-1) })]], NOW)).toBe(1000);
  expect(readEvery([[delivery()], [next(5)], [delivery()]], NOW)).toBe(9000);
});

/** The words that a POSIX shell reads; for a command whose every mark of the shell is quoted. */
function wordsOf(command: string): string[] {
  const parts = /'([^']*)'|\\(\n)|\\(.)|([^\s'\\]+)|(\s+)/g;
  const words = [''];
  for (const [, quoted, , escaped, plain, gap] of command.matchAll(parts)) {
    if (gap !== undefined) words.push('');
    else words.push((words.pop() ?? '') + (quoted ?? escaped ?? plain ?? ''));
  }
  return words.filter((word) => word !== '');
}

describe('the command', () => {
  const request = {
    url: "http://10.0.0.2:8000/in?a=1&b='x'",
    headers: { 'webhook-id': 'id', 'x-service-event': 'message.received' },
    body: JSON.stringify({ content: 'it\'s $HOME `id` "quoted" \\ 作业 !' }),
  };

  it('gives a shell each part as one word, whatever stands in it', () => {
    const command = curlOf(request) ?? '';
    expect(command).toMatch(/^curl --include --globoff 'http/);
    expect(wordsOf(command)).toEqual([
      'curl',
      '--include',
      '--globoff',
      request.url,
      '--header',
      'webhook-id: id',
      '--header',
      'x-service-event: message.received',
      '--data-raw',
      request.body,
    ]);
  });

  it('is none where nobody would accept it', () => {
    expect(curlOf({ ...request, url: '' })).toBeNull();
    expect(curlOf({ ...request, headers: {} })).toBeNull();
  });
});
