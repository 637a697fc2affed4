// Typed texts in two languages. Chinese is the source of the keys and always loaded with its owner;
// English is a chunk of its own. A key missing in English does not compile.
import { ref, shallowRef } from 'vue';
import { readDevice, writeDevice } from './storage';

export type Language = 'zh' | 'en';
export type Params = Record<string, string | number>;
export type Dict<K extends string> = Readonly<Record<K, string>>;
export type Translate<K extends string> = (key: K, params?: Params) => string;

/** A text in both languages, for the few places that must not wait for a dictionary: manifests. */
export interface Bilingual {
  zh: string;
  en: string;
}

/** A text of a manifest: in both languages, or a plain one as installed apps have it. */
export type Label = Bilingual | string;

/** The first of the browser's languages that there are texts in; English where it has neither. */
export function firstLanguage(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === 'zh' || tag === 'en');
  return known === 'zh' ? 'zh' : 'en';
}

function startLanguage(): Language {
  const chosen = readDevice('lang');
  if (chosen === 'zh' || chosen === 'en') return chosen;
  return firstLanguage(navigator.languages?.length ? navigator.languages : [navigator.language ?? 'zh']);
}

/** The language on screen. Change it through `setLanguage`, which loads the texts first. */
export const language = ref<Language>(startLanguage());

const englishLoaders = new Set<() => Promise<void>>();
let loading: Promise<unknown> = Promise.resolve();

/**
 * Declares the texts of one owner (the shell or an app) and returns its `t`.
 * `t` is reactive: a template that calls it follows a change of language.
 */
export function defineTexts<K extends string>(
  zh: Dict<K>,
  loadEnglish: () => Promise<{ default: Dict<K> }>,
): Translate<K> {
  const english = shallowRef<Dict<K> | null>(null);
  const load = async (): Promise<void> => {
    english.value ??= (await loadEnglish()).default;
  };
  englishLoaders.add(load);
  if (language.value === 'en') {
    // A failed chunk leaves Chinese on screen, which is better than nothing.
    loading = Promise.all([loading, load().catch(() => undefined)]);
  }
  return (key, params) => {
    const dict = language.value === 'en' ? (english.value ?? zh) : zh;
    return fill(dict[key], params);
  };
}

/** Resolves when the dictionaries asked for so far are there; loaders of views wait for it. */
export async function textsReady(): Promise<void> {
  await loading;
}

/** Switches the language after its texts have arrived; rejects when they cannot be loaded. */
export async function setLanguage(next: Language): Promise<void> {
  if (next === 'en') await Promise.all([...englishLoaders].map((load) => load()));
  language.value = next;
  writeDevice('lang', next);
  document.documentElement.lang = next === 'en' ? 'en' : 'zh-CN';
}

/** Picks the side of a manifest text that fits the language on screen. */
export function pick(text: Label): string {
  return typeof text === 'string' ? text : text[language.value];
}

/**
 * Puts parameters into `{name}` places. A text with `one|many` forms is chosen by the parameter
 * `n`; Chinese has one form and needs no bar.
 */
export function fill(text: string, params: Params = {}): string {
  // Most texts have neither, and lists ask for hundreds a second.
  if (!text.includes('{') && !text.includes('|')) return text;
  const forms = text.split('|');
  const form = forms.length === 2 && Math.abs(Number(params.n)) !== 1 ? forms[1] : forms[0];
  return (form ?? text).replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place));
}
