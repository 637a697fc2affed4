// What a new timetable begins with: the usual subjects and the times of a usual day.
import type { Language } from '@/core/i18n';
import type { Row } from '../rows';
import type { Owner, Subject } from '../types';
import { periodsOf, type Bells } from '../bells';
import { dayCount } from '../model';
import type { Draft } from './model';

const SUBJECTS: Readonly<Record<Language, readonly string[]>> = {
  zh: '语文 数学 英语 物理 化学 生物 政治 历史 地理 体育 音乐 美术 信息技术 班会 自习'.split(' '),
  en: 'Chinese,Maths,English,Physics,Chemistry,Biology,Politics,History,Geography,Sports,Music,Art,Computing,Class meeting,Self-study'.split(
    ',',
  ),
};
const SHORT: Readonly<Record<string, string>> = { 信息技术: '信息' };

/** Forenoon and afternoon; the evening begins empty. */
export const USUAL_BELLS: Bells = {
  sessions: [
    { start: '08:00', count: 4 },
    { start: '14:00', count: 4 },
    { start: '19:00', count: 0 },
  ],
  lesson: 40,
  pause: 10,
  longAfter: 2,
  longPause: 20,
};

export const usualSubjects = (language: Language): Subject[] =>
  SUBJECTS[language].map((name) => ({ name, ...(SHORT[name] && { short_name: SHORT[name] }) }));

/** An empty timetable that holds from a date; one's own takes the times of the class and brings its own subjects. */
export function newDraft(owner: Owner, name: string, today: string, language: Language, times: readonly Row[]): Draft {
  const cycle = { kind: 'weekly' } as const;
  return {
    name,
    from: today,
    until: '',
    firstDay: today,
    description: '',
    cycle,
    subjects: owner === 'class' ? usualSubjects(language) : [],
    periods: times.length > 0 ? times : (periodsOf(USUAL_BELLS) ?? []),
    days: Array.from({ length: dayCount(cycle) }, () => []),
    names: {},
  };
}
