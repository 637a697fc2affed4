// An update says what it asks for beyond the version in use.
import { expect, it } from 'vitest';
import { asksForMore, capabilityOf, permissionsOf } from './permissions';
import { preview } from './testing';

it('puts what is new first and what is gone last', () => {
  const difference = {
    all: ['ui.toast', 'data.http', 'device.camera'],
    added: ['device.camera'],
    removed: ['ui.modal'],
  };
  expect(permissionsOf(difference, true)).toEqual([
    { name: 'device.camera', change: 'added' },
    { name: 'data.http', change: 'kept' },
    { name: 'ui.toast', change: 'kept' },
    { name: 'ui.modal', change: 'removed' },
  ]);
});

it('marks nothing as new where nothing was installed', () => {
  const difference = { all: ['ui.toast', 'data.http'], added: ['ui.toast', 'data.http'], removed: [] };
  expect(permissionsOf(difference, false).map(({ change }) => change)).toEqual(['kept', 'kept']);
});

it('lists a capability that nobody knows by its own name, behind the known ones', () => {
  expect(permissionsOf({ all: ['x.y', 'ui.sheet'], added: [], removed: [] }, false).map(({ name }) => name)).toEqual([
    'ui.sheet',
    'x.y',
  ]);
  expect(capabilityOf('x.y')).toBeUndefined();
});

it('warns of an update with a new capability, a new host or a first back end, and of no other', () => {
  const added = { all: ['x'], added: ['x'], removed: [] };
  expect(asksForMore(preview({}))).toBe(false);
  expect(asksForMore(preview({ capabilities: added }))).toBe(true);
  expect(asksForMore(preview({ hosts: added }))).toBe(true);
  expect(asksForMore(preview({ backend_added: true }))).toBe(true);
  expect(asksForMore(preview({ hosts: { all: [], added: [], removed: ['x'] } }))).toBe(false);
});

it('takes a first installation for no update, whatever it asks for', () => {
  expect(asksForMore(preview({ installed_version: null, hosts: { all: ['x'], added: ['x'], removed: [] } }))).toBe(
    false,
  );
});
