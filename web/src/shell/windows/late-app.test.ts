// Links to apps that are not there, or not yet.
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { nextTick } from 'vue';
import { ApiFailure } from '@/api/failure';
import { registerApp, setDisabledApps, unregisterApp } from '@/core/apps';
import { installed, registerInstalled } from '@/core/market/installed';
import { appNamed } from '@/core/market/testing';
import { queryClient } from '@/core/query';
import { toasts } from '@/core/toast';
import { openLate } from './late-app';
import { closeAll, frontApp } from './store';

const late = { name: 'page-7', title: '作业追踪', partOf: 'integrations', App: () => Promise.resolve({}) };
const told = (): string[] => toasts.value.map(({ text }) => text);
const wait = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const listOf = (...names: string[]): object => ({ apps: names.map((name) => appNamed(name)) });

let asked: MockInstance;

beforeEach(() => {
  vi.useFakeTimers();
  toasts.value = [];
  location.hash = '#/app/page-7';
  asked = vi.spyOn(queryClient, 'fetchQuery').mockResolvedValue(listOf());
});
afterEach(async () => {
  // Whatever still waits ends with the address that it waits for.
  location.hash = '#/app/nowhere';
  window.dispatchEvent(new Event('hashchange'));
  ['page-7', 'chess'].forEach(unregisterApp);
  installed.clear();
  setDisabledApps([]);
  closeAll();
  await wait(0);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('an app that comes a moment later opens then', async () => {
  openLate('page-7');
  registerApp(late);
  await nextTick();
  expect(frontApp.value).toBe('page-7');
  await wait(10_000);
  expect(told()).toEqual([]);
});

it('an app that has come while this code was on its way opens at once', () => {
  registerApp(late);
  openLate('page-7');
  expect(frontApp.value).toBe('page-7');
});

it('an app that never comes is said to be none, unless the member has gone elsewhere', async () => {
  openLate('page-7');
  await wait(6_100);
  expect(told()).toEqual(['没有名为「page-7」的应用']);
  expect(location.hash).toBe('');
  toasts.value = [];
  location.hash = '#/app/page-7';
  openLate('page-7');
  location.hash = '';
  await wait(10_000);
  expect(told()).toEqual([]);
});

it('an installed app is waited for as long as the list of them takes, and opens when it has come', async () => {
  let answer: (list: object) => void = () => undefined;
  asked.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  location.hash = '#/app/chess/?roomCode=AB12';
  openLate('chess');
  await wait(40_000);
  expect(told()).toEqual(['正在读取应用列表…']);
  answer(listOf('chess'));
  await wait(10_000);
  registerInstalled(appNamed('chess'));
  await nextTick();
  expect([frontApp.value, told()]).toEqual(['chess', []]);
});

it('a list that cannot be had is told once and asked for again, and the app opens as soon as it comes', async () => {
  asked.mockRejectedValue(new ApiFailure(0, ''));
  location.hash = '#/app/chess';
  openLate('chess');
  await wait(100);
  expect(told()).toEqual(['现在读不到应用列表，读到以后会打开它']);
  await wait(25_000);
  expect(asked).toHaveBeenCalledTimes(3);
  asked.mockResolvedValue(listOf('chess'));
  await wait(10_000);
  registerInstalled(appNamed('chess'));
  await nextTick();
  expect([frontApp.value, told()]).toEqual(['chess', []]);
});

it('an app that is switched off with the app that it belongs to says so, and the address names it no more', () => {
  registerApp(late);
  setDisabledApps(['integrations']);
  openLate('page-7');
  expect([frontApp.value, location.hash]).toEqual(['', '']);
  expect(told()).toEqual(['「作业追踪」已被管理员关闭']);
});
