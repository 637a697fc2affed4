// Opens a context menu at a right click, Shift+F10, the menu key, or a finger that rests.
import { onScopeDispose, shallowRef } from 'vue';
import { covered } from '@/core/lock';
import { onLongPress, type Point } from '@/core/long-press';
import { editing } from '../grid/state';
import { openPanel, panel } from '../panels';
import { targetAt, type Target } from './target';

/** What the open menu is about, and where it was asked for. */
export const menuRequest = shallowRef<{ target: Target; at: Point }>({
  target: { kind: 'desktop' },
  at: { x: 0, y: 0 },
});

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
    menuRequest.value = { target, at };
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

  const stopLongPress = onLongPress(document, open);
  document.addEventListener('contextmenu', onContextMenu);
  document.addEventListener('pointerdown', onPointerDown, true);
  document.addEventListener('keydown', onKeyDown, true);
  onScopeDispose(() => {
    stopLongPress();
    document.removeEventListener('contextmenu', onContextMenu);
    document.removeEventListener('pointerdown', onPointerDown, true);
    document.removeEventListener('keydown', onKeyDown, true);
  });
}
