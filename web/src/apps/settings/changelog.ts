// The changelog is written in both languages, item by item; pure.
import type { Language } from '@/core/i18n';

const CHINESE = /\p{Script=Han}/u;
/** What begins a line of its own: an item of a list, or a heading. */
const BEGINS = /^\s*(?:[-*+]|\d+[.)]|#+)\s/;
const HEADING = /^\s*#+\s/;
/** Characters that are written without spaces between: Chinese ones, and the marks beside them. */
const WIDE = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef“”‘’—…·]/;

/** The lines in one language; all of them when there is nothing in that one. */
export function linesIn(changelog: string, language: Language): string {
  const lines = unwrapped(changelog);
  const wanted = lines.filter((line) => CHINESE.test(line) === (language === 'zh'));
  return (wanted.length > 0 ? wanted : lines).join('\n');
}

/** The lines as they are meant: what the source wraps at its margin is one line again. */
function unwrapped(text: string): string[] {
  const lines: string[] = [];
  let open = false;
  for (const line of text.split(/\r?\n/)) {
    const blank = line.trim() === '';
    const last = lines[lines.length - 1];
    if (open && last !== undefined && !blank && !BEGINS.test(line)) lines[lines.length - 1] = joined(last, line);
    else if (!blank) lines.push(line.trimEnd());
    open = !blank && !HEADING.test(line);
  }
  return lines;
}

/** Two pieces of one sentence, with a space where the script has them. */
function joined(before: string, after: string): string {
  const [left, right] = [before.trimEnd(), after.trim()];
  const wide = WIDE.test(left.slice(-1)) && WIDE.test(right.slice(0, 1));
  return left + (wide ? '' : ' ') + right;
}
