// What is shown of stored entries.
import { beforeAll, expect, it } from 'vitest';
import { registerWidget } from '../register-widget';
import { readDocument } from './document';
import { shownWidgets } from './shown';

const component = async () => ({ default: {} });
const name = { zh: '甲', en: 'A' };

beforeAll(() => {
  registerWidget({
    id: 'countdown-next',
    name,
    component,
    minSize: { w: 2, h: 1 },
    maxSize: { w: 4, h: 2 },
    configSchema: {
      fields: [
        {
          key: 'filter',
          label: name,
          type: 'select',
          default: 'all',
          options: [
            { value: 'all', label: name },
            { value: 'pinned', label: name },
          ],
        },
      ],
    },
  });
  registerWidget({ id: 'officer-only', name, component, permission: 'manage_users' });
});

function show(entry: object, may: (permission: string | null) => boolean = () => true) {
  const page = readDocument({ pages: [{ id: 'p', widgets: [{ id: 'x', ...entry }] }] }).pages[0];
  return page ? shownWidgets(page, may) : [];
}

it('holds sizes inside the limits and fills the configuration, without touching what is stored', () => {
  const [widget] = show({ type: 'countdown-next', size: { w: 9, h: 1 }, config: { filter: 'gone', mine: 1 } });
  expect(widget).toMatchObject({ size: { w: 4, h: 1 }, config: { filter: 'all', mine: 1 } });
});

it('keeps the place of a widget whose app is gone', () => {
  const [widget] = show({ type: 'weather-now', size: { w: 12, h: 12 } });
  expect(widget).toMatchObject({ manifest: undefined, size: { w: 4, h: 4 } });
});

it('hides a widget from those who lack its permission', () => {
  const may = (permission: string | null) => permission === null;
  expect(show({ type: 'officer-only' }, may)).toEqual([]);
  expect(show({ type: 'officer-only' }).length).toBe(1);
});
