// What a copy of a conversation is called; pure.
import { MAX_TITLE } from './limits';

/** How titles of copies end, in each language. */
const IS_COPY = /（副本）$| \(copy\)$/;

/** Whether the title says that the conversation is a copy. */
export const isCopyTitle = (title: string): boolean => IS_COPY.test(title);

/** The title with a suffix, as long as a title may be; that of a copy stays, and so does none. */
export function copyTitle(title: string, suffix: string): string {
  if (title === '' || IS_COPY.test(title)) return title;
  // The server counts characters, of which one may take two places here.
  const room = MAX_TITLE - suffix.length;
  return [...title].slice(0, room).join('').trimEnd() + suffix;
}
