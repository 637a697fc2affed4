// The form of a preset, pure: what is wrong with it, and what it sends.
import type { components } from '@/api/generated/schema';

type Schemas = components['schemas'];

export type Preset = Schemas['ManagedAiPreset'];
export type PresetChange = Schemas['AiPresetChange'];

export const MAX_LABEL = 20;
export const MAX_DESCRIPTION = 100;
export const MAX_PROMPT = 4000;
export const MAX_ORDER = 9999;

/** What the form of a preset holds. */
export interface PresetDraft {
  label: string;
  description: string;
  prompt: string;
  order: string;
}

/** An empty form, or one filled from a preset. */
export function draftOf(preset?: Preset): PresetDraft {
  const { label = '', description = '', prompt = '' } = preset ?? {};
  return { label, description, prompt, order: String(preset?.sort_order ?? 0) };
}

/** The characters of a text as the server counts them. */
export const lengthOf = (text: string): number => [...text.trim()].length;

const isWithin = (text: string, least: number, most: number): boolean =>
  lengthOf(text) >= least && lengthOf(text) <= most;

/** What is wrong with a form. */
export function presetFaults({ label, description, prompt, order }: PresetDraft): (keyof PresetDraft)[] {
  const faults: (keyof PresetDraft)[] = [];
  if (!isWithin(label, 1, MAX_LABEL)) faults.push('label');
  if (!isWithin(description, 0, MAX_DESCRIPTION)) faults.push('description');
  if (!isWithin(prompt, 1, MAX_PROMPT)) faults.push('prompt');
  if (!/^\d{1,4}$/.test(order.trim())) faults.push('order');
  return faults;
}

/** What a form sends: everything of a new preset, what differs of another; null when nothing does. */
export function presetChange(draft: PresetDraft, preset?: Preset): PresetChange | null {
  const full = {
    label: draft.label.trim(),
    description: draft.description.trim(),
    prompt: draft.prompt.trim(),
    sort_order: Number(draft.order),
  };
  if (!preset) return full;
  const { label, description, prompt, sort_order: order } = full;
  const change = {
    ...(label !== preset.label && { label }),
    ...(description !== preset.description && { description }),
    ...(prompt !== preset.prompt && { prompt }),
    ...(order !== preset.sort_order && { sort_order: order }),
  };
  return Object.keys(change).length > 0 ? change : null;
}
