// What the console says of panels, pure: codes, names, sizes, and the board as it will be with other settings.
import type { Arrivals, Board, Broadcast, PanelSettings, PanelState, ViewName } from '@/panel/types';
import { broadcastsOf, viewAt } from '@/panel/view';
import type { Panel } from './types';

export const LANGUAGES = ['zh', 'en'] as const;
export const THEMES = ['auto', 'light', 'dark'] as const;
export const TEXT_SCALES = [1, 1.15, 1.3] as const;
/** What is proposed where the night is switched on. */
export const USUAL_NIGHT = { from: '22:30', until: '06:00' } as const;
/** The most characters of a name. */
export const NAME_MAX = 20;

/** What the server calls the refusal of a name that another panel of the class has. */
export const NAME_TAKEN = 'panel_name_taken';

const CODE_DIGITS = 6;
const USUAL_RATIO = 16 / 9;

/** The digits of a code as it was typed or pasted: `482 913`, also in full width. */
export function digitsOf(typed: string): string {
  return typed.normalize('NFKC').replace(/\D/g, '').slice(0, CODE_DIGITS);
}

/** Whether all digits of a code are there. */
export const isWhole = (code: string): boolean => code.length === CODE_DIGITS;

/** `482 913`, as the screen shows it. */
export const grouped = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

/** The code in the section's link, `#/app/admin/panels/482913`; null where the link names none. */
export function codeOfPath(path: string): string | null {
  return /^panels\/(\d{6})$/.exec(path)?.[1] ?? null;
}

/** A name that none of the panels has: the usual one, with the first free number where it is taken. */
export function freeName(usual: string, taken: readonly string[]): string {
  if (!taken.includes(usual)) return usual;
  let n = 2;
  while (taken.includes(`${usual} ${n}`)) n += 1;
  return `${usual} ${n}`;
}

export function isName(name: string): boolean {
  const length = [...name.trim()].length;
  return length > 0 && length <= NAME_MAX;
}

type Size = Pick<PanelState, 'width' | 'height' | 'pixel_ratio'>;

/** `1920×1080`, in the screen's own pixels. */
export function sizeText({ width, height, pixel_ratio: ratio }: Size): string {
  return `${Math.round(width * ratio)}×${Math.round(height * ratio)}`;
}

/** Width by height of a panel; that of most screens before it has told its own. */
export function shapeOf(state: PanelState | null): number {
  return state && state.width > 0 && state.height > 0 ? state.width / state.height : USUAL_RATIO;
}

/** The board as the panel will show it with these settings, before the server has sent it anew. */
export function boardWith(board: Board, settings: PanelSettings): Board {
  return { ...board, panel: { ...board.panel, settings } };
}

/** The night, whatever the time is. */
const ALWAYS = { from: '00:00', until: '24:00' };

/**
 * The board as a panel shows it that has reported a view, whatever would fill the screen by the board itself: the panel may
 * not have got that yet. Null where the board says nothing of what the view shows, such as an exam that is over.
 */
export function boardInView(board: Board, view: ViewName, now: number): Board | null {
  const isOf = ({ priority }: Broadcast): boolean => view === 'broadcast' || priority !== 'urgent';
  const night = view === 'night' ? ALWAYS : null;
  const shown = {
    ...boardWith(board, { ...board.panel.settings, night }),
    parts: {
      ...board.parts,
      broadcasts: { broadcasts: broadcastsOf(board).filter(isOf) },
      lock: { locked: view === 'lock' },
      exam: view === 'exam' ? board.parts.exam : null,
    },
  };
  return viewAt(shown, now).name === view ? shown : null;
}

/** When broadcasts came to a panel: one that it has reported stays in the picture until it reports that it is gone. */
export function arrivalsOn({ online, state }: Pick<Panel, 'online' | 'state'>, now: number): Arrivals {
  return new Map(online && state ? state.shown.broadcasts.map((id) => [id, now]) : []);
}

/** Names of what is hidden, after one part was switched. */
export function hiddenAfter(hidden: readonly string[], part: string, shown: boolean): string[] {
  const others = hidden.filter((name) => name !== part);
  return shown ? others : [...others, part];
}

/** Why a part that is switched on is not on the screen: its app is off, or it has nothing to say now. */
export function absenceOf(board: Board | undefined, part: string): 'off' | 'nothing' | null {
  // A board that was made while the part was switched off does not know.
  if (!board || board.panel.settings.hidden.includes(part)) return null;
  if (!(part in board.parts)) return 'off';
  return board.parts[part] === null ? 'nothing' : null;
}
