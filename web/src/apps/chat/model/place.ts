// A room in a link: `#/app/chat/private-260101-260102`. Links take no colons; pure.

export function pathOf(room: string): string {
  return room.replace(/:/g, '-');
}

/** The room that a path names; empty for none. */
export function roomOf(path: string): string {
  const [name = ''] = path.split('/');
  return name.startsWith('private-') ? name.replace(/-/g, ':') : name;
}

/** The room of two members; the lower ID comes first. */
export function roomBetween(one: string, other: string): string {
  return one < other ? `private:${one}:${other}` : `private:${other}:${one}`;
}
