// What is said before and after an installation comes from the answers of the server.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, expect, it } from 'vitest';
import { createApp, h, type App, type Component } from 'vue';
import { queryClient } from '@/core/query';
import type { InstallResult } from '../types';
import DoneView from './DoneView.vue';
import PreviewView from './PreviewView.vue';
import { preview } from './testing';

let app: App;

function show(view: Component, props: Record<string, unknown>): string {
  app = createApp({ render: () => h(view, { icon: null, author: '', ...props }) });
  app.use(VueQueryPlugin, { queryClient });
  app.mount(document.body.appendChild(document.createElement('div')));
  return document.body.textContent ?? '';
}
afterEach(() => {
  app.unmount();
  document.body.textContent = '';
});

it.each([
  [{ several_classes: true, for_class: '02' }, '安装给2 班，其他班级不受影响'],
  [{ several_classes: true, for_class: null }, '安装给全部班级'],
])('says for which class it installs: %o', (reach, words) => {
  expect(show(PreviewView, { preview: preview(reach) }).replace(/\s+/g, '')).toContain(words.replace(/\s+/g, ''));
});

it('says nothing of classes where there is one', () => {
  expect(show(PreviewView, { preview: preview({}) })).not.toContain('安装给');
});

it('shows why a back end has not started, and nothing of one that has', () => {
  const done: InstallResult = {
    name: 'gobang',
    label: '五子棋',
    version: '1.1.0',
    source: 'samples',
    configRequired: [],
    outcome: 'updated',
    backend_error: 'Error: no board',
  };
  expect(show(DoneView, { result: done, preview: preview({}) })).toContain('Error: no board');
  app.unmount();
  document.body.textContent = '';
  const text = show(DoneView, { result: { ...done, backend_error: null }, preview: preview({}) });
  expect(text).not.toContain('服务端');
});
