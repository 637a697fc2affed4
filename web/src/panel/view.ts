// What takes the whole screen at a moment, and what of the rest can be read then. Pure: times are ms on the server's
// clock, and times of the day are those at school.
import { piecesOf, widthOf } from '@/core/board/pieces';
import { PAGE_MS, turnOf } from '@/core/board/pages';
import { secondsOf } from '@/core/school-clock';
import { toSchoolTime } from '@/core/time';
import type { Arrivals, Board, Broadcast, PanelSettings, PanelState } from './types';

/** So long before an exam the screen shows when it begins. */
const EXAM_AHEAD_MS = 10 * 60_000;
/** A normal broadcast is shown for so long at least. */
const NORMAL_MS = 30_000;
/** Width of a piece of a broadcast, in Chinese characters: over the board, and over the whole screen. */
const BAND_PIECE = 40;
const SCREEN_PIECE = 160;
/**
 * On a narrow screen a piece is at most as wide as the screen, in its units, so that its letters stay large; over the board
 * so large a share of that.
 */
const BAND_SHARE = 0.4;
const DARK = { from: '19:00', until: '06:30' };

/** A part of a broadcast that fits on the screen at once. */
export interface Piece {
  broadcast: Broadcast;
  text: string;
}

export interface Exam {
  from: number;
  until: number;
}

/** The piece that is on, and which of how many it is. */
export interface Turn {
  piece: Piece;
  turn: number;
  count: number;
}

export type View = ({ name: 'broadcast' } & Turn) | { name: 'exam'; exam: Exam } | { name: 'lock' | 'night' | 'board' };

const NO_ARRIVALS: Arrivals = new Map();

/**
 * What the screen shows; `width` is that of the screen, in the units of its shape. A still picture shows the first of what
 * takes turns.
 */
export function viewAt(board: Board, now: number, arrivals = NO_ARRIVALS, still = false, width = Infinity): View {
  const urgents = urgentsAt(board, now);
  const pieces = urgents.flatMap((one) => piecesFor(one, Math.min(SCREEN_PIECE, width)));
  const newest = Math.max(0, ...urgents.map((one) => arrivedAt(one, arrivals)));
  const turn = turnAt(pieces, now, still ? now : newest);
  if (turn) return { name: 'broadcast', ...turn };
  const exam = examAt(board, now);
  if (exam) return { name: 'exam', exam };
  if (isLocked(board)) return { name: 'lock' };
  const { night } = board.panel.settings;
  return { name: night && isWithin(now, night) ? 'night' : 'board' };
}

/** What stands over the board, as `viewAt` says what fills the screen. */
export function bandAt(
  board: Board,
  now: number,
  arrivals = NO_ARRIVALS,
  still = false,
  width = Infinity,
): Turn | undefined {
  const banded = bandedAt(board, now, arrivals, width);
  const pieces = banded.flatMap((one) => one.pieces);
  return turnAt(pieces, now, still ? now : (banded[0]?.at ?? 0));
}

/**
 * The ids that can be read. Of what takes the whole screen, and of announcements, those whose pages take turns are among
 * them; a broadcast over the board is from the moment at which it is on, so those of the second before are needed.
 */
export function shownAt(
  board: Board,
  now: number,
  arrivals = NO_ARRIVALS,
  before: readonly string[] = [],
  width = Infinity,
): PanelState['shown'] {
  const { name } = viewAt(board, now, arrivals);
  if (name === 'broadcast') return { broadcasts: urgentsAt(board, now).map(({ id }) => id), announcements: [] };
  if (name !== 'board') return { broadcasts: [], announcements: [] };
  const on = bandAt(board, now, arrivals, false, width)?.piece.broadcast.id;
  const ids = bandedAt(board, now, arrivals, width).map(({ broadcast }) => broadcast.id);
  const isHidden = board.panel.settings.hidden.includes('announcements');
  const read = isHidden ? [] : listOf<{ id: number }>(board, 'announcements', 'announcements');
  return {
    broadcasts: ids.filter((id) => id === on || before.includes(id)),
    announcements: read.map(({ id }) => id),
  };
}

/** The theme at a moment. */
export function themeAt({ theme }: PanelSettings, now: number): 'light' | 'dark' {
  if (theme !== 'auto') return theme;
  return isWithin(now, DARK) ? 'dark' : 'light';
}

/** Every broadcast of a board, whatever its kind; over or not. */
export const broadcastsOf = (board: Board): Broadcast[] => listOf<Broadcast>(board, 'broadcasts', 'broadcasts');

/** The broadcasts that are not over, the newest first. */
function broadcastsAt(board: Board, now: number): Broadcast[] {
  return broadcastsOf(board)
    .filter(({ expires_at: end }) => Date.parse(end) > now)
    .sort((a, b) => sentAt(b) - sentAt(a));
}

const sentAt = ({ created_at: sent }: Broadcast): number => Date.parse(sent);

const urgentsAt = (board: Board, now: number): Broadcast[] =>
  broadcastsAt(board, now).filter(({ priority }) => priority === 'urgent');

function arrivedAt(broadcast: Broadcast, arrivals: Arrivals): number {
  return Math.max(sentAt(broadcast), arrivals.get(broadcast.id) ?? 0);
}

/** A broadcast over the board. Times in ms. */
interface Banded {
  broadcast: Broadcast;
  pieces: Piece[];
  /** When it came. */
  at: number;
  /** How long it stays at most. */
  until: number;
}

/**
 * The broadcasts over the board, the one that came last first: important ones until they end, normal ones for a while.
 * Each that comes begins a new round with itself, and a normal one that is there then stays until that round is over:
 * it would go unseen where others stand before it.
 */
function bandedAt(board: Board, now: number, arrivals: Arrivals, width: number): Banded[] {
  let banded: Banded[] = [];
  for (const one of comingIn(board, now, arrivals, width)) {
    banded = [one, ...banded.filter(({ until }) => until > one.at)];
    const round = one.at + PAGE_MS * banded.reduce((sum, { pieces }) => sum + pieces.length, 0);
    banded = banded.map((other) => ({ ...other, until: Math.max(other.until, round) }));
  }
  return banded.filter(({ until }) => until > now);
}

/** Those that go over the board, in the order in which they came. */
function comingIn(board: Board, now: number, arrivals: Arrivals, width: number): Banded[] {
  return broadcastsAt(board, now)
    .filter(({ priority }) => priority !== 'urgent')
    .map((broadcast) => {
      const at = arrivedAt(broadcast, arrivals);
      const until = broadcast.priority === 'important' ? Infinity : at + NORMAL_MS;
      return { broadcast, pieces: piecesFor(broadcast, Math.min(BAND_PIECE, BAND_SHARE * width)), at, until };
    })
    .sort((a, b) => a.at - b.at || sentAt(a.broadcast) - sentAt(b.broadcast));
}

function turnAt(pieces: readonly Piece[], now: number, since: number): Turn | undefined {
  const turn = turnOf(now, pieces.length, since);
  const piece = pieces[turn];
  return piece && { piece, turn, count: pieces.length };
}

const piecesFor = (broadcast: Broadcast, most: number): Piece[] =>
  joined(broadcast.content, most).map((text) => ({ broadcast, text }));

/** A text in one piece where that fits, with its own line breaks. */
const joined = (text: string, most: number): string[] => (widthOf(text) <= most ? [text.trim()] : piecesOf(text, most));

function isLocked(board: Board): boolean {
  return (board.parts.lock as { locked?: unknown } | null | undefined)?.locked === true;
}

/** The exam that is on or about to begin. */
function examAt(board: Board, now: number): Exam | undefined {
  const part = board.parts.exam as { from?: unknown; until?: unknown } | null | undefined;
  const exam = { from: Date.parse(String(part?.from)), until: Date.parse(String(part?.until)) };
  return exam.from - EXAM_AHEAD_MS <= now && now < exam.until ? exam : undefined;
}

/** Whether a moment is between two times at school; the second may be on the next day. */
function isWithin(now: number, { from, until }: { from: string; until: string }): boolean {
  const at = toSchoolTime(new Date(now));
  const seconds = at.getHours() * 3600 + at.getMinutes() * 60 + at.getSeconds();
  const [first, last] = [secondsOf(from), secondsOf(until)];
  return first <= last ? first <= seconds && seconds < last : seconds >= first || seconds < last;
}

/** A list within a part; empty where the server sent something else. */
function listOf<T>(board: Board, part: string, key: string): T[] {
  const list: unknown = (board.parts[part] as Record<string, unknown> | null | undefined)?.[key];
  return Array.isArray(list) ? (list as T[]) : [];
}
