// Which windows are open and how they lie. The wanted rectangle is kept apart from the shown one:
// a window pushed in by a narrow browser goes back to its place when there is room again.
import { computed, nextTick, ref } from 'vue';
import { findApp, isDisabled, preloadApps, setDisabledApps, windowApps, type LayoutMode } from '@/core/apps';
import { remPx, smallScreen } from '@/core/device';
import { pick } from '@/core/i18n';
import { isTyping } from '@/core/idle';
import { readPersonal, writePersonal } from '@/core/storage';
import { toast } from '@/core/toast';
import { t } from '@/i18n';
import { openingRect, type Rect } from './geometry';

export interface WindowState {
  app: string;
  wanted: Rect;
  /** The work area in which `wanted` was chosen; a smaller one takes the whole window inside. */
  room: { width: number; height: number };
  minimized: boolean;
  /** The part of the work area that it fills, in fractions; null while it lies free. See snap.ts. */
  snap: Rect | null;
  /** Out of reach, because its app is switched off; what was typed in it is still there. */
  away: boolean;
}

/** Windows from back to front. */
export const windows = ref<WindowState[]>([]);
/** The part of the screen that windows may use; the desktop measures it. */
export const workArea = ref<Rect>({ x: 0, y: 0, width: 0, height: 0 });

/** Name of the front window, empty when the desktop itself is in front. */
export const frontApp = computed(() => {
  const shown = windows.value.filter(isShown);
  return shown[shown.length - 1]?.app ?? '';
});

/** How the front app covers the desktop; empty when it leaves the rest usable. */
export const frontCover = computed(() => {
  const mode = frontApp.value ? modeOf(frontApp.value) : 'window';
  return mode === 'window' ? '' : mode;
});

/** How an app shows itself on this screen: small ones have room for nothing but full screen. */
export function modeOf(name: string): LayoutMode {
  return smallScreen.value ? 'fullscreen' : (findApp(name)?.layout.mode ?? 'fullscreen');
}

const openers = new Map<string, HTMLElement>();
const OFF_KEY = 'apps-off';
/** What was switched off when this device last heard of it, so that no tile shows up and goes. */
let disabledNames = textsOf(readPersonal(OFF_KEY));
setDisabledApps(disabledNames);
const MIN_SIZE = { minWidth: 320, minHeight: 240 };
const EDGE = 8;
/** The browser may have been larger when the rectangle was remembered. */
const UNKNOWN_ROOM = { width: Infinity, height: Infinity };

/** Opens an app or brings its window to the front; answers false for an unknown name. */
export function openApp(name: string): boolean {
  const app = findApp(name);
  if (!app?.App) return false;
  rememberOpener(name);
  const open = find(name);
  if (open) {
    open.minimized = false;
    raise(name);
    return true;
  }
  const remembered = rememberedRect(name);
  // Beside the code of the windows themselves, if that is still on its way.
  preloadApps([name]);
  app.onOpening?.();
  windows.value.push({
    app: name,
    wanted: remembered ?? openingRect(sizeOf(name), innerArea(), windows.value.length),
    room: remembered ? UNKNOWN_ROOM : workArea.value,
    minimized: false,
    snap: null,
    away: false,
  });
  return true;
}

/** Brings a window to the front. */
export function raise(name: string): void {
  const index = windows.value.findIndex((entry) => entry.app === name);
  if (index < 0 || index === windows.value.length - 1) return;
  const [entry] = windows.value.splice(index, 1);
  if (entry) windows.value.push(entry);
}

/** Closes a window and gives the focus back to what opened it. */
export function closeApp(name: string): void {
  windows.value = windows.value.filter((entry) => entry.app !== name);
  returnFocus(name);
}

/** Hides a window; its content stays alive. */
export function minimize(name: string): void {
  const entry = find(name);
  if (entry) entry.minimized = true;
  returnFocus(name);
}

/** Hides all windows; the desktop itself is wanted. */
export function minimizeAll(): void {
  windows.value.forEach((entry) => (entry.minimized = true));
}

/** A click in the dock: opens, brings to the front, or hides what is in front already. */
export function toggleApp(name: string): void {
  if (frontApp.value === name) minimize(name);
  else openApp(name);
}

/** Alt+`: the rearmost window comes to the front. */
export function cycleWindows(): void {
  const rear = windows.value.find(isShown);
  if (rear) raise(rear.app);
}

/**
 * Leaves an app at once, because an admin has switched it off, and tells the member. The window is
 * only put out of reach: nothing typed in it is lost, and `enabled` brings it back to the dock.
 */
export function leaveApp(name: string, enabled = false): void {
  const title = pick(findApp(name)?.title ?? '');
  const entry = find(name);
  const rest = disabledNames.filter((other) => other !== name);
  const change = isDisabled(name) === enabled;
  disabledNames = enabled ? rest : [...rest, name];
  setDisabledApps(disabledNames);
  writePersonal(OFF_KEY, disabledNames);
  if (!entry || !change) return;
  if (enabled) {
    Object.assign(entry, { away: false, minimized: true });
    if (holdsInput(name)) toast(t('app.back', { name: pick(findApp(name)?.title ?? '') }));
    return;
  }
  toast(t(holdsInput(name) ? 'app.kept' : 'app.left', { name: title }), { ms: 8000 });
  entry.away = true;
  returnFocus(name);
}

/** Leaves the apps that the server names as switched off, and brings back all others. */
export function keepOff(names: readonly string[]): void {
  // Also those that are not known yet: apps that come at run time may come later than their switches.
  new Set([...windowApps(), ...names, ...disabledNames]).forEach((name) => {
    const enabled = !names.includes(name);
    if (enabled === isDisabled(name)) leaveApp(name, enabled);
  });
}

function isShown(entry: WindowState): boolean {
  return !entry.minimized && !entry.away;
}

/** Whether something was typed in an app's window. */
function holdsInput(name: string): boolean {
  const root = document.querySelector(`[data-app="${CSS.escape(name)}"]`);
  return root !== null && isTyping(root);
}

/** Closes everything, on sign-out. */
export function closeAll(): void {
  windows.value = [];
  openers.clear();
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? (value as unknown[]).filter((entry): entry is string => typeof entry === 'string') : [];
}

/** The open window of an app. */
export function find(name: string): WindowState | undefined {
  return windows.value.find((entry) => entry.app === name);
}

/** The sizes that an app asks for, in px of this device; one that asks for none gets what suits the screen. */
export function sizeOf(name: string): Record<'width' | 'height' | 'minWidth' | 'minHeight', number> {
  const factor = remPx() / 16;
  const { width: roomWidth, height: roomHeight } = workArea.value;
  const usual = {
    width: Math.min(960, (roomWidth * 0.6) / factor),
    height: Math.min(900, (roomHeight * 0.8) / factor),
  };
  const size = { ...usual, ...MIN_SIZE, ...findApp(name)?.layout };
  // An app that wants more than it asked for to begin with opens at its least size.
  size.width = Math.max(size.width, size.minWidth);
  size.height = Math.max(size.height, size.minHeight);
  return {
    width: size.width * factor,
    height: size.height * factor,
    minWidth: size.minWidth * factor,
    minHeight: size.minHeight * factor,
  };
}

function innerArea(): Rect {
  const { x, y, width, height } = workArea.value;
  return { x: x + EDGE, y: y + EDGE, width: width - 2 * EDGE, height: height - 2 * EDGE };
}

function rememberedRect(name: string): Rect | null {
  const stored = readPersonal(`window:${name}`) as Partial<Rect> | null;
  const numbers = [stored?.x, stored?.y, stored?.width, stored?.height];
  return numbers.every((value) => Number.isFinite(value)) ? (stored as Rect) : null;
}

function rememberOpener(name: string): void {
  const active = document.activeElement;
  if (active instanceof HTMLElement && active !== document.body) openers.set(name, active);
}

function returnFocus(name: string): void {
  const opener = openers.get(name);
  void nextTick(() => {
    // A window that is still open takes the focus itself when it comes to the front.
    if (opener?.isConnected && frontApp.value === '') opener.focus();
  });
}
