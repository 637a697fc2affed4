// Fills a widget's configuration from its schema: defaults for what is missing, the default again
// for what does not fit. Layouts are stored for years, schemas change.
import type { ConfigField, RegisteredWidget } from './apps';

export type WidgetConfig = Record<string, unknown>;

/** The configuration that the widget gets as its `config` prop; unknown keys are kept. */
export function completeConfig(widget: RegisteredWidget, stored: WidgetConfig): WidgetConfig {
  const config = { ...stored };
  for (const field of widget.configSchema?.fields ?? []) {
    if (!fits(field, config[field.key])) config[field.key] = field.default;
  }
  return config;
}

/** Whether a value is one that the field allows. */
export function fits(field: ConfigField, value: unknown): boolean {
  switch (field.type) {
    case 'bool':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' && value >= (field.min ?? -Infinity) && value <= (field.max ?? Infinity);
    case 'select':
      return field.options?.some((option) => option.value === value) ?? false;
  }
}
