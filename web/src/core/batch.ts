// Reads that start together, in one request. A desktop starts with a dozen widgets, and each would draw from the limit
// of requests of its member: `api.GET(path, { fetch: batched })` waits a moment for others, and each gets the answer of
// its own path, as if it had been alone.
import { guardedFetch, TIMEOUT_MS } from '@/api/client';

/** The most paths that the server reads at once. */
const MAX_READS = 16;
/** So long the first read waits for others: widgets of one picture ask within it. */
const GATHER_MS = 25;

interface Waiting {
  request: Request;
  path: string;
  resolve: (response: Response) => void;
  reject: (cause: unknown) => void;
}

interface BatchAnswer {
  path: string;
  status: number;
  body: unknown;
}

let waiting: Waiting[] = [];

/** The `fetch` of reads that may wait for others. */
export function batched(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  return new Promise((resolve, reject) => {
    waiting.push({ request, path: pathname + search, resolve, reject });
    if (waiting.length === 1) window.setTimeout(send, GATHER_MS);
    else if (waiting.length === MAX_READS) send();
  });
}

function send(): void {
  const reads = waiting;
  waiting = [];
  const [first] = reads;
  if (!first) return;
  if (reads.length === 1) {
    guardedFetch(first.request, TIMEOUT_MS).then(first.resolve, first.reject);
    return;
  }
  readAll(reads).catch((cause: unknown) => reads.forEach(({ reject }) => reject(cause)));
}

async function readAll(reads: readonly Waiting[]): Promise<void> {
  const paths = [...new Set(reads.map(({ path }) => path))];
  const url = new URL('/api/batch', location.origin);
  url.searchParams.set('paths', JSON.stringify(paths));
  const response = await guardedFetch(new Request(url.href), TIMEOUT_MS);
  if (!response.ok) {
    // What holds for the request holds for each: no session, too many requests, a server that starts.
    reads.forEach(({ resolve }) => resolve(response.clone()));
    return;
  }
  const { data } = (await response.json()) as { data: { answers: BatchAnswer[] } };
  const limits = limitHeaders(response);
  const byPath = new Map(data.answers.map((answer) => [answer.path, answer]));
  for (const { path, resolve, reject } of reads) {
    const answer = byPath.get(path);
    if (answer) resolve(responseOf(answer, limits));
    else reject(new TypeError(`the batch has no answer for ${path}`));
  }
}

/** What the whole request says of the limit holds for each of its reads. */
function limitHeaders(response: Response): Record<string, string> {
  const kept: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    if (name.startsWith('x-ratelimit')) kept[name] = value;
  });
  return kept;
}

function responseOf({ path, status, body }: BatchAnswer, limits: Record<string, string>): Response {
  const headers = { ...limits, 'Content-Type': 'application/json' };
  const response = new Response(JSON.stringify(body), { status, headers });
  // A response that a script makes has no address; whoever hears of failures asks for it.
  return Object.defineProperty(response, 'url', { value: location.origin + path });
}
