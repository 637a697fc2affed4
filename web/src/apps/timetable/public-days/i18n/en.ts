// English texts of the console's public days.
import type { Dict } from '@/core/i18n';
import type { PublicDaysKey } from './zh';

const en: Dict<PublicDaysKey> = {
  'year.name': '{year}',
  'year.previous': 'Year before',
  'year.next': 'Year after',
  'source.built_in': 'built in',
  'source.own': 'changed here',
  'source.none': 'not known yet',
  none: 'The portal does not know the holidays of {year} yet, so timetables follow the weekdays alone. Once they are published, tap the days here or paste them.',

  'brush.label': 'A tap makes a day',
  'brush.off': 'a day off',
  'brush.work': 'a working day',
  'brush.usual': 'usual',
  'brush.names': 'Common holidays',
  'brush.other': 'Other…',
  'brush.choose': 'First choose the holiday that the days belong to',
  'brush.name': 'Name of the holiday',
  'brush.name_error': 'First enter the name of the holiday, 1–40 characters',
  'brush.hint':
    'A second tap makes the day a usual one again. Remember to save: then the timetables of all classes follow.',

  'kind.off': 'day off',
  'kind.work': 'working day',
  'kind.weekend': 'weekend',
  'kind.usual': 'usual',
  'mark.off': 'off',
  'mark.work': 'work',

  'month.1': 'January',
  'month.2': 'February',
  'month.3': 'March',
  'month.4': 'April',
  'month.5': 'May',
  'month.6': 'June',
  'month.7': 'July',
  'month.8': 'August',
  'month.9': 'September',
  'month.10': 'October',
  'month.11': 'November',
  'month.12': 'December',

  'list.title': 'The year in a list',
  'list.range': '{first} to {last}',

  'paste.open': 'Paste dates',
  'paste.title': 'Paste dates of {year}',
  'paste.label': 'One date or range a line',
  'paste.hint': 'First the date, then the holiday, last “off” or “work”. They replace what the same dates have.',
  'paste.sample': '{year}-01-01 New Year off\n{year}-10-01 – {year}-10-07 National Day off\n10-10 National Day work',
  'paste.read': 'Days off: {off}, working days: {work}',
  'paste.take': 'Put into the calendar',
  'fault.no_date': 'Line {line}, “{text}”, does not begin with a date',
  'fault.no_such_date': 'Line {line}, “{text}”, has a date that does not exist',
  'fault.other_year': 'Line {line}, “{text}”, is not in {year}',
  'fault.no_kind': 'Line {line}, “{text}”, does not end with “off” or “work”',
  'fault.no_name': 'Line {line}, “{text}”, does not name the holiday',
  'fault.name_long': 'Line {line}, “{text}”, has a name of more than 40 characters',
  'fault.too_long': 'Line {line}, “{text}”, has its dates in the wrong order, or more than 31 days apart',

  reset: 'Discard changes',
  saved: 'The holidays of {year} are saved',
  dropped: '{year} has the built-in days again',
  undone: 'Undone',
  'drop.label': 'Back to the built-in ones',
  'drop.title': 'Back to the built-in days of {year}?',
  'drop.do': 'Go back',
  'drop.text': 'The days changed here give way to those of the portal. It can be undone.',
  'leave.title': 'Discard the changes of {year}?',
  'leave.do': 'Discard',
  'leave.text': 'The days that were changed in this year are not saved.',
};

export default en;
