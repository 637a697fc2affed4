// What sources are called.
import { t } from './i18n';

/** The source of the portal's own samples, and of what was sent as a zip. */
const NAMED = { samples: 'source.samples', zip: 'source.zip' } as const;

/** A source in words: hosts and folders have names of their own. */
export function sourceName(id: string): string {
  return id in NAMED ? t(NAMED[id as keyof typeof NAMED]) : id;
}
