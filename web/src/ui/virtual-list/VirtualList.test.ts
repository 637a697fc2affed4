// What a list does to its place when it learns how tall its rows are. The layout is played: rows are
// 50 pixels tall, and a list stands no further down than its space allows, as in a browser.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, nextTick, shallowRef, type App } from 'vue';
import type { ListView } from './scroll-to';
import VirtualList from './VirtualList.vue';

const ROW = 50;
const VIEWPORT = 400;

let app: App | undefined;
let stand = 0;

function spaceOf(view: Element): number {
  return Number.parseFloat((view.firstElementChild as HTMLElement).style.height || '0');
}

beforeEach(() => {
  stand = 0;
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(VIEWPORT);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ height: ROW } as DOMRect);
  vi.spyOn(HTMLElement.prototype, 'scrollTop', 'get').mockImplementation(function (this: Element) {
    return (stand = Math.max(0, Math.min(stand, spaceOf(this) - VIEWPORT)));
  });
  vi.spyOn(HTMLElement.prototype, 'scrollTop', 'set').mockImplementation((at: number) => void (stand = at));
});
afterEach(() => {
  app?.unmount();
  vi.restoreAllMocks();
});

it('stays at its end when its rows come anew, though those that nobody saw turn out shorter', async () => {
  const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ key: `row ${at}` }));
  const rows = shallowRef(rowsOf(50));
  const list = shallowRef<ListView>();
  app = createApp(() =>
    h(
      VirtualList,
      { rows: rows.value, buffer: 400, ref: (one) => void (list.value = one as unknown as ListView) },
      { default: ({ item }: { item: { key: string } }) => h('p', item.key) },
    ),
  );
  app.mount(document.createElement('div'));
  await nextTick();
  const view = list.value as ListView;
  const below = () => view.scrollSize - view.scrollOffset - VIEWPORT;
  expect(below()).toBe(0);
  const before = view.scrollSize;

  rows.value = rowsOf(50);
  await nextTick();

  expect(view.scrollSize).toBeLessThan(before);
  expect(below()).toBe(0);
  expect(stand).toBe(view.scrollOffset);
});
