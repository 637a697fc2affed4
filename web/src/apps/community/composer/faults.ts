// Which field the server means when it refuses a post, by the name of its text.
const FIELDS: readonly [RegExp, Field][] = [
  [/^community_title_/, 'title'],
  [/^community_content_|^community_too_many_mentions$/, 'content'],
  [/_tag/, 'tags'],
  [/_image/, 'pictures'],
  [/^community_(group|too_many_groups|audience)/, 'audience'],
];

export type Field = 'title' | 'content' | 'tags' | 'pictures' | 'audience';

/** Null where it speaks of the post as a whole. */
export function fieldOf(slug: string): Field | null {
  return FIELDS.find(([pattern]) => pattern.test(slug))?.[1] ?? null;
}
