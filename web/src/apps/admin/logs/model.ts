// Reads rows of the log for people, pure. A code that nobody has a word for is shown as it stands: a
// log hides nothing.
import type { Words } from '../registry';
import type { LogsKey } from './i18n/zh';

export interface DetailPart {
  key: string;
  value: string;
}

type Say = (key: LogsKey, params?: Record<string, string | number>) => string;
type DetailWords = Pick<Words, 'field' | 'value'>;
const MANY = 3;

/** The parts of a detail, in the order they were written. Broken JSON is one part. */
export function detailParts(detail: string, say: Say, words: DetailWords): DetailPart[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(detail || '{}');
  } catch {
    return [{ key: '', value: detail }];
  }
  if (typeof parsed !== 'object' || parsed === null) return [{ key: '', value: String(parsed) }];
  return Object.entries(parsed)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => ({
      key: words.field(name),
      value: valueText(value, say, (code) => words.value(name, code)),
    }));
}

function valueText(value: unknown, say: Say, word: (code: string) => string): string {
  if (value === true) return say('detail.yes');
  if (value === false) return say('detail.no');
  if (value === 'all') return say('detail.all');
  const inWords = (code: unknown): string => word(String(code));
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : inWords(value);
  if (value.length === 0) return say('detail.none');
  const areIds = value.every((entry) => typeof entry === 'string' && /^\d{6}$/.test(entry));
  if (areIds && value.length > MANY) return say('detail.many', { n: value.length });
  return value.map(inWords).join(', ');
}
