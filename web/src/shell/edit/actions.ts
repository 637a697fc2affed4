// What one can do to the layout while arranging it. Each first change of a session keeps the layout
// from before among the last five.
import { findWidget, type RegisteredWidget, type Size } from '@/core/apps';
import { pick } from '@/core/i18n';
import { newId } from '@/core/ids';
import * as doc from '@/core/layout/document';
import { keepPast } from '@/core/layout/history';
import { shownSize } from '@/core/layout/shown';
import { changeLayout, layout, replaceLayout } from '@/core/layout/store';
import { notify } from '@/core/notify';
import { toast } from '@/core/toast';
import { t as shell } from '@/i18n';
import { currentPage } from '../grid/state';
import { t } from './i18n';
import type { Target } from './reorder';
import { say } from './say';

const UNDO_MS = 8000;
let kept = false;

/** A new session of arranging begins. */
export function beginSession(): void {
  kept = false;
}

/** The name of a widget on screen. */
export function nameOf(type: string): string {
  const manifest = findWidget(type);
  return manifest ? pick(manifest.name) : type;
}

/** Adds a widget to the page on screen, behind the others. */
export function addWidget(widget: RegisteredWidget): string {
  const id = newId();
  const page = currentPage.value;
  const entry = { id, type: widget.id, config: {}, size: { ...widget.defaultSize } };
  edit((document) => doc.insertWidget(document, entry, { page, index: Infinity }));
  say(t('said.added', { name: pick(widget.name) }));
  return id;
}

/** Takes a widget away and offers to take that back. */
export function removeWidget(id: string, name: string): void {
  const place = doc.placeOf(layout.value, id);
  const entry = place && layout.value.pages[place.page]?.widgets[place.index];
  if (!place || !entry) return;
  edit((document) => doc.removeWidget(document, id));
  const run = (): void => {
    // The page may be gone meanwhile; the last one takes the widget then.
    changeLayout((document) =>
      doc.insertWidget(document, entry, { ...place, page: Math.min(place.page, document.pages.length - 1) }),
    );
    say(t('said.restored', { name }));
  };
  toast(t('said.removed', { name }), { action: { label: shell('common.undo'), run }, ms: UNDO_MS });
}

/** Puts a widget next to another one on the same or another page; answers its new position. */
export function moveNextTo(id: string, target: Target): number {
  let position = 0;
  edit((document) => {
    const without = doc.removeWidget(document, id);
    const place = doc.placeOf(without, target.id);
    if (!place) return document;
    const index = place.index + (target.after ? 1 : 0);
    position = index + 1;
    return doc.moveWidget(document, id, { page: place.page, index });
  });
  return position;
}

/** Puts a widget at the end of a page; one behind the last page is added when asked for. */
export function moveToPage(id: string, page: number): boolean {
  if (page < 0 || page >= doc.MOST_PAGES) return false;
  const pages = layout.value.pages;
  const from = doc.placeOf(layout.value, id);
  // A page with nothing but this widget needs no successor.
  if (page >= pages.length && from && pages[from.page]?.widgets.length === 1) return false;
  edit((document) => {
    const roomy = page >= document.pages.length ? doc.addPage(document, newId()) : document;
    return doc.moveWidget(roomy, id, { page, index: Infinity });
  });
  currentPage.value = page;
  say(t('said.to_page', { n: page + 1 }));
  return true;
}

/** Sets the size of a widget, held inside the limits of its manifest. */
export function resizeWidget(id: string, type: string, size: Size): Size {
  const fitted = shownSize(size, findWidget(type));
  edit((document) => doc.patchWidget(document, id, { size: fitted }));
  return fitted;
}

/** Sets the configuration of a widget. */
export function configureWidget(id: string, config: Record<string, unknown>): void {
  edit((document) => doc.patchWidget(document, id, { config }));
}

/** Adds an empty page and shows it. */
export function addPage(): void {
  edit((document) => doc.addPage(document, newId()));
  currentPage.value = layout.value.pages.length - 1;
}

/** Goes back to the class default, or to an earlier layout, and offers to take that back. */
export function replaceWith(next: doc.LayoutDocument | null): void {
  const before = layout.value;
  replaceLayout(next ?? doc.withoutPages(before));
  kept = true;
  currentPage.value = 0;
  notify({
    title: next ? t('said.replaced') : t('said.reset'),
    action: { label: shell('common.undo'), run: () => changeLayout(() => before) },
    ms: UNDO_MS,
  });
}

/** The session is over: pages that were left empty go. */
export function endSession(): void {
  changeLayout(doc.dropEmptyPages);
}

function edit(change: (document: doc.LayoutDocument) => doc.LayoutDocument): void {
  if (!kept) keepPast(layout.value);
  kept = true;
  changeLayout(change);
}
