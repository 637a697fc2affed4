// What is said of widgets and shown of them before they are on the desktop.
import { inject, type InjectionKey } from 'vue';
import { completeApps, findApp, type RegisteredWidget, type WidgetSample } from './apps';
import { pick } from './i18n';

/** What a preview hands to its widget, see `given` of `WidgetSample`. */
export const GIVEN: InjectionKey<unknown> = Symbol('sample');

/** What the widget shows in place of what it would read; undefined on the desktop. */
export function useSample<T>(): T | undefined {
  return inject(GIVEN, undefined) as T | undefined;
}

/** What the app says of its widget; empty until the details of apps are there. */
export function describe(widget: RegisteredWidget): string {
  return pick(findApp(widget.app)?.descriptions?.[widget.id] ?? widget.description);
}

/** What the widget shows as long as there is nothing else, undefined where it needs none. */
export async function sampleOf(widget: RegisteredWidget): Promise<WidgetSample | undefined> {
  await completeApps();
  return (await findApp(widget.app)?.samples?.[widget.id]?.())?.default;
}
