// The stored desktop layout (interface 2.12), as pure functions: what the first picture needs of it, the changes are
// in document-changes.ts. Documents come from other versions and other clients: keys and widget types unknown here
// are carried along untouched, so that saving never loses what this version does not understand.
import type { Size } from '../manifest';
import builtIn from './built-in.json';

export interface WidgetEntry {
  id: string;
  type: string;
  config?: Record<string, unknown> | null;
  size: Size;
  [extra: string]: unknown;
}

export interface PageEntry {
  id: string;
  widgets: WidgetEntry[];
  [extra: string]: unknown;
}

export interface AppFolder {
  id: string;
  name: string;
  /** Names of apps, in order. */
  apps: string[];
  [extra: string]: unknown;
}

export interface LayoutDocument {
  pages: PageEntry[];
  /** Names of the apps pinned to the dock, in order. Ours, additional to the contract. */
  dock?: string[];
  /** Name of the accent colour. Ours, additional to the contract. */
  accent?: string;
  /** Apps kept together in the drawer. Ours, additional to the contract. */
  folders?: AppFolder[];
  [extra: string]: unknown;
}

const USUAL: Size = { w: 2, h: 2 };

/** What a class begins with where no admin has chosen. vite.config.ts reads it too. */
export const BUILT_IN: readonly PageEntry[] = builtIn;

/** The checklist of whoever runs a class. */
export const STEPS: WidgetEntry = { id: 'default-steps', type: 'first-steps-list', size: { w: 4, h: 2 } };
/** The cards of the default that the checklist stands for, in as many cells: homework and level. */
const FOR_PUPILS = /^default-[hl]/;

/** A default as it is before its class is under way: the checklist before all else, in the place of two cards. */
export function withSteps(usual: LayoutDocument): LayoutDocument {
  return mapPage(usual, 0, (widgets) => [STEPS, ...widgets.filter(({ id }) => !FOR_PUPILS.test(id))]);
}

/**
 * Reads what is stored. No pages means the class default, so that later defaults are followed:
 * `fallback` is what a class admin has chosen. What is sound already comes back as the same object,
 * so that unchanged widgets are not drawn anew.
 */
export function readDocument(stored: unknown, fallback: unknown = null): LayoutDocument {
  const given = record(stored);
  const before = listOf(given.pages);
  const ids: Ids = { pages: new Set(), widgets: new Set() };
  const pages = before.map((page, i) => readPage(page, i, ids));
  if (pages.length === 0) {
    const chosen = record(fallback);
    const usual = listOf(chosen.pages).length > 0 ? readDocument(chosen) : null;
    return { ...usual, ...given, pages: usual?.pages ?? BUILT_IN.map(copyPage) };
  }
  return pages.every((page, i) => page === before[i]) ? (given as LayoutDocument) : { ...given, pages };
}

/**
 * What to store of a document on screen. Whoever has arranged nothing follows the class default: as
 * long as the pages are those, only what the member has chosen is written, nothing of the default.
 */
export function storable(shown: LayoutDocument, stored: unknown, fallback: unknown): LayoutDocument {
  const given = record(stored);
  if (listOf(given.pages).length > 0) return shown;
  const followed = readDocument(given, fallback);
  if (shown.pages.length > 0 && !sameDocument(shown.pages, followed.pages)) return shown;
  const keys = Object.keys({ ...followed, ...shown }).filter((key) => !sameDocument(shown[key], followed[key]));
  const chosen = Object.fromEntries(keys.map((key) => [key, shown[key]]));
  return { ...given, ...chosen, pages: [] };
}

/** Whether two documents say the same. */
export function sameDocument(a: unknown, b: unknown): boolean {
  return stable(a) === stable(b);
}

/** Any value as an object, for documents and manifests of unknown origin. */
export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** The ids met so far: two of a kind would be drawn on one cell, and moved as one. */
interface Ids {
  pages: Set<string>;
  widgets: Set<string>;
}

function free(id: string, taken: Set<string>): string {
  let name = id;
  for (let n = 2; taken.has(name); n++) name = `${id}-${n}`;
  taken.add(name);
  return name;
}

function readPage(page: unknown, index: number, ids: Ids): PageEntry {
  const given = record(page);
  const id = free(textOr(given.id, `page-${index + 1}`), ids.pages);
  const before = listOf(given.widgets);
  const widgets = before.map((entry, i) => readWidget(entry, `${id}-${i}`, ids));
  const sound = given.id === id && Array.isArray(given.widgets) && widgets.every((entry, i) => entry === before[i]);
  return sound ? (given as PageEntry) : { ...given, id, widgets };
}

function readWidget(entry: unknown, fallbackId: string, ids: Ids): WidgetEntry {
  const given = record(entry);
  const { w, h } = record(given.size);
  const id = free(textOr(given.id, fallbackId), ids.widgets);
  const type = textOr(given.type, 'unknown');
  if (given.id === id && given.type === type && isCells(w) && isCells(h)) return given as WidgetEntry;
  return {
    ...given,
    id,
    type,
    // Odd sizes are held inside limits for display only, see `shownSize`.
    size: isCells(w) && isCells(h) ? ({ ...record(given.size), w, h } as Size) : { ...USUAL },
  };
}

/** Changes the widgets of one page. */
export function mapPage(
  document: LayoutDocument,
  page: number,
  change: (widgets: WidgetEntry[]) => WidgetEntry[],
): LayoutDocument {
  return {
    ...document,
    pages: document.pages.map((entry, i) => (i === page ? { ...entry, widgets: change(entry.widgets) } : entry)),
  };
}

function copyPage(page: PageEntry): PageEntry {
  return { ...page, widgets: page.widgets.map((widget) => ({ ...widget })) };
}

/** JSON with sorted keys: servers may order keys anew. */
function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join()}]`;
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).filter(([, entry]) => entry !== undefined);
    pairs.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${pairs.map(([key, entry]) => `${JSON.stringify(key)}:${stable(entry)}`).join()}}`;
  }
  return JSON.stringify(value ?? null);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value ? value : fallback;
}

function isCells(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 12;
}
