// English texts of what staff change of one turn.
import type { Dict } from '@/core/i18n';
import type { StaffKey } from './zh';

const en: Dict<StaffKey> = {
  title: '{name} · {day}',
  stand_in: 'Who stands in?',
  search: 'Search pupils',
  clear: 'Clear',
  excuse: 'Excuse {name} this time',
  swap: 'Swap duty',
  nobody: 'The whole class is on duty then: nobody can stand in.',
  off: 'No duty on this day',
  off_text: 'The groups go on taking turns; this one does not make up for it.',
  on: 'Bring the duty back',
  unexcuse: '{name} is on duty after all',
  restore: '{name} is on duty again',
  note: 'Write a note',
  note_title: 'Note',
  note_hint: 'The whole class can see it, such as “the mop is broken”.',
  'done.stand_in': '{by} stands in for {name}: {day}',
  'done.excuse': '{name} is excused: {day}',
  'done.off': 'No duty: {day} ({roster})',
  'done.undone': 'It is as it was before',
  menu: '{roster} · {day}',
};

export default en;
