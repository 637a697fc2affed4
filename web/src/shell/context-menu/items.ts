// What the context menu offers for each thing on the desktop: what its buttons do, in one place.
import {
  AppWindow,
  ArrowLeft,
  ArrowRight,
  Image,
  LayoutGrid,
  Maximize2,
  Minimize2,
  Minus,
  PanelLeft,
  PanelRight,
  Pencil,
  Pin,
  PinOff,
  Plus,
  RefreshCw,
  Search,
  Settings2,
  Trash2,
  X,
} from '@lucide/vue';
import type { Component } from 'vue';
import { findApp, findWidget } from '@/core/apps';
import { openEditPanel } from '@/core/edit-panel';
import { pinned } from '@/core/dock';
import { movePinned, togglePinned } from '@/core/dock-changes';
import { pick } from '@/core/i18n';
import type { WidgetEntry } from '@/core/layout/document';
import { positionOf } from '@/core/layout/document-changes';
import { layout } from '@/core/layout/store';
import { t as shell } from '@/i18n';
import { nameOf, removeWidget } from '../edit/actions';
import { openOptions } from '../edit/state';
import { currentPage, refreshWidgets, startEditing } from '../grid/state';
import { openPanel } from '../panels';
import { t as windowText } from '../windows/i18n';
import * as placement from '../windows/placement';
import * as store from '../windows/store';
import { t } from './i18n';
import type { Target } from './target';

export interface MenuEntry {
  icon: Component;
  label: string;
  run: () => void;
  /** It takes something away. */
  danger?: boolean;
}

export interface Menu {
  title: string;
  /** Groups of lines, with a rule between them. */
  groups: MenuEntry[][];
}

/** The menu of a thing on the desktop; one without groups when the thing has just gone. */
export function menuOf(target: Target): Menu {
  switch (target.kind) {
    case 'widget':
      return menuOfWidget(target.id);
    case 'dock':
      return { title: titleOf(target.app), groups: menuOfDock(target.app) };
    case 'window':
      return { title: titleOf(target.app), groups: menuOfWindow(target.app) };
    default:
      return { title: t('desktop'), groups: menuOfDesktop() };
  }
}

const titleOf = (app: string): string => pick(findApp(app)?.title ?? '') || app;

function menuOfDesktop(): MenuEntry[][] {
  const widgets = layout.value.pages[currentPage.value]?.widgets ?? [];
  return [
    [
      { icon: Plus, label: t('add_widget'), run: () => openEditPanel('gallery') },
      { icon: Pencil, label: shell('desktop.edit'), run: () => startEditing() },
      { icon: Image, label: t('wallpaper'), run: () => void (location.hash = '#/app/settings/appearance') },
    ],
    [
      { icon: RefreshCw, label: t('refresh_all'), run: () => refreshWidgets(widgets.map(({ id }) => id)) },
      { icon: Search, label: shell('desktop.search'), run: () => openPanel('palette') },
      { icon: LayoutGrid, label: shell('desktop.all_apps'), run: () => openPanel('drawer') },
    ],
  ];
}

function menuOfWidget(id: string): Menu {
  const widget = widgetOf(id);
  if (!widget) return { title: '', groups: [] };
  const app = findWidget(widget.type)?.app ?? '';
  const title = nameOf(widget.type);
  const options = (): void => {
    startEditing();
    openOptions(id);
  };
  const entries: MenuEntry[] = [
    { icon: RefreshCw, label: t('refresh'), run: () => refreshWidgets([id]) },
    { icon: Settings2, label: t('options'), run: options },
    { icon: Pencil, label: shell('desktop.edit'), run: () => startEditing() },
  ];
  if (findApp(app)?.App) {
    entries.unshift({ icon: AppWindow, label: t('open', { name: titleOf(app) }), run: () => store.openApp(app) });
  }
  const remove = { icon: Trash2, label: t('remove'), danger: true, run: () => removeWidget(id, title) };
  return { title, groups: [entries, [remove]] };
}

function widgetOf(id: string): WidgetEntry | undefined {
  const position = positionOf(layout.value, id);
  return position ? layout.value.pages[position.page]?.widgets[position.index] : undefined;
}

function menuOfDock(app: string): MenuEntry[][] {
  const place = pinned.value.indexOf(app);
  const entries: MenuEntry[] = [
    { icon: place < 0 ? Pin : PinOff, label: t(place < 0 ? 'pin' : 'unpin'), run: () => togglePinned(app) },
  ];
  if (place > 0) entries.push({ icon: ArrowLeft, label: t('left'), run: () => movePinned(app, -1) });
  if (place >= 0 && place < pinned.value.length - 1) {
    entries.push({ icon: ArrowRight, label: t('right'), run: () => movePinned(app, 1) });
  }
  const isOpen = store.find(app) !== undefined;
  const open = { icon: AppWindow, label: t(isOpen ? 'show' : 'open_app'), run: () => void store.openApp(app) };
  return isOpen ? [[open, ...hiding(app)], entries] : [[open], entries];
}

function menuOfWindow(app: string): MenuEntry[][] {
  const state = store.find(app);
  const isMaximized = state !== undefined && placement.isMaximized(state);
  if (findApp(app)?.layout.resizable === false) return [hiding(app)];
  const sizes: MenuEntry[] = [
    {
      icon: isMaximized ? Minimize2 : Maximize2,
      label: windowText(isMaximized ? 'window.restore' : 'window.maximize'),
      run: () => placement.toggleMaximized(app),
    },
    { icon: PanelLeft, label: t('half_left'), run: () => placement.snapTo(app, 'left') },
    { icon: PanelRight, label: t('half_right'), run: () => placement.snapTo(app, 'right') },
  ];
  return [sizes, hiding(app)];
}

const hiding = (app: string): MenuEntry[] => [
  { icon: Minus, label: windowText('window.minimize'), run: () => store.minimize(app) },
  { icon: X, label: t('close_window'), run: () => store.closeApp(app) },
];
