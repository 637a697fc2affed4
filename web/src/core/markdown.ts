// Markdown as members write it, made into HTML that is safe to show. Raw HTML is shown as text,
// links open outside, pictures are uploaded files of this server alone. Loaded only where Markdown is shown.
import DOMPurify from 'dompurify';
import { createMarkdownParser, OUTSIDE_LINK } from './markdown-parser';
import { boundTables } from './markdown-tables';

// Uploaded files alone: whoever opens a text asks for its pictures, and another path of this server may count what it
// is asked, or keep the answer waiting.
const OWN_PICTURE = /^\/api\/cloud\/files\/[0-9a-f]{64}(?:\?w=\d{1,4})?$/;
const OWN_PAGE = /^#\//;
const LINK = /^(?:https?:|mailto:|tel:|#\/|\/(?!\/))/i;
const markdown = createMarkdownParser((target) => LINK.test(target));
markdown.use(boundTables);

markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
  const link = tokens[index];
  if (!OWN_PAGE.test(String(link?.attrGet('href') ?? ''))) {
    link?.attrSet('target', OUTSIDE_LINK.target);
    link?.attrSet('rel', OUTSIDE_LINK.rel);
  }
  return renderer.renderToken(tokens, index, options);
};

markdown.renderer.rules.image = (tokens, index) => {
  const source = markdown.utils.escapeHtml(String(tokens[index]?.attrGet('src') ?? ''));
  const text = markdown.utils.escapeHtml(tokens[index]?.content ?? '');
  if (OWN_PICTURE.test(source)) return `<img src="${source}" alt="${text}" loading="lazy">`;
  // The picture of another host would tell that host who reads. Whoever presses a link means to.
  return `<a href="${source}" target="${OUTSIDE_LINK.target}" rel="${OUTSIDE_LINK.rel}">${text || source}</a>`;
};

const TAGS = [
  'p',
  'br',
  'hr',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'code',
  'em',
  'strong',
  's',
  'a',
  'img',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
];

/**
 * HTML for `v-html`, with nothing in it that runs or calls another host by itself. The renderer
 * writes nothing else already; the cleaning guards against its faults.
 */
export function renderMarkdown(text: string): string {
  return cleaned(markdown.render(text));
}

/** The same of marks within a line alone: headings, lists and tables stay as they were typed. */
export function renderInlineMarkdown(text: string): string {
  return cleaned(markdown.renderInline(text));
}

function cleaned(html: string): string {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href', 'src', 'alt', 'loading', 'start', 'target', 'rel'],
    ALLOWED_URI_REGEXP: LINK,
    // Browsers hold these against the expression for links as well, which none of them fits.
    ADD_URI_SAFE_ATTR: ['loading', 'start', 'target', 'rel'],
  });
}
