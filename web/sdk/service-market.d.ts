// oxlint-disable typescript/no-explicit-any -- payloads and content are what authors make of them
// Types for apps of the market. Add `/// <reference path="service-market.d.ts" />` and `// @ts-check` to the head of a
// script, and an editor knows what follows. Apps run as they are written, on Chromium 80 too: `var` and `function`, no
// arrow functions, templates, classes, `async`.

declare namespace ServiceMarket {
  /** The version of what is described here; a manifest names it as `sdk`. */
  const sdk: '1';
  /** All apps that have been defined, by name. */
  const apps: { [name: string]: AppDefinition | undefined };
  /** Says what an app is: called once, by its entry script. Called again it replaces the app, unmounted first. */
  function define(definition: AppDefinition): void;
  /** Says what a widget is: called once, by the script that `frontend.widgets[].component` names. */
  function defineWidget(definition: WidgetDefinition): void;
  /** Adds a widget that is in no manifest; `component` answers a promise of `{ mount, update, unmount }`. */
  function registerWidget(widget: object): void;
  /** There is none: use `context.realtime`. */
  const websocket: null;

  interface AppDefinition {
    /** The name in the manifest. */
    name: string;
    /** Draws the app into its container, which has the size of the window. */
    mount(container: HTMLElement, context: Context): void;
    /**
     * Comes after the functions of `context.app.onDestroy`. What the scripts of the app have begun ends afterwards:
     * `setTimeout`, `setInterval`, `requestAnimationFrame`, and listeners of `window`, `document`, the root and the
     * body. Observers, workers, `window.onresize = …`, media queries and idle callbacks the app ends itself.
     */
    unmount?(container: HTMLElement): void;
  }

  interface WidgetDefinition {
    /** The id in the manifest. */
    id: string;
    mount(container: HTMLElement, props: WidgetProps, context: Context): void;
    /** The settings of the widget have changed, or somebody wants it refreshed. Absent, it is mounted anew. */
    update?(container: HTMLElement, props: WidgetProps, context: Context): void;
    unmount?(container: HTMLElement): void;
  }

  interface WidgetProps {
    config: { [key: string]: unknown };
    /** Grows by one at each refresh by hand. */
    refreshKey: number;
  }

  /** Ends what the call that has answered it began. Twice is fine. */
  type Stop = () => void;

  interface Context {
    appName: string;
    app: AppInfo;
    data: Data;
    ui: Ui;
    system: System;
    device: Device;
    compat: Compat;
    theme: Theme;
    /** The same as `data.api`. */
    api: Api;
    /** The same as `data.realtime`. */
    realtime: Realtime;
    /** The same as `data.realtime`. */
    realtimeEvents: Realtime;
    /** There is none: use `realtime`. */
    websocket: null;
    route: Route;
    router: Router;
    store: Store;
    /** The member. One object for the life of the app, which follows changes of the profile. */
    user: User;
    eventBus: EventBus;
    toast: Toast;
    modal: Modal;
  }

  interface AppInfo {
    name: string;
    version: string;
    manifest: Manifest;
    /** The settings that admins have made, without the secret ones. */
    config: { [key: string]: unknown };
    /** For the time that the app is open: emptied when it closes. What is to last belongs into `data.storage`. */
    storage: Storage;
    /** Calls the function when the app closes: the newest first, each once. In a closed app it is called at once. */
    onDestroy(destroy: () => void): void;
    /** Nobody sees the app any more: until `onResume` its intervals and animation frames wait. */
    onSuspend(hook: () => void): void;
    onResume(hook: () => void): void;
    log(...words: unknown[]): void;
    warn(...words: unknown[]): void;
    error(...words: unknown[]): void;
  }

  interface Manifest {
    name: string;
    label: string;
    version: string;
    sdk: string;
    description: string;
    author: string;
    icon: string | null;
    color?: string;
    category: string;
    order: number;
    visibleRoles: string[];
    capabilities: string[];
    layout: { mode?: string; resizable?: boolean; minWidth?: number; minHeight?: number; navbar?: string };
    frontend: { route: string; entry: string; style?: string | null };
    backend: boolean;
  }

  interface Route {
    /** What follows the app in its address, `/` for nothing. */
    path: string;
    fullPath: string;
    /** Always empty: a manifest has no route with `:name` in it. What an address carries is in `query` and `path`. */
    params: { [name: string]: string };
    /** `#/app/chess?room_code=AB12` has `{ room_code: 'AB12' }`. */
    query: { [name: string]: string };
    /** Calls the function whenever the address of the app changes. */
    onChange(hear: (route: Route) => void): Stop;
  }

  type Target = string | { path?: string; query?: { [name: string]: string | number | boolean | null | undefined } };

  interface Router {
    /**
     * Goes to `/` (the desktop), to a path of this app (below its `route`), to another app, or to
     * `/chat?forward=<json>&forwardType=<type>`, where the member chooses a chat.
     */
    push(to: Target): void;
    /** The same without a step to go back to, within this app. */
    replace(to: Target): void;
    back(): void;
    currentRoute: Route;
  }

  interface User {
    user_id: string;
    /** The same as `user_id`. */
    id: string;
    net_name: string;
    real_name: string;
    /** `user`, `officer` or `admin`. */
    role: string;
    /** 1 for an admin of all classes, else 0. */
    is_admin: number;
    is_class_admin: boolean;
    /** Empty when there is none. */
    officer_title: string;
    /** The other fields of the profile. */
    [field: string]: unknown;
  }

  interface Store {
    state: { user: User; theme: string; language: string };
    getState(): { user: User; theme: string; language: string };
    subscribe(hear: (state: { user: User; theme: string; language: string }) => void): Stop;
  }

  interface Theme {
    name: 'light' | 'dark';
    isDark: boolean;
    language: 'zh' | 'en';
    /** The value of a token by its name, such as `--svc-color-primary`. */
    get(token: string): string;
    tokens: { [name: string]: string };
    onChange(hear: (theme: Theme) => void): Stop;
  }

  /** Shared by all apps of the market that are open. */
  interface EventBus {
    on(event: string, hear: (...given: any[]) => void): Stop;
    once(event: string, hear: (...given: any[]) => void): Stop;
    off(event: string, hear: (...given: any[]) => void): void;
    emit(event: string, ...given: unknown[]): void;
  }

  interface System {
    /** A notice at the top of the screen; at most five a minute. Answers whether it is shown. */
    notify(notice: string | { title: string; text?: string }): boolean;
    clipboard: Clipboard;
    /** By the device where it can share, else the text is copied. */
    share(what: { title?: string; text?: string; url?: string }): Promise<boolean>;
    /** The same as `router.push`. */
    navigate(to: Target): void;
    goDesktop(): void;
    user: User;
    isLoggedIn(): boolean;
    route: Route;
    router: Router;
    theme: Theme;
    /** Always `null`: the session is a cookie that no script can read. Requests of `data` carry it. */
    getToken(): null;
    eventBus: EventBus;
    toast: Toast;
    modal: Modal;
  }

  /** Answers whether the text was copied; also without HTTPS. */
  interface Clipboard {
    (text: string): Promise<boolean>;
    write(text: string): Promise<boolean>;
    writeText(text: string): Promise<boolean>;
    copy(text: string): Promise<boolean>;
    /** Rejects where the browser does not give it, as over plain HTTP. */
    readText(): Promise<string>;
  }

  interface Device {
    info(): DeviceInfo;
    /** Lets the member choose files; none chosen is an empty list. */
    filePicker(options?: { accept?: string; multiple?: boolean }): Promise<File[]>;
    /** Takes a picture where there is a camera, else lets the member choose one; `null` for none. */
    camera(options?: { facing?: 'user' | 'environment' }): Promise<File | null>;
  }

  interface DeviceInfo {
    width: number;
    height: number;
    pixelRatio: number;
    scale: number;
    isSmall: boolean;
    isTouch: boolean;
    isClassroom: boolean;
    isLowPerformance: boolean;
    isOnline: boolean;
    language: 'zh' | 'en';
    userAgent: string;
  }

  interface Compat {
    /** 0 for another engine. */
    chromeVersion: number;
    isX5: boolean;
    /** Older than what the portal promises to run on. */
    isBelowBaseline: boolean;
    /** Whether the browser has something: `flex-gap`, `backdrop-filter`, `clipboard`, `vibrate`, … or any CSS test. */
    has(feature: string): boolean;
  }
}
