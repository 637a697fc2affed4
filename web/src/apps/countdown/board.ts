// The next dates of the class, on the board of a classroom.
import { defineBoardPart } from '@/core/board';
import { todayText } from '@/core/time';
import NextDates from './board/NextDates.vue';
import { datesOn, type CountdownPart } from './board/part';

export default defineBoardPart<CountdownPart>({
  name: 'countdown',
  order: 50,
  area: 'side',
  label: { zh: '倒计时', en: 'Countdown' },
  lines: (data, now) => datesOn(data, todayText(new Date(now))).length,
  view: NextDates,
});
