// A room in a link: `#/app/chat/private-260101-260102`, or `private/260102` for the room with a
// member, whoever looks; `public/17` names a message in it by its `seq`. Links take no colons; pure.

export function pathOf(room: string): string {
  return room.replace(/:/g, '-');
}

/** The places of the chat that are no rooms: `search/…`, and where reports were. */
const NO_ROOMS = ['reports', 'search'];

/** Where what a path named stands now: reports are in the console, one's own in the settings. Empty for what stayed. */
export function movedTo(path: string): string {
  const [name, whose] = path.split('/');
  if (name !== 'reports') return '';
  return whose === 'own' ? '#/app/settings/moderation' : '#/app/admin/moderation';
}

/** The link that searches the chat for some words; it takes letters, digits and `%` alone. */
export function searchPath(words: string): string {
  return `search/${encodeURIComponent(words).replace(/[^\w%-]/g, escaped)}`;
}

function escaped(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16)}`;
}

/** What a link wants searched; empty for nothing. */
export function questionOf(path: string): string {
  const [name, words = ''] = path.split('/');
  if (name !== 'search') return '';
  try {
    return decodeURIComponent(words);
  } catch {
    return '';
  }
}

/** The `seq` of the message that a path names; null where it names a room alone. */
export function messageOf(path: string): number | null {
  const [name = '', seq = ''] = path.split('/');
  return name !== 'private' && !NO_ROOMS.includes(name) && /^\d{1,15}$/.test(seq) ? Number(seq) : null;
}

/** The room that a path names to a member; empty for none. */
export function roomOf(path: string, me: string): string {
  const [name = '', peer = ''] = path.split('/');
  if (NO_ROOMS.includes(name)) return '';
  if (name === 'private') return peer && peer !== me ? roomBetween(me, peer) : '';
  return name.startsWith('private-') ? name.replace(/-/g, ':') : name;
}

/** The room of two members; the lower ID comes first. */
export function roomBetween(one: string, other: string): string {
  return one < other ? `private:${one}:${other}` : `private:${other}:${one}`;
}
