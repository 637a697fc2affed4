// States, rights, words and the form of integrations.
import { describe, expect, it } from 'vitest';
import { callExample, webhookExample } from './example';
import { bodyOf, changeOf, draftOf, faultsOf, fieldOf, isTouched, originsOf } from './form';
import zh from './i18n/zh';
import {
  daysLeft,
  endIn,
  isSoon,
  maySeeLog,
  mayTakeSecret,
  mayWithdraw,
  stateOf,
  webhookTrouble,
  withoutListed,
} from './model';
import { readable, reasonKey } from './reasons';
import { grouped, inOrder, isRisky, SCOPES } from './scopes';
import { openedBy, pathOf } from './tabs';
import type { Integration } from './types';

const NOW = Date.parse('2026-11-20T08:00:00.000Z');
const inDays = (n: number): string => new Date(NOW + n * 86_400_000).toISOString();

function integration(more: Partial<Integration> = {}): Integration {
  const usual: Partial<Integration> = {
    id: 7,
    name: '作业助手',
    token: 'a'.repeat(64),
    status: 'approved',
    active: true,
    scopes: ['message:write'],
    origins: [],
    webhookUrl: '',
    pageUrl: '',
    webhookOff: '',
    expiresAt: inDays(30),
    owner: { user_id: '260100', real_name: '周明远' },
    requested_by: { user_id: '260103', real_name: '许安然' },
    purpose: '发作业提醒',
    ttlDays: 30,
    has_secret: true,
    created_at: inDays(0),
  };
  return { ...usual, ...more } as Integration;
}

describe('the state', () => {
  it('follows the request, the switch, the secret and the time', () => {
    const states = [
      stateOf(integration({ status: 'requested', expiresAt: null }), NOW),
      stateOf(integration({ status: 'refused', expiresAt: null }), NOW),
      stateOf(integration({ has_secret: false }), NOW),
      stateOf(integration(), NOW),
      stateOf(integration({ active: false }), NOW),
      stateOf(integration({ expiresAt: inDays(0) }), NOW),
      stateOf(integration({ status: 'revoked', active: false }), NOW),
    ];
    expect(states).toEqual(['requested', 'refused', 'ready', 'on', 'off', 'expired', 'revoked']);
  });

  it('counts the days that are left, the one that has begun too', () => {
    expect(daysLeft(integration({ expiresAt: inDays(6.2) }), NOW)).toBe(7);
    expect(daysLeft(integration({ expiresAt: inDays(30) }), NOW - 50_000)).toBe(30);
    expect(daysLeft(integration({ expiresAt: inDays(0.0001) }), NOW)).toBe(1);
    expect(daysLeft(integration({ expiresAt: inDays(-1) }), NOW)).toBeNull();
    expect(daysLeft(integration({ status: 'revoked' }), NOW)).toBeNull();
    expect(endIn(30, NOW).toISOString()).toBe(inDays(30));
    expect([isSoon(7), isSoon(8), isSoon(null)]).toEqual([true, false, false]);
  });
});

describe('the page', () => {
  const draft = { ...draftOf(), name: '作业助手', scopes: ['data:read'], page: 'https://Tracker.example/portal' };

  it('brings its origin along, once', () => {
    expect(bodyOf(draft, false)).toMatchObject({ pageUrl: draft.page, origins: ['https://tracker.example'] });
    const written = { ...draft, origins: 'https://TRACKER.example:443' };
    expect(bodyOf(written, false).origins).toEqual(['https://TRACKER.example:443']);
    expect(bodyOf({ ...draft, page: '' }, false).origins).toEqual([]);
  });

  it('has a web address without a password', () => {
    for (const page of ['tracker.example', 'ftp://tracker.example', 'https://u:p@tracker.example'])
      expect(faultsOf({ ...draft, page }, false)).toEqual(['page']);
    expect(faultsOf(draft, false)).toEqual([]);
    expect(changeOf(integration({ pageUrl: '' }), draft)?.pageUrl).toBe(draft.page);
  });
});

describe('the webhook', () => {
  const webhookUrl = 'https://a.example/';

  it('is off, or fails, where there is one', () => {
    const failing_since = inDays(-1);
    const troubles = [
      integration({ webhookUrl, webhookOff: 'gone', failing_since }),
      integration({ webhookUrl, failing_since }),
      integration({ webhookUrl }),
      integration({ webhookOff: 'failing', failing_since }),
      integration({ webhookUrl, webhookOff: 'gone', status: 'revoked' }),
    ].map(webhookTrouble);
    expect(troubles).toEqual(['off', 'failing', undefined, undefined, undefined]);
  });
});

it('names the tabs in links', () => {
  const opened = ['7', '7/log', '7/deliveries', '7/other', 'new'].map((path) => openedBy(path)?.tab);
  expect(opened).toEqual(['facts', 'log', 'deliveries', undefined, undefined]);
  expect([pathOf(7, 'facts'), pathOf(7, 'deliveries')]).toEqual(['7', '7/deliveries']);
});

describe('rights', () => {
  it('let whoever asked take the secret once, and read the log', () => {
    const ready = integration({ has_secret: false });
    expect([mayTakeSecret(ready, '260103', NOW), mayTakeSecret(ready, '260100', NOW)]).toEqual([true, false]);
    expect(mayTakeSecret(integration(), '260103', NOW)).toBe(false);
    expect(['260100', '260103', '260104'].map((id) => maySeeLog(integration(), id))).toEqual([true, true, false]);
    expect(maySeeLog(integration({ status: 'requested', owner: null }), '260103')).toBe(false);
  });

  it('let whoever asked withdraw what is not approved', () => {
    const all = (['requested', 'refused', 'approved', 'revoked'] as const).map((status) =>
      mayWithdraw(integration({ status }), '260103'),
    );
    expect(all).toEqual([true, true, false, false]);
  });
});

it('shows what is listed already once', () => {
  const own = [integration(), integration({ id: 8 })];
  expect(withoutListed(own, [integration()]).map(({ id }) => id)).toEqual([8]);
});

describe('scopes', () => {
  it('are fourteen, each with a name and what it lets a program do', () => {
    expect(new Set(SCOPES).size).toBe(14);
    for (const scope of SCOPES) expect(Boolean(zh[`scope.${scope}`] && zh[`can.${scope}`])).toBe(true);
  });

  it('stand by subject, and those of a newer server last', () => {
    expect(inOrder(['new:scope', 'data:read', 'message:write'])).toEqual(['message:write', 'data:read', 'new:scope']);
    expect(grouped(['new:scope', 'data:read'])).toEqual([
      { subject: 'data', scopes: ['data:read'] },
      { subject: 'other', scopes: ['new:scope'] },
    ]);
    expect([isRisky('message:write'), isRisky('app:read')]).toEqual([true, false]);
  });
});

describe('the form', () => {
  const draft = { ...draftOf(), name: ' 作业助手 ', purpose: '每天\n提醒', scopes: ['data:write', 'message:write'] };

  it('names what is missing or wrong', () => {
    expect(faultsOf(draftOf(), true)).toEqual(['name', 'purpose', 'scopes']);
    expect(faultsOf(draftOf(), false)).toEqual(['name', 'scopes']);
    expect(faultsOf(draft, true)).toEqual([]);
    for (const origins of ['example.com', 'https://example.com/path', 'https://*.example.com', 'ftp://example.com']) {
      expect([origins, faultsOf({ ...draft, origins }, true)]).toEqual([origins, ['origins']]);
    }
    expect(faultsOf({ ...draft, webhook: 'https://me:pw@example.com' }, true)).toEqual(['webhook']);
    expect(faultsOf({ ...draft, webhook: 'http://192.168.1.5:8000/in' }, true)).toEqual([]);
  });

  it('sends scopes in their order, and a purpose of one line to whoever decides', () => {
    expect(bodyOf(draft, true)).toEqual({
      name: '作业助手',
      purpose: '每天 提醒',
      scopes: ['message:write', 'data:write'],
      origins: [],
      webhookUrl: '',
      pageUrl: '',
      ttlDays: 30,
    });
    expect(bodyOf(draft, false).purpose).toBeUndefined();
    expect(originsOf('https://a.example\n\n https://b.example ')).toEqual(['https://a.example', 'https://b.example']);
  });

  it('changes only what differs', () => {
    const edited = integration();
    expect([changeOf(edited, draftOf(edited)), isTouched(draftOf(edited), edited)]).toEqual([null, false]);
    expect(changeOf(edited, { ...draftOf(edited), scopes: [] })).toEqual({ scopes: [] });
    expect(changeOf(edited, { ...draftOf(edited), webhook: 'https://x.example/' })).toEqual({
      webhookUrl: 'https://x.example/',
    });
  });

  it('puts the refusals of the server beside their fields', () => {
    const slugs = ['integration_name_invalid', 'integration_scopes_missing', 'integration_ttl_invalid', 'internal'];
    expect(slugs.map(fieldOf)).toEqual(['name', 'scopes', 'lifetime', undefined]);
  });
});

describe('the log', () => {
  it('has words for refusals, and none for those it does not know', () => {
    expect(reasonKey('reason', 'webhook_signature_invalid')).toBe('reason.webhook_signature_invalid');
    expect(reasonKey('hint', 'scope_missing')).toBe('hint.scope_missing');
    expect(reasonKey('hint', 'brand_new')).toBeUndefined();
    expect(reasonKey('hint', '__proto__')).toBeUndefined();
  });

  it('shows JSON with its lines, and what was cut off as it came', () => {
    expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(readable('{"a":')).toBe('{"a":');
  });
});

it('makes examples that fit the scopes', () => {
  const access = { origin: 'http://10.0.0.2', token: 'TOKEN', secret: 'SECRET', room: 'class_01' };
  expect(callExample({ ...access, scopes: ['countdown:read'] })).toContain("'http://10.0.0.2/api/countdown'");
  expect(callExample({ ...access, scopes: ['message:write'] })).toBeNull();
  const event = webhookExample({ ...access, scopes: ['message:write'] });
  expect(event).toContain(`BODY='{"room":"class_01","content":"hello"}'`);
  expect(event).toContain("'X-Service-Token: TOKEN'");
  expect(webhookExample({ ...access, scopes: ['app:read'] })).toBeNull();
});
