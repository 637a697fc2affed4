// The server's search behind the palette: when it is asked, and whose answer is shown.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { computed, createApp, h, nextTick, ref, type App } from 'vue';
import { asFailure } from '@/api/failure';
import type { KindHits } from '@/api/types';
import { serverOffline } from '@/core/connection';
import { queryClient } from '@/core/query';
import { useServerSearch, type ServerSearch } from './server-search';

/** Letters that follow each other faster are one question. */
const PAUSE_MS = 400;
/** Longer than all tries of a request that fails. */
const ALL_TRIES_MS = 20_000;

interface Asked {
  words: string | null;
  kind: string | null;
  signal: AbortSignal;
  answer: (data: { kinds: KindHits[]; building: boolean }) => Promise<void>;
  fail: (status: number) => Promise<void>;
}

let app: App;
let search: ServerSearch;
let asked: Asked[];
/** Whether no server answers. */
let isOffline: boolean;
let isClosed: boolean;
const words = ref('');

/** Notifications open in a panel of the desktop, so that no app has to know them. */
const kindOf = (kind: string, ...titles: string[]): KindHits => ({
  kind,
  label: kind,
  app: '',
  hits: titles.map((title) => ({ id: title, title, marks: [], detail: '' })),
  more: false,
});
const found = (...titles: string[]) => ({ kinds: [kindOf('notification', ...titles)], building: false });

beforeEach(() => {
  vi.useFakeTimers();
  words.value = '';
  asked = [];
  isOffline = false;
  isClosed = false;
  vi.stubGlobal('fetch', (request: Request, { signal }: { signal: AbortSignal }) => {
    if (isOffline) return Promise.reject(new TypeError('offline'));
    const { searchParams } = new URL(request.url);
    return new Promise<Response>((resolve) => {
      const reply = async (code: number, data: unknown): Promise<void> => {
        const body = JSON.stringify({ code, message: '', data });
        resolve(new Response(body, { status: code, headers: { 'Content-Type': 'application/json' } }));
        await pass(1);
      };
      const [q, kind] = [searchParams.get('q'), searchParams.get('kind')];
      asked.push({ words: q, kind, signal, answer: (data) => reply(200, data), fail: (code) => reply(code, null) });
    });
  });
  app = createApp({
    setup() {
      search = useServerSearch(computed(() => words.value));
      return () => h('div');
    },
  });
  app.use(VueQueryPlugin, { queryClient }).mount(document.createElement('div'));
});
afterEach(() => {
  if (!isClosed) app.unmount();
  serverOffline.value = false;
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
async function type(text: string): Promise<void> {
  words.value = text;
  await nextTick();
}
async function ask(text: string): Promise<Asked> {
  await type(text);
  await pass(PAUSE_MS);
  return last();
}
function last(): Asked {
  const request = asked[asked.length - 1];
  if (!request) throw new Error('nothing was asked');
  return request;
}
const titles = (): string[] => search.hits.value.map(({ title }) => title);
const questions = (): (string | null)[] => asked.map((request) => request.words);

it('asks once typing pauses, and not for each letter', async () => {
  await type('运');
  await pass(PAUSE_MS - 1);
  await type('运动');
  await pass(PAUSE_MS - 1);
  await type('运动会');
  await pass(PAUSE_MS - 1);
  expect(questions()).toEqual([]);
  expect(search.asked.value).toBe('');
  await pass(1);
  expect(questions()).toEqual(['运动会']);
  expect(search.asked.value).toBe('运动会');
  expect(search.isSearching.value).toBe(true);
  await last().answer(found('运动会报名'));
  expect(titles()).toEqual(['运动会报名']);
  expect(search.isSearching.value).toBe(false);
});

it('asks for no more characters than the server takes', async () => {
  await ask('长'.repeat(100));
  expect(questions()).toEqual(['长'.repeat(80)]);
});

it('asks nothing for no words, and forgets at once what was found', async () => {
  await (await ask('运动会')).answer({ ...found('运动会报名'), building: true });
  expect([titles(), search.building.value]).toEqual([['运动会报名'], true]);
  await type('');
  expect([titles(), search.kinds.value, search.building.value, search.asked.value]).toEqual([[], [], false, '']);
  await pass(PAUSE_MS);
  expect(asked).toHaveLength(1);
  await type('报');
  await type('');
  await pass(PAUSE_MS);
  expect(asked).toHaveLength(1);
});

it('gives up a question that the next words overtake, whose answer is shown alone', async () => {
  const older = await ask('运动');
  const newer = await ask('运动会');
  expect([older.signal.aborted, newer.signal.aborted]).toEqual([true, false]);
  await newer.answer(found('运动会报名'));
  await older.answer(found('运动服'));
  expect(titles()).toEqual(['运动会报名']);
});

it('shows what was found last until the next answer is there', async () => {
  await (await ask('运动')).answer(found('运动服'));
  const next = await ask('运动会');
  expect([titles(), search.isSearching.value]).toEqual([['运动服'], true]);
  await next.answer(found());
  expect([titles(), search.isSearching.value]).toEqual([[], false]);
});

it('asks for one kind alone, leaves the others to be chosen, and shows all kinds of other words', async () => {
  const both = [kindOf('notification', '运动会报名'), kindOf('message', '运动会见')];
  await (await ask('运动会')).answer({ kinds: both, building: false });
  search.only.value = 'notification';
  await pass(1);
  expect([last().words, last().kind]).toEqual(['运动会', 'notification']);
  await last().answer(found('运动会报名', '运动会改期'));
  expect(titles()).toEqual(['运动会报名', '运动会改期']);
  expect(search.kinds.value.map(({ kind }) => kind)).toEqual(['notification', 'message']);
  await ask('春游');
  expect([search.only.value, last().words, last().kind]).toEqual(['', '春游', null]);
  await last().answer({ kinds: [kindOf('post', '春游照片')], building: false });
  expect(search.kinds.value.map(({ kind }) => kind)).toEqual(['post']);
});

it('tells that the index is being built, until an answer says otherwise', async () => {
  await (await ask('运动')).answer({ ...found(), building: true });
  expect(search.building.value).toBe(true);
  await (await ask('运动会')).answer(found());
  expect(search.building.value).toBe(false);
});

it('tells a refusal in place of what was found before, and the next words anew', async () => {
  await (await ask('运动')).answer(found('运动服'));
  await (await ask('运动会')).fail(403);
  expect(asFailure(search.error.value).status).toBe(403);
  expect([titles(), search.isSearching.value]).toEqual([[], false]);
  await (await ask('春游')).answer(found('春游照片'));
  expect([titles(), search.error.value]).toEqual([['春游照片'], null]);
});

it('tells that no server answers, and finds it once it is asked again', async () => {
  isOffline = true;
  await type('运动会');
  await pass(ALL_TRIES_MS);
  expect(asFailure(search.error.value).status).toBe(0);
  expect([titles(), search.isSearching.value]).toEqual([[], false]);
  isOffline = false;
  void search.refetch();
  await pass(1);
  await last().answer(found('运动会报名'));
  expect([titles(), search.error.value]).toEqual([['运动会报名'], null]);
});

it('asks nothing any more once the palette is closed', async () => {
  const open = await ask('运动');
  await type('运动会');
  app.unmount();
  isClosed = true;
  expect(open.signal.aborted).toBe(true);
  await pass(PAUSE_MS);
  expect(questions()).toEqual(['运动']);
});

it('asks nothing while the server is known to be away, shows nothing of other words, and asks once it is back', async () => {
  await (await ask('运动')).answer(found('运动服'));
  serverOffline.value = true;
  await type('运动会');
  await pass(PAUSE_MS);
  expect([questions(), titles(), search.isSearching.value]).toEqual([['运动'], [], false]);
  serverOffline.value = false;
  await pass(1);
  expect(search.isSearching.value).toBe(true);
  await last().answer(found('运动会报名'));
  expect([questions(), titles()]).toEqual([['运动', '运动会'], ['运动会报名']]);
});

it('says that the network may be gone when no answer comes', async () => {
  const open = await ask('运动会');
  await pass(4000);
  expect(search.isLate.value).toBe(false);
  await pass(1000);
  expect([search.isSearching.value, search.isLate.value]).toEqual([true, true]);
  await open.answer(found('运动会报名'));
  expect(search.isLate.value).toBe(false);
});

it('does not take slow typing for a slow network', async () => {
  for (let letters = 1; letters <= 20; letters += 1) {
    await type('运'.repeat(letters));
    await pass(PAUSE_MS - 100);
  }
  expect([search.isSearching.value, search.isLate.value]).toEqual([true, false]);
});

it('is done with the answer to more characters than the server takes', async () => {
  await (await ask('长'.repeat(100))).answer(found('长'));
  expect(search.isSearching.value).toBe(false);
});
