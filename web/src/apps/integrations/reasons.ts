// Why a request of an integration was refused, in the words of people. Pure.
import type { IntegrationsKey } from './i18n/zh';

/** The refusals that have words; each has a text `reason.<name>` and a hint `hint.<name>`. */
const REASONS = [
  'webhook_token_missing',
  'webhook_token_invalid',
  'webhook_signature_needed',
  'webhook_timestamp_invalid',
  'webhook_timestamp_far',
  'webhook_signature_invalid',
  'webhook_origin_refused',
  'webhook_event_invalid',
  'webhook_event_differs',
  'webhook_event_not_built',
  'scope_missing',
  'rate_limited',
  'account_disabled',
  'no_permission',
  'not_found',
  'malformed_json',
  'too_deep',
  'too_large',
  'field_missing',
  'field_invalid',
  'integration_key_invalid',
  'integration_value_too_large',
  'integration_data_full',
  'forbidden_key',
  'duplicate_key',
  'not_json',
  'page_origin_refused',
  'page_version_unsupported',
  'page_message_invalid',
  'page_handshake_needed',
  'page_channel_unknown',
  'page_scope_missing',
  'page_rate_limited',
  'internal',
] as const;

type Reason = (typeof REASONS)[number];

/** The refusal that a slug names; none for one without words here. */
function reasonOf(slug: string): Reason | undefined {
  return REASONS.find((reason) => reason === slug);
}

/** The key of what is said of a refusal, or of what to do about it; none for an unknown one. */
export function reasonKey(kind: 'reason' | 'hint', slug: string): IntegrationsKey | undefined {
  const reason = reasonOf(slug);
  return reason && `${kind}.${reason}`;
}

/** Whether the server took a request. */
export function isAccepted(status: number): boolean {
  return status >= 200 && status < 300;
}

/** A body as one reads it: JSON with its lines, anything else and what was cut off as it came. */
export function readable(excerpt: string): string {
  try {
    return JSON.stringify(JSON.parse(excerpt), null, 2);
  } catch {
    return excerpt;
  }
}
