// Commands that use a token and a secret, ready to be pasted into a terminal. Pure.

interface Access {
  origin: string;
  token: string;
  secret: string;
  scopes: readonly string[];
  /** A room in which the event of a message can be tried. */
  room: string;
}

/** What a program may ask for first, by the scope that it needs. */
const FIRST_CALLS: readonly (readonly [scope: string, path: string])[] = [
  ['message:read', '/api/chat/rooms'],
  ['countdown:read', '/api/countdown'],
  ['data:read', '/api/integration-data'],
  ['user:read', '/api/user/profile'],
  ['app:read', '/api/system/app-control'],
];

/** A call of the API with the secret; none where no scope reads anything. */
export function callExample({ origin, secret, scopes }: Omit<Access, 'room'>): string | null {
  const first = FIRST_CALLS.find(([scope]) => scopes.includes(scope));
  return first ? `curl -H 'Authorization: Bearer ${secret}' \\\n  '${origin}${first[1]}'` : null;
}

/** The event of the example, by the scope that it needs: any name of one's own goes to the realtime channel. */
const EVENTS: readonly (readonly [scope: string, event: string, body: (room: string) => object])[] = [
  ['data:write', 'hello', () => ({ text: 'hello' })],
  ['message:write', 'message.send', (room) => ({ room, content: 'hello' })],
  ['user:write', 'user.update', () => ({ signature: 'hello' })],
];

/** A signed event; none where no scope lets one through. */
export function webhookExample({ origin, token, secret, scopes, room }: Access): string | null {
  const found = EVENTS.find(([scope]) => scopes.includes(scope));
  if (!found) return null;
  const [, event, body] = found;
  return [
    `SECRET='${secret}'`,
    `BODY='${JSON.stringify(body(room))}'`,
    'TIME=$(date +%s)000',
    `KEY=$(printf %s "$SECRET" | openssl dgst -sha256 -r | cut -d' ' -f1)`,
    `SIGN=$(printf %s "$TIME.$BODY" | openssl dgst -sha256 -hmac "$KEY" -r | cut -d' ' -f1)`,
    `curl -X POST '${origin}/api/integrations/webhook' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -H 'X-Service-Token: ${token}' \\`,
    '  -H "X-Service-Timestamp: $TIME" \\',
    '  -H "X-Service-Signature: sha256=$SIGN" \\',
    `  -H 'X-Service-Event: ${event}' \\`,
    '  -d "$BODY"',
  ].join('\n');
}
