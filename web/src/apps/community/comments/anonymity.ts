// Whether a member speaks anonymously below a post: as they chose there before. The author of an anonymous post does
// unless they choose otherwise, or the first answer would tell who they are.
import { readPersonal, writePersonal } from '@/core/storage';
import type { Post } from '../types';

const KEPT = 'community-anonymous';
/** More posts than anybody talks below at a time. */
const MOST = 100;

type Choices = [post: number, anonymous: boolean][];

function kept(): Choices {
  const value = readPersonal(KEPT);
  return Array.isArray(value) ? (value as Choices) : [];
}

export function anonymousAt({ id, own, anonymous }: Pick<Post, 'id' | 'own' | 'anonymous'>): boolean {
  return kept().find(([post]) => post === id)?.[1] ?? (own && anonymous);
}

export function keepAnonymous(id: number, anonymous: boolean): void {
  const others = kept().filter(([post]) => post !== id);
  writePersonal(KEPT, [...others, [id, anonymous]].slice(-MOST));
}
