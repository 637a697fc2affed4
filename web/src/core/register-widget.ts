// Widgets that come at run time by themselves (interface 2.14). Apart from the registry: no widget of this repository
// does, so the first load goes without the checks.
import { putWidget, type WidgetManifest } from './apps';
import { checkWidget } from './manifest-check';
import { warn } from './warn';

/** Makes one widget known at run time; a repeated id replaces the earlier one with a warning. */
export function registerWidget(widget: WidgetManifest, app = ''): void {
  const checked = checkWidget(widget, app);
  if (checked && putWidget(checked)) warn(`widget ${checked.id} is registered twice, the later one is used`);
}
