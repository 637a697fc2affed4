// What the form of versions sends, and which words it keeps.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, nextTick, shallowRef, type App } from 'vue';
import type { ClientUpdate } from '../../types';
import { queryClient } from '@/core/query';
import VersionForm from './VersionForm.vue';

const OLD = { version: '1.0.0', minClientVersion: '1.4.0', updateUrl: '', forceUpdate: false } as ClientUpdate;
const stored = shallowRef(OLD);
let app: App;
let root: HTMLElement;
let sent: unknown[];
/** Answers the request that is under way. */
let answer: (data: ClientUpdate) => void;

beforeEach(() => {
  stored.value = OLD;
  sent = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(await request.json());
    const data = await new Promise((done) => (answer = done));
    return new Response(JSON.stringify({ code: 200, message: 'x', data }), {
      headers: { 'Content-Type': 'application/json' },
    });
  });
  root = document.body.appendChild(document.createElement('div'));
  app = createApp(() => h(VersionForm, { stored: stored.value }));
  app.use(VueQueryPlugin, { queryClient }).mount(root);
});
afterEach(() => {
  app.unmount();
  root.remove();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const fields = (): HTMLInputElement[] => [...root.querySelectorAll<HTMLInputElement>('form input')];
const shown = (): string[] => fields().map(({ value }) => value);

async function type(which: number, text: string): Promise<void> {
  const field = fields()[which] as HTMLInputElement;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await nextTick();
}

async function save(): Promise<void> {
  root.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
}

it('sends what differs alone, and keeps what is typed meanwhile', async () => {
  await type(0, ' 1.5.0 ');
  await save();
  expect(sent).toEqual([{ minClientVersion: '1.5.0' }]);
  await type(1, 'https://example.org/app');
  answer({ ...OLD, minClientVersion: '1.5.0' });
  await vi.waitFor(() => expect(shown()).toEqual(['1.5.0', 'https://example.org/app']));
});

it('keeps a field that was put back while its change was on its way', async () => {
  await type(0, '1.5.0');
  await save();
  await type(0, '1.4.0');
  const button = root.querySelector('button[type=submit]');
  answer({ ...OLD, minClientVersion: '1.5.0' });
  await vi.waitFor(() => expect(button?.getAttribute('aria-busy')).not.toBe('true'));
  await nextTick();
  expect(shown()).toEqual(['1.4.0', '']);
});

it('shows what others save, but in the fields with words of its own', async () => {
  await type(1, 'https://example.org/app');
  stored.value = { ...OLD, minClientVersion: '1.6.0', updateUrl: 'https://example.org/other' };
  await nextTick();
  await nextTick();
  expect(shown()).toEqual(['1.6.0', 'https://example.org/app']);
});
