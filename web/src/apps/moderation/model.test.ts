// What a moderator can do with a case, and how long a silence is.
import { expect, it } from 'vitest';
import { placeKind, placeName } from '@/core/moderation/place-name';
import {
  actionsOf,
  effectOf,
  isAutomatic,
  isOwnRemoval,
  leftOf,
  minutesOf,
  OWN_LENGTH,
  placeOf,
  postOf,
  statusOf,
  tabsFor,
  verbOf,
} from './model';

const CASE = { status: 'open', may_restore: false, may_reopen: false, decided_by: null };
const removed = { ...CASE, status: 'removed', may_restore: true, decided_by: '260102' };
const appealed = { ...removed, appeal: { status: 'open' } };

it('reads a tab or a case from a link', () => {
  expect(placeOf('moderation')).toEqual({ tab: null, id: '' });
  expect(placeOf('moderation/silences')).toEqual({ tab: 'silences', id: '' });
  expect(placeOf('moderation/rules')).toEqual({ tab: 'rules', id: '' });
  expect(placeOf('moderation/019a2f6e')).toEqual({ tab: null, id: '019a2f6e' });
  expect(placeOf('members/260101')).toEqual({ tab: null, id: '' });
});

it('leaves word rules to class admins and admins', () => {
  expect([tabsFor(false).includes('rules'), tabsFor(true).includes('rules')]).toEqual([false, true]);
  expect(tabsFor(false)).toHaveLength(tabsFor(true).length - 1);
});

it('offers what the state of a case allows', () => {
  expect(actionsOf(CASE, '260103', false)).toEqual(['keep', 'remove']);
  expect(actionsOf({ ...CASE, status: 'kept', may_reopen: true }, '260103', false)).toEqual(['reopen']);
  expect(actionsOf({ ...CASE, status: 'kept' }, '260103', false)).toEqual([]);
  expect(actionsOf(removed, '260103', false)).toEqual(['restore']);
  expect(actionsOf({ ...removed, may_restore: false }, '260103', false)).toEqual([]);
  expect(actionsOf({ ...CASE, status: 'restored' }, '260103', false)).toEqual([]);
});

it('lets nobody but class admins and admins uphold a removal of their own', () => {
  expect(actionsOf(appealed, '260103', false)).toEqual(['restore', 'uphold']);
  expect(actionsOf(appealed, '260102', false)).toEqual(['restore']);
  expect(actionsOf(appealed, '260102', true)).toEqual(['restore', 'uphold']);
  expect([isOwnRemoval(appealed, '260102', false), isOwnRemoval(appealed, '260102', true)]).toEqual([true, false]);
});

it('takes the lengths of a silence that the server takes', () => {
  expect(minutesOf('1440', '')).toBe(1440);
  expect(['5', ' 45 ', '43200'].map((typed) => minutesOf(OWN_LENGTH, typed))).toEqual([5, 45, 43_200]);
  expect(['', '4', '43201', '1.5', 'x'].map((typed) => minutesOf(OWN_LENGTH, typed))).toEqual(Array(5).fill(null));
});

it('says how long it still lasts', () => {
  const left = (seconds: number) => leftOf(new Date(seconds * 1000).toISOString(), 0);
  expect(left(1)).toEqual({ unit: 'minutes', n: 1 });
  expect(left(3600)).toEqual({ unit: 'hours', n: 1 });
  expect(left(47 * 3600)).toEqual({ unit: 'days', n: 1 });
  expect(left(0)).toBeNull();
});

it('knows the kind of a place', () => {
  const kinds = ['public', 'class_01', 'private:260101:260102', 'group_x'].map((place) =>
    placeKind({ kind: 'message', place }),
  );
  expect([...kinds, placeKind({ kind: 'comment', place: '12' })]).toEqual(['public', 'class', 'pair', 'group', 'post']);
});

it('publishes what was held, or does not, where other content stays or is removed', () => {
  const actions = ['keep', 'remove', 'restore', 'uphold', 'reopen'] as const;
  expect(actions.map((action) => verbOf(action, true))).toEqual([
    'publish',
    'reject',
    'publish',
    'uphold_rejection',
    'reopen',
  ]);
  expect(actions.map((action) => verbOf(action, false))).toEqual(actions);
});

it('explains what comes of a decision by what can be decided', () => {
  const explained = (status: string, held: boolean, reporters: number, waiting = false) =>
    effectOf({ status, held, reporters, may_reopen: true, appeal: waiting ? { status: 'open' } : null });
  expect(explained('open', false, 1)).toBe('open');
  expect(explained('open', false, 0)).toBe('flagged');
  expect(explained('open', true, 0)).toBe('held');
  expect(explained('kept', false, 1)).toBe('kept');
  expect([explained('removed', false, 1), explained('removed', false, 1, true)]).toEqual(['removed', 'appealed']);
  expect([explained('removed', true, 0), explained('removed', true, 0, true)]).toEqual([
    'held_removed',
    'held_appealed',
  ]);
  expect(explained('restored', false, 0)).toBeNull();
});

it('says of what was never published that it waits, or was not let through', () => {
  expect(['open', 'removed'].map((status) => statusOf({ status, held: true }))).toEqual(['held', 'rejected']);
  expect(['open', 'kept'].map((status) => statusOf({ status, held: false }))).toEqual(['open', 'kept']);
  expect(['report', 'removal', 'rule', 'first_post'].map((origin) => isAutomatic({ origin }))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

it('leads to a post that is there: its own, or that of a comment', () => {
  const at = { content_id: '7', place: '', held: false, type: 'text', words: '#7' };
  expect(postOf({ ...at, kind: 'post' })).toBe('7');
  expect(postOf({ ...at, kind: 'post', held: true })).toBeNull();
  expect(postOf({ ...at, kind: 'comment', place: '12', held: true })).toBe('12');
  expect(postOf({ ...at, kind: 'message', place: 'public' })).toBeNull();
  expect(postOf({ ...at, kind: 'message', place: 'public', type: 'community_forward' })).toBe('7');
});

it('names no place of a post but its title, and its number where its words are gone', () => {
  expect(placeName({ kind: 'post', place: '1', words: null })).toBe('帖子 1');
  expect(placeName({ kind: 'post', place: '', words: null })).toBe('');
  const names = [placeName({ kind: 'post', place: '1' }), placeName({ kind: 'post', place: '1' }, '失物招领')];
  expect([...names, placeName({ kind: 'comment', place: '1' })]).toEqual(['', '失物招领', '帖子 1']);
});
