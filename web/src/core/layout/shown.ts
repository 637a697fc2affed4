// What is shown of a layout: entries joined with their manifests, sizes held inside the limits.
import { findWidget, type RegisteredWidget, type Size } from '../apps';
import { clampSize } from '../cells';
import { completeConfig, type WidgetConfig } from '../widget-config';
import { record, type PageEntry, type WidgetEntry } from './document';

export interface PlacedWidget {
  id: string;
  type: string;
  config: WidgetConfig;
  size: Size;
  /** Undefined when the app of this widget is gone; the place is kept. */
  manifest: RegisteredWidget | undefined;
}

const LEAST: Size = { w: 1, h: 1 };
const MOST: Size = { w: 4, h: 4 };

/** The widgets of a page that this member may see, in their order. */
export function shownWidgets(page: PageEntry, may: (permission: string | null) => boolean): PlacedWidget[] {
  return page.widgets.map(show).filter((widget) => may(widget.manifest?.permission ?? null));
}

/** The size on screen. What is stored stays as it is, so other versions lose nothing. */
export function shownSize(size: Size, manifest: RegisteredWidget | undefined): Size {
  return clampSize(size, manifest?.minSize ?? LEAST, manifest?.maxSize ?? MOST);
}

/** Unchanged entries give unchanged objects: moving one widget must not redraw all others. */
const known = new WeakMap<WidgetEntry, PlacedWidget>();

function show(entry: WidgetEntry): PlacedWidget {
  const manifest = findWidget(entry.type);
  const before = known.get(entry);
  if (before && before.manifest === manifest) return before;
  const stored = record(entry.config);
  const shown = {
    id: entry.id,
    type: entry.type,
    config: manifest ? completeConfig(manifest, stored) : stored,
    size: shownSize(entry.size, manifest),
    manifest,
  };
  known.set(entry, shown);
  return shown;
}
