// A view that follows its end, and help that is not moved out of sight by that.
import { beforeEach, expect, it } from 'vitest';
import { createApp, defineComponent, h, ref } from 'vue';
import { useStickToEnd, type Sticking } from './stick-to-end';

/** What a browser would have laid out. */
let height: number;
let pinTop: number;
let view: HTMLElement;
let pin: HTMLElement | null;
let sticking: Sticking;

beforeEach(() => {
  height = 500;
  pin = null;
  const Place = defineComponent({
    setup() {
      const element = ref<HTMLElement>();
      sticking = useStickToEnd(element, ref(), () => pin);
      return () => h('div', { ref: element });
    },
  });
  const place = document.createElement('div');
  createApp(Place).mount(place);
  view = place.firstElementChild as HTMLElement;
  Object.defineProperties(view, { scrollHeight: { get: () => height }, clientHeight: { value: 400 } });
  view.getBoundingClientRect = () => ({ top: 0 }) as DOMRect;
  sticking.toEnd();
});

function grow(to: number): void {
  height = to;
  sticking.toEnd();
  sticking.onScroll();
}
function scroll(to: number): void {
  view.scrollTop = to;
  sticking.onScroll();
}
function ask(top: number): void {
  pinTop = top;
  pin = document.createElement('aside');
  pin.getBoundingClientRect = () => ({ top: pinTop - view.scrollTop }) as DOMRect;
}

it('is at its end until the reader scrolls up, and again when that is in sight', () => {
  grow(1000);
  expect([view.scrollTop, sticking.isAtEnd.value]).toEqual([600, true]);
  scroll(300);
  expect(sticking.isAtEnd.value).toBe(false);
  scroll(590);
  expect(sticking.isAtEnd.value).toBe(true);
});

it('goes no further than to the help while the answer below it grows', () => {
  ask(300);
  grow(2000);
  expect([view.scrollTop, sticking.isAtEnd.value]).toEqual([228, false]);
  grow(3000);
  expect(view.scrollTop).toBe(228);
});

it('follows the end again once the reader has gone there', () => {
  ask(300);
  grow(2000);
  sticking.jump();
  expect([view.scrollTop, sticking.isAtEnd.value]).toEqual([1600, true]);
  grow(3000);
  expect(view.scrollTop).toBe(2600);
});

it('the help of another question stays in sight again', () => {
  ask(300);
  grow(2000);
  scroll(1590);
  ask(1900);
  grow(4000);
  expect(view.scrollTop).toBe(1828);
});
