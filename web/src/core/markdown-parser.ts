// What every reader of Markdown has in common: raw HTML is text, a line break is one, headings stand below those of the
// window around them, and links lead only where they may.
import Parser, { type MarkdownIt } from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';

/** Attributes of a link that leaves the portal: it opens outside, and the other host is told nothing. */
export const OUTSIDE_LINK = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const;

const HEADING_SHIFT = 2;

/** A parser whose links lead to the addresses that fit alone. */
export function createMarkdownParser(isLink: (target: string) => boolean): MarkdownIt {
  const markdown = new Parser({ html: false, linkify: true, breaks: true });
  // Bold and the like directly beside Chinese punctuation, which plain CommonMark leaves as stars.
  markdown.use(cjkFriendly);
  markdown.validateLink = isLink;
  // Addresses stand where they are used. A definition that is used two thousand times makes megabytes of a short text,
  // and one that nothing uses would be words that nobody sees.
  markdown.disable('reference');
  markdown.core.ruler.push('headings', ({ tokens }) => {
    tokens
      .filter(({ type }) => type.startsWith('heading_'))
      .forEach((token) => {
        token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + HEADING_SHIFT)}`;
      });
  });
  return markdown;
}
