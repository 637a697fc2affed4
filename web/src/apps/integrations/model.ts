// Nouns and rules of integrations, pure: in which state one is, what comes next, and who may do what.
import type { Integration } from './types';

const DAY_MS = 86_400_000;
/** The clock that pages show is up to a minute old. */
const MINUTE_MS = 60_000;
/** From so many days on the end of an integration is worth a warning. */
const SOON_DAYS = 7;

/** `ready` was approved and waits for its first secret. */
export type State = 'requested' | 'refused' | 'ready' | 'on' | 'off' | 'expired' | 'revoked';
type TagKind = 'plain' | 'info' | 'success' | 'warning' | 'danger';

/** What an integration is at a moment. */
export function stateOf(integration: Integration, now: number): State {
  const { status, expiresAt, active, has_secret: hasSecret } = integration;
  if (status !== 'approved') return status;
  if (expiresAt && Date.parse(expiresAt) <= now) return 'expired';
  if (!active) return 'off';
  return hasSecret ? 'on' : 'ready';
}

const KINDS: Readonly<Record<State, TagKind>> = {
  requested: 'info',
  refused: 'danger',
  ready: 'success',
  on: 'success',
  off: 'plain',
  expired: 'warning',
  revoked: 'plain',
};

/** The colour of a state. */
export function kindOf(state: State): TagKind {
  return KINDS[state];
}

/** Full days until the end, the day that has begun counted; null where there is no end to wait for. */
export function daysLeft({ status, expiresAt }: Integration, now: number): number | null {
  if (status !== 'approved' || !expiresAt) return null;
  const left = Date.parse(expiresAt) - now;
  return left > 0 ? Math.max(1, Math.ceil((left - MINUTE_MS) / DAY_MS)) : null;
}

/** Whether so many days are few. */
export function isSoon(days: number | null): boolean {
  return days !== null && days <= SOON_DAYS;
}

/** When so many days from a moment are over. */
export function endIn(days: number, now: number): Date {
  return new Date(now + days * DAY_MS);
}

/** What is wrong with the webhook of an integration that was approved: it is off, or deliveries fail. */
export function webhookTrouble(integration: Integration): 'off' | 'failing' | undefined {
  const { status, webhookUrl, webhookOff, failing_since: since } = integration;
  if (status !== 'approved' || webhookUrl === '') return undefined;
  if (webhookOff !== '') return 'off';
  return since ? 'failing' : undefined;
}

/** Whether a member takes the first secret of an integration now. */
export function mayTakeSecret(integration: Integration, me: string, now: number): boolean {
  const { status, has_secret: hasSecret, requested_by: requester } = integration;
  const isOver = stateOf(integration, now) === 'expired';
  return status === 'approved' && !hasSecret && !isOver && requester?.user_id === me;
}

/** Whether a member can take a request back or clear it away. */
export function mayWithdraw({ status, requested_by: requester }: Integration, me: string): boolean {
  return (status === 'requested' || status === 'refused') && requester?.user_id === me;
}

/** Whether a member can change a request that was refused, and ask again. */
export function mayAskAgain({ status, requested_by: requester }: Integration, me: string): boolean {
  return status === 'refused' && requester?.user_id === me;
}

/** Whether somebody sees the log and the deliveries: its owner, and who asked for it. */
export function maySeeLog({ status, owner, requested_by: requester }: Integration, me: string): boolean {
  const isIssued = status === 'approved' || status === 'revoked';
  return isIssued && (owner?.user_id === me || requester?.user_id === me);
}

/** What a class admin sees of their own requests: those that are not in the list of integrations anyhow. */
export function withoutListed(own: readonly Integration[], listed: readonly Integration[]): Integration[] {
  const ids = new Set(listed.map(({ id }) => id));
  return own.filter(({ id }) => !ids.has(id));
}
