// What the widget shows in the gallery before there is anything in the calendar.
import type { WidgetSample } from '@/core/apps';
import { pick, type Label } from '@/core/i18n';
import { queryClient } from '@/core/query';
import { todayText } from '@/core/time';
import { addDays } from '@/core/dates';
import { nextKey } from '../queries';
import type { CalendarRange, Occurrence } from '../types';

function event(id: string, ahead: number, title: Label, category: string, more: Partial<Occurrence>): Occurrence {
  const day = addDays(todayText(), ahead);
  const at = new Date(`${day}T16:30:00`).toISOString();
  return {
    id,
    occurrence: day,
    class: '01',
    title: pick(title),
    location: '',
    all_day: true,
    starts_at: at,
    ends_at: new Date(Date.parse(at) + 3_600_000).toISOString(),
    first_day: day,
    last_day: day,
    repeats: false,
    series_id: null,
    category,
    color: '',
    show_in_countdown: false,
    ...more,
  };
}

function sampleRange(): CalendarRange {
  const today = todayText();
  const hall = pick({ zh: '音乐室', en: 'Music room' });
  return {
    today,
    zone: null,
    class: '01',
    may_edit_class: false,
    occurrences: [
      event('1', 1, { zh: '合唱排练', en: 'Choir practice' }, '活动', { all_day: false, location: hall }),
      event('2', 3, { zh: '月考', en: 'Monthly exam' }, '考试', { last_day: addDays(today, 4) }),
      event('3', 6, { zh: '交读书笔记', en: 'Reading notes are due' }, '作业', {}),
      event('4', 9, { zh: '秋游', en: 'Class trip' }, '放假', {}),
    ],
    entries: [
      {
        kind: 'birthday',
        date: addDays(today, 2),
        title: pick({ zh: '林知夏', en: 'Lin Zhixia' }),
        id: '260101',
        color: null,
      },
    ],
    days: [],
  };
}

const key = (): string[] => nextKey(todayText());

const sample: WidgetSample = {
  isEmpty: () => {
    const known = queryClient.getQueryData<CalendarRange>(key());
    return !known || known.occurrences.length + known.entries.length === 0;
  },
  queries: () => [[key(), sampleRange()]],
};
export default sample;
