// English texts of the console's section for panels.
import type { Dict } from '@/core/i18n';
import type { PanelsKey } from './zh';

const en: Dict<PanelsKey> = {
  'section.about': 'Nobody is signed in on a classroom panel; it shows what its class may see.',
  'section.class': 'Class',
  'section.add': 'Add a panel',

  'empty.title': 'No classroom panel yet',
  'empty.text':
    'Three steps, and the screen of the classroom shows timetable, duty, homework and notices. Nobody signs in on it.',
  'empty.step_open': 'Open a browser on the classroom screen, type this address, and press F11 for full screen',
  'empty.step_code': 'The screen shows six digits',
  'empty.step_enter': 'Press “Add a panel” and type them',

  'card.online': 'Online',
  'card.offline': 'Offline since {time}',
  'card.never': 'Never connected',
  'card.shows': 'Shows: {what}',
  'card.showed': 'Showed before: {what}',
  'card.added': 'Added by {name}, {time}',
  'card.actions': 'Actions for “{name}”',
  'card.settings': 'Settings',
  'card.rename': 'Rename',
  'card.remove': 'Remove',
  'view.board': 'board of the class',
  'view.exam': 'exam clock',
  'view.lock': 'lock',
  'view.broadcast': 'urgent broadcast',
  'view.night': 'night',

  'picture.label': 'Picture of “{name}”',
  'picture.loading': 'Reading the picture…',
  'picture.none': 'The picture cannot be shown now',
  'picture.away': 'Offline · last online {time}, the screen may have changed',
  'picture.never': 'Never connected · it would look like this',
  'picture.behind': 'The panel does not show the latest yet',

  'pair.title': 'Add a panel',
  'pair.code': 'The six digits on the screen',
  'pair.code_hint': 'They appear when the screen’s browser opens {address}',
  'pair.code_error': 'Type six digits',
  'pair.unknown':
    'No screen waits with these digits. Compare them with the screen; it shows new ones when they run out',
  'pair.run_out': 'These digits have run out. The screen shows new ones: type those',
  'pair.limit': 'Too many codes entered. Try again in {n} s',
  'pair.next': 'Next',
  'pair.found': 'This screen waits to be confirmed',
  'pair.check': 'Make sure that it shows {code}',
  'pair.seconds': '{n} second ago|{n} seconds ago',
  'pair.minutes': '{n} minute ago|{n} minutes ago',
  'pair.name': 'Name',
  'pair.name_usual': 'Classroom panel',
  'pair.name_error': 'A name has 1–{max} characters',
  'pair.name_taken': 'Another panel has this name',
  'pair.class': 'Whose content it shows',
  'pair.effect':
    'It then shows the timetable, duty, homework and notices of this class at once, to everybody in the room.',
  'pair.confirm': 'Add it',
  'pair.back': 'Other digits',
  'pair.done': '“{name}” was added',

  'rename.title': 'Rename the panel',
  'rename.done': 'Renamed to “{name}”',
  'remove.title': 'Remove “{name}”?',
  'remove.effect':
    'It stops showing the class at once, and the screen shows six new digits. It has to be added again to be used.',
  'remove.effect_offline':
    'It is offline: the screen shows six new digits when it connects again. Until then it may show what it showed before. It has to be added again to be used.',
  'remove.done': '“{name}” was removed',

  'set.title': 'Settings of “{name}”',
  'set.text': 'Changes take effect at once.',
  'set.language': 'Language',
  'language.zh': '中文',
  'language.en': 'English',
  'set.theme': 'Look',
  'theme.auto': 'Automatic',
  'theme.light': 'Light',
  'theme.dark': 'Dark',
  'set.theme_auto': 'Dark from 19:00 to 6:30.',
  'set.text_scale': 'Size of the text',
  'scale.1': 'Normal',
  'scale.1.15': 'Large',
  'scale.1.3': 'Extra large',
  'set.scale_hint': 'The larger the text, the less fits on the screen.',
  'set.seconds': 'The clock shows seconds',
  'set.parts': 'What it shows',
  'part.app_off': 'This app is off, so the panel does not show it',
  'part.nothing': 'Nothing to show now',
  'set.night': 'Dark at night',
  'set.night_hint': 'The screen is black but for a small, dim clock. Urgent broadcasts still show.',
  'set.night_from': 'From',
  'set.night_until': 'Until',
  'set.night_error': 'The two times must differ',
};

export default en;
