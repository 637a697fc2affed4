// What is shown once: a countdown to an event that stands on the same day under the same title.
import { expect, it } from 'vitest';
import { withoutTwins, type Item } from './model';
import type { Entry, Occurrence } from './types';

function item(title: string, firstDay: string, more: Partial<Item> = {}): Item {
  const rest = { kind: 'class', location: '', color: '', allDay: true, start: '', end: '', repeats: false } as const;
  return { ...rest, key: `${title} ${firstDay}`, title, firstDay, lastDay: firstDay, ...more };
}
const event = (title: string, firstDay: string, lastDay = firstDay): Item =>
  item(title, firstDay, { lastDay, occurrence: { title } as Occurrence });
const entry = (kind: string, title: string, day: string): Item =>
  item(title, day, { kind: 'countdown', entry: { kind, title, date: day } as Entry });

it('leaves out a countdown to an event of the same title and day, also within its days', () => {
  const [meet, exams] = [event('校运动会', '2026-12-05'), event('期末考试', '2027-01-10', '2027-01-12')];
  const items = [
    meet,
    exams,
    entry('countdown', '校运动会', '2026-12-05'),
    entry('countdown', '期末考试', '2027-01-11'),
  ];
  expect(withoutTwins(items)).toEqual([meet, exams]);
});

it('keeps a countdown of another day or title, and what is no countdown', () => {
  const items = [
    event('校运动会', '2026-12-05'),
    entry('countdown', '校运动会', '2026-12-06'),
    entry('countdown', '元旦', '2026-12-05'),
    entry('duty', '校运动会', '2026-12-05'),
  ];
  expect(withoutTwins(items)).toEqual(items);
});

it('keeps a countdown whose event is not shown', () => {
  const items = [entry('countdown', '校运动会', '2026-12-05')];
  expect(withoutTwins(items)).toEqual(items);
});
