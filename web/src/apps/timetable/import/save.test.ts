// An import is saved by one request, and taken back as a whole.
// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import type { DatedChange, Listed } from '../types';
import { saveImport, type Plan } from './save';

/** What the server was asked, in order. `answers` fails a call of a path as often as it says. */
const asked: string[] = [];
let failures: Record<string, number> = {};

function answer(call: string, data: unknown): Promise<Response> {
  asked.push(call);
  const left = failures[call] ?? 0;
  failures[call] = left - 1;
  const body = left > 0 ? { code: 500, message: '坏了' } : { code: 200, data };
  const status = left > 0 ? 500 : 200;
  return Promise.resolve(
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } }),
  );
}

beforeEach(() => {
  asked.length = 0;
  failures = {};
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    const { days = [] } = request.method === 'DELETE' ? {} : ((await request.json()) as { days?: DatedChange[] });
    const call = `${request.method} ${pathname.replace('/api/timetable', '')}${days.length ? ` ${days.length}` : ''}`;
    const isDays = pathname.endsWith('/days');
    return answer(call, isDays ? { days: [], before: days } : { id: 'a', revision: 5, days_before: days });
  });
});

const REPLACED = { id: 'a', revision: 4 } as Listed;
const off = (n: number): DatedChange[] =>
  Array.from({ length: n }, (_, i) => ({ date: `2026-10-${i}`, change: { plan: 'off' } }));
const plan = (more: Partial<Plan> = {}): Plan => ({
  id: 'a',
  owner: 'class',
  replaced: null,
  name: '课表',
  from: '2026-09-01',
  until: null,
  first_day: '2026-09-01',
  timetable: { cycle: { kind: 'weekly' }, subjects: [], schedules: [] },
  days: [],
  ...more,
});

it('saves the timetable and its days by one request, and undo takes both back', async () => {
  const saved = await saveImport(plan({ days: off(70) }));
  expect(asked).toEqual(['POST  70']);
  asked.length = 0;
  await saved.undo();
  expect(asked).toEqual(['PUT /days 62', 'PUT /days 8', 'DELETE /a']);
});

it('undo of a replacement brings the version before back', async () => {
  const saved = await saveImport(plan({ replaced: REPLACED }));
  await saved.undo();
  expect(asked).toEqual(['PATCH /a', 'POST /a/restore']);
});

it('undo that failed goes on where it stopped', async () => {
  const saved = await saveImport(plan({ days: off(70) }));
  failures = { 'PUT /days 8': 1 };
  await expect(saved.undo()).rejects.toMatchObject({ status: 500 });
  asked.length = 0;
  await saved.undo();
  expect(asked).toEqual(['PUT /days 8', 'DELETE /a']);
});
