// What one can do to the layout while arranging it. The server keeps what is replaced.
import { findWidget, type RegisteredWidget, type Size } from '@/core/apps';
import { pick } from '@/core/i18n';
import { newId } from '@/core/ids';
import type { LayoutDocument } from '@/core/layout/document';
import * as doc from '@/core/layout/document-changes';
import { shownSize } from '@/core/layout/shown';
import { changeLayout, layout, restoreLayout } from '@/core/layout/store';
import { notify } from '@/core/notify';
import { toast, UNDO_MS } from '@/core/toast';
import { t as shell } from '@/i18n';
import { currentPage } from '../grid/state';
import { t } from './i18n';
import type { Target } from './reorder';
import { say } from './say';

/** The name of a widget on screen. */
export function nameOf(type: string): string {
  const manifest = findWidget(type);
  return manifest ? pick(manifest.name) : type;
}

/** Adds a widget to the page on screen, behind the others; answers its id and what takes it away again. */
export function addWidget(widget: RegisteredWidget, size: Size = widget.defaultSize): Added {
  const id = newId();
  const page = currentPage.value;
  const entry = { id, type: widget.id, config: {}, size: { ...size } };
  changeLayout((document) => doc.insertWidget(document, entry, { page, index: Infinity }));
  const said = t('said.added', { name: pick(widget.name), n: page + 1 });
  say(said);
  return { id, said, undo: () => changeLayout((document) => doc.removeWidget(document, id)) };
}

/** A widget that was just added. */
export interface Added {
  id: string;
  /** Where it went. */
  said: string;
  undo: () => void;
}

/** Takes a widget away and offers to take that back. */
export function removeWidget(id: string, name: string): void {
  const position = doc.positionOf(layout.value, id);
  const entry = position && layout.value.pages[position.page]?.widgets[position.index];
  if (!position || !entry) return;
  changeLayout((document) => doc.removeWidget(document, id));
  const run = (): void => {
    // The page may be gone meanwhile; the last one takes the widget then.
    changeLayout((document) =>
      doc.insertWidget(document, entry, { ...position, page: Math.min(position.page, document.pages.length - 1) }),
    );
    say(t('said.restored', { name }));
  };
  toast(t('said.removed', { name }), { action: { label: shell('common.undo'), run }, ms: UNDO_MS });
}

/** Puts a widget next to another one on the same or another page; answers its new position. */
export function moveNextTo(id: string, target: Target): number {
  let position = 0;
  changeLayout((document) => {
    const without = doc.removeWidget(document, id);
    const neighbour = doc.positionOf(without, target.id);
    if (!neighbour) return document;
    const index = neighbour.index + (target.after ? 1 : 0);
    position = index + 1;
    return doc.moveWidget(document, id, { page: neighbour.page, index });
  });
  return position;
}

/** Puts a widget at the end of a page; one behind the last page is added when asked for. */
export function moveToPage(id: string, page: number): boolean {
  if (page < 0 || page >= doc.MAX_PAGES) return false;
  const pages = layout.value.pages;
  const from = doc.positionOf(layout.value, id);
  // A page with nothing but this widget needs no successor.
  if (page >= pages.length && from && pages[from.page]?.widgets.length === 1) return false;
  changeLayout((document) => {
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
  changeLayout((document) => doc.patchWidget(document, id, { size: fitted }));
  return fitted;
}

/** Sets the configuration of a widget. */
export function configureWidget(id: string, config: Record<string, unknown>): void {
  changeLayout((document) => doc.patchWidget(document, id, { config }));
}

/** Adds an empty page and shows it. */
export function addPage(): void {
  changeLayout((document) => doc.addPage(document, newId()));
  currentPage.value = layout.value.pages.length - 1;
}

/** Goes back to the class default and offers to take that back. */
export function resetLayout(): void {
  const before = layout.value;
  changeLayout(() => doc.withoutPages(before));
  replaced(before, t('said.reset'));
}

/** Goes back to a layout that the server has kept, and offers to take that back. */
export async function restoreEarlier(id: string): Promise<void> {
  const before = layout.value;
  await restoreLayout(id);
  replaced(before, t('said.replaced'));
}

function replaced(before: LayoutDocument, title: string): void {
  currentPage.value = 0;
  const run = (): void => changeLayout(() => before);
  notify({ title, action: { label: shell('common.undo'), run }, ms: UNDO_MS });
}

/** The session is over: pages that were left empty go. */
export function endSession(): void {
  changeLayout(doc.dropEmptyPages);
}
