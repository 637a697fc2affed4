// Choosing whom to call while writing; pure.

export interface MentionQuery {
  /** Where the `@` stands. */
  at: number;
  /** What follows it up to the cursor. */
  text: string;
}

const LONGEST = 20;

/** What is being looked for at the cursor, if an `@` is being completed there. */
export function mentionAt(text: string, cursor: number): MentionQuery | null {
  const before = text.slice(0, cursor);
  const at = before.lastIndexOf('@');
  if (at < 0) return null;
  // The `@` of an address is none, as on the server.
  if (/[a-z0-9]/i.test(before[at - 1] ?? '')) return null;
  const query = before.slice(at + 1);
  if (query.length > LONGEST || /[\s@]/.test(query)) return null;
  return { at, text: query };
}

/** Puts a name in; a blank ends it, or the next letters would belong to it. */
export function complete(text: string, query: MentionQuery, name: string): { text: string; cursor: number } {
  const head = `${text.slice(0, query.at)}@${name} `;
  const tail = text.slice(query.at + 1 + query.text.length);
  return { text: head + tail.replace(/^ /, ''), cursor: head.length };
}

/** Somebody who can be called. */
export interface Named {
  net_name: string;
  real_name: string;
  user_id: string;
}

/** People that fit, the best first; at most `most`. */
export function matching<T extends Named>(people: readonly T[], query: string, most = 8): T[] {
  const wanted = query.toLowerCase();
  const rank = ({ net_name, real_name, user_id }: T): number => {
    const names = [net_name, real_name, user_id].map((name) => name.toLowerCase());
    if (names.some((name) => name.startsWith(wanted))) return 0;
    return names.some((name) => name.includes(wanted)) ? 1 : 2;
  };
  return people
    .map((person) => ({ person, rank: rank(person) }))
    .filter((one) => one.rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ person }) => person);
}
