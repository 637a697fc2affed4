// What a feature brings into the search palette beyond its app, commands and widgets. Each keeps its own in
// `apps/<feature>/palette.ts`; the palette finds these files.
import type { Component } from 'vue';
import type { Mark } from '@/api/types';

/** Something that the palette offers. */
export interface PaletteEntry {
  /** Unique; a hit of the server's search for the same thing is `hit:<kind>:<id>`. */
  id: string;
  title: string;
  /** What kind of thing it is, in words. */
  kind: string;
  /** Words to be found by, besides the title. */
  keywords?: string;
  /** Names of a person, who is found by pinyin too. */
  names?: readonly string[];
  /** The parts of the title that were searched for. */
  marks?: readonly Mark[];
  /** What happens when it is chosen, where the title does not tell. */
  effect?: string;
  icon?: Component;
  /** The ID of a member, whose picture stands in the place of an icon. */
  person?: string;
  run: () => void;
}

export interface PaletteSource {
  /** What can be found without a question to the server for each letter; called when the palette opens. */
  entries?: () => Promise<readonly PaletteEntry[]> | readonly PaletteEntry[];
  /** What the words as a whole ask to be done. Nothing that destroys is done by it: it opens the form that asks. */
  acts?: (words: string) => readonly PaletteEntry[];
}

/** Keeps the types of a source exact; the identity function of every `palette.ts`. */
export function definePalette(source: PaletteSource): PaletteSource {
  return source;
}
