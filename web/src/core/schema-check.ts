// Reads the configSchema of a widget with suspicion: a wrong field, option or default costs itself.
import type { Label } from './i18n';
import type { ConfigField, RegisteredWidget } from './manifest';
import { warn } from './warn';
import { fits } from './widget-config';

const FIELD_TYPES: readonly unknown[] = ['select', 'number', 'bool', 'text'];

/** The schema with the fields that can be shown and filled; null when there is none. */
export function checkSchema(id: string, schema: unknown): RegisteredWidget['configSchema'] {
  if (schema === undefined || schema === null) return null;
  const { fields } = record(schema);
  if (!Array.isArray(fields)) {
    warn(`${id}: configSchema needs a list of fields, dropped`);
    return null;
  }
  return { fields: fields.flatMap((field: unknown) => checkField(id, field) ?? []) };
}

function checkField(id: string, field: unknown): ConfigField | null {
  const { key, type, label, placeholder, min, max, default: usual, options } = record(field);
  const choices = Array.isArray(options) ? (options as unknown[]).filter(isOption) : [];
  if (typeof key !== 'string' || !key || !FIELD_TYPES.includes(type) || (type === 'select' && choices.length === 0)) {
    warn(`${id}: a config field needs a key, a known type and options, dropped`);
    return null;
  }
  const told = (what: string): undefined => void warn(`${id}: ${what} of ${key} does not fit, dropped`);
  if (Array.isArray(options) && options.length > choices.length) told('option');
  const checked: ConfigField = {
    key,
    type: type as ConfigField['type'],
    label: isLabel(label) ? label : key,
    placeholder: placeholder === undefined || isLabel(placeholder) ? placeholder : told('placeholder'),
    min: min === undefined || Number.isFinite(min) ? (min as number | undefined) : told('min'),
    max: max === undefined || Number.isFinite(max) ? (max as number | undefined) : told('max'),
    ...(type === 'select' && { options: choices }),
  };
  const value = usual === undefined || fits(checked, usual) ? usual : told('default');
  return { ...checked, default: value as ConfigField['default'] };
}

/** Whether a value can be shown: a text, or one in each language. */
export function isLabel(value: unknown): value is Label {
  const { zh, en } = record(value);
  return typeof value === 'string' || (typeof zh === 'string' && typeof en === 'string');
}

function isOption(option: unknown): option is { value: string; label: Label } {
  const { value, label } = record(option);
  return typeof value === 'string' && isLabel(label);
}

/** Any value as an object. */
export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
