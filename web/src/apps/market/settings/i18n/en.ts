// English texts of the settings of apps.
import type { Dict } from '@/core/i18n';
import type { SettingsKey } from './zh';

const en: Dict<SettingsKey> = {
  title: 'Settings of {name}',
  text: 'They hold as soon as they are saved. Secrets stay on the server: neither pages nor students can read them.',
  text_restarts:
    'They hold as soon as they are saved, and the back end restarts. Secrets stay on the server: neither pages nor students can read them.',
  none: 'There is nothing to set',
  saved: 'The settings of {name} are saved',
  leave: 'Give up what you have typed?',
  leave_text: 'It will not be saved.',
  leave_do: 'Give up',

  'field.usual': '{value} if left empty',
  'fault.required': 'The app does not work without this',
  'fault.number': 'Please type a number, such as 12 or 0.5',
  'fault.long': '4000 characters at most',

  'secret.is_set': 'Set; it is not shown',
  'secret.clears': 'Removed when you save',
  'secret.replace': 'Replace',
  'secret.replace_label': 'Replace {name}',
  'secret.clear': 'Remove',
  'secret.clear_label': 'Remove {name}',
  'secret.keep': 'Keep the old one',
  'secret.hint': 'Not shown again once it is saved',
  'secret.show': 'Show',
  'secret.hide': 'Hide',
};

export default en;
