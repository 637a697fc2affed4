// What a page asks for that a member has not agreed to yet. Pure.
import type { Consent, EmbeddedManifest } from './types';

export interface News {
  /** The origin that was agreed to, when the page is at another one now. */
  movedFrom: string;
  /** Scopes that were not agreed to. */
  scopes: readonly string[];
}

/** What a member agrees to who opens the page as it is. */
function consentTo({ url, scopes }: EmbeddedManifest): Consent {
  return { origin: new URL(url).origin, scopes };
}

/** What differs from what was agreed to; null when nothing does, and where all of it is new. */
export function newsOf(page: EmbeddedManifest, before: Consent | null): News | null {
  if (!before) return null;
  const now = consentTo(page);
  const movedFrom = now.origin === before.origin ? '' : before.origin;
  const scopes = now.scopes.filter((scope) => !before.scopes.includes(scope));
  return movedFrom || scopes.length > 0 ? { movedFrom, scopes } : null;
}
