// Every change to a layout, as pure functions, and what arranging asks of one. Not part of the first load.
import { mapPage, type LayoutDocument, type WidgetEntry } from './document';

export interface WidgetPosition {
  page: number;
  index: number;
}

export const MAX_PAGES = 9;

/** Back to the class default; everything else in the document stays. */
export function withoutPages(document: LayoutDocument): LayoutDocument {
  return { ...document, pages: [] };
}

/** Where a widget is, null when it is nowhere. */
export function positionOf(document: LayoutDocument, id: string): WidgetPosition | null {
  for (let page = 0; page < document.pages.length; page++) {
    const index = document.pages[page]?.widgets.findIndex((widget) => widget.id === id) ?? -1;
    if (index >= 0) return { page, index };
  }
  return null;
}

/** Puts a widget at a position; an index behind the end appends. */
export function insertWidget(document: LayoutDocument, entry: WidgetEntry, position: WidgetPosition): LayoutDocument {
  return mapPage(document, position.page, (widgets) => [
    ...widgets.slice(0, position.index),
    entry,
    ...widgets.slice(position.index),
  ]);
}

/** Takes a widget away. */
export function removeWidget(document: LayoutDocument, id: string): LayoutDocument {
  const position = positionOf(document, id);
  if (!position) return document;
  return mapPage(document, position.page, (widgets) => widgets.filter((widget) => widget.id !== id));
}

/** Moves a widget; the index counts without the widget itself. */
export function moveWidget(document: LayoutDocument, id: string, to: WidgetPosition): LayoutDocument {
  const from = positionOf(document, id);
  const entry = from && document.pages[from.page]?.widgets[from.index];
  if (!entry || !document.pages[to.page]) return document;
  return insertWidget(removeWidget(document, id), entry, to);
}

/** Changes fields of one widget; its other keys stay. */
export function patchWidget(
  document: LayoutDocument,
  id: string,
  patch: Partial<Pick<WidgetEntry, 'config' | 'size'>>,
): LayoutDocument {
  const position = positionOf(document, id);
  if (!position) return document;
  return mapPage(document, position.page, (widgets) =>
    widgets.map((widget) => (widget.id === id ? { ...widget, ...patch } : widget)),
  );
}

/** Adds an empty page behind the last one. */
export function addPage(document: LayoutDocument, id: string): LayoutDocument {
  if (document.pages.length >= MAX_PAGES) return document;
  return { ...document, pages: [...document.pages, { id, widgets: [] }] };
}

/** Drops empty pages, but never the last one left. */
export function dropEmptyPages(document: LayoutDocument): LayoutDocument {
  const pages = document.pages.filter((page) => page.widgets.length > 0);
  if (pages.length === document.pages.length) return document;
  return { ...document, pages: pages.length > 0 ? pages : document.pages.slice(0, 1) };
}

/** Number of widgets on all pages. */
export function countWidgets(document: LayoutDocument): number {
  return document.pages.reduce((sum, page) => sum + page.widgets.length, 0);
}
