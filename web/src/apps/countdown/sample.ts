// What the widget shows in the gallery before there is a date.
import type { WidgetSample } from '@/core/apps';
import { pick } from '@/core/i18n';
import { queryClient } from '@/core/query';
import { PALETTE } from './form';
import { KEY } from './queries';
import type { Countdown, CountdownList } from './types';

const DAYS = 100;
const DAY_MS = 86_400_000;

const dayAfter = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

function entry(): Countdown {
  const date = dayAfter(DAYS).slice(0, 10);
  return {
    id: 'sample',
    source: 'own',
    class: null,
    manageable: true,
    category: 'exam',
    reminders: [],
    started_on: dayAfter(-DAYS).slice(0, 10),
    progress: 0.5,
    suggestion: null,
    title: pick({ zh: '高考', en: 'The exams' }),
    target_date: date,
    next_date: date,
    repeat_type: 'none',
    color: PALETTE[0].value,
    pinned: true,
    note: '',
    show_in_calendar: true,
    days_left: DAYS,
    created_at: dayAfter(-DAYS),
    updated_at: dayAfter(-DAYS),
  };
}

const sample: WidgetSample = {
  isEmpty: () => queryClient.getQueryData<CountdownList>(KEY)?.countdowns.length === 0,
  queries: () => [[KEY, { countdowns: [entry()], class: null, may_add_for_class: false }]],
};
export default sample;
