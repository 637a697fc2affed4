// Who a draw has to give, from its seed and its candidates: the rule of the server, for everybody to check. Pure.
import type { Candidate, Draw } from '../types';
import { sha256 } from './sha256';

export interface Ranked extends Candidate {
  /** The SHA-256 of `seed/number`. */
  hash: string;
}

/** The candidates in the order in which they are taken: when fair, whoever was drawn least comes first; then by hash. */
export function ranked({ seed, fair, candidates }: Pick<Draw, 'seed' | 'fair' | 'candidates'>): Ranked[] {
  const all = candidates.map((candidate) => ({ ...candidate, hash: sha256(`${seed}/${candidate.number}`) }));
  return all.sort((a, b) => (fair && (a.times ?? 0) - (b.times ?? 0)) || (a.hash < b.hash ? -1 : 1));
}

/** Whether the draw gave what its seed says, in the same order. */
export function isAsPublished(draw: Pick<Draw, 'seed' | 'fair' | 'candidates' | 'picked' | 'count'>): boolean {
  const due = ranked(draw).slice(0, draw.count);
  return due.length === draw.picked.length && due.every(({ number }, i) => number === draw.picked[i]?.number);
}
