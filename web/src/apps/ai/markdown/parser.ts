// Reads the Markdown of a model into tokens. A model repeats what pages and people have told it, so nothing of its text
// is trusted: raw HTML is text, and links lead to http, https and mailto alone.
import type { Token } from 'markdown-it';
import { createMarkdownParser } from '@/core/markdown-parser';
import { maths } from './maths';

const LINK = /^(?:https?:\/\/|mailto:)/i;

const markdown = createMarkdownParser(isSafeLink);
markdown.use(maths);
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

/** Whether a link may be followed. */
export function isSafeLink(target: string): boolean {
  return LINK.test(target.trim());
}

/** The tokens of a text. */
export function parseMarkdown(text: string): Token[] {
  return markdown.parse(text, {});
}
