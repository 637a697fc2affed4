// The form of an announcement: what is refused before it is sent, and what is sent.
import { describe, expect, it } from 'vitest';
import type { StaffAnnouncement } from '../types';
import { fieldTime, wireTime } from '@/core/zone/field';
import { bodyOf, changeOf, draftOf, faultsOf, isHeldBack, isTouched, type Draft } from './model';

const NOW = new Date(2026, 10, 21, 14, 0);
const OWN = { classes: ['01'], role: 'all' as const };
const draft = (more: Partial<Draft> = {}): Draft => ({
  ...draftOf(OWN),
  title: '周末作业',
  content: '第 3 章',
  ...more,
});

const stored: StaffAnnouncement = {
  id: 7,
  type: 'homework',
  state: 'published',
  title: '周末作业',
  content: '第 3 章',
  due_date: '2026-11-20',
  audience: OWN,
  pinned: false,
  requires_ack: true,
  author_id: '260100',
  author_name: 'n',
  revision: 4,
  publish_at: '2026-11-01T00:00:00.000Z',
  expires_at: null,
  deleted_at: null,
  reminded_at: null,
  created_at: '',
  updated_at: '',
  audience_size: 40,
  read_count: 3,
  ack_count: 2,
  manageable: true,
  panels: { of: 0, shown: 0 },
};

describe('the form', () => {
  it('names what is missing or too long', () => {
    expect(faultsOf(draft(), NOW)).toEqual([]);
    expect(faultsOf(draft({ title: ' ', content: '' }), NOW)).toEqual(['title', 'content']);
    expect(faultsOf(draft({ title: '𠮷'.repeat(101) }), NOW)).toEqual(['title']);
    expect(faultsOf(draft({ type: 'homework', due: '2026-11-20' }), NOW)).toEqual(['due']);
  });

  it('wants times ahead and in order', () => {
    expect(faultsOf(draft({ when: 'later', publishAt: '2026-11-21T13:59' }), NOW)).toEqual(['publish']);
    expect(faultsOf(draft({ expires: true, expiresAt: '' }), NOW)).toEqual(['expires']);
    const late = {
      when: 'later' as const,
      publishAt: '2026-11-25T08:00',
      expires: true,
      expiresAt: '2026-11-24T08:00',
    };
    expect(faultsOf(draft(late), NOW)).toEqual(['order']);
  });

  it('leaves alone what has passed and was not touched', () => {
    const edited = { ...stored, state: 'expired' as const, expires_at: '2026-11-10T00:00:00.000Z' };
    expect(faultsOf({ ...draftOf(OWN, edited), title: '新标题' }, NOW, edited)).toEqual([]);
  });
});

it('sends a new one with its times in UTC', () => {
  const body = bodyOf(draft({ when: 'later', publishAt: '2026-12-01T08:00', due: '2026-12-09' }), 'k1');
  expect(body).toMatchObject({
    key: 'k1',
    title: '周末作业',
    audience: OWN,
    publish_at: new Date(2026, 11, 1, 8).toISOString(),
  });
  // A notice has no due date, whatever was typed before the kind was changed.
  expect(body).not.toHaveProperty('due_date');
  expect(bodyOf(draft({ type: 'homework', due: '2026-12-09' }), 'k').due_date).toBe('2026-12-09');
});

it('sends of a change only what differs, with the revision it was made from', () => {
  const same = draftOf(OWN, stored);
  expect(changeOf(stored, same)).toBeNull();
  expect(changeOf(stored, { ...same, content: '第 4 章', askAgain: true })).toEqual({
    content: '第 4 章',
    ask_again: true,
    revision: 4,
  });
  expect(changeOf(stored, { ...same, due: '' })).toEqual({ due_date: '', revision: 4 });
  // What is published stands where and when it is.
  expect(changeOf(stored, { ...same, audience: { classes: [], role: 'all' }, when: 'now' })).toBeNull();
});

it('lets what is scheduled move', () => {
  const planned = { ...stored, state: 'scheduled' as const, publish_at: new Date(2026, 11, 1, 8).toISOString() };
  const same = draftOf(OWN, planned);
  expect([same.when, same.publishAt]).toEqual(['later', '2026-12-01T08:00']);
  expect(changeOf(planned, { ...same, when: 'now' })).toEqual({ publish_at: '', revision: 4 });
});

it('tells what is on its way from what waits for someone who may publish it', () => {
  const planned = { ...stored, state: 'scheduled' as const, publish_at: '2026-12-01T00:00:00.000Z' };
  expect(isHeldBack(planned, new Date('2026-11-30T23:59:00Z'))).toBe(false);
  expect(isHeldBack(planned, new Date('2026-12-01T00:00:30Z'))).toBe(false);
  expect(isHeldBack(planned, new Date('2026-12-01T00:02:00Z'))).toBe(true);
  expect(isHeldBack({ ...planned, state: 'published' }, new Date('2026-12-02T00:00:00Z'))).toBe(false);
});

it('knows whether something would be lost', () => {
  expect(isTouched(draftOf(OWN), OWN)).toBe(false);
  expect(isTouched(draft(), OWN)).toBe(true);
});

it('turns times there and back', () => {
  expect(wireTime('soon')).toBeUndefined();
  expect(fieldTime(wireTime('2027-01-31 08:05') ?? '')).toBe('2027-01-31T08:05');
});
