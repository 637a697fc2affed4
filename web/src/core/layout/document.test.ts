// Layout documents: nothing unknown is lost, every change is a new document.
import { describe, expect, it } from 'vitest';
import * as doc from './document';
import * as changes from './document-changes';

const widget = (id: string, more = {}) => ({ id, type: 'clock-now', config: {}, size: { w: 2, h: 2 }, ...more });
const pages = (...lists: string[][]) => ({
  pages: lists.map((ids, i) => ({ id: `p${i}`, widgets: ids.map((id) => widget(id)) })),
});
const ids = (document: doc.LayoutDocument) => document.pages.map((page) => page.widgets.map((entry) => entry.id));

describe('reading', () => {
  it('falls back to the class default', () => {
    for (const stored of [null, undefined, {}, 'broken', { pages: [] }, { pages: 'x' }]) {
      expect(doc.readDocument(stored).pages[0]?.widgets[0]?.type).toBe('timetable-today');
    }
  });

  it('keeps an emptied page empty', () => {
    expect(ids(doc.readDocument({ pages: [{ id: 'home', widgets: [] }] }))).toEqual([[]]);
  });

  it('carries unknown keys at every level', () => {
    const stored = {
      version: 9,
      pages: [{ id: 'a', colour: 1, widgets: [widget('x', { slot: 3, size: { w: 2, h: 2, d: 1 } })] }],
      folders: { f: [] },
    };
    expect(doc.readDocument(stored)).toEqual(stored);
  });

  it('makes broken entries storable, and leaves large sizes as they are', () => {
    const read = doc.readDocument({ pages: [{ widgets: [{}, { id: 'x', type: 't', size: { w: 9, h: 1 } }, 7] }] });
    expect(read.pages[0]?.id).toBe('page-1');
    expect(read.pages[0]?.widgets.map((entry) => entry.size)).toEqual([
      { w: 2, h: 2 },
      { w: 9, h: 1 },
      { w: 2, h: 2 },
    ]);
    expect(read.pages[0]?.widgets[0]).toMatchObject({ id: 'page-1-0', type: 'unknown' });
  });
});

it('gives two of one id names of their own, so that neither is drawn or moved as the other', () => {
  const read = doc.readDocument(pages(['a', 'a', 'a-2'], ['a']));
  expect(ids(read)).toEqual([['a', 'a-2', 'a-2-2'], ['a-3']]);
  expect(ids(doc.readDocument(read))).toEqual(ids(read));
  const twice = {
    pages: [
      { id: 'p', widgets: [] },
      { id: 'p', widgets: [] },
    ],
  };
  expect(doc.readDocument(twice).pages.map((page) => page.id)).toEqual(['p', 'p-2']);
});

describe('changes', () => {
  const document = doc.readDocument(pages(['a', 'b', 'c'], ['d']));

  it('moves within a page and across pages', () => {
    expect(ids(changes.moveWidget(document, 'a', { page: 0, index: 2 }))).toEqual([['b', 'c', 'a'], ['d']]);
    expect(ids(changes.moveWidget(document, 'a', { page: 1, index: 0 }))).toEqual([
      ['b', 'c'],
      ['a', 'd'],
    ]);
    expect(changes.moveWidget(document, 'a', { page: 7, index: 0 })).toBe(document);
    expect(changes.moveWidget(document, 'zz', { page: 0, index: 0 })).toBe(document);
    expect(ids(document)).toEqual([['a', 'b', 'c'], ['d']]);
  });

  it('removes and puts back', () => {
    const without = changes.removeWidget(document, 'b');
    expect(ids(without)).toEqual([['a', 'c'], ['d']]);
    expect(ids(changes.insertWidget(without, widget('b'), { page: 0, index: 1 }))).toEqual(ids(document));
    expect(changes.removeWidget(document, 'zz')).toBe(document);
  });

  it('changes fields and keeps the rest of an entry', () => {
    const marked = doc.readDocument({ pages: [{ id: 'p', widgets: [widget('a', { slot: 1 })] }] });
    const next = changes.patchWidget(marked, 'a', { size: { w: 4, h: 1 } });
    expect(next.pages[0]?.widgets[0]).toEqual(widget('a', { slot: 1, size: { w: 4, h: 1 } }));
  });

  it('adds pages up to a limit, and drops empty ones but never the last', () => {
    let many = document;
    for (let i = 0; i < 20; i++) many = changes.addPage(many, `n${i}`);
    expect(many.pages.length).toBe(changes.MAX_PAGES);
    expect(ids(changes.dropEmptyPages(many))).toEqual([['a', 'b', 'c'], ['d']]);
    expect(ids(changes.dropEmptyPages(doc.readDocument(pages([], []))))).toEqual([[]]);
  });

  it('goes back to the default and keeps what else is stored', () => {
    expect(changes.withoutPages({ ...document, dock: ['x'] })).toEqual({ pages: [], dock: ['x'] });
  });
});

it('compares documents whatever the order of their keys', () => {
  expect(doc.sameDocument({ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 })).toBe(true);
  expect(doc.sameDocument({ a: 1, gone: undefined }, { a: 1 })).toBe(true);
  expect(doc.sameDocument([1, 2], [2, 1])).toBe(false);
  expect(doc.sameDocument(null, {})).toBe(false);
});

describe('the default of whoever runs a class', () => {
  const types = (document: doc.LayoutDocument) =>
    document.pages.flatMap((page) => page.widgets.map(({ type }) => type));
  const cells = (document: doc.LayoutDocument) =>
    document.pages.flatMap((page) => page.widgets).reduce((sum, { size }) => sum + size.w * size.h, 0);

  it('begins with the checklist, in as many cells as the two cards for pupils had', () => {
    const usual = doc.readDocument(null);
    const steps = doc.withSteps(usual);
    const forPupils = ['homework-left', 'level-sign-in'];
    expect(types(usual)).toEqual(expect.arrayContaining(forPupils));
    expect(types(steps)).toEqual(['first-steps-list', ...types(usual).filter((type) => !forPupils.includes(type))]);
    expect(cells(steps)).toBe(cells(usual));
  });

  it('adds the checklist to what a class has chosen', () => {
    expect(ids(doc.withSteps(pages(['a', 'b'], ['c'])))).toEqual([['default-steps', 'a', 'b'], ['c']]);
  });
});
