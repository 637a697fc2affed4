// English texts of the countdown app.
import type { Dict } from '@/core/i18n';
import type { CountdownKey } from './zh';

const en: Dict<CountdownKey> = {
  'list.add': 'New',
  'list.empty': 'No countdowns yet',
  'list.empty_text': 'Add an exam, a sports day or graduation, and watch it come closer.',
  'list.add_first': 'New countdown',
  'list.failed': 'The countdowns could not be loaded',
  'list.pin': 'Pin {title}',
  'list.unpin': 'Unpin {title}',
  'list.edit': 'Edit {title}',
  'list.pinned': 'pinned',
  'list.class_calendar': 'Class calendar',
  'list.own_calendar': 'My calendar',
  'list.open_event': 'Open {title} in the calendar',
  'list.deleted': '{title} deleted',
  'list.restored': '{title} is back',

  'days.left': '{n} day left|{n} days left',
  'days.today': 'today',
  'days.past': '{n} day ago|{n} days ago',
  'repeat.none': 'Never',
  'repeat.monthly': 'Monthly',
  'repeat.yearly': 'Yearly',

  'form.new': 'New countdown',
  'form.edit': 'Edit countdown',
  'form.back': 'Back to the list',
  'form.title': 'Title',
  'form.title_sample': 'Such as: final exam',
  'form.title_error': 'The title needs 1–80 characters',
  'form.date': 'Date',
  'form.date_error': 'Please pick a date',
  'form.repeat': 'Repeat',
  'form.color': 'Colour',
  'form.pinned': 'Pin',
  'form.pinned_hint': 'Shown first, three at most',
  'form.in_calendar': 'Show in the calendar',
  'form.note': 'Note',
  'form.note_error': 'The note has 500 characters at most',
  'form.create': 'Add',
  'form.delete': 'Delete this countdown',

  'color.blue': 'blue',
  'color.red': 'red',
  'color.orange': 'orange',
  'color.green': 'green',
  'color.teal': 'teal',
  'color.purple': 'purple',
  'color.pink': 'pink',
  'color.grey': 'grey',
};

export default en;
