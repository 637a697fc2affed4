// What is shown is read anew when it has changed, and when that may have been missed.
import { useQuery, VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, type App } from 'vue';
import { disconnected, dispatch } from './live/bus';
import { Inbox } from './live/inbox';
import { queryClient } from './query';
import { useRefreshOn } from './refresh-on';

const KEY = ['pages'];
const read = vi.fn(async () => 'pages');
let app: App;

beforeEach(() => read.mockClear());
afterEach(() => {
  app.unmount();
  disconnected();
  queryClient.clear();
});

/** Shows what is read, until the app is unmounted. */
function open(options?: { gatherMs: number }): void {
  app = createApp({
    setup() {
      useRefreshOn(['exam_mode_changed', 'pictures_changed'], [KEY], options);
      const { data } = useQuery({ queryKey: KEY, queryFn: read, staleTime: Infinity });
      return () => h('p', data.value);
    },
  });
  app.use(VueQueryPlugin, { queryClient }).mount(document.createElement('div'));
}

const isRead = (times: number): Promise<void> =>
  vi.waitFor(() => {
    expect(read).toHaveBeenCalledTimes(times);
    expect(queryClient.isFetching()).toBe(0);
  });
/** Whether nothing is read any more, also not in a moment. */
const staysRead = async (times: number): Promise<void> => {
  await new Promise((done) => window.setTimeout(done, 20));
  await isRead(times);
};

it.each(['exam_mode_changed', 'pictures_changed', 'connected'])('is read anew after %s', async (type) => {
  open();
  await isRead(1);
  dispatch({ type });
  await isRead(2);
});

it('is read anew once after a reset, which has every query read anew', async () => {
  open();
  await isRead(1);
  new Inbox('260101', 0, 0).reset(null);
  await staysRead(2);
});

it('is read once for frames that come soon after each other, where they are gathered', async () => {
  open({ gatherMs: 10 });
  await isRead(1);
  dispatch({ type: 'pictures_changed' });
  dispatch({ type: 'exam_mode_changed' });
  expect(queryClient.isFetching()).toBe(0);
  await isRead(2);
  await staysRead(2);
});

it('is not read for a frame that was gathered when it is not shown any more', async () => {
  open({ gatherMs: 10 });
  await isRead(1);
  dispatch({ type: 'pictures_changed' });
  app.unmount();
  await staysRead(1);
});

it('is not read anew for another frame, nor for a connection that has missed nothing', async () => {
  open();
  await isRead(1);
  dispatch({ type: 'avatar_changed' });
  dispatch({ type: 'connected', resumed: true });
  await staysRead(1);
});

it('is read once where a connection is open already', async () => {
  dispatch({ type: 'connected' });
  open();
  await staysRead(1);
});

it('is read once more when it is shown again: nobody has heard of changes meanwhile', async () => {
  dispatch({ type: 'connected' });
  open();
  await isRead(1);
  app.unmount();
  dispatch({ type: 'pictures_changed' });
  open();
  await staysRead(2);
});

it('is not read any more once it is not shown', async () => {
  open();
  await isRead(1);
  app.unmount();
  for (const type of ['pictures_changed', 'reset', 'connected']) dispatch({ type });
  await staysRead(1);
});
