// What can be set for every model, as it is typed, checked and sent. Pure.
import { MAX_SORT_ORDER } from '../../model/limits';
import { changedFields, numberText, wholeNumber } from '../form/fields';
import type { ManagedModel, ModelOptions } from '../types';

/** Colours to choose from; any other can be mixed. */
export const COLORS = [
  { name: 'indigo', value: '#6366f1' },
  { name: 'blue', value: '#2563eb' },
  { name: 'cyan', value: '#0891b2' },
  { name: 'green', value: '#059669' },
  { name: 'yellow', value: '#ca8a04' },
  { name: 'orange', value: '#ea580c' },
  { name: 'red', value: '#dc2626' },
  { name: 'purple', value: '#9333ea' },
] as const;

/** The colour that the model after `count` others is given, unless somebody chooses one. */
export const colorAt = (count: number): string => COLORS[count % COLORS.length]?.value ?? COLORS[0].value;

/** The colour of one of several that are added together: one that was chosen is that of all. */
export const colorFor = (i: number, count: number, chosen: string): string =>
  chosen === colorAt(count) ? colorAt(count + i) : chosen;

/** What the form holds; numbers as they are typed, empty for the default. */
export interface OptionsDraft {
  color: string;
  thinking: boolean;
  search: boolean;
  images: boolean;
  free: boolean;
  style: string;
  /** Empty for what the provider does by itself. */
  effort: string;
  context: string;
  output: string;
  order: string;
  input_price: string;
  cached_price: string;
  output_price: string;
}

export const NO_OPTIONS: Readonly<OptionsDraft> = {
  color: COLORS[0].value,
  thinking: false,
  search: false,
  images: false,
  free: false,
  style: 'openai',
  effort: '',
  context: '',
  output: '',
  order: '',
  input_price: '',
  cached_price: '',
  output_price: '',
};

/** Whole numbers and the most that the server takes. */
export const NUMBERS = { context: 200_000, output: 65_536, order: MAX_SORT_ORDER } as const;
export const PRICES = ['input_price', 'cached_price', 'output_price'] as const;
export const MAX_PRICE = 100_000;
export type NumberField = keyof typeof NUMBERS | (typeof PRICES)[number];

/** A form filled from a model. */
export function optionsOf(model: ManagedModel): OptionsDraft {
  return {
    color: model.color,
    thinking: model.supports_thinking,
    search: model.supports_search,
    images: model.supports_images,
    free: model.is_free,
    style: model.api_style,
    effort: model.reasoning_effort ?? '',
    context: numberText(model.max_context_tokens),
    output: numberText(model.max_output_tokens),
    order: numberText(model.sort_order),
    input_price: numberText(model.input_price),
    cached_price: numberText(model.cached_price),
    output_price: numberText(model.output_price),
  };
}

/** The fields whose numbers the server would not take. */
export function optionFaults(draft: OptionsDraft): NumberField[] {
  const whole = (Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]).filter(
    (field) => wholeNumber(draft[field], NUMBERS[field]) === undefined,
  );
  const prices = PRICES.filter(
    (field) => !(/^(\d+(\.\d+)?)?$/.test(draft[field].trim()) && Number(draft[field]) <= MAX_PRICE),
  );
  return [...whole, ...prices];
}

function fieldsOf(draft: OptionsDraft): ModelOptions {
  return {
    color: draft.color,
    supports_thinking: draft.thinking,
    supports_search: draft.search,
    supports_images: draft.images,
    is_free: draft.free,
    api_style: draft.style as ModelOptions['api_style'],
    reasoning_effort: (draft.effort || null) as ModelOptions['reasoning_effort'],
    max_context_tokens: Number(draft.context),
    max_output_tokens: Number(draft.output),
    sort_order: Number(draft.order),
    input_price: Number(draft.input_price),
    cached_price: Number(draft.cached_price),
    output_price: Number(draft.output_price),
  };
}

/** Only what differs from before; for a new model, from the defaults. */
export function optionsChange(before: OptionsDraft, after: OptionsDraft): ModelOptions {
  return changedFields(fieldsOf(before), fieldsOf(after));
}

/** Whether one of the settings that are folded at first differs from its default. */
export function hasMore(draft: OptionsDraft): boolean {
  const folded = ['style', 'effort', 'context', 'output', 'order', ...PRICES] as const;
  return folded.some((field) => draft[field] !== NO_OPTIONS[field]);
}
