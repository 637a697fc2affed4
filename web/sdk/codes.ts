// Why the portal refuses messages of pages: the one list of the codes, which the SDK, the desktop and the log of an
// integration share. A new code needs its words in src/core/embed/i18n; one that is reported needs a name in the API
// (`PageRefusal`) and its words in src/apps/integrations/i18n as well.

/** Each code, and whether the log of the integration tells those who run the page. */
export const REFUSALS = {
  version_unsupported: { reported: true },
  message_invalid: { reported: true },
  handshake_needed: { reported: true },
  channel_unknown: { reported: true },
  scope_missing: { reported: true },
  rate_limited: { reported: true },
  // What happens to pages that do nothing wrong.
  not_in_front: { reported: false },
  not_found: { reported: false },
  failed: { reported: false },
} as const;

type Refusals = typeof REFUSALS;
export type RefusalCode = keyof Refusals;
export type ReportedCode = {
  [Code in RefusalCode]: Refusals[Code]['reported'] extends true ? Code : never;
}[RefusalCode];

/** Whether those who run the page are told of a refusal. */
export function isReported(code: RefusalCode): code is ReportedCode {
  return REFUSALS[code].reported;
}
