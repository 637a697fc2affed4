// Who speaks officially stands there as the class knows them: by the real name, with the title of an officer.
import { t } from './i18n';
import type { Announcement } from './types';

type Authored = Pick<Announcement, 'author_real_name' | 'author_title'>;

/** Reads the language: in a template it follows that. */
export function authorOf({ author_real_name: name, author_title: title }: Authored): string {
  return title ? t('detail.titled', { name, title }) : name;
}
