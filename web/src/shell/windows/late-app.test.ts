// Links to apps that are not there, or not yet.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { registerApp, setDisabledApps, unregisterApp } from '@/core/apps';
import { toasts } from '@/core/toast';
import { openLate } from './late-app';
import { closeAll, frontApp } from './store';

const late = { name: 'page-7', title: '作业追踪', partOf: 'integrations', App: () => Promise.resolve({}) };
const told = (): string[] => toasts.value.map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
  toasts.value = [];
  location.hash = '#/app/page-7';
});
afterEach(() => {
  vi.useRealTimers();
  unregisterApp('page-7');
  setDisabledApps([]);
  closeAll();
});

it('an app that comes a moment later opens then', async () => {
  openLate('page-7');
  registerApp(late);
  await nextTick();
  expect(frontApp.value).toBe('page-7');
  vi.advanceTimersByTime(10_000);
  expect(told()).toEqual([]);
});

it('an app that has come while this code was on its way opens at once', () => {
  registerApp(late);
  openLate('page-7');
  expect(frontApp.value).toBe('page-7');
});

it('an app that never comes is said to be none, unless the member has gone elsewhere', () => {
  openLate('page-7');
  vi.advanceTimersByTime(6_100);
  expect(told()).toEqual(['没有名为「page-7」的应用']);
  toasts.value = [];
  openLate('page-7');
  location.hash = '';
  vi.advanceTimersByTime(10_000);
  expect(told()).toEqual([]);
});

it('an app that is switched off with the app that it belongs to says so', () => {
  registerApp(late);
  setDisabledApps(['integrations']);
  openLate('page-7');
  expect(frontApp.value).toBe('');
  expect(told()).toEqual(['管理员已关闭「作业追踪」']);
});
