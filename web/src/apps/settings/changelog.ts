// The changelog is written in both languages, line by line; pure.
import type { Language } from '@/core/i18n';

const CHINESE = /\p{Script=Han}/u;

/** The lines in one language; all of them when there is nothing in that one. */
export function linesIn(changelog: string, language: Language): string {
  const lines = changelog.split(/\r?\n/).filter((line) => line.trim() !== '');
  const wanted = lines.filter((line) => CHINESE.test(line) === (language === 'zh'));
  return (wanted.length > 0 ? wanted : lines).join('\n');
}
