// What a context menu is about, and where the browser's own stays.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { registerApp } from '@/core/apps';
import { smallScreen } from '@/core/device';
import { targetAt, type Target } from './target';

registerApp({
  name: 'one',
  title: { zh: '甲', en: 'A' },
  App: async () => ({ default: {} }),
  layout: { mode: 'window' },
});

beforeEach(() => {
  document.body.innerHTML = `
    <main id="page">
      <p id="empty"></p>
      <div data-widget="w1"><article><a href="#/app/one"><b id="inner"></b></a><a href="https://example.org" id="out"></a></article></div>
    </main>
    <nav><button data-dock-app="one"><span id="icon"></span></button></nav>
    <section class="window" data-app="one" id="window">
      <div class="title-bar"><h2 id="title"></h2></div>
      <div class="content"><p id="content"></p><input id="field" /></div>
    </section>
    <section role="dialog" id="dialog"></section>`;
});
afterEach(() => (smallScreen.value = false));

const at = (id: string): Target | undefined => targetAt(document.getElementById(id) ?? document.body);

it('is about the innermost thing that was pointed at', () => {
  expect(at('empty')).toEqual({ kind: 'desktop' });
  expect(at('inner')).toEqual({ kind: 'widget', id: 'w1' });
  expect(at('icon')).toEqual({ kind: 'dock', app: 'one' });
  expect(at('title')).toEqual({ kind: 'window', app: 'one' });
});

it('is about the window when that has the focus itself', () => {
  expect(at('window')).toEqual({ kind: 'window', app: 'one' });
});

it.each(['out', 'content', 'field', 'dialog'])('leaves the menu of the browser: %s', (id) => {
  expect(at(id)).toBeUndefined();
});

it('is not about a window that fills a small screen', () => {
  smallScreen.value = true;
  expect(at('title')).toBeUndefined();
});
