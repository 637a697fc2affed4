// What was reported or removed, in words; pure but for the texts.
import { t } from './i18n';

interface Content {
  kind: string;
  type: string;
  words: string;
}

const ADDRESS = /\/api\/cloud\/files\/[0-9a-f]{64}(\.\w+)?/;
const NAMED = ['file', 'audio', 'video'] as const;
const PLAIN = ['image', 'community_forward', 'music_playlist', 'ai_forward', 'ai_batch', 'gomoku_invite'] as const;

/** Longest reason, note and appeal, in characters. */
export const MAX_REASON = 500;

/** The words; a message that is none, such as a file, says what it is. Empty once they are gone. */
export function contentWords({ kind, type, words }: Content): string {
  if (kind !== 'message' || words === '') return words;
  const plain = PLAIN.find((one) => one === type);
  if (plain) return t(`words.${plain}`);
  const named = NAMED.find((one) => one === type);
  return named ? t(`words.${named}`, { name: words.replace(ADDRESS, '').trim() }).trim() : words;
}

/** What a member says as a reason: a chosen one and their own words, no longer than the server takes. */
export function joinedReason(chosen: string, own: string): string {
  return [chosen, own.trim()].filter(Boolean).join('：').slice(0, MAX_REASON);
}
