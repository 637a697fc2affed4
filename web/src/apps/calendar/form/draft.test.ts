// What is sent of a form.
import { describe, expect, it } from 'vitest';
import type { CalendarEvent } from '../types';
import { changeBody, draftOf, faultsOf, moved, newBody, newDraft, startAt, startOn } from './draft';

const NOW = { today: '2026-11-29', time: '14:20' };

const event: CalendarEvent = {
  id: 'e',
  owner: 'class',
  class: '01',
  revision: 4,
  may_edit: true,
  title: '合唱排练',
  description: '',
  location: '音乐室',
  all_day: false,
  starts: '2026-09-02T18:30',
  ends: '2026-09-02T19:30',
  zone: 'Asia/Shanghai',
  rule: 'FREQ=WEEKLY',
  exdates: [],
  category: '',
  color: '',
  reminders: [],
  show_in_countdown: false,
  series_id: null,
  occurrence: null,
  source: 'own',
  created_by: null,
  created_at: '',
  updated_at: '',
};
const AT = '2026-09-16T18:30';

describe('a new event', () => {
  it('is offered for the next hour of today, and takes what was drawn elsewhere', () => {
    expect(newDraft({ day: NOW.today }, 'self', NOW)).toMatchObject({ startTime: '15:00', endTime: '16:00' });
    const drawn = newDraft({ day: '2026-12-01', from: '08:15', until: '09:45' }, 'class', NOW);
    expect(drawn).toMatchObject({ startDay: '2026-12-01', startTime: '08:15', endTime: '09:45', owner: 'class' });
  });

  it('names its class only where it is for one', () => {
    const draft = { ...newDraft({ day: NOW.today }, 'self', NOW), title: ' 牙医 ' };
    expect(newBody(draft, 'x', '02')).toMatchObject({
      title: '牙医',
      owner: 'self',
      rule: '',
      starts: '2026-11-29T15:00',
    });
    expect(newBody(draft, 'x', '02')).not.toHaveProperty('class');
  });

  it('moves as a whole with its beginning', () => {
    const draft = newDraft({ day: '2026-11-30' }, 'self', NOW);
    startAt(draft, '23:30');
    expect([draft.endDay, draft.endTime]).toEqual(['2026-12-01', '00:30']);
    startOn(draft, '2026-12-05');
    expect([draft.endDay, draft.repeat.days]).toEqual(['2026-12-06', [6]]);
  });

  it('has a title, times in order, and a repetition that can be', () => {
    const draft = newDraft({ day: '2026-11-30' }, 'self', NOW);
    draft.endTime = '07:00';
    draft.repeat = { ...draft.repeat, repeat: 'weekly', days: [], end: 'until', until: '2026-11-01' };
    expect(faultsOf(draft)).toEqual(['title', 'order', 'days', 'until']);
  });
});

describe('a change', () => {
  it('sends what differs, and of one time its own times', () => {
    const draft = draftOf(event, AT);
    expect(changeBody(draft, event, AT, 'this')).toEqual({ revision: 4, scope: 'this', occurrence: AT });
    draft.title = '带妆彩排';
    startOn(draft, '2026-09-17');
    expect(changeBody(draft, event, AT, 'this')).toEqual({
      revision: 4,
      scope: 'this',
      occurrence: AT,
      title: '带妆彩排',
      starts: '2026-09-17T18:30',
      ends: '2026-09-17T19:30',
    });
  });

  it('of all times moves the first one as far as the one that was opened', () => {
    const draft = draftOf(event, AT);
    startOn(draft, '2026-09-17');
    startAt(draft, '20:00');
    expect(changeBody(draft, event, AT, 'all')).toEqual({
      revision: 4,
      scope: 'all',
      starts: '2026-09-03T20:00',
      ends: '2026-09-03T21:00',
    });
  });

  it('of the rule alone touches no times', () => {
    const draft = draftOf(event, AT);
    draft.repeat.every = 2;
    expect(changeBody(draft, event, AT, 'following')).toMatchObject({ rule: 'FREQ=WEEKLY;INTERVAL=2' });
  });

  it('to another weekday takes the day of the rule along', () => {
    const named = { ...event, rule: 'FREQ=WEEKLY;BYDAY=WE' };
    const draft = draftOf(named, AT);
    startOn(draft, '2026-09-17');
    expect(changeBody(draft, named, AT, 'following').rule).toBe('FREQ=WEEKLY');
    expect(changeBody(draft, named, AT, 'this').rule).toBeUndefined();
  });

  it('to whole days names days', () => {
    const draft = draftOf(event, AT);
    draft.allDay = true;
    expect(changeBody(draft, event, AT, 'all')).toMatchObject({
      all_day: true,
      starts: '2026-09-02',
      ends: '2026-09-02',
    });
  });
});

it('times move over months and midnight', () => {
  expect(moved('2026-02-28T23:30', '2026-01-01T00:00', '2026-01-01T01:00')).toBe('2026-03-01T00:30');
  expect(moved('2026-03-01', '2026-03-02', '2026-03-01')).toBe('2026-02-28');
});
