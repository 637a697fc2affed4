// The windows of a tab come back after a reload: which, in which order, and how they lie. What was typed in them
// does not; each app keeps its own drafts. Windows of apps that come at run time open with their app and close with
// it. A chunk of its own, which begins once the desktop stands.
import { shallowRef, watch } from 'vue';
import { findApp, isDisabled, knownApp } from '@/core/apps';
import { smallScreen } from '@/core/device';
import { user } from '@/core/session';
import { readTab, writeTab } from '@/core/storage';
import type { Rect } from './geometry';
import { closeApp, find, windows, type WindowState } from './store';

const KEY = 'open-windows';

interface Kept {
  owner: string;
  windows: Pick<WindowState, 'app' | 'wanted' | 'minimized' | 'snap'>[];
}

/** Opens what was open before the reload, and keeps what is open from now on; ends with its effect scope. */
export function keepWindows(): void {
  const owner = user.value?.user_id ?? '';
  const kept = readTab(KEY) as Partial<Kept> | null;
  // A phone shows one app at a time, and the address names that one.
  const isKept = kept?.owner === owner && Array.isArray(kept.windows) && !smallScreen.value;
  /** Windows of apps that are not known yet. */
  const waiting = shallowRef<Kept['windows']>(isKept ? (kept.windows ?? []) : []);
  function reopenKnown(): void {
    reopen(waiting.value.filter(({ app }) => knownApp(app)));
    waiting.value = waiting.value.filter(({ app }) => !knownApp(app));
  }
  reopenKnown();
  watch(() => waiting.value.some(({ app }) => knownApp(app)), reopenKnown);
  watch(
    () => windows.value.filter(({ app }) => !knownApp(app)),
    (gone) => gone.forEach(({ app }) => closeApp(app)),
  );
  watch(
    windows,
    (open) => {
      const entries = open.filter(({ away }) => !away);
      const plain = entries.map(({ app, wanted, minimized, snap }) => ({ app, wanted, minimized, snap }));
      const all = [...waiting.value, ...plain];
      writeTab(KEY, all.length > 0 ? ({ owner, windows: all } satisfies Kept) : null);
    },
    { deep: true },
  );
}

function reopen(kept: Kept['windows']): void {
  // Whoever has begun something since the reload is not disturbed: then windows wait in the dock.
  const isBusy = document.activeElement !== document.body;
  const there = kept.filter(
    (entry) => findApp(entry.app)?.App && !isDisabled(entry.app) && !find(entry.app) && isRect(entry.wanted),
  );
  const states = there.map(({ app, wanted, minimized, snap }) => ({
    app,
    wanted,
    room: { width: Infinity, height: Infinity },
    minimized: minimized || isBusy,
    snap: isRect(snap) ? snap : null,
    away: false,
  }));
  // Behind what the address or the member has opened.
  windows.value = [...states, ...windows.value];
}

function isRect(value: unknown): value is Rect {
  const rect = value as Partial<Rect> | null;
  return [rect?.x, rect?.y, rect?.width, rect?.height].every(Number.isFinite);
}
