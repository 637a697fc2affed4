// Back closes what lies over the desktop, and nothing that has closed otherwise stays in the history.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { effectScope, nextTick, type EffectScope } from 'vue';
import { setClassLock } from './class-lock';
import { closeOnBack, isCovered, useOverlay } from './overlays';

interface Entry {
  state: unknown;
  hash: string;
}

/** The history of a tab, which goes back a moment later, as that of a browser does. */
let entries: Entry[];
let at: number;
const here = (): Entry => entries[at] as Entry;

const fakeHistory = {
  get state() {
    return here().state;
  },
  pushState(state: unknown, _: string, hash = here().hash) {
    entries = [...entries.slice(0, at + 1), { state, hash }];
    at += 1;
  },
  replaceState(state: unknown, _: string, hash = here().hash) {
    entries[at] = { state, hash };
  },
  go(by: number) {
    setTimeout(() => {
      at = Math.max(0, Math.min(at + by, entries.length - 1));
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, 5);
  },
};
const fakeLocation = {
  get href() {
    return here().hash;
  },
  set href(hash: string) {
    fakeHistory.pushState(null, '', hash);
    window.dispatchEvent(new PopStateEvent('popstate'));
  },
};

async function quiet(): Promise<void> {
  for (let i = 0; i < 4; i++) {
    await vi.advanceTimersByTimeAsync(20);
    await nextTick();
  }
}
async function go(by: number): Promise<void> {
  fakeHistory.go(by);
  await quiet();
}

interface Open {
  scope: EffectScope;
  close: ReturnType<typeof vi.fn<() => void>>;
}
const opened: Open[] = [];

/** Opens a dialog that closes when it is told to, or stays. */
function open({ stays = false } = {}): Open {
  const scope = effectScope();
  const close = vi.fn<() => void>(() => {
    if (!stays) scope.stop();
  });
  scope.run(() => useOverlay(close));
  opened.push({ scope, close });
  return { scope, close };
}

beforeEach(() => {
  vi.useFakeTimers();
  entries = [
    { state: null, hash: 'elsewhere' },
    { state: null, hash: '#' },
  ];
  at = 1;
  vi.stubGlobal('history', fakeHistory);
  vi.stubGlobal('location', fakeLocation);
});
afterEach(async () => {
  opened.splice(0).forEach(({ scope }) => scope.stop());
  await quiet();
  setClassLock(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('closes the newest first, and leaves the portal when nothing is left', async () => {
  const [first, second] = [open(), open()];
  await go(-1);
  expect([first.close.mock.calls.length, second.close.mock.calls.length]).toEqual([0, 1]);
  await go(-1);
  expect([first.close.mock.calls.length, isCovered.value, here().hash]).toEqual([1, false, '#']);
  await go(-1);
  expect(here().hash).toBe('elsewhere');
});

it('takes the entry along of what closes otherwise', async () => {
  const [first, second] = [open(), open()];
  second.scope.stop();
  first.scope.stop();
  await quiet();
  expect(at).toBe(1);
  await go(-1);
  expect(here().hash).toBe('elsewhere');
});

it('keeps the address of what has come to the front meanwhile', async () => {
  const { scope } = open();
  scope.stop();
  fakeHistory.replaceState(history.state, '', '#/app/notes');
  await quiet();
  expect([at, here().hash]).toEqual([1, '#/app/notes']);
});

it('steps over the entry of what closed on the way to somewhere else', async () => {
  open().scope.stop();
  fakeLocation.href = '#/app/notes';
  await quiet();
  expect(here().hash).toBe('#/app/notes');
  await go(-1);
  expect([at, here().hash]).toEqual([1, '#']);
});

it('goes where somebody goes while its own step back is under way', async () => {
  open().scope.stop();
  await vi.advanceTimersByTimeAsync(1);
  fakeLocation.href = '#/app/notes';
  at -= 1; // The browser goes back from where it was asked to, not from the new entry.
  await quiet();
  expect(here().hash).toBe('#/app/notes');
});

it('gives what stays open its entry back, and what it asks one more', async () => {
  const stays = open({ stays: true });
  await go(-1);
  expect([stays.close.mock.calls.length, at]).toEqual([1, 2]);
  const question = open();
  await go(-1);
  expect([question.close.mock.calls.length, stays.close.mock.calls.length, at]).toEqual([1, 1, 2]);
});

it('closes nothing behind the curtain', async () => {
  const { close } = open();
  setClassLock(true);
  await go(-1);
  expect([close.mock.calls.length, at]).toEqual([0, 2]);
});

it('opens nothing by going forward, nor after a reload', async () => {
  open();
  await go(-1);
  await go(1);
  expect([at, isCovered.value]).toEqual([1, false]);
  // The page was loaded anew while a dialog was open: the next one takes its entry.
  fakeHistory.pushState({ stack: 'before', overlays: 1 }, '');
  const { close } = open();
  expect(at).toBe(2);
  await go(-1);
  expect([close.mock.calls.length, at]).toEqual([1, 1]);
});

it('does not take a mode of the desktop for something that covers it', () => {
  const scope = effectScope();
  scope.run(() => closeOnBack(() => scope.stop()));
  expect(isCovered.value).toBe(false);
  scope.stop();
});
