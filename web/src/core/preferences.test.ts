import { beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { Settings } from '@/api/types';
import { api } from '@/api/client';
import { chooseTheme } from './preferences';
import { phase } from './session';
import { theme } from './theme';

/** The requests that are on their way, oldest first. */
const open: { theme: string; answer: () => void }[] = [];

vi.mock('@/api/client', () => ({
  api: { PUT: vi.fn<(...all: unknown[]) => unknown>() },
  send: (answer: Promise<Settings>) => answer,
}));

beforeEach(() => {
  open.length = 0;
  phase.value = 'member';
  vi.mocked(api.PUT).mockImplementation(
    ((_: string, { body }: { body: { theme: string } }) =>
      new Promise((resolve) => {
        open.push({ theme: body.theme, answer: () => resolve({ theme: body.theme, revision: open.length }) });
      })) as never,
  );
});

it('sends one theme after the other, and of those chosen meanwhile the last alone', async () => {
  chooseTheme('light');
  chooseTheme('dark');
  chooseTheme('auto');
  expect(open.map((request) => request.theme)).toEqual(['light']);
  open[0]?.answer();
  await vi.waitFor(() => expect(open.map((request) => request.theme)).toEqual(['light', 'auto']));
  expect(theme.value).toBe('auto');
  open[1]?.answer();
  await nextTick();
  chooseTheme('dark');
  await vi.waitFor(() => expect(open[open.length - 1]?.theme).toBe('dark'));
  expect(theme.value).toBe('dark');
});
