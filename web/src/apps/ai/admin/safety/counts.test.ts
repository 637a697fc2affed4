import { describe, expect, it } from 'vitest';
import { daysOf, rowsOf, type Safety } from './counts';

const safety: Safety = {
  until: '2026-11-25',
  days: [
    { day: '2026-11-20', category: 'bullying', count: 1 },
    { day: '2026-11-25', category: 'self_harm', count: 3 },
    { day: '2026-11-25', category: 'bullying', count: 1 },
  ],
  total: [
    { category: 'self_harm', count: 3 },
    { category: 'bullying', count: 2 },
    { category: 'drugs', count: 0 },
  ],
};

describe('the counts of questions', () => {
  it('are bars against the largest', () => {
    expect(rowsOf(safety).map(({ share }) => share)).toEqual([1, 2 / 3, 0]);
    const none = { ...safety, total: safety.total.map((one) => ({ ...one, count: 0 })) };
    expect(rowsOf(none).map(({ share }) => share)).toEqual([0, 0, 0]);
  });

  it('are told day by day, the newest first', () => {
    expect(daysOf(safety)).toEqual([
      {
        day: '2026-11-25',
        counts: [
          { category: 'self_harm', count: 3 },
          { category: 'bullying', count: 1 },
        ],
      },
      { day: '2026-11-20', counts: [{ category: 'bullying', count: 1 }] },
    ]);
  });
});
