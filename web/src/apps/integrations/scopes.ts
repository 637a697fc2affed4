// The scopes of integrations: their order, by subject, and which of them act in somebody's name. Pure.

/** A subject with its scopes, in the order of the form. */
export const SUBJECTS = [
  { subject: 'message', scopes: ['message:read', 'message:write'] },
  { subject: 'user', scopes: ['user:read', 'user:write'] },
  { subject: 'data', scopes: ['data:read', 'data:write'] },
  { subject: 'schedule', scopes: ['countdown:read', 'calendar:read', 'calendar:write'] },
  { subject: 'community', scopes: ['community:read', 'community:write'] },
  { subject: 'desktop', scopes: ['notification:write', 'app:read', 'app:write'] },
] as const;

type Subject = (typeof SUBJECTS)[number]['subject'];
type Scope = (typeof SUBJECTS)[number]['scopes'][number];

export const SCOPES: readonly Scope[] = SUBJECTS.flatMap(({ scopes }): readonly Scope[] => scopes);

/** What reads private words or speaks and changes in the name of the owner. */
const RISKY: readonly string[] = ['message:read', 'message:write', 'user:write'];

/** Whether a scope deserves a second look. */
export function isRisky(scope: string): boolean {
  return RISKY.includes(scope);
}

/** Whether this page has words for a scope; a newer server may know more. */
export function isScope(scope: string): scope is Scope {
  return (SCOPES as readonly string[]).includes(scope);
}

/** Scopes in the order of the form; unknown ones come last, as they are. */
export function inOrder(scopes: readonly string[]): string[] {
  const known: string[] = SCOPES.filter((scope) => scopes.includes(scope));
  return [...known, ...scopes.filter((scope) => !isScope(scope))];
}

/** The subjects that some scopes belong to, each with those of its scopes. */
export function grouped(scopes: readonly string[]): { subject: Subject | 'other'; scopes: string[] }[] {
  const known = SUBJECTS.map(({ subject, scopes: all }) => ({
    subject,
    scopes: all.filter((scope) => scopes.includes(scope)) as string[],
  }));
  const other = scopes.filter((scope) => !isScope(scope));
  return [...known, { subject: 'other' as const, scopes: other }].filter((group) => group.scopes.length > 0);
}
