// Stored layouts come from other versions and other clients; reading them never fails.
import { beforeAll, describe, expect, it } from 'vitest';
import { registerWidget } from '@/core/apps';
import { readLayout } from './layout';

const component = async () => ({ default: {} });

beforeAll(() => {
  const name = { zh: '甲', en: 'A' };
  registerWidget({ id: 'clock-now', name, component }, 'clock');
  registerWidget(
    {
      id: 'countdown-next',
      name,
      component,
      minSize: { w: 2, h: 1 },
      maxSize: { w: 4, h: 2 },
      configSchema: {
        fields: [
          {
            key: 'filter', label: name, type: 'select', default: 'all',
            options: [{ value: 'all', label: name }, { value: 'pinned', label: name }],
          },
        ],
      },
    },
    'countdown',
  );
  registerWidget({ id: 'officer-only', name, component, permission: 'manage_users' }, 'admin');
});

const page = (...widgets: unknown[]) => ({ pages: [{ id: 'home', widgets }] });

it('falls back to the class default', () => {
  for (const stored of [null, undefined, {}, 'broken', { pages: [] }]) {
    expect(readLayout(stored, []).map((widget) => widget.type)).toEqual([
      'clock-now', 'countdown-next',
    ]);
  }
});

it('keeps an emptied page empty', () => {
  expect(readLayout(page(), [])).toEqual([]);
});

it('holds sizes inside the limits and fills the configuration', () => {
  const [widget] = readLayout(
    page({ id: 'x', type: 'countdown-next', size: { w: 9, h: 0 }, config: { filter: 'gone', mine: 1 } }),
    [],
  );
  expect(widget).toMatchObject({ size: { w: 4, h: 1 }, config: { filter: 'all', mine: 1 } });
});

it('keeps the place of a widget whose app is gone', () => {
  const [widget] = readLayout(page({ id: 'x', type: 'weather-now', size: { w: 2, h: 2 } }), []);
  expect(widget?.manifest).toBeUndefined();
});

describe('permission', () => {
  it('hides a widget from those who lack it', () => {
    const stored = page({ id: 'x', type: 'officer-only' });
    expect(readLayout(stored, [])).toEqual([]);
    expect(readLayout(stored, ['manage_users'])).toHaveLength(1);
  });
});
