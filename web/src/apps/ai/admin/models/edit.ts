// What the form of a stored model holds, checks and sends. Pure.
import { lengthOf, MAX_MODEL_LABEL, MAX_MODEL_NAME } from '../../model/limits';
import type { ManagedModel, ModelChange } from '../types';
import { isAddress, isSameOrigin, type Connection } from './connection';
import { optionFaults, optionsChange, optionsOf, type NumberField, type OptionsDraft } from './options';

export interface EditDraft {
  label: string;
  model: string;
  connection: Connection;
  options: OptionsDraft;
}

export type EditField = 'label' | 'model' | 'url' | 'key' | NumberField;

/** A form filled from a model; its key is not known here. */
export function draftOf(model: ManagedModel): EditDraft {
  return {
    label: model.label,
    model: model.model,
    connection: { url: model.api_url, key: '', reuse: '' },
    options: optionsOf(model),
  };
}

/** Whether the stored key would have to go to another place than it was typed for. */
export function needsKey(model: ManagedModel, { url, key }: Connection): boolean {
  return model.has_key && !model.builtin && key.trim() === '' && isAddress(url) && !isSameOrigin(model.api_url, url);
}

/** What is wrong with a draft; the server checks again. */
export function editFaults(model: ManagedModel, draft: EditDraft): EditField[] {
  const faults: EditField[] = [];
  if (lengthOf(draft.label) < 1 || lengthOf(draft.label) > MAX_MODEL_LABEL) faults.push('label');
  if (!model.builtin) {
    if (lengthOf(draft.model) < 1 || lengthOf(draft.model) > MAX_MODEL_NAME) faults.push('model');
    if (!isAddress(draft.connection.url)) faults.push('url');
    if (needsKey(model, draft.connection)) faults.push('key');
  }
  return [...faults, ...optionFaults(draft.options)];
}

/** What differs from the model as it is; null when nothing does. */
export function modelChange(model: ManagedModel, draft: EditDraft): ModelChange | null {
  const { url, key } = draft.connection;
  const change: ModelChange = optionsChange(optionsOf(model), draft.options);
  if (draft.label.trim() !== model.label) change.label = draft.label.trim();
  if (!model.builtin) {
    if (draft.model.trim() !== model.model) change.model = draft.model.trim();
    if (url.trim() !== model.api_url) change.api_url = url.trim();
    if (key.trim() !== '') change.api_key = key.trim();
  }
  return Object.keys(change).length > 0 ? change : null;
}

const FIELD_OF: Readonly<Record<string, EditField>> = {
  ai_model_label_invalid: 'label',
  ai_model_name_invalid: 'model',
  ai_model_url_invalid: 'url',
  ai_no_model_list: 'url',
  ai_model_key_invalid: 'key',
  ai_key_needed: 'key',
  ai_key_not_reusable: 'key',
};

/** Beside which field a refusal of the server belongs; none for those that are about no field. */
export function fieldOf(slug: string): EditField | undefined {
  return FIELD_OF[slug];
}
