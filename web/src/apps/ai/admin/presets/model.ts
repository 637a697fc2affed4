// The form of a preset, pure: what is wrong with it, and what it sends.
import type { components } from '@/api/generated/schema';
import { lengthOf, MAX_PRESET_DESCRIPTION, MAX_PRESET_LABEL, MAX_PROMPT, MAX_SORT_ORDER } from '../../model/limits';
import { changedFields, numberText, wholeNumber } from '../form/fields';

type Schemas = components['schemas'];

export type Preset = Schemas['ManagedAiPreset'];
export type PresetChange = Schemas['AiPresetChange'];

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
  return { label, description, prompt, order: numberText(preset?.sort_order ?? 0) };
}

const isWithin = (text: string, least: number, most: number): boolean =>
  lengthOf(text) >= least && lengthOf(text) <= most;

/** What is wrong with a form. */
export function presetFaults({ label, description, prompt, order }: PresetDraft): (keyof PresetDraft)[] {
  const faults: (keyof PresetDraft)[] = [];
  if (!isWithin(label, 1, MAX_PRESET_LABEL)) faults.push('label');
  if (!isWithin(description, 0, MAX_PRESET_DESCRIPTION)) faults.push('description');
  if (!isWithin(prompt, 1, MAX_PROMPT)) faults.push('prompt');
  if (wholeNumber(order, MAX_SORT_ORDER) === undefined) faults.push('order');
  return faults;
}

function fieldsOf({ label, description, prompt, order }: PresetDraft): PresetChange {
  return {
    label: label.trim(),
    description: description.trim(),
    prompt: prompt.trim(),
    sort_order: Number(order),
  };
}

/** What a form sends: everything of a new preset, what differs of another; null when nothing does. */
export function presetChange(draft: PresetDraft, preset?: Preset): PresetChange | null {
  if (!preset) return fieldsOf(draft);
  const change = changedFields(fieldsOf(draftOf(preset)), fieldsOf(draft));
  return Object.keys(change).length > 0 ? change : null;
}
