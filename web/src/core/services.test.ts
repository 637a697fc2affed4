// The services of apps: they start when the desktop is idle, and end with their app or the desktop.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { effectScope, nextTick, type EffectScope } from 'vue';
import { registerApp, setDisabledApps } from './apps';
import { serverOffline } from './connection';
import { followServices, startServicesNow } from './services';

const App = async () => ({ default: {} });
const stop = vi.fn();
const run = vi.fn(() => stop);
const service = vi.fn(async () => ({ default: run }));
let desktop: EffectScope;

registerApp({ name: 'counter', title: 'Counter', App, service });

beforeEach(() => {
  vi.useFakeTimers();
  [stop, run, service].forEach((spy) => spy.mockClear());
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  desktop = effectScope();
  desktop.run(followServices);
});
afterEach(() => {
  desktop.stop();
  setDisabledApps([]);
  serverOffline.value = false;
  vi.useRealTimers();
});

async function becomeIdle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(2_500);
}

it('start once the desktop is idle, or at once when an app is opened before', async () => {
  await vi.advanceTimersByTimeAsync(2_499);
  expect(run).not.toHaveBeenCalled();
  startServicesNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(run).toHaveBeenCalledTimes(1);
  await becomeIdle();
  expect(run).toHaveBeenCalledTimes(1);
});

it('end with their app and with the desktop, and start again with the app', async () => {
  await becomeIdle();
  setDisabledApps(['counter']);
  await nextTick();
  expect(stop).toHaveBeenCalledTimes(1);
  setDisabledApps([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(run).toHaveBeenCalledTimes(2);
  desktop.stop();
  expect(stop).toHaveBeenCalledTimes(2);
});

it('are not asked of a server that is offline, and start when it is back', async () => {
  serverOffline.value = true;
  await becomeIdle();
  expect(service).not.toHaveBeenCalled();
  serverOffline.value = false;
  await vi.advanceTimersByTimeAsync(0);
  expect(run).toHaveBeenCalledTimes(1);
});

it('whose code could not be fetched before anybody knew start when the server is back', async () => {
  service.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await becomeIdle();
  expect([service.mock.calls.length, run.mock.calls.length]).toEqual([1, 0]);
  serverOffline.value = true;
  await nextTick();
  serverOffline.value = false;
  await vi.advanceTimersByTimeAsync(0);
  expect(run).toHaveBeenCalledTimes(1);
});

it('do not start when the desktop is gone before their code has come', async () => {
  let arrive: (code: { default: typeof run }) => void = () => undefined;
  service.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
  await becomeIdle();
  desktop.stop();
  arrive({ default: run });
  await vi.advanceTimersByTimeAsync(0);
  expect(run).not.toHaveBeenCalled();
});
