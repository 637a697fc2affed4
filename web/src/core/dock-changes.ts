// Changes of the dock. Not part of the first load.
import { smallScreen } from './device';
import { PHONE_COUNT, pinned } from './dock';
import { changeLayout, layout } from './layout/store';

/** Pins an app behind the others, or takes it from the dock. A full dock of a phone has it in its last place. */
export function togglePinned(name: string): void {
  const rest = pinned.value.filter((entry) => entry !== name);
  if (rest.length < pinned.value.length) return save(rest);
  const place = smallScreen.value ? PHONE_COUNT - 1 : rest.length;
  save([...rest.slice(0, place), name, ...rest.slice(place)]);
}

/** Moves a pinned app one place to the left (-1) or right (1). */
export function movePinned(name: string, by: number): void {
  const names = [...pinned.value];
  const from = names.indexOf(name);
  const to = from + by;
  if (from < 0 || to < 0 || to >= names.length) return;
  names.splice(from, 1);
  names.splice(to, 0, name);
  save(names);
}

function save(shown: string[]): void {
  // Apps that are switched off for now keep their place behind those that are shown.
  const stored = layout.value.dock;
  const away = Array.isArray(stored)
    ? stored.filter((name) => !pinned.value.includes(name) && !shown.includes(name))
    : [];
  changeLayout((document) => ({ ...document, dock: [...shown, ...away] }));
}
