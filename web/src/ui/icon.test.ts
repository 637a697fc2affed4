// The build draws icons by src/ui/icon.ts: they have to look as those of the library.
import { ChartSpline, Pin, Settings } from '@lucide/vue';
import { createApp, h, type Component } from 'vue';
import { expect, it } from 'vitest';
import createIcon from './icon';

type Source = { __iconData: Parameters<typeof createIcon>[0] };
const sources = import.meta.glob<Source>('/node_modules/@lucide/vue/dist/esm/icons/{chart-spline,pin,settings}.mjs', {
  eager: true,
});
const theirs: Record<string, Component> = { 'chart-spline': ChartSpline, pin: Pin, settings: Settings };
const icons = Object.values(sources).map(({ __iconData: data }) => [data.name, data] as const);

/** Every element of a drawing with its attributes. */
function drawn(icon: Component, attributes: object): string[][] {
  const root = document.createElement('div');
  createApp({ render: () => h(icon, attributes) }).mount(root);
  return [...root.querySelectorAll('*')].map((element) => [
    element.tagName,
    ...[...element.attributes].map(({ name, value }) => `${name}=${value}`).sort(),
  ]);
}

it.each(icons)('draws %s as the library does', (name, data) => {
  const labelled = { size: 14, role: 'img', 'aria-label': 'pinned' };
  for (const attributes of [{}, { size: 18, class: 'mark', 'aria-hidden': 'true' }, labelled, { style: 'top: 1px' }]) {
    const own = drawn(createIcon(data), attributes);
    expect(own.length).toBeGreaterThan(1);
    expect(own).toEqual(drawn(theirs[name] as Component, attributes));
  }
});

it('knows all three', () => expect(icons.length).toBe(3));
