// What the editor begins with, and what it brings back.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { effectScope, type EffectScope } from 'vue';
import type { Full } from '../types';

const readTimetable = vi.hoisted(() => vi.fn());
vi.mock('../calls', () => ({ readTimetable, readDays: async () => [] }));

import { useDraft, type Edited, type EditedDraft } from './draft';

const stored = (revision: number, name: string): Full => ({
  id: 'one',
  owner: 'class',
  name,
  revision,
  from: '2026-09-01',
  until: null,
  first_day: '2026-09-01',
  holds_today: true,
  updated_at: '',
  updated_by: null,
  timetable: { cycle: { kind: 'weekly' }, subjects: [], schedules: [] },
});

let scope: EffectScope;
const open = async (edited: Edited): Promise<EditedDraft> => {
  scope = effectScope();
  const draft = scope.run(() => useDraft(edited)) as EditedDraft;
  await draft.load();
  return draft;
};
const rename = ({ history }: EditedDraft, name: string): void =>
  history.push(history.state.value && { ...history.state.value, name });

beforeEach(() => localStorage.clear());
afterEach(() => scope.stop());

it('gives up kept changes for what is stored now, not for what they began with', async () => {
  readTimetable.mockResolvedValue(stored(1, '旧的'));
  rename(await open({ id: 'one', owner: 'class' }), '我的');
  scope.stop();
  readTimetable.mockResolvedValue(stored(2, '新的'));
  const again = await open({ id: 'one', owner: 'class' });
  expect([again.history.state.value?.name, again.before.value?.revision, again.restored.value]).toEqual([
    '我的',
    1,
    true,
  ]);
  again.discard();
  expect([again.history.state.value?.name, again.before.value?.revision, again.touched.value]).toEqual([
    '新的',
    2,
    false,
  ]);
});

it('keeps new timetables of two classes apart', async () => {
  rename(await open({ owner: 'class', inClass: '02' }), '二班');
  scope.stop();
  expect((await open({ owner: 'class', inClass: '03' })).restored.value).toBe(false);
  scope.stop();
  expect((await open({ owner: 'class', inClass: '02' })).history.state.value?.name).toBe('二班');
});

it('brings back my changes after their version was looked at', async () => {
  readTimetable.mockResolvedValue(stored(1, '旧的'));
  const draft = await open({ id: 'one', owner: 'class' });
  rename(draft, '我的');
  readTimetable.mockResolvedValue(stored(2, '对方的'));
  await draft.readTheirs();
  draft.showTheirs();
  expect([draft.history.state.value?.name, draft.touched.value]).toEqual(['对方的', false]);
  draft.history.undo();
  expect([draft.history.state.value?.name, draft.touched.value]).toEqual(['我的', true]);
});
