// What the author of a case or a quote is called on the screen.
import { t } from '../i18n';
import type { Case, Quote } from '../types';

type Author = Pick<Case, 'anonymous' | 'author_name'> & Pick<Partial<Quote>, 'alias'>;

/**
 * The server leaves out the name of whoever is anonymous; below a post anonymous voices have numbers. Reads the language:
 * in a template it follows that.
 */
export function authorName({ anonymous, author_name, alias }: Author): string {
  if (!anonymous) return author_name;
  return alias ? t('author.anonymous_nth', { n: alias }) : t('author.anonymous');
}
