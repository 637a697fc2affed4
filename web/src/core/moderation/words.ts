// What was reported or removed, in words; pure but for the texts.
import { t } from './i18n';

interface Content {
  kind: string;
  type: string;
  words?: string | null | undefined;
}

/** The types of messages that are more than their words, or have none. */
const TYPES = [
  'image',
  'file',
  'audio',
  'video',
  'community_forward',
  'music_playlist',
  'ai_forward',
  'ai_batch',
  'gomoku_invite',
] as const;

/** Longest reason, note and appeal, in characters. */
export const MAX_REASON = 500;

/** What the server puts before all words of a message that shares a post. Numbers after it are the sender's own words. */
const SHARED_POST = /^#([1-9]\d*)(?: |$)/;

/** The number of the post that a message shares. */
export function sharedPostOf({ kind, type, words }: Content): string | null {
  if (kind !== 'message' || type !== 'community_forward') return null;
  return SHARED_POST.exec(words ?? '')?.[1] ?? null;
}

/** The words; a message that is more than these, such as a file, says what it is first. Empty once nothing is kept. */
export function contentWords(content: Content): string {
  const { kind, type, words } = content;
  if (typeof words !== 'string') return '';
  const id = sharedPostOf(content);
  if (id) return `${t('words.shared_post', { id })} ${words.replace(SHARED_POST, '')}`.trim();
  const named = TYPES.find((one) => kind === 'message' && one === type);
  return named ? `${t(`words.${named}`)} ${words}`.trim() : words;
}

/** What a member says as a reason: a chosen one and their own words, no longer than the server takes. */
export function joinedReason(chosen: string, own: string): string {
  return [chosen, own.trim()].filter(Boolean).join('：').slice(0, MAX_REASON);
}
