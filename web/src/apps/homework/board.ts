// The homework that is due, on the board of a classroom.
import { defineBoardPart } from '@/core/board';
import DueHomework from './board/DueHomework.vue';
import { cardsAt, type HomeworkPart } from './board/part';

/** A card takes about as much room as so many lines. */
const CARD_LINES = 2.2;

export default defineBoardPart<HomeworkPart>({
  name: 'homework',
  order: 30,
  area: 'main',
  label: { zh: '作业', en: 'Homework' },
  lines: (data, now) => CARD_LINES * cardsAt(data, now).length,
  view: DueHomework,
});
