// What a context menu is asked for: a right click, Shift+F10, the menu key, or a finger that rests. What has a better
// menu of its own keeps it: links, fields, selected text, messages of the chat.
import { onScopeDispose, shallowRef } from 'vue';
import { covered } from '@/core/lock';
import { followTouchHold, type Point } from '@/core/touch-hold';
import { editing } from '../grid/state';
import { openPanel, panel } from '../panels';
import { modeOf } from '../windows/store';

/** What the pointer or the focus is on. */
export type Target =
  | { kind: 'desktop' }
  | { kind: 'widget'; id: string }
  | { kind: 'dock'; app: string }
  | { kind: 'window'; app: string };

/** What the open menu is about, and where it was asked for. */
export const asked = shallowRef<{ target: Target; at: Point }>({ target: { kind: 'desktop' }, at: { x: 0, y: 0 } });

// A link within the desktop only opens a window.
const OWN_MENU = 'a[href]:not([href^="#"]), input, textarea, select, video, [contenteditable]';

/** What a menu would be about on an element; none where the browser's own is wanted. */
export function targetAt(element: Element): Target | undefined {
  if (element.closest(OWN_MENU)) return undefined;
  const owner = element.closest<HTMLElement>('[data-dock-app], [data-widget], .window[data-app], main');
  if (!owner) return undefined;
  const { dockApp, widget, app } = owner.dataset;
  if (dockApp) return { kind: 'dock', app: dockApp };
  if (widget) return { kind: 'widget', id: widget };
  if (!app) return { kind: 'desktop' };
  // The content of a window belongs to its app; what has the focus right after opening is the window itself.
  const isWindow = modeOf(app) === 'window' && (element === owner || element.closest('.title-bar') !== null);
  return isWindow ? { kind: 'window', app } : undefined;
}

/** Opens context menus as long as the effect scope lasts. */
export function followContextMenus(): void {
  let byTouch = false;

  /** Opens the menu of an element; answers whether there is one. */
  function open(element: Element, at: Point): boolean {
    // While the desktop is arranged its own handles do all of this; behind a curtain nothing is in reach.
    if (editing.value || covered.value || panel.value) return false;
    const target = targetAt(element);
    // A finger that rests on a widget lifts it.
    if (!target || (target.kind === 'widget' && byTouch)) return false;
    asked.value = { target, at };
    openPanel('context-menu');
    return true;
  }

  function onContextMenu(event: MouseEvent): void {
    const { target, clientX: x, clientY: y } = event;
    if (window.getSelection()?.isCollapsed === false) return;
    if (target instanceof Element && open(target, { x, y })) event.preventDefault();
  }
  const onPointerDown = ({ pointerType }: PointerEvent): void => void (byTouch = pointerType === 'touch');
  const onKeyDown = (): void => void (byTouch = false);

  const stopHold = followTouchHold(document, open);
  document.addEventListener('contextmenu', onContextMenu);
  document.addEventListener('pointerdown', onPointerDown, true);
  document.addEventListener('keydown', onKeyDown, true);
  onScopeDispose(() => {
    stopHold();
    document.removeEventListener('contextmenu', onContextMenu);
    document.removeEventListener('pointerdown', onPointerDown, true);
    document.removeEventListener('keydown', onKeyDown, true);
  });
}
