// The class that the tests play with, and quick ways to have it set up and signed in by plain calls
// where the screens themselves are not what a test looks at.

/**
 * The zone of the portal and of its devices: one whose midnight is hours away, because a test may look
 * at a day a good while after it was counted.
 */
const hour = new Date().getUTCHours();
export const ZONE = process.env.E2E_ZONE ?? (hour >= 12 && hour < 18 ? 'UTC' : 'Asia/Shanghai');

export const PASSWORD = 'Summer-2027-x';

/** As teachers paste it: ordinals of several kinds, some genders, a gap, a blank line. */
export const PASTED = `1. 林知夏 女
2、周明远 男
陈默

(4) 许安然（女）
05 沈听澜 女
李 雷 男`;
export const NAMES = ['林知夏', '周明远', '陈默', '许安然', '沈听澜', '李雷'];

/** A call of the API; answers `data`, throws with the server's message. */
export async function call(portal, method, path, { body, token } = {}) {
  const headers = { ...(body && { 'Content-Type': 'application/json' }) };
  if (token) headers.Authorization = `Bearer ${token}`;
  const request = { method, headers };
  if (body) request.body = JSON.stringify(body);
  const answer = await fetch(portal.url + path, request);
  const { message, data } = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${message}`);
  return data;
}

/** Saves the class list: 周明远 is class admin (260100), the others follow from 260101. */
export async function setUp(portal) {
  const rows = NAMES.map((name) => ({
    real_name: name,
    gender: name === '陈默' ? '' : 'female',
    ...(name === '周明远' && { is_class_admin: true }),
  }));
  const settings = { deny_common_passwords: true, names_unique_across: true };
  await call(portal, 'POST', '/api/setup/save', {
    body: { cohort: '26', pre_records: { class01: rows }, settings },
  });
}

/** Registers someone of the list; answers `{user_info, token}`. */
export function register(portal, realName, netName, claim_code) {
  return call(portal, 'POST', '/api/auth/register', {
    body: {
      real_name: realName,
      net_name: netName,
      password: PASSWORD,
      confirm_password: PASSWORD,
      ...(claim_code && { claim_code }),
    },
  });
}

/** Gives a browser context the session of a member, as a login would. */
export async function signIn(context, portal, account, password = PASSWORD) {
  const answer = await context.request.post(`${portal.url}/api/auth/login`, {
    data: { account, password },
  });
  if (!answer.ok()) throw new Error(`sign-in of ${account}: ${answer.status()}`);
}

/** Makes a countdown; `days` from today in the portal's time zone. */
export function addCountdown(portal, token, title, days, more = {}) {
  const body = { title, target_date: dateIn(days), ...more };
  return call(portal, 'POST', '/api/countdown', { token, body });
}

/** `2027-06-07`, so many days from today in the portal's time zone. */
export function dateIn(days) {
  const day = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(day);
}
