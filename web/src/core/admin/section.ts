// A part of the console. Each feature keeps its own in `apps/<feature>/admin.ts`; the console finds these files
// and frames what they declare.
import type { Component } from 'vue';
import type { Bilingual } from '../i18n';
import type { LoadView } from '../manifest';
import type { Standing } from './rights';

interface SectionEntry {
  /** Unique in the console; also the end of the section's link, `#/app/admin/<id>`. */
  id: string;
  icon: Component;
  title: Bilingual;
  /** One line for the start page of a phone. */
  about: Bilingual;
  /** Smaller comes first. */
  order: number;
  /** Whether this member gets to see it. The server decides anew on each request. */
  allowed: (me: Standing) => boolean;
}

/** A section that the console shows: its view gets `narrow`, whether there is room for one column only. */
export interface ViewSection extends SectionEntry {
  load: LoadView;
  /**
   * Tells how much waits here for whoever is allowed to see the section, now and with each change, until the returned
   * function is called. The console shows the number beside the title, and the sum of all on its icon.
   */
  followWaiting?: (tell: (count: number) => void) => () => void;
}

/** An entry that leads elsewhere, such as into the feature's own app. */
export interface LinkSection extends SectionEntry {
  href: string;
}

export type AdminSection = ViewSection | LinkSection;

/** Keeps the types of sections exact; the identity function of every `admin.ts`. */
export function defineSections(sections: readonly AdminSection[]): readonly AdminSection[] {
  return sections;
}
