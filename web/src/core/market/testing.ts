// For tests: a server of scripts that are read as a browser reads them, and what is needed to run an app.
import { vi } from 'vitest';
import type { UserInfo } from '@/api/types';
import { updateUser } from '../session';
import type { InstalledApp } from './types';
import { installed, registerInstalled } from './installed';
import { openWindow, type Instance } from './instance';

/** A member of the tests. */
export const MEMBER = {
  user_id: '260101',
  net_name: 'ming',
  real_name: '林明',
  role: 'user',
  is_admin: 0,
  is_class_admin: false,
  officer_permissions: '[]',
  officer_title: '',
} as unknown as UserInfo;

/** An app of the market with the usual manifest. */
export function appNamed(name: string, more: Partial<InstalledApp> = {}): InstalledApp {
  return {
    name,
    label: name,
    version: '1.0.0',
    updated_at: 1000,
    sdk: '1',
    description: '',
    author: '',
    icon: null,
    category: 'desktop',
    order: 99,
    visibleRoles: [],
    capabilities: [],
    layout: {},
    frontend: { route: `/${name}`, entry: './frontend/entry.js', style: null, widgets: [] },
    backend: false,
    config: {},
    ...more,
  };
}

let reading: Element | null = null;
const files = new Map<string, string>();
/** Addresses that were asked for, in order. */
export const asked: string[] = [];
/** Scripts that have been asked for and are not delivered yet, while `hold` is on. */
const held: (() => void)[] = [];
let isHolding = false;

/** Puts a script on the server, below `/market-static/`. */
export function serve(path: string, code: string): void {
  files.set(path, code);
}

/** Keeps what is asked for from now on; the answer delivers it. */
export function hold(): () => void {
  isHolding = true;
  return () => {
    isHolding = false;
    held.splice(0).forEach((deliver) => deliver());
  };
}

/** Lets tags of scripts and styles that are put into the page find the files of the server; once per test file. */
export function startServer(): void {
  Object.defineProperty(document, 'currentScript', { configurable: true, get: () => reading });
  const { appendChild } = document.head;
  document.head.appendChild = function append<T extends Node>(node: T): T {
    const address = node instanceof HTMLScriptElement ? node.src : node instanceof HTMLLinkElement ? node.href : '';
    if (!address) return appendChild.call(this, node) as T;
    // happy-dom would ask for it itself.
    const place = document.createElement('meta');
    place.dataset.address = address;
    appendChild.call(this, place);
    const { remove } = node as unknown as Element;
    (node as unknown as Element).remove = function leave() {
      place.remove();
      remove.call(this);
    };
    asked.push(address.replace(location.origin, ''));
    const deliver = (): void => read(node as unknown as HTMLElement, address);
    if (isHolding) held.push(deliver);
    else setTimeout(deliver);
    return node;
  };
}

/** The addresses of the scripts and styles of apps that are in the page. */
export function inPage(): string[] {
  const places = Array.from(document.head.querySelectorAll<HTMLElement>('meta[data-address]'));
  return places.map(({ dataset }) => (dataset.address ?? '').replace(location.origin, ''));
}

function read(tag: HTMLElement, address: string): void {
  const code = files.get(new URL(address).pathname.replace('/market-static/', ''));
  if (code === undefined) {
    tag.dispatchEvent(new Event('error'));
    return;
  }
  if (tag instanceof HTMLScriptElement) {
    reading = tag;
    try {
      // The address is what the stacks of its functions name.
      new Function(`${code}\n//# sourceURL=${address}`)();
    } catch (error) {
      window.dispatchEvent(new ErrorEvent('error', { error, filename: address } as ErrorEventInit));
    } finally {
      reading = null;
    }
  }
  tag.dispatchEvent(new Event('load'));
}

/** Signs the member in and installs an app. */
export function install(app: InstalledApp): InstalledApp {
  updateUser(MEMBER);
  registerInstalled(app);
  return app;
}

/** Opens an installed app in a container of its own. */
export async function run(name: string, goDesktop = vi.fn()): Promise<Instance> {
  const app = installed.get(name);
  if (!app) throw new Error(`${name} is not installed`);
  const container = document.createElement('div');
  document.body.appendChild(container);
  const instance = await openWindow({ app, container, goDesktop }, async () => true);
  if (!instance) throw new Error(`${name} does not run`);
  return instance;
}

interface Asked {
  method: string;
  path: string;
  body: unknown;
  keepalive: boolean;
}

type Reply = { status?: number; body?: unknown } | 'away';

/** Answers the requests of the page; what was asked comes back. */
export function answer(reply: (request: Asked) => Reply | undefined): Asked[] {
  const requests: Asked[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { method } = request;
    const keepalive = request.keepalive === true;
    const path = request.url.replace(location.origin, '');
    const text = await request.text();
    const one = { method, path, body: text === '' ? undefined : (JSON.parse(text) as unknown), keepalive };
    requests.push(one);
    const given = reply(one) ?? { body: { code: 200, message: '', data: { values: {} } } };
    if (given === 'away') throw new TypeError('no network');
    const { status = 200, body = { code: status, message: '', data: null } } = given;
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  });
  return requests;
}
