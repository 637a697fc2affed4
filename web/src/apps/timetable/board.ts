// The lessons of today on the board of a classroom.
import { defineBoardPart } from '@/core/board';
import { todayText } from '@/core/time';
import NowCard from './board/NowCard.vue';
import TodayLessons from './board/TodayLessons.vue';
import type { LessonsPart } from './board/part';

/** What is on now takes about as much room as so many lines. */
const NOW_LINES = 7.5;
/** The same of what is said on a day without lessons. */
const FREE_LINES = 5;

export default defineBoardPart<LessonsPart>({
  name: 'timetable',
  order: 10,
  area: 'main',
  first: true,
  label: { zh: '今日课表', en: 'Today’s lessons' },
  // What was kept of another day says nothing about this one.
  lines: ({ today }, now) => {
    if (today.date !== todayText(new Date(now))) return 0;
    return today.lessons.length > 0 ? NOW_LINES + today.lessons.length + today.cancelled.length : FREE_LINES;
  },
  view: TodayLessons,
  head: { view: NowCard, height: NOW_LINES },
});
