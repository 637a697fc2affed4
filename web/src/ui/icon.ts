// Draws an icon of @lucide/vue. The build puts this in the place of the library's own function, which is many times
// as long for what no icon here asks for.
import { h, type FunctionalComponent } from 'vue';

interface IconData {
  name: string;
  /** The shapes: what they are, and their attributes. */
  node: readonly (readonly [string, Record<string, string>])[];
}

/** Makes the component of an icon. Without a label of its own it is decoration, and words stand beside it. */
export default function createIcon({ name, node }: IconData): FunctionalComponent<{ size?: number | string }> {
  return ({ size = 24, ...attributes }) =>
    h(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        'stroke-width': 2,
        'stroke-linecap': 'round',
        'stroke-linejoin': 'round',
        'aria-hidden': 'aria-label' in attributes ? undefined : 'true',
        ...attributes,
        // Vue adds that of the caller.
        class: `lucide lucide-${name}`,
      },
      node.map(([shape, place]) => h(shape, place)),
    );
}
