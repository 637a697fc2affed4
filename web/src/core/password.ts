// The password rule of the portal, judged while one types. The server decides; this only saves a
// round trip. It also refuses the commonest passwords, whose list is not shipped to the browser.

export interface PasswordVerdict {
  /** 8 to 128 bytes of UTF-8. */
  length: boolean;
  /** At least one letter and one digit. */
  mix: boolean;
  /** Not one's own name or ID. */
  own: boolean;
  ok: boolean;
  /** 0 (weak) to 3 (very good), a rough guide only. */
  strength: 0 | 1 | 2 | 3;
}

/** Judges a password against the rule; `names` are the person's names and ID. */
export function judgePassword(password: string, names: readonly string[]): PasswordVerdict {
  const bytes = new TextEncoder().encode(password).length;
  const length = bytes >= 8 && bytes <= 128;
  const mix = /\p{L}/u.test(password) && /\p{Nd}/u.test(password);
  const lower = password.toLowerCase();
  const own = !names.some((name) => name !== '' && name.toLowerCase() === lower);
  const ok = length && mix && own;
  return { length, mix, own, ok, strength: ok ? strengthOf(password) : 0 };
}

function strengthOf(password: string): 0 | 1 | 2 | 3 {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length;
  const different = new Set(password).size;
  // Runs such as 1234 or aaaa add length but little surprise.
  const predictable = /(.)\1{2,}|0123|1234|2345|3456|4567|5678|6789|abcd|qwer/i.test(password);
  const points = different + (kinds - 2) * 3 - (predictable ? 4 : 0);
  if (points >= 15) return 3;
  if (points >= 10) return 2;
  return points >= 6 ? 1 : 0;
}
