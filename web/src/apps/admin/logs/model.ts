// Reads rows of the log for people, pure. An act or a key that this version does not know is shown
// as it stands: a log hides nothing.
import zh, { type LogsKey } from './i18n/zh';

export interface DetailPart {
  key: string;
  value: string;
}

type Say = (key: LogsKey, params?: Record<string, string | number>) => string;
const MANY = 3;

/** The name of an act. */
export function actionText(action: string, say: Say): string {
  const key = `action.${action}`;
  return isKey(key) ? say(key) : action;
}

/**
 * The parts of a detail, in the order they were written; `word` may know a better word for a code.
 * Broken JSON is one part.
 */
export function detailParts(detail: string, say: Say, word: (value: string) => string = String): DetailPart[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(detail || '{}');
  } catch {
    return [{ key: '', value: detail }];
  }
  if (typeof parsed !== 'object' || parsed === null) return [{ key: '', value: String(parsed) }];
  return Object.entries(parsed)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => {
      const key = `detail.${name}`;
      return { key: isKey(key) ? say(key) : name, value: valueText(value, say, word) };
    });
}

function valueText(value: unknown, say: Say, word: (value: string) => string): string {
  if (value === true) return say('detail.yes');
  if (value === false) return say('detail.no');
  if (value === 'all') return say('detail.all');
  const inWords = (code: unknown): string => {
    const key = `value.${String(code)}`;
    return isKey(key) ? say(key) : word(String(code));
  };
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : inWords(value);
  if (value.length === 0) return say('detail.none');
  const areIds = value.every((entry) => typeof entry === 'string' && /^\d{6}$/.test(entry));
  if (areIds && value.length > MANY) return say('detail.many', { n: value.length });
  return value.map(inWords).join(', ');
}

/** The acts that have a name, for the filter. */
export function knownActions(): string[] {
  return Object.keys(zh)
    .filter((key) => key.startsWith('action.'))
    .map((key) => key.slice('action.'.length));
}

function isKey(key: string): key is LogsKey {
  return key in zh;
}
