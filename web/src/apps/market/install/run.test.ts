// Looking and installing: two steps, frames of this package alone, and an end that is told wherever one is by then.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { effectScope, type EffectScope } from 'vue';
import { ApiFailure } from '@/api/failure';
import { dispatch } from '@/core/live/bus';
import { toasts } from '@/core/toast';
import { installPackage, previewPackage } from '../changes';
import type { InstallResult, Preview } from '../types';
import { useInstallRun, type InstallRun } from './run';
import type { Target } from './target';

vi.mock('../changes', () => ({ previewPackage: vi.fn(), installPackage: vi.fn() }));

const target: Target = { kind: 'catalog', name: 'gobang', label: '五子棋', icon: null, author: '', source: 'samples' };
const looked = { name: 'gobang', label: '五子棋', digest: 'ab' } as Preview;
const done: InstallResult = {
  name: 'gobang',
  label: '五子棋',
  version: '1.0.0',
  source: 'samples',
  configRequired: [],
  outcome: 'installed',
};

let scope: EffectScope;
let run: InstallRun;

beforeEach(() => {
  vi.mocked(previewPackage).mockReset().mockResolvedValue(looked);
  vi.mocked(installPackage).mockReset().mockResolvedValue(done);
  toasts.value = [];
  scope = effectScope();
  run = scope.run(() => useInstallRun(target)) as InstallRun;
});
afterEach(() => scope.stop());

const step = (name: string, word: string): void =>
  dispatch({ type: 'market_install_progress', name, step: word, done: 1, total: 4 });

it('installs nothing before it was looked at', async () => {
  await run.install();
  expect(installPackage).not.toHaveBeenCalled();
  await run.look();
  expect(run.phase.value).toBe('ready');
  expect(previewPackage).toHaveBeenCalledWith({ name: 'gobang', source: 'samples' });
  await run.install();
  expect(installPackage).toHaveBeenCalledWith(looked);
  expect(run.phase.value).toBe('done');
});

it('installs once, however often the button is pressed', async () => {
  await run.look();
  await Promise.all([run.install(), run.install()]);
  expect(installPackage).toHaveBeenCalledTimes(1);
});

it('follows the frames of its own package while something is under way', async () => {
  const looking = run.look();
  step('quiz-rush', 'download');
  expect(run.progress.value.step).toBeNull();
  step('gobang', 'download');
  expect(run.progress.value).toMatchObject({ step: 'download', done: 1, total: 4 });
  await looking;
  step('gobang', 'check');
  expect(run.progress.value.step).toBe('download');
});

it('says whether the look or the installation failed, and begins anew with a look', async () => {
  vi.mocked(installPackage).mockRejectedValueOnce(new ApiFailure(409, 'changed', { slug: 'x' }));
  await run.look();
  await run.install();
  expect([run.phase.value, run.wasInstalling.value, run.failure.value?.status]).toEqual(['failed', true, 409]);
  await run.look();
  expect([run.phase.value, run.wasInstalling.value, run.failure.value]).toEqual(['ready', false, null]);
});

it('goes on when it is closed, and tells the end in a message', async () => {
  await run.look();
  const installing = run.install();
  scope.stop();
  await installing;
  expect(toasts.value.map(({ text, kind }) => [text, kind])).toEqual([['「五子棋」已安装', 'info']]);
});

it('keeps a failure on screen that nobody was there to see', async () => {
  vi.mocked(installPackage).mockRejectedValueOnce(new ApiFailure(400, 'no'));
  await run.look();
  const installing = run.install();
  scope.stop();
  await installing;
  expect(toasts.value.map(({ kind, ms }) => [kind, ms])).toEqual([['error', 0]]);
});

it('stays silent about a look that was closed', async () => {
  vi.mocked(previewPackage).mockRejectedValueOnce(new ApiFailure(400, 'no'));
  const looking = run.look();
  scope.stop();
  await looking;
  expect(toasts.value).toEqual([]);
  expect(run.phase.value).toBe('looking');
});

it('waits quietly for the limit, twice, before a look has failed', async () => {
  vi.useFakeTimers();
  const limited = new ApiFailure(429, '', { retryAfter: 3 });
  vi.mocked(previewPackage).mockRejectedValueOnce(limited);
  const looking = run.look();
  await vi.advanceTimersByTimeAsync(2_900);
  expect([run.phase.value, vi.mocked(previewPackage).mock.calls.length]).toEqual(['looking', 1]);
  await vi.advanceTimersByTimeAsync(200);
  await looking;
  expect(run.phase.value).toBe('ready');
  vi.mocked(previewPackage).mockReset().mockRejectedValue(limited);
  const again = run.look();
  await vi.advanceTimersByTimeAsync(7_000);
  await again;
  expect([run.phase.value, vi.mocked(previewPackage).mock.calls.length]).toEqual(['failed', 3]);
  vi.useRealTimers();
});
