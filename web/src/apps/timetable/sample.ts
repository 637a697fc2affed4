// What the widget shows in the gallery before there is a timetable.
import type { WidgetSample } from '@/core/apps';
import { pick, type Label } from '@/core/i18n';
import { queryClient } from '@/core/query';
import { todayText, toSchoolTime } from '@/core/time';
import { blankDay } from './model';
import { aheadKey } from './queries';
import type { Day, DayLesson } from './types';

const LESSON_MIN = 40;
const BREAK_MIN = 10;
/** How much of the first lesson is over. */
const OVER_MIN = 25;
const LAST_MIN = 24 * 60 - 1;
const SUBJECTS: readonly (readonly [Label, Label])[] = [
  [{ zh: '数学', en: 'Maths' }, '302'],
  [{ zh: '英语', en: 'English' }, '302'],
  [
    { zh: '物理', en: 'Physics' },
    { zh: '实验楼', en: 'Lab' },
  ],
  [
    { zh: '体育', en: 'Sports' },
    { zh: '操场', en: 'Field' },
  ],
  [{ zh: '语文', en: 'Chinese' }, '302'],
  [{ zh: '自习', en: 'Self-study' }, '302'],
];

const two = (n: number): string => String(n).padStart(2, '0');

/** `HH:MM` */
function clock(minutes: number): string {
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** What is on at a moment, with lessons after it. */
export function sampleDay(moment: Date): Day {
  const now = toSchoolTime(moment);
  const minutes = now.getHours() * 60 + now.getMinutes();
  const lessons = SUBJECTS.flatMap(([subject, room], index): DayLesson[] => {
    const start = minutes - OVER_MIN + index * (LESSON_MIN + BREAK_MIN);
    // Late in the evening the day is shorter: nothing goes on after midnight.
    if (start >= LAST_MIN) return [];
    const times = { start: clock(Math.max(0, start)), end: clock(Math.min(start + LESSON_MIN, LAST_MIN)) };
    const rest = { short_name: null, teacher: null, color: null, own: false, changed: false, instead_of: null };
    return [{ ...times, ...rest, subject: pick(subject), room: pick(room) }];
  });
  return { ...blankDay(todayText(moment)), kind: 'lessons', timetable_id: 'sample', lessons };
}

const key = (): string[] => aheadKey(todayText(), 'self');

const sample: WidgetSample = {
  isEmpty: () => !queryClient.getQueryData<Day[]>(key())?.some(({ lessons }) => lessons.length > 0),
  queries: () => [[key(), [sampleDay(new Date())]]],
};
export default sample;
