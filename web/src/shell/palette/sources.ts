// What the palette offers: apps, what apps contribute, widgets to add, and the desktop's own doings.
import { LayoutGrid, Lock, Moon, Pencil, Plus, RefreshCw, Search, Sun } from '@lucide/vue';
import type { Component } from 'vue';
import type { FeatureHits } from '@/api/types';
import { openAppPath } from '@/core/app-path';
import { addableWidgets, visibleApps } from '@/core/apps';
import { pick } from '@/core/i18n';
import { layout } from '@/core/layout/store';
import { lock } from '@/core/lock';
import { chooseTheme } from '@/core/preferences';
import { holds } from '@/core/roles';
import { shownTheme } from '@/core/theme';
import { t as shell } from '@/i18n';
import { refreshWidgets, startEditing } from '../grid/state';
import { openPanel } from '../panels';
import { openApp } from '../windows/store';
import type { Entry } from './search';
import { t } from './i18n';

export interface Offer extends Entry {
  icon: Component | undefined;
  run: () => void;
}

/** Everything that can be found now. */
export function offers(): Offer[] {
  return [...appOffers(), ...commandOffers(), ...deskOffers(), ...widgetOffers()];
}

/** What the features have found, as far as there is an app that opens it. */
export function hitOffers(features: readonly FeatureHits[]): Offer[] {
  const apps = visibleApps();
  return features.flatMap(({ feature, hits }) => {
    const app = apps.find(({ found }) => found?.[feature]);
    const pathOf = app?.found?.[feature];
    if (!app || !pathOf) return [];
    return hits.map(({ id, title, detail }) => ({
      id: `hit:${feature}:${id}`,
      title,
      kind: detail || pick(app.title),
      icon: app.icon,
      run: () => openAppPath(app.name, pathOf(id)),
    }));
  });
}

/** The apps that can be asked for these words themselves. */
export function askOffers(words: string): Offer[] {
  return visibleApps().flatMap((app) => {
    const { searches } = app;
    if (!searches || !words) return [];
    const title = t('palette.ask', { app: pick(app.title), words });
    return [
      {
        id: `ask:${app.name}`,
        title,
        kind: pick(app.title),
        icon: Search,
        run: () => openAppPath(app.name, searches(words)),
      },
    ];
  });
}

function appOffers(): Offer[] {
  return visibleApps().map((app) => ({
    id: `app:${app.name}`,
    title: pick(app.title),
    kind: t('palette.app'),
    keywords: `${app.name} ${app.keywords ?? ''}`,
    icon: app.icon,
    run: () => void openApp(app.name),
  }));
}

function commandOffers(): Offer[] {
  return visibleApps().flatMap((app) =>
    (app.commands ?? []).map(({ id, title, keywords, icon, run }) => ({
      id: `command:${app.name}:${id}`,
      title: pick(title),
      kind: pick(app.title),
      keywords: `${keywords ?? ''} ${app.keywords ?? ''}`,
      icon: icon ?? app.icon,
      run: typeof run === 'string' ? () => void (location.hash = run) : run,
    })),
  );
}

function deskOffers(): Offer[] {
  const dark = shownTheme.value === 'dark';
  return [
    offer('edit', shell('desktop.edit'), Pencil, 'bianji bj edit arrange', () => startEditing()),
    offer('theme', shell(dark ? 'bar.theme_light' : 'bar.theme_dark'), dark ? Sun : Moon, 'zhuti zt theme', () =>
      chooseTheme(dark ? 'light' : 'dark'),
    ),
    offer('lock', t('palette.lock'), Lock, 'suoping sp lock', lock),
    offer('refresh', t('palette.refresh'), RefreshCw, 'shuaxin sx refresh', () =>
      refreshWidgets(layout.value.pages.flatMap((page) => page.widgets.map((widget) => widget.id))),
    ),
    offer('apps', shell('desktop.all_apps'), LayoutGrid, 'yingyong yy apps', () => openPanel('drawer')),
  ];
}

function offer(id: string, title: string, icon: Component, keywords: string, run: () => void): Offer {
  return { id: `desk:${id}`, title, kind: t('palette.desktop'), icon, keywords, run };
}

function widgetOffers(): Offer[] {
  return addableWidgets(holds).map((widget) => ({
    id: `widget:${widget.id}`,
    title: t('palette.add', { name: pick(widget.name) }),
    kind: t('palette.widget'),
    keywords: pick(widget.description),
    icon: Plus,
    run: () => {
      startEditing();
      void import('../edit/actions').then(({ addWidget }) => addWidget(widget));
    },
  }));
}
