// A room in a link: `#/app/chat/private-260101-260102`, or `private/260102` for the room with a
// member, whoever looks. Links take no colons; pure.

export function pathOf(room: string): string {
  return room.replace(/:/g, '-');
}

/** The room that a path names to a member; empty for none. */
export function roomOf(path: string, me: string): string {
  const [name = '', peer = ''] = path.split('/');
  if (name === 'private') return peer && peer !== me ? roomBetween(me, peer) : '';
  return name.startsWith('private-') ? name.replace(/-/g, ':') : name;
}

/** The room of two members; the lower ID comes first. */
export function roomBetween(one: string, other: string): string {
  return one < other ? `private:${one}:${other}` : `private:${other}:${one}`;
}
