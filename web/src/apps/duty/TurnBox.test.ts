// What a turn offers to whom: the tick to those on duty and to staff, a swap to oneself, a stand-in to staff alone.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp, h, type App } from 'vue';
import type { UserInfo } from '@/api/types';
import { setLanguage } from '@/core/i18n';
import { updateUser } from '@/core/session';
import TurnBox from './TurnBox.vue';
import type { OnDuty, Turn } from './types';

const TODAY = '2026-11-30';
const person = (number: string, name: string): OnDuty => ({
  number,
  name,
  user_id: number,
  left: false,
  task: null,
  stands_in_for: null,
  change_id: null,
});
const TURN: Turn = {
  roster_id: 'r1',
  roster: '教室卫生',
  date: TODAY,
  group: '第 1 组',
  people: [person('240104', '沈听澜'), { ...person('240105', '李雷'), task: '扫地' }],
  excused: [],
  off: false,
  off_change_id: null,
  done_at: null,
  done_by_name: null,
  note: '',
  past: false,
};

let app: App;
let root: HTMLElement;
let opened: string[];

/** What can be pressed, in words. */
function show(date: string, turn: Partial<Turn> = {}, isStaff = false): string[] {
  const listeners = {
    onPerson: ({ name }: OnDuty): void => void opened.push(name),
    onSwap: ({ name }: OnDuty): void => void opened.push(`swap ${name}`),
  };
  const day = { ...TURN, date, ...turn };
  app = createApp({ render: () => h(TurnBox, { turn: day, date, today: TODAY, isStaff, ...listeners }) });
  app.mount(root);
  return [...root.querySelectorAll('button')].map(
    (button) => button.getAttribute('aria-label') ?? (button.textContent ?? '').replace(/\s+/g, ' ').trim(),
  );
}

beforeEach(async () => {
  await setLanguage('zh');
  opened = [];
  updateUser({ user_id: '240104' } as UserInfo);
  root = document.body.appendChild(document.createElement('div'));
});

afterEach(() => {
  app.unmount();
  root.remove();
});

describe('a pupil on duty', () => {
  it('ticks it today, and cannot swap a day that has begun', () => {
    expect(show(TODAY)).toEqual(['教室卫生（今天）的更多操作', '做完了 教室卫生']);
  });

  it('asks for a swap by the own name and by a button, from tomorrow on', () => {
    expect(show('2026-12-01')).toEqual(['沈听澜', '换值日 教室卫生']);
    root.querySelectorAll('button').forEach((button) => button.click());
    expect(opened).toEqual(['沈听澜', 'swap 沈听澜']);
  });

  it('has nothing to swap on a day that was called off', () => {
    expect(show('2026-12-01', { off: true, off_change_id: 'c1', people: [] })).toEqual([]);
  });
});

it('another pupil reads it, and nothing more', () => {
  updateUser({ user_id: '240199' } as UserInfo);
  expect(show(TODAY)).toEqual([]);
  expect(root.textContent).toContain('扫地');
});

describe('staff', () => {
  it('find somebody else for each person, and may tick for them', () => {
    updateUser({ user_id: '240100' } as UserInfo);
    const names = ['教室卫生（今天）的更多操作', '沈听澜', '李雷扫地', '做完了 教室卫生'];
    expect(show(TODAY, {}, true)).toEqual(names);
  });

  it('tick the last seven days, and no day before them', () => {
    expect(show('2026-11-23', {}, true)).toContain('做完了 教室卫生');
    app.unmount();
    root.textContent = '';
    expect(show('2026-11-22', {}, true)).toEqual([]);
    expect(root.textContent).toContain('没有打勾');
  });
});

it('a day that was called off has nobody to tick', () => {
  const off = { off: true, off_change_id: 'c1', people: [] };
  expect(show(TODAY, off, true)).toEqual(['教室卫生（今天）的更多操作']);
  expect(root.textContent).toContain('这天不用值日');
});

it('says who stands in for whom, and who is excused', () => {
  const standIn = { ...person('240106', '韩梅梅'), stands_in_for: { number: '240104', name: '沈听澜' } };
  show(TODAY, { people: [standIn], excused: [{ number: '240105', name: '李雷', change_id: 'c2' }] });
  expect(root.textContent).toContain('替沈听澜');
  expect(root.textContent).toContain('免值');
});
