import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { effectScope, nextTick, ref } from 'vue';
import { useProgressiveCount } from './progressive';

let idle: (() => void)[] = [];

async function beIdle(): Promise<void> {
  idle.splice(0).forEach((work) => work());
  await nextTick();
}

beforeEach(() => {
  idle = [];
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
});
afterEach(() => vi.unstubAllGlobals());

it('mounts the first few at once and the others while nothing else is to be done', async () => {
  const scope = effectScope();
  await scope.run(async () => {
    const count = useProgressiveCount(
      () => 9,
      () => 'latest',
    );
    expect(count.value).toBe(3);
    await beIdle();
    expect(count.value).toBe(7);
    await beIdle();
    expect(count.value).toBeGreaterThanOrEqual(9);
    expect(idle).toHaveLength(0);
  });
  scope.stop();
});

it('goes on when a further page comes, and begins anew with another list', async () => {
  const scope = effectScope();
  await scope.run(async () => {
    const total = ref(3);
    const list = ref('latest');
    const count = useProgressiveCount(
      () => total.value,
      () => list.value,
    );
    expect(idle).toHaveLength(0);
    total.value = 20;
    await nextTick();
    await beIdle();
    expect(count.value).toBe(7);
    list.value = 'hot';
    await nextTick();
    expect(count.value).toBe(3);
  });
  scope.stop();
});

it('waits for a moment alone where the browser does not tell when it is idle', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', undefined);
  const scope = effectScope();
  const count = scope.run(() =>
    useProgressiveCount(
      () => 20,
      () => 'latest',
    ),
  );
  await vi.advanceTimersByTimeAsync(500);
  expect(count?.value).toBeGreaterThanOrEqual(20);
  scope.stop();
  vi.useRealTimers();
});

it('stops with its window', async () => {
  const scope = effectScope();
  const count = scope.run(() =>
    useProgressiveCount(
      () => 20,
      () => 'latest',
    ),
  );
  scope.stop();
  await beIdle();
  expect(count?.value).toBe(3);
  expect(idle).toHaveLength(0);
});
