// Blocks in groups: what the browser leaves out while it is out of sight is a whole group, so that a long answer has few
// of these; pure.
import type { Block } from './blocks';

export type Group = readonly Block[];

const SIZE = 12;
const LINE_PX = 27;
const CHARACTERS_A_LINE = 48;
const GAP_PX = 14;

/** The blocks in groups. A group whose blocks are the same as before stays the same object. */
export function groupsOf(blocks: readonly Block[], before: readonly Group[] = []): Group[] {
  const groups: Group[] = [];
  for (let at = 0; at < blocks.length; at += SIZE) {
    const group = blocks.slice(at, at + SIZE);
    const old = before[groups.length];
    const isSame = old?.length === group.length && group.every((block, i) => block === old[i]);
    groups.push(isSame && old ? old : group);
  }
  return groups;
}

/** About how high a group is, in pixels, until it has been drawn. */
export function heightOf(group: Group): number {
  return group.reduce((sum, { kind, text }) => {
    const lines = text.split('\n').reduce((n, line) => n + Math.max(1, Math.ceil(line.length / CHARACTERS_A_LINE)), 0);
    return sum + lines * LINE_PX + GAP_PX + (kind === 'code' ? 80 : 0);
  }, 0);
}
