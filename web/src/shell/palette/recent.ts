// What was chosen in the palette last, by id, and the words that led to something; personal, so a sign-out forgets both.
import { readPersonal, removePersonal, writePersonal } from '@/core/storage';

const IDS = 'palette';
const WORDS = 'palette-words';
const MOST = 5;

function read(key: string): string[] {
  const kept = readPersonal(key);
  return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string').slice(0, MOST) : [];
}

function note(key: string, one: string): void {
  writePersonal(key, [one, ...read(key).filter((known) => known !== one)].slice(0, MOST));
}

/** The newest first. */
export const recentIds = (): string[] => read(IDS);

/** Notes that something was chosen. */
export const noteRecent = (id: string): void => note(IDS, id);

/** The newest first. */
export const recentWords = (): string[] => read(WORDS);

/** Notes words with which something was found. */
export const noteWords = (words: string): void => note(WORDS, words);

/** Forgets all words. */
export const forgetWords = (): void => removePersonal(WORDS);
