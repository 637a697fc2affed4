// The sections of all features that a member gets to see. A feature with an `admin.ts` is in the console.
import type { Standing } from '@/core/admin/rights';
import type { AdminSection } from '@/core/admin/section';

const found = import.meta.glob<readonly AdminSection[]>('../*/admin.ts', { eager: true, import: 'default' });

/** All sections, in the order in which they stand. */
export const SECTIONS: readonly AdminSection[] = Object.values(found)
  .flat()
  .sort((a, b) => a.order - b.order);

/** What a member gets to see, in order. */
export function sectionsFor(me: Standing | null): AdminSection[] {
  return me === null ? [] : SECTIONS.filter((section) => section.allowed(me));
}
