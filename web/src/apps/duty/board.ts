// Who is on duty today, on the board of a classroom.
import { defineBoardPart } from '@/core/board';
import { todayText } from '@/core/time';
import DutyToday from './board/DutyToday.vue';
import { turnsOn, type DutyPart } from './board/part';

/** A turn has a heading and about two lines of names. */
const LINES = 3;

export default defineBoardPart<DutyPart>({
  name: 'duty',
  order: 20,
  area: 'side',
  label: { zh: '今日值日', en: 'On duty' },
  lines: (data, now) => LINES * turnsOn(data, todayText(new Date(now))).length,
  view: DutyToday,
});
