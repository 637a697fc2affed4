// English texts of the edit mode.
import type { Dict } from '@/core/i18n';
import type { EditKey } from './zh';

const en: Dict<EditKey> = {
  'bar.label': 'Arrange the desktop',
  'bar.add': 'Widget',
  'bar.page': 'New page',
  'bar.layouts': 'Layouts',
  'bar.done': 'Done',

  'overlay.label': '{name}, {n} of {count}',
  'overlay.hint':
    'Arrow keys move, Shift and arrows resize, Page Up and Page Down change the page, Delete removes, Enter opens the options',
  'overlay.remove': 'Remove “{name}”',
  'overlay.options': 'Options of “{name}”',

  'said.start': 'Arranging the desktop',
  'said.added': '“{name}” is on page {n} now',
  'said.removed': 'Removed “{name}”',
  'said.restored': 'Restored “{name}”',
  'said.lifted': 'Lifted “{name}”',
  'said.moved': '{name} moved to position {n}',
  'said.resized': '{name} is now {w}×{h}',
  'said.to_page': 'Moved to page {n}',
  'said.edge': 'This is the edge',
  'said.reset': 'Back to the class default',
  'said.replaced': 'Restored the earlier layout',

  'add.title': 'Add a widget',
  'add.search': 'Find',
  'add.one': 'Add “{name}”',
  'add.none': 'No widget found',
  'add.do': 'Add',
  'add.sizes': 'Size of “{name}”',
  'add.size': '{w} cells wide, {h} high',
  'add.sample': 'Sample',
  'add.there': '{n} on your desktop',
  'add.undone': 'Undone: “{name}” was taken away',

  'options.width': 'Width',
  'options.height': 'Height',
  'options.previous': 'To previous page',
  'options.next': 'To next page',
  'options.refresh': 'Refresh',
  'options.remove': 'Remove',
  'options.from': 'From the app “{app}”',
  'options.gone': 'The app of “{type}” is gone. Keep the place until it comes back, or remove it.',

  'config.number': 'Enter a number',
  'config.between': 'Enter a number from {min} to {max}',
  'config.least': 'Not less than {min}',
  'config.most': 'Not more than {max}',

  'layouts.title': 'Layouts',
  'layouts.note': 'The server keeps the layouts you replaced: the last 5, and those of 24 hours.',
  'layouts.summary': '{pages} pages, {widgets} widgets',
  'layouts.restore': 'Restore',
  'layouts.none': 'No earlier layout yet',
  'layouts.reset': 'Back to the class default',

  'default.title': 'Set as the class default…',
  'default.class': 'class {name}',
  'default.all': 'all classes',
  'default.text':
    'Makes your present desktop the default of {whom}. New members see it, and members who have not arranged theirs.',
  'default.reach': 'Changes the desktop of {n} now; {rest} have their own and keep it.',
  'default.now': 'The default now',
  'default.then': 'Becomes',
  'default.set': 'Set as the default',
  'default.clear': 'Back to the built-in default',
  'default.done': 'Now the default of {whom}',
  'default.cleared': 'Back to the built-in default',

  'conflict.title': 'Another device changed the layout too',
  'conflict.text': 'Choose which one to keep. The other one stays under “Layouts” and can be restored.',
  'conflict.mine': 'This device',
  'conflict.theirs': 'The other device',
  'conflict.keep_mine': 'Use mine',
  'conflict.take_theirs': 'Use the other device’s',
};

export default en;
