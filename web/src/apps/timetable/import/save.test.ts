// An import is saved by one request, and taken back as a whole.
// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import type { DatedChange, Listed } from '../types';
import { saveImport, type Plan } from './save';

/** What the server was asked, in order; `failure` is what it refuses to take back with. */
const asked: { call: string; body: unknown }[] = [];
let failure: { code: number; slug: string } | undefined;

beforeEach(() => {
  asked.length = 0;
  failure = undefined;
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname.replace('/api/timetable', '')}`;
    const body = (await request.json()) as { days?: DatedChange[] };
    asked.push({ call, body });
    const before = (body.days ?? []).map(({ date }) => ({ date, change: null }));
    const refused = call.endsWith('/undo') ? failure : undefined;
    const answer = refused ?? { code: 200, data: { id: 'a', revision: 5, days_before: before } };
    return new Response(JSON.stringify({ message: '', ...answer }), {
      status: answer.code,
      headers: { 'Content-Type': 'application/json' },
    });
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

it('saves the timetable and its days by one request, and takes both back by one', async () => {
  const days = off(70);
  const saved = await saveImport(plan({ days }));
  await saved.undo();
  expect(asked.map(({ call }) => call)).toEqual(['POST ', 'POST /a/undo']);
  const seen = days.map(({ date, change }) => ({ date, change: null, seen: change }));
  expect(asked[1]?.body).toEqual({ revision: 5, days: seen });
});

it('takes a replacement back in the same way', async () => {
  const saved = await saveImport(plan({ replaced: REPLACED }));
  await saved.undo();
  expect(asked.map(({ call }) => call)).toEqual(['PATCH /a', 'POST /a/undo']);
  expect(asked[1]?.body).toEqual({ revision: 5, days: [] });
});

it.each([
  [409, 'revision_conflict'],
  [409, 'timetable_day_changed'],
  [404, 'not_found'],
])('says that somebody has changed it since where the server answers %i %s', async (code, slug) => {
  const saved = await saveImport(plan({ days: off(1) }));
  failure = { code, slug };
  await expect(saved.undo()).rejects.toMatchObject({ status: 409, message: '已有人在这之后改过课程表，不能撤销' });
});

it('can take back again what failed for another reason', async () => {
  const saved = await saveImport(plan());
  failure = { code: 500, slug: 'internal' };
  await expect(saved.undo()).rejects.toMatchObject({ status: 500 });
  failure = undefined;
  await saved.undo();
});
