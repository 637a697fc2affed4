// Reads the Markdown of a model into tokens. A model repeats what pages and people have told it, so nothing of its text
// is trusted: raw HTML is text, and links lead to http, https and mailto alone.
import MarkdownIt, { type Token } from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import { maths } from './maths';

const LINK = /^(?:https?:\/\/|mailto:)/i;

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });
// Bold and the like directly beside Chinese punctuation, which plain CommonMark leaves as stars.
markdown.use(cjkFriendly);
markdown.use(maths);
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
markdown.validateLink = isSafeLink;

/** Whether a link may be followed. */
export function isSafeLink(target: string): boolean {
  return LINK.test(target.trim());
}

/** The tokens of a text. */
export function parseMarkdown(text: string): Token[] {
  return markdown.parse(text, {});
}
