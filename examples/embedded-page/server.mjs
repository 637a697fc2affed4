// The server of the sample page: Node 20, nothing to install.
//   PORTAL=http://192.168.1.5:9001 SECRET=… PORT=8080 node server.mjs
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const PORTAL = new URL(process.env.PORTAL ?? 'http://127.0.0.1:3000').origin;
const SECRET = process.env.SECRET ?? '';
const PORT = Number(process.env.PORT ?? 8080);
/** A token is far shorter; whoever sends more is no page of ours. */
const MAX_BODY = 8 * 1024;

/** Read for each visit, so that a change of the page shows when it is loaded anew. */
async function page() {
  const html = await readFile(new URL('index.html', import.meta.url), 'utf8');
  return html.replaceAll('%PORTAL%', PORTAL);
}

async function bodyOf(request) {
  let body = '';
  for await (const part of request.setEncoding('utf8')) {
    body += part;
    if (body.length > MAX_BODY) return '';
  }
  return body;
}

/** The member whom a page token belongs to, or `null` when the portal does not know the token. */
async function memberOf(token) {
  const response = await fetch(`${PORTAL}/api/integration-pages/verify-token`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${SECRET}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`the portal answers ${response.status}: ${await response.text()}`);
  const { data } = await response.json();
  return data.valid ? data.user : null;
}

/** Status and content of the answer to `POST /whoami`. */
async function whoami(request) {
  if (!SECRET) return [501, { error: 'SECRET is not set' }];
  let token;
  try {
    ({ token } = JSON.parse(await bodyOf(request)));
  } catch {
    token = null;
  }
  if (typeof token !== 'string' || token === '') return [400, { error: 'a token is needed' }];
  const user = await memberOf(token);
  return user ? [200, { user }] : [401, { error: 'the token does not hold' }];
}

async function answer(request, response) {
  const { pathname } = new URL(request.url, 'http://page');
  if (request.method === 'GET' && pathname === '/') {
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      // No other site can put the page into a frame of its own.
      'Content-Security-Policy': `frame-ancestors ${PORTAL}`,
    });
    response.end(await page());
    return;
  }
  const [status, content] =
    request.method === 'POST' && pathname === '/whoami' ? await whoami(request) : [404, { error: 'not found' }];
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(content));
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error);
    if (!response.headersSent) response.writeHead(502, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ error: 'failed' }));
  });
});

server.listen(PORT, () => {
  console.log(`The page is at http://127.0.0.1:${server.address().port}/ for the portal at ${PORTAL}`);
});
