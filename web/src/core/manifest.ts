// The shape of app and widget manifests (interface 2.14, interface 2.15). Built-in ones carry components as
// lazy functions; texts may be plain strings, because installed manifests have only one language.
import type { Component } from 'vue';
import type { Label } from './i18n';

export interface Size {
  w: number;
  h: number;
}

/** A component without Vue: what an unbuilt script can offer. */
export interface NativeView {
  mount: (element: HTMLElement, props: ViewProps) => void;
  update?: (props: ViewProps) => void;
  unmount?: (element: HTMLElement) => void;
}

/** What each widget gets. `refreshKey` grows by one on each manual refresh. */
export interface ViewProps {
  config: Record<string, unknown>;
  refreshKey: number;
}

type View = Component | NativeView;
/** A lazy view: the promise may give a component, a native one, or a module with either. */
export type LoadView = () => Promise<View | { default: View }>;

export interface ConfigField {
  key: string;
  label: Label;
  type: 'select' | 'number' | 'bool' | 'text';
  default?: string | number | boolean;
  options?: readonly { value: string; label: Label }[];
  min?: number;
  max?: number;
  placeholder?: Label;
}

export interface WidgetManifest {
  /** Globally unique, `<app>-<purpose>`. */
  id: string;
  name: Label;
  component: LoadView;
  defaultSize?: Size;
  minSize?: Size;
  maxSize?: Size;
  description?: Label;
  /**
   * Only holders of this officer permission may see or add the widget; null is for all. `admins`, which no officer can
   * be given, leaves class admins and system admins.
   */
  permission?: string | null;
  configSchema?: { fields: readonly ConfigField[] } | null;
}

/** A widget with the defaults filled in and the app it came from. */
export interface RegisteredWidget extends Required<WidgetManifest> {
  app: string;
}

/** Something that the search palette offers. */
export interface AppCommand {
  id: string;
  title: Label;
  /** Words to be found by, besides the title. */
  keywords?: string;
  icon?: Component;
  /** A link inside the portal, such as `#/app/settings/appearance`, or a function. */
  run: string | (() => void);
}

export type Role = 'admin' | 'officer' | 'student';
export type LayoutMode = 'window' | 'sheet' | 'fullscreen';

/** How an app shows itself on a large screen; sizes in unscaled px. Phones always get full screen. */
export interface AppLayout {
  mode?: LayoutMode;
  /** Windows only. */
  resizable?: boolean;
  minWidth?: number;
  minHeight?: number;
  /** The app draws a bar of its own, where it fills the screen; see core/own-bar.ts. */
  navbar?: 'custom';
  width?: number;
  height?: number;
}

/** What a widget shows in the gallery as long as the member has nothing of the kind. */
export interface WidgetSample {
  /** Whether the widget would have nothing to show; read again whenever an answer has come. */
  isEmpty: () => boolean;
  /** Answers of its queries, by key. */
  queries?: () => readonly (readonly [key: readonly string[], answer: unknown])[];
  /** What the widget takes by `useSample` of core/widget-samples.ts, where it has no query. */
  given?: () => unknown;
}

/** What an app does while its window is closed: starts, and answers what ends it. */
export type LoadService = () => Promise<{ default: () => () => void }>;

/** What an app brings beyond its place on the desktop. */
export interface AppDetails {
  /** Absent for apps that only bring widgets. */
  App?: LoadView;
  /** Words to be found by in the search, besides the title. */
  keywords?: string;
  /** Runs from a calm moment after the sign-in until the desktop goes, or the app is switched off. */
  service?: LoadService;
  widgets?: readonly WidgetManifest[];
  /** Descriptions of the widgets in `manifest.ts`, by their id: the first load goes without them. */
  descriptions?: Readonly<Record<string, Label>>;
  /** What widgets show in the gallery as long as there is nothing else, by their id. */
  samples?: Readonly<Record<string, () => Promise<{ default: WidgetSample }>>>;
  commands?: readonly AppCommand[];
  /** Paths inside this app for what the search finds, by the kind of what was found. */
  found?: Readonly<Record<string, (id: string) => string>>;
  /** The path that shows what this app itself finds for some words, which the search then offers. */
  searches?: (words: string) => string;
  /** Draws what this app writes, wherever another app shows it: takes it as `text`, and `live` while it grows. */
  writing?: () => Promise<{ default: Component }>;
}

/**
 * An app. One of this repository is in two files: `manifest.ts` has what the first picture needs, its place on the
 * desktop and the widgets of the class default; `details.ts` has all else.
 */
export interface AppManifest extends AppDetails {
  /** The feature's name; also the folder and the deep link `#/app/<name>`. */
  name: string;
  title: Label;
  /** The title where space is short, under an icon; absent where the title fits. */
  shortTitle?: Label;
  /** An icon component of @lucide/vue. Apps without a window need none. */
  icon?: Component;
  /** Called when a window of the app opens: begins to fetch what it needs beyond the view, while it is drawn. */
  onOpening?: () => void;
  /** Whether the drawer marks the app as one that the member has not used yet. */
  isNew?: () => boolean;
  /** Background of the icon; must carry white with a contrast of 4.5. */
  color?: string;
  category?: 'desktop' | 'system' | 'hidden';
  order?: number;
  /** The app that it is switched off with; absent for one that has a switch of its own. */
  partOf?: string;
  /** Who sees the app; absent or empty means everybody. */
  visibleRoles?: readonly Role[];
  layout?: AppLayout;
}
