// What is said and shown of a widget before it is on the desktop.
import { expect, it } from 'vitest';
import { findWidget, registerBuiltIn, type AppDetails } from './apps';
import { describe, sampleOf } from './widget-samples';

it('has both from the details of its app, once these are there', async () => {
  const component = async () => ({ default: {} });
  const sample = { isEmpty: () => true };
  const details: AppDetails = {
    descriptions: { 'duty-today': '今天轮到谁' },
    samples: { 'duty-today': async () => ({ default: sample }) },
  };
  const widgets = ['duty-today', 'duty-week'].map((id) => ({ id, name: id, component }));
  registerBuiltIn([{ name: 'duty', title: '值日', widgets }], async () => ({ duty: details }));
  const [today, week] = widgets.map(({ id }) => findWidget(id));
  if (!today || !week) throw new Error('not registered');
  expect(describe(today)).toBe('');
  expect(await sampleOf(today)).toBe(sample);
  expect(await sampleOf(week)).toBeUndefined();
  expect([describe(today), describe(week)]).toEqual(['今天轮到谁', '']);
});
