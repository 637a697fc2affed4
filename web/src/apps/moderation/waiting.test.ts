// How many cases wait: the console counts them with few requests.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, ref, type App } from 'vue';
import { disconnected, dispatch } from '@/core/live/bus';
import { queryClient } from '@/core/query';
import { useCases, useWaiting } from './queries';
import { followWaiting } from './waiting';

let open: number;
let asked: string[];
let app: App | null;
let stop: () => void;
const told = vi.fn<(count: number) => void>();
const shown = ref<number | undefined>();

beforeEach(() => {
  open = 2;
  asked = [];
  app = null;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(new URL(request.url).searchParams.get('limit') ?? '');
    const data = { cases: [], total: 0, page: 1, limit: 20, waiting: { open, appealed: 1 } };
    return new Response(JSON.stringify({ code: 200, data, message: '' }), {
      headers: { 'Content-Type': 'application/json' },
    });
  });
  stop = followWaiting(told);
});
afterEach(() => {
  stop();
  app?.unmount();
  disconnected();
  queryClient.clear();
  told.mockClear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Shows the list of open cases and how many wait. */
function show(): void {
  app = createApp({
    setup() {
      const { data } = useWaiting();
      useCases(ref('open'), ref(1));
      return () => h('p', (shown.value = data.value?.open));
    },
  });
  app.use(VueQueryPlugin, { queryClient }).mount(document.createElement('div'));
}
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(5000);

it('is asked once for changes that come soon after each other', async () => {
  await settled();
  expect([asked, told.mock.lastCall]).toEqual([['1'], [3]]);
  open = 4;
  for (let i = 0; i < 3; i += 1) dispatch({ type: 'moderation_case_changed' });
  await settled();
  expect([asked, told.mock.lastCall]).toEqual([['1', '1'], [5]]);
});

it('is told by the pages of the list too, which ask for no count of their own', async () => {
  await settled();
  open = 6;
  show();
  await settled();
  expect([asked, told.mock.lastCall, shown.value]).toEqual([['1', '20'], [7], 6]);
  open = 0;
  dispatch({ type: 'moderation_case_changed' });
  await settled();
  expect([asked, told.mock.lastCall, shown.value]).toEqual([['1', '20', '20', '1'], [1], 0]);
});
