// Where one is inside of the app, as its links say it: `123` is a post, `123-456` a comment of it, `new` and
// `edit/123` the form, `user/260101` somebody's page, `search/…` and `tag/…` a list; pure.

export type Place =
  | { kind: 'feed' }
  | { kind: 'post'; id: number; comment: number | null }
  | { kind: 'new' }
  | { kind: 'edit'; id: number }
  | { kind: 'profile'; user: string }
  | { kind: 'search'; words: string }
  | { kind: 'tag'; tag: string };

export function placeOf(path: string): Place {
  const post = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(path);
  if (post) return { kind: 'post', id: Number(post[1]), comment: post[2] ? Number(post[2]) : null };
  const [name, rest = ''] = path.split('/');
  if (name === 'new') return { kind: 'new' };
  if (name === 'edit' && /^\d{1,15}$/.test(rest)) return { kind: 'edit', id: Number(rest) };
  if (name === 'user' && rest) return { kind: 'profile', user: rest };
  if (name === 'search' && rest) return { kind: 'search', words: decoded(rest) };
  if (name === 'tag' && rest) return { kind: 'tag', tag: decoded(rest) };
  return { kind: 'feed' };
}

/** Whether it stands beside the feed, or in its place where there is no room. */
export function hasPane({ kind }: Place): boolean {
  return kind === 'post' || kind === 'new' || kind === 'edit' || kind === 'profile';
}

/** The link of a list; a link takes letters, digits and `%` alone. */
export function listPath(kind: 'search' | 'tag', words: string): string {
  return `${kind}/${encodeURIComponent(words).replace(/[^\w%-]/g, escaped)}`;
}

function escaped(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16)}`;
}

function decoded(words: string): string {
  try {
    return decodeURIComponent(words);
  } catch {
    return '';
  }
}
