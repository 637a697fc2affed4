// What a context menu is about. What has a better menu of its own keeps it: links, fields, messages of the chat.
import { modeOf } from '../windows/store';

/** What the pointer or the focus is on. */
export type Target =
  | { kind: 'desktop' }
  | { kind: 'widget'; id: string }
  | { kind: 'dock'; app: string }
  | { kind: 'window'; app: string };

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
