// The market stands in its window or in the console, and its views do not know where.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp, defineComponent, h, type App } from 'vue';
import { setAppPath } from '@/core/app-path';
import { nameIn, providePlace, type Place } from './place';

let app: App;
let place: Place;

function stand(...where: Parameters<typeof providePlace>): void {
  app = createApp(
    defineComponent(() => {
      place = providePlace(...where);
      return () => h('div');
    }),
  );
  app.mount(document.createElement('div'));
}

/** As the browser and the shell do on a link. */
function goTo(hash: string, path: string, name: string): void {
  const oldURL = location.href;
  history.pushState(null, '', hash);
  setAppPath(name, path);
  window.dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: location.href }));
}

beforeEach(() => {
  history.replaceState(null, '', '#/app/market');
  setAppPath('market', '');
  setAppPath('admin', '');
});
afterEach(() => app.unmount());

it('names its places from where it stands', () => {
  stand('market');
  expect([place.hrefOf('app/gobang'), place.hrefOf('')]).toEqual(['#/app/market/app/gobang', '#/app/market']);
  app.unmount();
  stand('admin', 'market');
  setAppPath('admin', 'market/app/gobang');
  expect([place.path.value, place.hrefOf('installed')]).toEqual(['app/gobang', '#/app/admin/market/installed']);
  setAppPath('admin', 'market');
  expect(place.path.value).toBe('');
});

it('knows the path of one app from those of the lists', () => {
  expect(['app/quiz-rush', 'installed', 'app/', 'app/A', 'app/x/y', ''].map(nameIn)).toEqual([
    'quiz-rush',
    '',
    '',
    '',
    '',
    '',
  ]);
});

it('goes a step back to the list that one app was opened from', () => {
  stand('market');
  goTo('#/app/market/app/gobang', 'app/gobang', 'market');
  expect(history.state).toEqual({ fromList: true });
});

it('puts the list in the place of an app that a link from elsewhere has opened', () => {
  stand('market');
  history.replaceState(null, '', '#/app/chat');
  goTo('#/app/market/app/gobang', 'app/gobang', 'market');
  expect(history.state).toBeNull();
  place.leave('installed');
  expect(location.hash).toBe('#/app/market/installed');
  expect(place.path.value).toBe('installed');
});
