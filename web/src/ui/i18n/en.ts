// English texts of the components.
import type { Dict } from '@/core/i18n';
import type { UiKey } from './zh';

const en: Dict<UiKey> = {
  'theme.dark': 'Switch to dark',
  'theme.light': 'Switch to light',
  'language.failed': 'The language could not be loaded. Please try again.',
  'list.none': 'Nothing fits',
  'pager.label': 'Pages',
  'pager.page': 'Page {page} of {pages}, {total} in all',
  'pager.previous': 'Previous page',
  'pager.next': 'Next page',
  'field.required': 'Please fill this in',
  'field.optional': 'optional',
  'field.show_password': 'Show password',
  'field.hide_password': 'Hide password',
  'field.less': 'Less',
  'field.more': 'More',
};

export default en;
