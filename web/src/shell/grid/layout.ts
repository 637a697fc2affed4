// Reads the stored desktop layout (interface 2.12), or the class default when there is none.
import { findWidget, type RegisteredWidget, type Size } from '@/core/apps';
import { completeConfig, type WidgetConfig } from '@/core/widget-config';

export interface PlacedWidget {
  id: string;
  type: string;
  config: WidgetConfig;
  size: Size;
  /** Undefined when the app of this widget is gone; the place is kept. */
  manifest: RegisteredWidget | undefined;
}

/** What a class sees before anyone has arranged anything. */
const CLASS_DEFAULT = [
  { id: 'default-clock', type: 'clock-now' },
  { id: 'default-countdown', type: 'countdown-next' },
];

/** The widgets of the first page in their order. Layouts from elsewhere are read with suspicion. */
export function readLayout(stored: unknown, permissions: readonly string[]): PlacedWidget[] {
  const first = listOf(record(stored).pages)[0];
  const entries = first === undefined ? CLASS_DEFAULT : listOf(record(first).widgets);
  return entries
    .map((entry, index) => place(record(entry), index))
    .filter((widget) => mayShow(widget.manifest, permissions));
}

function place(entry: Record<string, unknown>, index: number): PlacedWidget {
  const type = typeof entry.type === 'string' ? entry.type : '';
  const manifest = findWidget(type);
  const stored = record(entry.config);
  return {
    id: typeof entry.id === 'string' ? entry.id : `widget-${index}`,
    type,
    config: manifest ? completeConfig(manifest, stored) : stored,
    size: fitSize(record(entry.size), manifest),
    manifest,
  };
}

function fitSize(size: Record<string, unknown>, manifest: RegisteredWidget | undefined): Size {
  const least = manifest?.minSize ?? { w: 1, h: 1 };
  const most = manifest?.maxSize ?? { w: 4, h: 4 };
  const usual = manifest?.defaultSize ?? { w: 2, h: 2 };
  const clamp = (value: unknown, key: 'w' | 'h'): number => {
    const wanted = typeof value === 'number' && Number.isInteger(value) ? value : usual[key];
    return Math.max(least[key], Math.min(wanted, most[key]));
  };
  return { w: clamp(size.w, 'w'), h: clamp(size.h, 'h') };
}

function mayShow(manifest: RegisteredWidget | undefined, permissions: readonly string[]): boolean {
  return !manifest?.permission || permissions.includes(manifest.permission);
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
