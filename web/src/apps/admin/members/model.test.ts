// Ends of bans, order, changes, and what a bulk change is taken back to.
import { describe, expect, it } from 'vitest';
import type { AdminUser } from '../types';
import { banEnd, banFaults, changeOf, draftOf, fromWire, sorted, undoPlan, type BanDraft, type Before } from './model';

const NOW = fromWire('2026-11-21 14:05:09');
const ban = (more: Partial<BanDraft>): BanDraft => ({ end: 'day', custom: '', reason: '', ...more });

function member(user_id: string, more: Partial<AdminUser> = {}): AdminUser {
  return {
    id: 1,
    user_id,
    net_name: `n${user_id}`,
    real_name: '某',
    gender: 'female',
    status: 'active',
    is_admin: 0,
    is_class_admin: false,
    role: 'user',
    officer_permissions: '[]',
    officer_title: '',
    info: {},
    created_at: '2026-09-01T00:00:00.000Z',
    last_login: null,
    ban_expires_at: null,
    ban_reason: null,
    ...more,
  };
}

describe('the end of a ban', () => {
  it('is counted from now', () => {
    const end = (which: BanDraft['end']): unknown => banEnd(ban({ end: which }), NOW);
    expect(end('hour')).toBe('2026-11-21 15:05:09');
    expect(end('today')).toBe('2026-11-21 23:59:59');
    expect(end('three_days')).toBe('2026-11-24 14:05:09');
    expect(end('never')).toBeNull();
  });

  it('rolls over the end of a month and a year on the wall of the class', () => {
    const end = (which: BanDraft['end'], wall: string): unknown => banEnd(ban({ end: which }), fromWire(wall));
    expect(end('hour', '2026-12-31 23:30:00')).toBe('2027-01-01 00:30:00');
    expect(end('week', '2027-02-25 08:00:00')).toBe('2027-03-04 08:00:00');
    expect(end('today', '2027-02-28 00:00:00')).toBe('2027-02-28 23:59:59');
  });

  it('can be chosen, with a picker or by hand', () => {
    const custom = (text: string): unknown => banEnd(ban({ end: 'custom', custom: text }), NOW);
    expect(custom('2027-01-31T08:00')).toBe('2027-01-31 08:00:00');
    expect(custom(' 2027-01-31 08:00 ')).toBe('2027-01-31 08:00:00');
    expect(custom('明天')).toBeUndefined();
  });

  it('lies in the future, and the reason is short', () => {
    expect(banFaults(ban({ end: 'custom', custom: '' }), NOW)).toEqual(['custom']);
    expect(banFaults(ban({ end: 'custom', custom: '2026-11-21T14:05' }), NOW)).toEqual(['past']);
    expect(banFaults(ban({ reason: '𠮷'.repeat(201) }), NOW)).toEqual(['reason']);
    expect(banFaults(ban({ end: 'never', reason: '𠮷'.repeat(200) }), NOW)).toEqual([]);
  });
});

describe('taking a bulk change back', () => {
  const before: Before[] = [
    member('240101'),
    member('240102', { status: 'disabled', ban_reason: '刷屏' }),
    member('240103', { status: 'disabled', ban_expires_at: '2026-11-20 08:00:00' }),
    member('240100', { role: 'admin' }),
  ];

  it('lets in whoever was active, and gives the others their ban back', () => {
    expect(undoPlan(before, 'disabled', NOW)).toEqual([
      { user_ids: ['240101'], status: 'active' },
      { user_ids: ['240102'], status: 'disabled', ban_expires_at: null, ban_reason: '刷屏' },
    ]);
  });

  it('disables those again who were let in, with equal bans in one request', () => {
    const two = [...before, member('240104', { status: 'disabled', ban_reason: '刷屏' })];
    expect(undoPlan(two, 'active', NOW)).toEqual([
      { user_ids: ['240102', '240104'], status: 'disabled', ban_expires_at: null, ban_reason: '刷屏' },
    ]);
  });
});

it('sorts by any column, equal ones by number', () => {
  const list = [
    member('240102', { real_name: '王' }),
    member('240103', { real_name: '李' }),
    member('240101', { real_name: '王' }),
  ];
  const ids = (down: boolean): string[] => sorted(list, 'real_name', down).map(({ user_id }) => user_id);
  expect(ids(false)).toEqual(['240103', '240101', '240102']);
  expect(ids(true)).toEqual(['240101', '240102', '240103']);
});

it('sends only what was changed', () => {
  const one = member('240101', { info: { qq: '10001' } });
  expect(changeOf(one, draftOf(one))).toBeNull();
  const draft = draftOf(one);
  draft.net_name = ' 新网名 ';
  draft.info.qq = '';
  expect(changeOf(one, draft)).toEqual({ net_name: '新网名', info: { qq: '' } });
});
