// How a post begins, in plain words; pure.
import { withoutMarks } from '@/core/without-marks';

/** The beginning of Markdown without its marks, on one line. */
export function excerptOf(markdown: string, most = 200): string {
  const letters = [...withoutMarks(markdown).replace(/\s+/g, ' ').trim()];
  return letters.length > most ? `${letters.slice(0, most).join('')}…` : letters.join('');
}

/** What a post is called where there is one line for it. */
export function headlineOf({ title, content }: { title: string; content: string }): string {
  return title || excerptOf(content, 60);
}

/** How many characters a text has, as the server counts them. */
export function lengthOf(text: string): number {
  return [...text].length;
}
