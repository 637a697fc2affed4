// The next dates of the class, on the board of a classroom.
import { defineBoardPart } from '@/core/board';
import NextDates from './board/NextDates.vue';
import { datesAt, type CountdownPart } from './board/part';

export default defineBoardPart<CountdownPart>({
  name: 'countdown',
  order: 50,
  area: 'side',
  label: { zh: '倒计时', en: 'Countdown' },
  lines: (data, now) => datesAt(data, now).length,
  view: NextDates,
});
