// Widgets of installed apps, as the desktop takes them from anybody: native views.
import { watch } from 'vue';
import type { NativeView, ViewProps } from '../manifest';
import type { InstalledApp, InstalledWidget } from './types';
import { holdDurable, releaseLater } from './context/durable';
import { crashOf } from './crashes';
import { widgetDefinitionOf } from './definitions';
import { t } from './i18n';
import { installed } from './installed';
import { Instance } from './instance';
import { el, fill } from './ui/element';

type Definition = ServiceMarket.WidgetDefinition;

/** A widget is on the desktop already. */
const goDesktop = (): void => undefined;

/** The view of a widget, once its code and the values of the member are there. */
export async function widgetOf(name: string, widget: InstalledWidget): Promise<NativeView> {
  const app = installed.get(name);
  if (!app) throw new Error(`${name} is not installed`);
  const held = holdDurable(name);
  try {
    const [definition] = await Promise.all([widgetDefinitionOf(app, widget), held.ready]);
    return viewOf(app, widget, definition);
  } finally {
    releaseLater(held);
  }
}

/** A view of its own for each place that the widget is put to. */
function viewOf(app: InstalledApp, { component: file }: InstalledWidget, definition: Definition): NativeView {
  let element: HTMLElement;
  let props: ViewProps;
  let instance: Instance | undefined;
  let stopWatching: (() => void) | undefined;

  function open(): void {
    instance = new Instance(
      { app, file, container: element, goDesktop },
      {
        mount: (container, context) => definition.mount(container, props, context),
        unmount: (container) => definition.unmount?.(container),
      },
    );
    const count = crashOf(app.name)?.count;
    stopWatching = watch(
      () => crashOf(app.name),
      (crash) => crash && crash.count !== count && crash.file === instance?.scope.file && refuse(),
    );
  }

  function close(): void {
    stopWatching?.();
    instance?.close();
    instance = undefined;
  }

  /** Something has failed where no host can catch it. */
  function refuse(): void {
    close();
    const again = (): void => {
      element.textContent = '';
      open();
    };
    const button = el(
      'button',
      { type: 'button', class: 'svc-ui-button svc-ui-quiet', onclick: again },
      t('crash.again'),
    );
    fill(element, el('div', { class: 'svc-ui-empty', role: 'alert' }, [t('crash.widget'), button]));
  }

  return {
    mount(root, given) {
      element = root;
      element.style.position = 'relative';
      props = given;
      open();
    },
    update(given) {
      props = given;
      const { update } = definition;
      if (!instance) return;
      const { context, scope } = instance;
      if (update) return scope.run(() => definition.update?.(element, props, context));
      close();
      open();
    },
    unmount: close,
  };
}
