// What the author of a case or a quote is called on the screen.
import { t as content } from '@/core/moderation/i18n';
import { t } from '../i18n';
import type { Case, Quote } from '../types';

type Author = Pick<Case, 'anonymous' | 'author_name' | 'author_real_name'> & Pick<Partial<Quote>, 'alias'>;

/** A net name, and the real name where that is another one. Reads the language: in a template it follows that. */
export function bothNames(net?: string | null, real?: string | null): string {
  if (!net || !real || net === real) return net || real || '';
  return t('author.both', { net, real });
}

/** The server leaves out the names of whoever is anonymous; below a post anonymous voices have numbers. */
export function authorName({ anonymous, author_name, author_real_name, alias }: Author): string {
  if (!anonymous) return bothNames(author_name, author_real_name);
  return alias ? t('author.anonymous_nth', { n: alias }) : content('author.anonymous');
}
