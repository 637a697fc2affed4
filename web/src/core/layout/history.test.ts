// The last five layouts of this device.
import { beforeEach, expect, it } from 'vitest';
import type { LayoutDocument } from './document';
import { keepPast, loadPast, pastLayouts } from './history';

const document = (id: string): LayoutDocument => ({ pages: [{ id, widgets: [] }] });

beforeEach(() => {
  localStorage.clear();
  loadPast();
});

it('keeps five, newest first, each once', () => {
  ['a', 'b', 'c', 'd', 'e', 'f', 'c'].forEach((id) => keepPast(document(id)));
  expect(pastLayouts.value.map((entry) => entry.document.pages[0]?.id)).toEqual(['c', 'f', 'e', 'd', 'b']);
  loadPast();
  expect(pastLayouts.value.length).toBe(5);
});

it('survives what is no history', () => {
  localStorage.setItem('svc:layouts', '[1, {"at": 2}, {"at": 3, "document": {"pages": []}}]');
  loadPast();
  expect(pastLayouts.value.map((entry) => entry.at)).toEqual([3]);
  localStorage.setItem('svc:layouts', '{broken');
  loadPast();
  expect(pastLayouts.value).toEqual([]);
});
