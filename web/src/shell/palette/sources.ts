// What the palette offers: apps, what features contribute, widgets to add, and the desktop's own doings.
import {
  Bell,
  History,
  Keyboard,
  LayoutGrid,
  Lock,
  Moon,
  Pencil,
  Plus,
  RefreshCw,
  Search,
  Sun,
  Trash2,
} from '@lucide/vue';
import type { Component } from 'vue';
import type { KindHits } from '@/api/types';
import { openAppPath } from '@/core/app-path';
import { addableWidgets, isDisabled, visibleApps } from '@/core/apps';
import { placeOf } from '@/core/found';
import { pick } from '@/core/i18n';
import { layout } from '@/core/layout/store';
import { lock } from '@/core/lock';
import type { PaletteEntry, PaletteSource } from '@/core/palette-source';
import { chooseTheme } from '@/core/preferences';
import { holds } from '@/core/roles';
import { shownTheme } from '@/core/theme';
import { describe } from '@/core/widget-samples';
import { t as shell } from '@/i18n';
import { t as parts } from '@/ui/i18n';
import { refreshWidgets, startEditing } from '../grid/state';
import { openPanel } from '../panels';
import { openApp } from '../windows/store';
import { learnFor } from './pinyin/readings';
import { t } from './i18n';

/** What was found in the server's search belongs to a kind. */
export type Offer = PaletteEntry & { group?: string };

const files = import.meta.glob<PaletteSource>('../../apps/*/palette.ts', { eager: true, import: 'default' });

/** What features bring, of those that nobody has switched off. */
function sources(): PaletteSource[] {
  return Object.entries(files)
    .filter(([path]) => !isDisabled(path.split('/').slice(-2)[0] ?? ''))
    .map(([, source]) => source);
}

/** Everything that can be found now without features. */
export function offers(): Offer[] {
  return [...appOffers(), ...commandOffers(), ...deskOffers(), ...widgetOffers()];
}

/**
 * Shows what features offer before anything is typed, anew with each answer: what needs no server does not wait for
 * what does. One that has no answer is left out.
 */
export function featureOffers(show: (all: Offer[]) => void): void {
  const answers: (readonly Offer[])[] = [];
  sources().forEach(async (source, i) => {
    try {
      answers[i] = (await source.entries?.()) ?? [];
    } catch {
      return;
    }
    await learnFor(answers[i].flatMap(({ names = [] }) => names));
    show(answers.flat());
  });
}

/** What the words ask to be done. */
export function actOffers(words: string): Offer[] {
  return sources().flatMap((source) => source.acts?.(words) ?? []);
}

/** What the server has found, as far as something here opens it. */
export function hitOffers(kinds: readonly KindHits[]): Offer[] {
  return kinds.flatMap(({ kind, label, hits }) =>
    hits.flatMap(({ id, title, marks, detail }) => {
      const opened = openerOf(kind, id);
      return opened ? [{ id: `hit:${kind}:${id}`, group: kind, title, marks, kind: detail || label, ...opened }] : [];
    }),
  );
}

/** What opens something that was found: the app that shows it; notifications stand in a panel of the desktop. */
function openerOf(kind: string, id: string): Pick<Offer, 'icon' | 'person' | 'run'> | undefined {
  if (kind === 'notification') return { icon: Bell, run: () => openPanel('notices') };
  const place = placeOf(kind, id);
  const person = kind === 'member' ? id : undefined;
  return place && { icon: place.app.icon, person, run: () => openAppPath(place.app.name, place.path) };
}

/** The words with which something was found lately, to search for them again. */
export function wordOffers(words: readonly string[], search: (words: string) => void, forget: () => void): Offer[] {
  if (words.length === 0) return [];
  const again = words.map((one) => ({
    id: `words:${one}`,
    title: one,
    kind: t('palette.words'),
    icon: History,
    run: () => search(one),
  }));
  return [...again, { id: 'words:', title: t('palette.forget_words'), kind: '', icon: Trash2, run: forget }];
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
    desk('edit', shell('desktop.edit'), Pencil, 'bianji bj edit arrange', () => startEditing()),
    {
      ...desk('theme', parts(dark ? 'theme.light' : 'theme.dark'), dark ? Sun : Moon, 'zhuti zt theme', () =>
        chooseTheme(dark ? 'light' : 'dark'),
      ),
      effect: t('palette.theme_effect'),
    },
    { ...desk('lock', t('palette.lock'), Lock, 'suoping sp lock', lock), effect: t('palette.lock_effect') },
    desk('refresh', t('palette.refresh'), RefreshCw, 'shuaxin sx refresh', () =>
      refreshWidgets(layout.value.pages.flatMap((page) => page.widgets.map((widget) => widget.id))),
    ),
    desk('apps', shell('desktop.all_apps'), LayoutGrid, 'yingyong yy apps', () => openPanel('drawer')),
  ];
}

function desk(id: string, title: string, icon: Component, keywords: string, run: () => void): Offer {
  return { id: `desk:${id}`, title, kind: t('palette.desktop'), icon, keywords, run };
}

/** Shows all shortcuts, in the palette itself. */
export function helpOffer(run: () => void): Offer {
  return desk('help', t('palette.help'), Keyboard, 'kuaijiejian kjj anjian shortcuts keys help', run);
}

function widgetOffers(): Offer[] {
  return addableWidgets(holds).map((widget) => ({
    id: `widget:${widget.id}`,
    title: t('palette.add', { name: pick(widget.name) }),
    kind: t('palette.widget'),
    keywords: describe(widget),
    icon: Plus,
    run: () => {
      startEditing();
      void import('../edit/actions').then(({ addWidget }) => addWidget(widget));
    },
  }));
}
