// English texts around apps of the market.
import type { Dict } from '@/core/i18n';
import type { MarketKey } from './zh';

const en: Dict<MarketKey> = {
  'ask.confirm': 'Please confirm',
  'ask.alert': 'Please note',
  'ask.prompt': 'Please type',
  'ask.answer': 'Text',
  'ask.yes': 'OK',
  'crash.start': '“{name}” has not started',
  'crash.start_text': 'Other windows go on.',
  'crash.later': 'Something in “{name}” has failed, parts of it may not work',
  'crash.again': 'Open again',
  'crash.off': 'Switch off',
  'crash.off_done': '“{name}” is switched off',
  'crash.hide': 'Ignore',
  'crash.widget': 'The widget has failed',
  'update.done': '“{name}” was updated',
  'update.ready': 'There is a new version of “{name}”',
  'update.done_back': '“{name}” was rolled back to {version}',
  'update.done_forward': '“{name}” was returned to {version}',
  'update.ready_back': '“{name}” was rolled back to {version}; here it is still the version before',
  'update.reload': 'Load it',
  gone: '“{name}” was uninstalled',
  'router.unknown': 'There is no “{path}” here',
  'forward.text': 'Choose a chat. Everyone there can see what “{name}” sends.',
  'storage.leaving': 'Data of an app is not on the server yet',
  'ui.search': 'Search',
  'ui.close': 'Close',
  'ui.busy': 'Please wait',
};

export default en;
