// Which preset stands behind an id; pure.
import type { Preset } from './queries';

/** The name of a preset; empty for one that was removed, null for none, and while the presets are not known. */
export function labelOf(id: string | null, presets: readonly Preset[] | undefined): string | null {
  if (id === null || presets === undefined) return null;
  return presets.find((preset) => preset.id === id)?.label ?? '';
}

/** The id, unless its preset was removed: a conversation cannot begin with that. */
export function offered(id: string | null, presets: readonly Preset[] | undefined): string | null {
  return presets?.some((preset) => preset.id === id) ? id : null;
}

/** What a field offers: no preset, each preset, and the one that the conversation has though it was removed. */
export function optionsOf(
  id: string | null,
  presets: readonly Preset[],
  words: { none: string; absent: string },
): { value: string; label: string }[] {
  const all = presets.map(({ id: value, label }) => ({ value, label }));
  const isAbsent = id !== null && offered(id, presets) === null;
  return [{ value: '', label: words.none }, ...all, ...(isAbsent ? [{ value: id, label: words.absent }] : [])];
}
