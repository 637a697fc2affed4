// What the widget shows in the gallery before there is a roster.
import type { WidgetSample } from '@/core/apps';
import { addDays } from '@/core/dates';
import { pick, type Label } from '@/core/i18n';
import { queryClient } from '@/core/query';
import { todayText } from '@/core/time';
import { todayKey } from './queries';
import type { Today, Turn } from './types';

const ROSTERS: readonly { name: Label; group: Label; people: readonly Label[]; done: boolean }[] = [
  {
    name: { zh: '教室', en: 'Classroom' },
    group: { zh: '第 3 组', en: 'Group 3' },
    people: [
      { zh: '李雷', en: 'Li Lei' },
      { zh: '韩梅梅', en: 'Han Meimei' },
      { zh: '王小明', en: 'Wang Xiaoming' },
    ],
    done: true,
  },
  {
    name: { zh: '走廊', en: 'Hallway' },
    group: { zh: '第 1 组', en: 'Group 1' },
    people: [
      { zh: '赵一鸣', en: 'Zhao Yiming' },
      { zh: '孙悦', en: 'Sun Yue' },
    ],
    done: false,
  },
];
const DAYS_AHEAD = 4;

function sampleToday(today: string): Today {
  const turns = ROSTERS.map(({ name, group, people, done }, i): Turn => ({
    roster_id: `sample-${i}`,
    roster: pick(name),
    date: today,
    group: pick(group),
    excused: [],
    off: false,
    off_change_id: null,
    people: people.map((person, n) => ({
      number: `${i}${n}`,
      name: pick(person),
      user_id: null,
      left: false,
      task: null,
      stands_in_for: null,
      change_id: null,
    })),
    done_at: done ? `${today}T09:00:00Z` : null,
    done_by_name: null,
    note: '',
    past: false,
  }));
  const [first] = turns;
  const next = first
    ? { date: addDays(today, DAYS_AHEAD), roster_id: first.roster_id, roster: first.roster, task: null }
    : null;
  return { class: '', may_manage: false, date: today, is_school_day: true, reason: null, turns, mine: [], next };
}

const key = (): string[] => todayKey(todayText());

const sample: WidgetSample = {
  isEmpty: () => !queryClient.getQueryData<Today>(key())?.turns.length,
  queries: () => [[key(), sampleToday(todayText())]],
};
export default sample;
