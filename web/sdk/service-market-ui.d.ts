// oxlint-disable typescript/no-explicit-any -- content is what authors make of it
// The part of service-market.d.ts that draws; the build makes one file of all.

declare namespace ServiceMarket {
  interface Toast {
    (text: string, options?: { type?: 'info' | 'error'; duration?: number }): Stop;
    show(text: string, options?: { type?: 'info' | 'error'; duration?: number }): Stop;
    info(text: string): Stop;
    success(text: string): Stop;
    warning(text: string): Stop;
    error(text: string): Stop;
  }

  interface Question {
    title?: string;
    message?: string;
    confirmText?: string;
    cancelText?: string;
    danger?: boolean;
  }

  interface Modal {
    confirm(question: Question | string): Promise<boolean>;
    alert(question: Question | string): Promise<void>;
    /** Answers what was typed, `null` for a no. */
    prompt(question: Question & { value?: string; placeholder?: string }): Promise<string | null>;
  }

  /** A part of the screen: put `root` where you want it. */
  interface Part<Options> {
    root: HTMLElement;
    /** Changes it: by new options, or by a function that gets its element and its options and may answer new ones. */
    update(change: Partial<Options> | ((root: HTMLElement, options: Options) => Partial<Options> | void)): void;
    destroy(): void;
  }

  type Content = string | number | Node | Part<any> | null | undefined | Content[];

  interface Ui {
    el(tag: string, attributes?: { [name: string]: unknown } | null, children?: Content): HTMLElement;
    button(options: ButtonOptions): Part<ButtonOptions>;
    card(options: CardOptions): Part<CardOptions>;
    list(options: ListOptions): Part<ListOptions>;
    badge(options: BadgeOptions): Part<BadgeOptions>;
    segmented(options: SegmentedOptions): Part<SegmentedOptions>;
    toggle(options: ToggleOptions): Part<ToggleOptions>;
    searchBar(options: SearchOptions): Part<SearchOptions>;
    emptyState(options: EmptyOptions): Part<EmptyOptions>;
    spinner(options?: SpinnerOptions): Part<SpinnerOptions>;
    sectionTitle(options: TitleOptions): Part<TitleOptions>;
    toolbar(options: ToolbarOptions): Part<ToolbarOptions>;
    /** A message at the bottom of the app, which goes by itself. */
    toast(options: ToastOptions): Part<ToastOptions>;
    /** A dialog over the app. */
    modal(options: DialogOptions): Part<DialogOptions>;
    /** A dialog that rises from the bottom of the app. */
    sheet(options: DialogOptions): Part<DialogOptions>;
  }

  interface ButtonOptions {
    text: string;
    kind?: 'primary' | 'plain' | 'quiet' | 'danger';
    disabled?: boolean;
    busy?: boolean;
    onClick?: (event: MouseEvent) => void;
  }
  interface CardOptions {
    title?: string;
    subtitle?: string;
    content?: Content;
    footer?: Content;
    onClick?: () => void;
  }
  interface ListItem {
    title: string;
    subtitle?: string;
    /** At the right. */
    value?: Content;
    /** At the left. */
    icon?: Content;
    onClick?: () => void;
  }
  interface ListOptions {
    items: ListItem[];
    emptyText?: string;
  }
  interface BadgeOptions {
    text?: string | number;
    kind?: 'plain' | 'info' | 'success' | 'warning' | 'danger';
  }
  interface SegmentedOptions {
    options: { value: string | number; label: string }[];
    value?: string | number;
    label?: string;
    onChange?: (value: string | number) => void;
  }
  interface ToggleOptions {
    label: string;
    value?: boolean;
    disabled?: boolean;
    onChange?: (value: boolean) => void;
  }
  interface SearchOptions {
    placeholder?: string;
    value?: string;
    onInput?: (words: string) => void;
    onSearch?: (words: string) => void;
  }
  interface EmptyOptions {
    title: string;
    text?: string;
    icon?: Content;
    action?: { text: string; onClick: () => void };
  }
  interface SpinnerOptions {
    text?: string;
  }
  interface TitleOptions {
    text: string;
    action?: { text: string; onClick: () => void };
  }
  interface ToolbarOptions {
    title?: string;
    left?: Content;
    right?: Content;
  }
  interface ToastOptions {
    text: string;
    kind?: 'info' | 'success' | 'error';
    /** How long it shows, in milliseconds; 0 until it is destroyed. */
    ms?: number;
  }
  interface DialogOptions {
    title?: string;
    content?: Content;
    actions?: { text: string; kind?: ButtonOptions['kind']; onClick?: () => boolean | void }[];
    /** Whether Escape and a tap beside it close it; without it they do. */
    closable?: boolean;
    onClose?: () => void;
  }
}
