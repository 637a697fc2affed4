// A widget rests while nobody can see it: in a hidden tab, out of sight, on another page.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, ref, type App, type Ref } from 'vue';
import { provideActive, tabVisible, useWidgetActive } from './active';

let report: (entries: { target: Element; isIntersecting: boolean }[]) => void;
let active: Readonly<Ref<boolean>>;
let app: App;
const awake = ref(true);
const root = document.createElement('div');

class Observer {
  constructor(callback: typeof report) {
    report = callback;
  }
  observe = vi.fn();
  unobserve = vi.fn();
}

const Widget = {
  setup() {
    active = useWidgetActive();
    return () => h('p');
  },
};
const Host = {
  setup() {
    const element = ref<HTMLElement>();
    provideActive(element, () => awake.value);
    return () => h('article', { ref: element }, h(Widget));
  },
};

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Observer);
  awake.value = true;
  tabVisible.value = true;
  app = createApp(Host);
  app.mount(root);
});
afterEach(() => {
  app.unmount();
  vi.unstubAllGlobals();
});

it('is told when it can be seen and when not', () => {
  const target = root.querySelector('article') as Element;
  expect(active.value).toBe(true);
  report([{ target, isIntersecting: false }]);
  expect(active.value).toBe(false);
  report([{ target, isIntersecting: true }]);
  awake.value = false;
  expect(active.value).toBe(false);
  awake.value = true;
  expect(active.value).toBe(true);
});

it('rests in a hidden tab', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(active.value).toBe(false);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(active.value).toBe(true);
});
