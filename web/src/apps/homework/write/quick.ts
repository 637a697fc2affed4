// The ends that are offered for homework, from the clock and the lessons of the school. Pure.
import { addDays, mondayOf } from '@/core/dates';
import type { Language } from '@/core/i18n';
import { capital, dayWords, dueWords, isNamedBy, type DueLesson } from '../due';
import { t } from './i18n';

export interface SchoolDay {
  date: string;
  lessons: readonly DueLesson[];
}

export type QuickName = 'tonight' | 'morning' | 'lesson' | 'weekend';

/** An end of homework, with its day and time. */
export interface Quick {
  name: QuickName;
  date: string;
  time: string;
  /** The lesson that begins then, where it may name the end. */
  lesson?: string;
}

const EVENING = '21:00';
/** When a school day begins that no timetable knows. */
const MORNING = '08:00';

const hm = (time: string): string => time.slice(0, 5);
const firstOf = (day: SchoolDay): DueLesson | undefined => day.lessons[0];

/** What is offered at a time at school, `YYYY-MM-DD` and `HH:MM`; no moment twice, none that is past. */
export function quickChoices(days: readonly SchoolDay[], today: string, clock: string, subject: string): Quick[] {
  const school = days.filter(({ lessons }) => lessons.length > 0);
  const found: (Quick | undefined)[] = [
    clock < EVENING ? { name: 'tonight', date: today, time: EVENING } : undefined,
    beginOf(
      'morning',
      school.find(({ date }) => date > today),
      school.length > 0 ? undefined : addDays(today, 1),
      subject,
    ),
    nextLesson(school, today, clock, subject),
    weekend(school, today, subject),
  ];
  const seen = new Set<string>();
  return found.filter((one): one is Quick => {
    const key = one ? `${one.date} ${one.time}` : '';
    if (!one || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The beginning of a school day; without a timetable that of a usual one. */
function beginOf(
  name: QuickName,
  day: SchoolDay | undefined,
  usual: string | undefined,
  subject: string,
): Quick | undefined {
  const first = day && firstOf(day);
  if (day && first) {
    const lesson = isNamedBy(first.subject, subject) ? first.subject : undefined;
    return { name, date: day.date, time: hm(first.start), ...(lesson && { lesson }) };
  }
  return usual ? { name, date: usual, time: MORNING } : undefined;
}

/**
 * The end that a new card begins with: the next lesson of its subject after today, else the beginning of the next school
 * day. A lesson of today is too near to be meant by nobody's choice.
 */
export function usualChoice(offered: readonly Quick[], today: string): Quick | undefined {
  const lesson = offered.find(({ name, date }) => name === 'lesson' && date > today);
  return lesson ?? offered.find(({ name }) => name === 'morning');
}

/** The next lesson of a subject that has not begun. */
function nextLesson(school: readonly SchoolDay[], today: string, clock: string, subject: string): Quick | undefined {
  if (subject === '') return undefined;
  for (const { date, lessons } of school) {
    const lesson = lessons.find(
      ({ subject: name, start }) => name === subject && (date > today || (date === today && hm(start) > clock)),
    );
    if (lesson && date >= today) return { name: 'lesson', date, time: hm(lesson.start), lesson: subject };
  }
  return undefined;
}

/** The first school day after the next weekend. */
function weekend(school: readonly SchoolDay[], today: string, subject: string): Quick | undefined {
  const monday = addDays(mondayOf(today), 7);
  return beginOf(
    'weekend',
    school.find(({ date }) => date >= monday),
    school.length > 0 ? undefined : monday,
    subject,
  );
}

/** What the button of a choice says. */
export function quickWords({ name, date, time, lesson }: Quick, today: string, lang: Language): string {
  if (name === 'tonight') return t('quick.tonight', { time });
  if (name === 'lesson') return t('quick.lesson', { subject: lesson ?? '' });
  if (name === 'weekend') return t('quick.weekend');
  const words = dueWords({ due_date: date, due_time: time, subject: lesson ?? '' }, today, lang, () =>
    lesson ? [{ start: time, subject: lesson }] : [],
  );
  return capital(words);
}

/** The day and time of a choice, for the second line of its button; empty where the first one says them. */
export function quickMoment({ name, date, time, lesson }: Quick, today: string, lang: Language): string {
  const isSaid = name === 'tonight' || (name === 'morning' && !lesson);
  return isSaid ? '' : `${dayWords(date, today, lang)} ${time}`;
}

/** The subjects to tap: those of today's lessons first, then those of the next weeks, then those of earlier cards. */
export function offeredSubjects(days: readonly SchoolDay[], earlier: readonly string[], most = 16): string[] {
  const lessons = days.flatMap((day) => day.lessons.map(({ subject }) => subject));
  return [...new Set([...lessons, ...earlier])].filter((subject) => subject !== '').slice(0, most);
}
