// The one error type of the front end. Whatever goes wrong between a screen and the server becomes
// an ApiFailure, so that every screen can explain it the same way.

export interface Ban {
  /** `YYYY-MM-DD HH:mm:ss` in the portal's time zone; null means for good. */
  expiresAt: string | null;
  reason: string | null;
}

interface FailureDetails {
  slug?: string;
  retryAfter?: number | null;
  ban?: Ban | null;
  fields?: Readonly<Record<string, unknown>>;
}

/** A failed request. Status 0 means that no answer came: server away, network gone, timeout. */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  readonly status: number;
  /** The stable name of the server's text; empty when no answer came, or none of the portal's. */
  readonly slug: string;
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | null;
  /** Set when the account is disabled. */
  readonly ban: Ban | null;
  /** What the server sent along; a conflict (409) brings the current state. */
  readonly data: unknown;
  /** All fields of the answer, for those that only one refusal has. */
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(status: number, message: string, details: FailureDetails = {}) {
    super(message);
    this.status = status;
    this.slug = details.slug ?? '';
    this.retryAfter = details.retryAfter ?? null;
    this.ban = details.ban ?? null;
    this.fields = details.fields ?? {};
    this.data = this.fields.data ?? null;
  }

  /** Builds the failure from an answer of the server, whatever its body looks like. */
  static fromAnswer(response: Response, body: unknown): ApiFailure {
    const fields = isRecord(body) ? body : {};
    const disabled = response.status === 403 && 'ban_expires_at' in fields;
    return new ApiFailure(response.status, textOr(fields.message, ''), {
      retryAfter: seconds(response.headers.get('Retry-After')),
      slug: textOr(fields.slug, ''),
      fields,
      ban: disabled
        ? { expiresAt: textOr(fields.ban_expires_at, null), reason: textOr(fields.ban_reason, null) }
        : null,
    });
  }
}

/** Turns anything that was thrown into an ApiFailure. */
export function asFailure(cause: unknown): ApiFailure {
  return cause instanceof ApiFailure ? cause : new ApiFailure(0, '');
}

const SESSION_ENDED = ['no_login', 'login_expired'];

/** True when nobody is signed in any more. A wrong password and a forgotten poll are 401 too. */
export function isSessionLoss(failure: ApiFailure): boolean {
  return SESSION_ENDED.includes(failure.slug);
}

function seconds(header: string | null): number | null {
  if (header === null || !/^\d+$/.test(header.trim())) return null;
  return Math.max(1, Number(header));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOr<T>(value: unknown, fallback: T): string | T {
  return typeof value === 'string' ? value : fallback;
}
