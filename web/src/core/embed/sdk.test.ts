// The SDK of a page and the host of the desktop together: each takes what the other has sent, as between two windows.
import { afterEach, expect, it, vi } from 'vitest';
import { connect, connectPlugin } from '../../../sdk/embed';
import { PORTAL } from '../../../sdk/testing';
import { hosted, ORIGIN } from './testing';

const open: { close(): void }[] = [];
afterEach(() => {
  open.splice(0).forEach((portal) => portal.close());
  vi.unstubAllGlobals();
});

/** A host whose page is this window. Messages are copied and come later, as those of browsers. */
function joined(scopes?: readonly string[]): ReturnType<typeof hosted> {
  const desktop = hosted(scopes);
  const above = {
    postMessage(message: unknown, target: string) {
      if (target !== PORTAL) throw new Error(`posted to ${target}`);
      const data: unknown = structuredClone(message);
      queueMicrotask(() => desktop.say(data));
    },
  };
  vi.stubGlobal('parent', above);
  desktop.frame.postMessage = (message: unknown, origin: unknown) => {
    if (origin !== ORIGIN) throw new Error(`posted to ${String(origin)}`);
    const sent = Object.assign(new Event('message'), { data: structuredClone(message), source: above, origin: PORTAL });
    queueMicrotask(() => window.dispatchEvent(sent));
  };
  return desktop;
}

it('shake hands, ask and answer, and hear events', async () => {
  const { backend, desktop, listeners } = joined();
  const portal = await connect({ portal: PORTAL });
  open.push(portal);
  expect(portal.user).toEqual({ user_id: '260101', real_name: '林知夏' });
  expect(portal.channels).toContain('data:query');
  expect(await portal.token()).toMatchObject({ token: 'page_1', scopes: ['data:read'] });
  expect(await portal.ping()).toEqual({ pong: true });
  expect(await portal.query({ key: 'homework' })).toBeNull();
  expect(await portal.query({ limit: 3 })).toEqual({ entries: [], has_more: false });
  expect(backend.findData).toHaveBeenCalledWith('homework');
  await portal.notify({ title: '好了' });
  expect(desktop.notify).toHaveBeenCalledWith('好了', '');
  const heard = vi.fn<(event: unknown) => void>();
  await portal.subscribe(['homework.updated'], heard);
  listeners.get('homework.updated')?.({ n: 1 }, '2026-09-01');
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
  expect(heard).toHaveBeenCalledWith({ event: 'homework.updated', payload: { n: 1 }, created_at: '2026-09-01' });
});

it('name a refusal alike, and go on after the host has forgotten the page', async () => {
  const { host, backend } = joined(['data:read']);
  const portal = await connect({ portal: PORTAL });
  open.push(portal);
  expect(portal.user).toBeNull();
  await expect(portal.openApp('chat')).rejects.toMatchObject({ code: 'scope_missing', message: 'said scope_missing' });
  expect(backend.report).toHaveBeenCalledWith('scope_missing', 'app:open');
  host.reset();
  expect(await portal.query({ key: 'homework' })).toBeNull();
  expect(await portal.token()).toMatchObject({ token: 'page_2' });
});

it('speak the plugin contract', async () => {
  const { host, view } = joined();
  const muted = vi.fn<(muted: boolean) => void>();
  const portal = await connectPlugin({ portal: PORTAL, onMute: muted });
  open.push(portal);
  await vi.waitFor(() => expect(portal.identity?.token).toBe('page_1'));
  expect(portal.user).toEqual({ user_id: '260101', real_name: '林知夏' });
  portal.pageInfo({ title: '物理' });
  await vi.waitFor(() => expect(view.titled).toHaveBeenLastCalledWith('物理'));
  host.plugin.mute(true);
  await vi.waitFor(() => expect(muted).toHaveBeenCalledWith(true));
});
