// The steps of an installation, as frames and the upload tell them.
import { expect, it } from 'vitest';
import { advance, NOTHING, stepsOf, uploaded } from './progress';

const states = (...all: ReturnType<typeof stepsOf>): string[] => all.map(({ name, state }) => `${name} ${state}`);

it('begins with the first step while no frame has come', () => {
  expect(states(...stepsOf('catalog', 'install', NOTHING))).toEqual([
    'catalog now',
    'download later',
    'check later',
    'store later',
  ]);
});

it('counts the files of a download', () => {
  const progress = advance(NOTHING, { step: 'download', done: 3, total: 12 });
  const [first, download] = stepsOf('catalog', 'preview', progress);
  expect(first).toEqual({ name: 'catalog', state: 'done' });
  expect(download).toEqual({ name: 'download', state: 'now', share: 0.25, count: { done: 3, total: 12 } });
});

it('does not divide by a number of files that is not known', () => {
  const progress = advance(NOTHING, { step: 'download', done: 0, total: 0 });
  expect(stepsOf('catalog', 'preview', progress)[1]).toEqual({ name: 'download', state: 'now' });
});

it('counts how often it began anew with another source', () => {
  const frames = ['catalog', 'download', 'catalog', 'download', 'check'].map((step) => ({ step, done: 0, total: 0 }));
  expect(frames.reduce(advance, NOTHING).retries).toBe(1);
});

it('ignores a step that it does not know', () => {
  const progress = advance(NOTHING, { step: 'check', done: 0, total: 0 });
  expect(advance(progress, { step: 'mount', done: 1, total: 2 })).toBe(progress);
});

it('stores nothing for a preview and asks no catalog for a zip', () => {
  expect(stepsOf('zip', 'preview', NOTHING).map(({ name }) => name)).toEqual(['upload', 'check']);
  expect(stepsOf('zip', 'install', NOTHING).map(({ name }) => name)).toEqual(['upload', 'check', 'store']);
});

it('goes on to the check once the upload is out', () => {
  expect(stepsOf('zip', 'install', uploaded(0.4))[0]).toMatchObject({ state: 'now', share: 0.4 });
  expect(states(...stepsOf('zip', 'install', uploaded(1)))).toEqual(['upload done', 'check now', 'store later']);
});
