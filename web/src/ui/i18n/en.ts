// English texts of the components that lists share.
import type { Dict } from '@/core/i18n';
import type { UiKey } from './zh';

const en: Dict<UiKey> = {
  'list.none': 'Nothing fits',
  'pager.label': 'Pages',
  'pager.page': 'Page {page} of {pages}, {total} in all',
  'pager.previous': 'Previous page',
  'pager.next': 'Next page',
};

export default en;
