// The first steps of a class.
import { expect, it } from 'vitest';
import { fitting, stepsOf, type Facts } from './model';

const NEW: Facts = {
  registered: 1,
  total: 46,
  slips: 45,
  printed: false,
  announcements: 0,
  hasDefault: false,
  hasPhoto: false,
};
const open = (facts: Facts) => stepsOf(facts).flatMap(({ id, done }) => (done ? [] : [id]));

it('has all of them open for a new class', () => {
  expect(open(NEW)).toEqual(['enrol', 'slips', 'announce', 'layout', 'photo']);
});

it('ticks what the class has', () => {
  expect(open({ ...NEW, registered: 46, slips: 0 })).toEqual(['announce', 'layout', 'photo']);
  expect(open({ ...NEW, printed: true, announcements: 2 })).toEqual(['enrol', 'layout', 'photo']);
  expect(open({ ...NEW, hasDefault: true, hasPhoto: true })).toEqual(['enrol', 'slips', 'announce']);
});

it('asks for nothing that this portal does not have', () => {
  const ids = stepsOf({ ...NEW, slips: null, announcements: null }).map(({ id }) => id);
  expect(ids).toEqual(['enrol', 'layout', 'photo']);
});

it('takes no empty list for a class that has registered', () => {
  expect(open({ ...NEW, registered: 0, total: 0 })).toContain('enrol');
});

it('shows what is open first only where there is no room for all', () => {
  const steps = stepsOf({ ...NEW, registered: 46, slips: 0 });
  expect(fitting(steps, 5)).toEqual(steps);
  expect(fitting(steps, 3).map(({ id }) => id)).toEqual(['announce', 'layout', 'photo']);
  expect(fitting(steps, 0).length).toBe(1);
});
