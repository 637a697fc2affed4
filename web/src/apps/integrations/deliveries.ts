// Deliveries of events to an integration, in the words of people; and the same request as a command. Pure.
import { stateOf } from './model';
import type { Attempt, Delivery, DeliveryRequest, Integration } from './types';

/** One that is due since less than this was sent by somebody who waits for it. */
const FRESH_MS = 3000;
const FRESH_EVERY_MS = 1000;
const SOON_MS = 10_000;
const PENDING_EVERY_MS = 3000;
const EVERY_MS = 10_000;

/** What a delivery is at a look: a pending one is sent now, or waits for another try. */
type DeliveryState = 'new' | 'retry' | 'delivered' | 'failed' | 'dropped';

/** What became of a delivery so far. */
export function deliveryState(delivery: Delivery, now: number): DeliveryState {
  if (delivery.status !== 'pending') return delivery.status;
  // One that was sent by hand once more has attempts behind it too, and is due at once.
  return delivery.attempts > 0 && leftOf(delivery, now) > 0 ? 'retry' : 'new';
}

/** Milliseconds until the next attempt; 0 or less when it is due. */
function leftOf({ next_at: next }: Delivery, now: number): number {
  return next ? Date.parse(next) - now : 0;
}

/** Why an attempt failed, as far as there are words for it. */
export type WhyKey =
  | 'redirect'
  | 'gone'
  | 'denied'
  | 'missing'
  | 'broken'
  | 'status'
  | 'refused'
  | 'timeout'
  | 'unreachable';

/** What an attempt came to. */
type Outcome = Pick<Attempt, 'error' | 'status'>;

/** What the last attempt came to; none before the first. */
export function outcomeOf({ attempts, last_error: error, last_status: status }: Delivery): Outcome | undefined {
  return attempts > 0 ? { error, status } : undefined;
}

/** Why an attempt failed; none for a success, and for a reason of a newer server. */
export function whyOf({ error, status }: Outcome): WhyKey | undefined {
  if (error === 'refused' || error === 'timeout' || error === 'unreachable') return error;
  return error === 'status' ? whyStatus(status ?? 0) : undefined;
}

function whyStatus(status: number): WhyKey {
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 410) return 'gone';
  if (status === 401 || status === 403) return 'denied';
  if (status === 404 || status === 405) return 'missing';
  return status >= 500 ? 'broken' : 'status';
}

/** What keeps an integration from being sent anything. */
export type SendFault = 'revoked' | 'ready' | 'expired' | 'off' | 'none' | 'webhook_off';

/** Why nothing can be sent to an integration now; none when it can. */
export function sendFault(integration: Integration, now: number): SendFault | undefined {
  const state = stateOf(integration, now);
  if (state === 'ready' || state === 'expired' || state === 'off') return state;
  if (state !== 'on') return 'revoked';
  if (integration.webhookUrl === '') return 'none';
  return integration.webhookOff === '' ? undefined : 'webhook_off';
}

/**
 * After how many milliseconds deliveries are read again: soon while one is about to be tried. All pieces are read each
 * time, so the more there are the less often, and the limit of the member holds.
 */
export function readEvery(pieces: readonly (readonly Delivery[])[], now: number): number {
  const each = pieces.map((piece) => Math.min(EVERY_MS, ...piece.map((delivery) => waitFor(delivery, now))));
  return Math.min(EVERY_MS, ...each) * Math.max(1, pieces.length);
}

function waitFor(delivery: Delivery, now: number): number {
  if (delivery.status !== 'pending') return EVERY_MS;
  const left = leftOf(delivery, now);
  const isFresh = delivery.attempts === 0 || left <= 0;
  if (isFresh && left > -FRESH_MS) return FRESH_EVERY_MS;
  return left <= SOON_MS ? PENDING_EVERY_MS : EVERY_MS;
}

/** The request of a delivery as a command of a POSIX shell; null while there is none that somebody would accept. */
export function curlOf({ url, headers, body }: Pick<DeliveryRequest, 'url' | 'headers' | 'body'>): string | null {
  const names = Object.keys(headers);
  if (url === '' || names.length === 0) return null;
  return [
    `curl --include --globoff ${quoted(url)}`,
    ...names.map((name) => `--header ${quoted(`${name}: ${headers[name]}`)}`),
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ');
}

/** A text as one word of a shell: only a quote has a meaning between quotes. */
function quoted(text: string): string {
  return `'${text.replace(/'/g, `'\\''`)}'`;
}
