// What the form of a card checks and sends.
import { describe, expect, it } from 'vitest';
import { staffCardOf } from '../testing';
import { addedTo, bodyOf, changeOf, draftOf, faultsOf, isTouched, type Draft } from './draft';

const NOW = new Date('2026-09-10T10:00:00');
const REACH = { classes: ['01'], role: 'all' } as const;
const reach = () => ({ classes: [...REACH.classes], role: REACH.role });
const usual = (subject: string): string => `${subject}作业`;
const draftWith = (more: Partial<Draft>): Draft => ({ ...draftOf(reach()), content: '第 32 页', ...more });

describe('the check', () => {
  const faults = (more: Partial<Draft>, pictures = 0) => faultsOf(draftWith(more), pictures, NOW);

  it('takes words, or pictures alone', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ content: ' ' })).toEqual(['content']);
    expect(faults({ content: '' }, 1)).toEqual([]);
  });

  it('names what is too long', () => {
    expect(faults({ subject: '字'.repeat(21), title: '字'.repeat(101) })).toEqual(['subject', 'title']);
  });

  it('wants an end that is to come', () => {
    expect(faults({ due: 'custom' })).toEqual(['date']);
    expect(faults({ due: 'custom', date: '2026-09-10', time: '09:00' })).toEqual(['past']);
    expect(faults({ due: 'custom', date: '2026-09-10' })).toEqual([]);
    expect(faults({ due: 'none', date: '2026-09-01' })).toEqual([]);
  });

  it('wants a publication that is to come, and before the end', () => {
    expect(faults({ when: 'later' })).toEqual(['publish']);
    const later = { when: 'later', publishAt: '2026-09-11T08:00', due: 'custom', date: '2026-09-11' } as const;
    expect(faults({ ...later, time: '07:00' })).toEqual(['order']);
    expect(faults({ ...later, time: '21:00' })).toEqual([]);
  });

  it('lets an end stand that is past and was not touched', () => {
    const edited = staffCardOf(1, { content: 'x', due_date: '2026-09-01', due_time: '21:00' });
    expect(faultsOf(draftOf(reach(), edited), 0, NOW, edited)).toEqual([]);
  });
});

it('sends a new card without what was not chosen', () => {
  const draft = draftWith({ subject: ' 数学 ', due: 'tonight', date: '2026-09-10', time: '21:00', handIn: true });
  expect(bodyOf(draft, ['h1', 'h2'], 'k')).toEqual({
    key: 'k',
    subject: '数学',
    content: '第 32 页',
    due_date: '2026-09-10',
    due_time: '21:00',
    pictures: ['h1', 'h2'],
    hand_in: true,
    requires_ack: false,
    audience: reach(),
  });
  expect(bodyOf(draftWith({ due: 'none', date: '2026-09-10' }), [], 'k')).not.toHaveProperty('due_date');
});

describe('a change', () => {
  const edited = staffCardOf(1, {
    title: '数学作业',
    subject: '数学',
    content: 'P32',
    due_date: '2026-09-11',
    due_time: '07:20',
    pictures: [{ hash: 'a', url: '/a', width: null, height: null }],
    revision: 4,
  });
  const change = (more: Partial<Draft>, pictures = ['a']) =>
    changeOf(edited, { ...draftOf(reach(), edited), ...more }, pictures, usual);

  it('is none while nothing differs', () => expect(change({})).toBeNull());

  it('is what differs, with the revision that was edited', () => {
    expect(change({ content: 'P33' })).toEqual({ content: 'P33', revision: 4 });
    expect(change({}, ['b', 'a'])).toEqual({ pictures: ['b', 'a'], revision: 4 });
    expect(change({ time: '' })).toEqual({ due_time: '', revision: 4 });
    expect(change({ due: 'none' })).toEqual({ due_date: '', due_time: '', revision: 4 });
  });

  it('lets the usual title follow the subject', () => {
    expect(change({ subject: '物理' })).toEqual({ subject: '物理', title: '物理作业', revision: 4 });
    expect(change({ subject: '物理', title: '小测' })).toEqual({ subject: '物理', title: '小测', revision: 4 });
  });

  it('of what is published leaves for whom and when', () => {
    expect(change({ when: 'later', publishAt: '2026-09-12T08:00', audience: { classes: [] } })).toBeNull();
  });
});

it('adds what was typed to the card that is there, and loses neither', () => {
  const there = staffCardOf(1, { title: '数学作业', subject: '数学', content: 'P32', due_date: '2026-09-11' });
  const typed = draftWith({ content: '订正错题', handIn: true, due: 'tonight', date: '2026-09-10', time: '21:00' });
  expect(addedTo(there, typed)).toMatchObject({
    content: 'P32\n\n订正错题',
    handIn: true,
    due: 'custom',
    date: '2026-09-11',
    time: '',
  });
  const withoutEnd = staffCardOf(1, { content: 'P32' });
  expect(addedTo(withoutEnd, typed)).toMatchObject({ due: 'tonight', date: '2026-09-10', time: '21:00' });
});

it('is worth keeping once something is typed or chosen', () => {
  expect(isTouched(draftOf(reach()), 0)).toBe(false);
  expect(isTouched(draftWith({}), 0)).toBe(true);
  expect(isTouched(draftOf(reach()), 1)).toBe(true);
});
