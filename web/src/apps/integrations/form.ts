// What the form of an integration holds, checks and sends. Pure.
import { inOrder } from './scopes';
import type { Integration, IntegrationChange, NewIntegration } from './types';

export const LIFETIMES = [30, 90, 180, 365] as const;
const MAX_NAME = 40;
const MAX_PURPOSE = 200;
const MAX_ORIGINS = 20;
export const MAX_REASON = 200;

export type Field = 'name' | 'purpose' | 'scopes' | 'page' | 'origins' | 'webhook' | 'lifetime';

/** What the form holds while one types. */
export interface IntegrationDraft {
  name: string;
  purpose: string;
  scopes: string[];
  /** One a line. */
  origins: string;
  webhook: string;
  /** The address of the page that the desktop shows. */
  page: string;
  /** In days. */
  lifetime: string;
}

/** The lifetimes to choose from; one that was asked for over the API may be another. */
export function lifetimesWith(days: number | undefined): number[] {
  return [...new Set([...LIFETIMES, ...(days ? [days] : [])])].sort((a, b) => a - b);
}

/** An empty draft, or one filled from what is edited. */
export function draftOf(edited?: Integration): IntegrationDraft {
  return {
    name: edited?.name ?? '',
    purpose: edited?.purpose ?? '',
    scopes: [...(edited?.scopes ?? [])],
    origins: (edited?.origins ?? []).join('\n'),
    webhook: edited?.webhookUrl ?? '',
    page: edited?.pageUrl ?? '',
    lifetime: String(edited?.ttlDays ?? LIFETIMES[0]),
  };
}

/** The origins that are written, one a line. */
export function originsOf(text: string): string[] {
  return text
    .split(/[\s,，]+/)
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '');
}

/** The origins that are written, and that of the page: nobody writes it twice. */
function allOrigins({ origins, page }: IntegrationDraft): string[] {
  const written = originsOf(origins);
  const ofPage = webUrl(page.trim())?.origin;
  return ofPage && !written.some((one) => webUrl(one)?.origin === ofPage) ? [...written, ofPage] : written;
}

/** What is wrong with a draft; the server checks again. */
export function faultsOf(draft: IntegrationDraft, asks: boolean): Field[] {
  const faults: Field[] = [];
  const name = [...draft.name.trim()].length;
  if (name < 1 || name > MAX_NAME) faults.push('name');
  const purpose = oneLine(draft.purpose);
  if (asks && (purpose === '' || [...purpose].length > MAX_PURPOSE)) faults.push('purpose');
  if (draft.scopes.length === 0) faults.push('scopes');
  const origins = allOrigins(draft);
  if (origins.length > MAX_ORIGINS || !origins.every(isOrigin)) faults.push('origins');
  if (draft.webhook.trim() !== '' && !isWebAddress(draft.webhook.trim())) faults.push('webhook');
  if (draft.page.trim() !== '' && !isPageAddress(draft.page.trim())) faults.push('page');
  return faults;
}

/** The body of a new one, asked for or issued. */
export function bodyOf(draft: IntegrationDraft, asks: boolean): NewIntegration {
  return {
    name: draft.name.trim(),
    scopes: inOrder(draft.scopes),
    origins: allOrigins(draft),
    webhookUrl: draft.webhook.trim(),
    pageUrl: draft.page.trim(),
    ttlDays: Number(draft.lifetime),
    ...(asks && { purpose: oneLine(draft.purpose) }),
  };
}

/** What differs from the integration as it is; null when nothing does. */
export function changeOf(edited: Integration, draft: IntegrationDraft): IntegrationChange | null {
  const next = bodyOf(draft, false);
  const change: IntegrationChange = {};
  if (next.name !== edited.name) change.name = next.name;
  if (!isSame(next.scopes, inOrder(edited.scopes))) change.scopes = next.scopes;
  if (!isSame(next.origins ?? [], edited.origins)) change.origins = next.origins;
  if (next.webhookUrl !== edited.webhookUrl) change.webhookUrl = next.webhookUrl;
  if (next.pageUrl !== edited.pageUrl) change.pageUrl = next.pageUrl;
  return Object.keys(change).length > 0 ? change : null;
}

/** Whether something was typed that is worth keeping. */
export function isTouched(draft: IntegrationDraft, edited?: Integration): boolean {
  return JSON.stringify(draft) !== JSON.stringify(draftOf(edited));
}

const FIELD_OF: Readonly<Record<string, Field>> = {
  integration_name_invalid: 'name',
  integration_purpose_invalid: 'purpose',
  integration_scope_unknown: 'scopes',
  integration_scopes_missing: 'scopes',
  integration_scopes_widened: 'scopes',
  integration_page_url_invalid: 'page',
  integration_page_origin_unlisted: 'page',
  integration_origin_invalid: 'origins',
  integration_origins_too_many: 'origins',
  integration_webhook_url_invalid: 'webhook',
  integration_webhook_url_refused: 'webhook',
  integration_ttl_invalid: 'lifetime',
};

/** Beside which field a refusal of the server belongs; none for those that are about no field. */
export function fieldOf(slug: string): Field | undefined {
  return FIELD_OF[slug];
}

/** A purpose or a reason is one line for the server, whatever was pasted. */
export function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ');
}

function isOrigin(text: string): boolean {
  const url = webUrl(text);
  const isBare = url?.pathname === '/' && url.search === '' && url.hash === '' && !text.includes('*');
  return isBare && url?.username === '' && url.password === '';
}

function isWebAddress(text: string): boolean {
  const url = webUrl(text);
  return !!url && url.username === '' && url.password === '';
}

/** A page at the portal itself would have the rights of the portal's own scripts. */
function isPageAddress(text: string): boolean {
  return isWebAddress(text) && webUrl(text)?.origin !== location.origin;
}

function webUrl(text: string): URL | null {
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry, i) => entry === other[i]);
}
