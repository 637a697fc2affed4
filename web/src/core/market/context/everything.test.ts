// Every member of the context that the published types describe is there, and no other.
import ts from 'typescript';
import { afterEach, beforeAll, expect, it } from 'vitest';
import data from '../../../../sdk/service-market-data.d.ts?raw';
import ui from '../../../../sdk/service-market-ui.d.ts?raw';
import base from '../../../../sdk/service-market.d.ts?raw';
import everything from '../fixtures/everything.js?raw';
import type { Instance } from '../instance';
import { answer, appNamed, install, run, serve, startServer } from '../testing';

interface Found {
  kinds: Record<string, string>;
  parts: string[];
}
const found = (): Found => (window as unknown as { everything: { found: Found } }).everything.found;

let instance: Instance | undefined;

beforeAll(async () => {
  startServer();
  serve('everything/frontend/entry.js', everything);
  answer(() => undefined);
  install(appNamed('everything'));
  instance = await run('everything');
});
afterEach(() => expect(document.querySelectorAll('[role=dialog]')).toHaveLength(0));

/** The members of an interface of the published types, with those of what it extends. */
function membersOf(name: string): string[] {
  const file = ts.createSourceFile('types.d.ts', base + data + ui, ts.ScriptTarget.ES2018, true);
  const interfaces = new Map<string, ts.InterfaceDeclaration>();
  const visit = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node)) interfaces.set(node.name.text, node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  const declared = interfaces.get(name);
  if (!declared) throw new Error(`the types have no ${name}`);
  const above = (declared.heritageClauses ?? []).flatMap(({ types }) => types.map((type) => type.expression.getText()));
  const own = declared.members.flatMap((member) => (member.name ? [member.name.getText()] : []));
  return [...new Set([...above.flatMap(membersOf), ...own])].sort();
}

const shown = (prefix: string): string[] =>
  Object.keys(found().kinds)
    .filter((key) => key.startsWith(prefix) && !key.slice(prefix.length).includes('.'))
    .map((key) => key.slice(prefix.length))
    .sort();

it.each([
  ['Context', ''],
  ['AppInfo', 'app.'],
  ['Data', 'data.'],
  ['Ui', 'ui.'],
  ['System', 'system.'],
  ['Device', 'device.'],
  ['Compat', 'compat.'],
  ['Route', 'route.'],
  ['Router', 'router.'],
  ['Theme', 'theme.'],
  ['Store', 'store.'],
  ['EventBus', 'eventBus.'],
  ['Realtime', 'realtime.'],
])('%s is as it is published', (name, prefix) => {
  expect(shown(prefix)).toEqual(membersOf(name));
});

it('nothing is missing a value', () => {
  const absent = Object.entries(found().kinds).filter(([, kind]) => kind === 'undefined' || kind === 'null');
  expect(absent).toEqual([['websocket', 'null']]);
});

it('every part of the kit is one', () => {
  expect(found().parts).toHaveLength(14);
  const { container } = (instance as Instance).target;
  const parts = [...container.querySelectorAll('[data-part]')].map((part) => part.getAttribute('data-part'));
  expect(parts).toHaveLength(12);
  instance?.close();
  expect(container.childElementCount).toBe(0);
});
