// The one error type of the front end. Whatever goes wrong between a screen and the server becomes
// an ApiFailure, so that every screen can explain it the same way.

export interface Ban {
  /** `YYYY-MM-DD HH:mm:ss` in the portal's time zone; null means for good. */
  expiresAt: string | null;
  reason: string | null;
}

interface FailureDetails {
  retryAfter?: number | null;
  ban?: Ban | null;
  data?: unknown;
}

/** A failed request. Status 0 means that no answer came: server away, network gone, timeout. */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  readonly status: number;
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | null;
  /** Set when the account is disabled. */
  readonly ban: Ban | null;
  /** What the server sent along; a conflict (409) brings the current state. */
  readonly data: unknown;

  constructor(status: number, message: string, details: FailureDetails = {}) {
    super(message);
    this.status = status;
    this.retryAfter = details.retryAfter ?? null;
    this.ban = details.ban ?? null;
    this.data = details.data ?? null;
  }

  /** Builds the failure from an answer of the server, whatever its body looks like. */
  static fromAnswer(response: Response, body: unknown): ApiFailure {
    const fields = isRecord(body) ? body : {};
    const disabled = response.status === 403 && 'ban_expires_at' in fields;
    return new ApiFailure(response.status, textOr(fields.message, ''), {
      retryAfter: seconds(response.headers.get('Retry-After')),
      data: fields.data,
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

const SESSION_TEXTS = ['未登录', '登录已过期'];
const ASKS_FOR_PASSWORD = ['/api/auth/login', '/api/user/change-password', '/api/user/account'];

/** True when the server says in so many words that nobody is signed in. */
export function saysSignedOut(failure: ApiFailure): boolean {
  return failure.status === 401 && SESSION_TEXTS.includes(failure.message);
}

/** True when a failure means that nobody is signed in any more, rather than a wrong password. */
export function isSessionLoss(failure: ApiFailure, path: string): boolean {
  if (failure.status !== 401) return false;
  // A wrong password and a forgotten poll are 401 too.
  const hasOtherReasons = ASKS_FOR_PASSWORD.includes(path) || path.endsWith('/poll');
  return !hasOtherReasons || saysSignedOut(failure);
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
