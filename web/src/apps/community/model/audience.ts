// Who sees a post: rooms that are chosen, rooms that are left out, and a sentence that says both; pure.

/** A class or a group that can be chosen. */
export interface Room {
  id: string;
  name: string;
  kind: 'class' | 'group';
}

export type Mode = 'everyone' | 'own' | 'chosen';

export interface Audience {
  visible: readonly string[];
  hidden: readonly string[];
}

/** Which of the three choices an audience is. */
export function modeOf({ visible }: Audience, ownClass: string): Mode {
  if (visible.length === 0) return 'everyone';
  return visible.length === 1 && visible[0] === ownClass ? 'own' : 'chosen';
}

/** The names of rooms, in the order of the list; one that is unknown here keeps its id out of sight. */
export function namesOf(ids: readonly string[], rooms: readonly Room[], unknown: string): string[] {
  const known = rooms.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return known.length < ids.length ? [...known, unknown] : known;
}

/** Whether there is anything to choose: several classes, or a group. */
export function hasChoice(rooms: readonly Room[]): boolean {
  return rooms.length > 1 || rooms.some(({ kind }) => kind === 'group');
}

/** Adds a room to one side; it cannot stand on both. */
export function withRoom(audience: Audience, side: keyof Audience, id: string): Audience {
  const other = side === 'visible' ? 'hidden' : 'visible';
  const has = audience[side].includes(id);
  return {
    ...audience,
    [other]: audience[other].filter((one) => one !== id),
    [side]: has ? audience[side].filter((one) => one !== id) : [...audience[side], id],
  };
}
