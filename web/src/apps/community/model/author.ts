// What somebody is called on the screen. The server names whoever is hidden or erased in Chinese alone.
import { t } from '../i18n';

interface Authored {
  author_id: string;
  author_name: string;
  anonymous: boolean;
  alias?: number | null;
}

/** Reads the language: in a template it follows that. */
export function authorOf({ author_id: id, author_name: name, anonymous, alias }: Authored): string {
  if (anonymous) return alias ? t('author.anonymous_nth', { n: alias }) : t('author.anonymous');
  return id === '' ? t('author.erased') : name;
}
