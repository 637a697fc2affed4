// What an app shows on the board of a classroom screen. The board finds the `board.ts` of each app by itself; a part
// must not import what the desktop's windows need, because the board is a page of its own that has to stay small.
import type { Component, InjectionKey, Ref } from 'vue';
import { fill, type Bilingual, type Dict, type Language, type Translate } from './i18n';

/** `main` beside the clock, where most room is; `side` below it. */
export type BoardArea = 'main' | 'side';

/** What `view` gets as its properties. */
export interface BoardPartProps<D> {
  data: D;
  language: Language;
  /** On the server's clock, in ms. */
  now: number;
}

export interface BoardPart {
  /** The name of the part in a board, and of its switch. */
  name: string;
  /** Parts with a smaller number come first. */
  order: number;
  area: BoardArea;
  label: Bilingual;
  /** Shown without its label, where that would say nothing more; never smaller than it is. */
  bare?: boolean;
  /** Gets the room for all that it shows, as far as there is any, before the others beside it. */
  first?: boolean;
  /**
   * How much room the part would like at a moment, in lines of text; 0 where it has nothing to say then, so that the
   * others get its place.
   */
  lines: (data: unknown, now: number) => number;
  /** A component with `BoardPartProps`. */
  view: Component;
  /**
   * What stands above the view, a component of the same kind. Where the parts take turns on a tall screen it has none of
   * them: it stays. `height` is its share of the lines above.
   */
  head?: { view: Component; height: number };
}

/** The identity function of every `board.ts`; says what the data of the part is. */
export function defineBoardPart<D>(
  part: Omit<BoardPart, 'lines'> & { lines: (data: D, now: number) => number },
): BoardPart {
  return { ...part, lines: (data, now) => part.lines(data as D, now) };
}

/**
 * The texts of a part. The language is that of the screen that the board stands on, which the viewer of its small
 * picture need not share, so it is asked for at each use.
 */
export function boardTexts<K extends string>(zh: Dict<K>, en: Dict<K>): (language: Language) => Translate<K> {
  return (language) => (key, params) => fill((language === 'en' ? en : zh)[key], params);
}

/** Whether the board is a picture in which nothing takes turns. */
export const BOARD_STILL: InjectionKey<boolean> = Symbol('board-still');

/** How many groups take turns where a part is: a page of it stays for as many turns, for it is seen in one of them. */
export const BOARD_GROUPS: InjectionKey<Ref<number>> = Symbol('board-groups');
