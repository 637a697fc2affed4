// What the staff does in the market.
import { api, send } from '@/api/client';
import { unhurried } from '@/api/unhurried';
import { asOwnAct, type MarketAppFrame } from '@/core/own-acts';
import { sendBytes, type SendOptions } from '@/core/send-bytes';
import type { Kind } from './installed/model';
import { refresh, refreshConfig } from './queries';
import type { Values } from './settings/values';
import type { InstallResult, Preview, ZipAnswer } from './types';

/** The types of frames that tell of an installation, which may also enable the app for a class alone. */
const INSTALL_FRAMES: readonly MarketAppFrame[] = ['market_app_changed', 'market_app_control_changed'];
/** The types of frames that tell of another version, and of the end of an app. */
const CHANGE_FRAMES: readonly MarketAppFrame[] = ['market_app_changed'];

/** A package as a source has it. */
export interface Wanted {
  name: string;
  /** The source that is asked first; the first one that answers unless told. */
  source?: string;
}

/** What would be installed. */
export function previewPackage(wanted: Wanted): Promise<Preview> {
  return send(api.POST('/api/market/preview', { body: wanted, fetch: unhurried }));
}

/** Installs exactly what was looked at, or updates to it. */
export function installPackage(preview: Preview): Promise<InstallResult> {
  const { name, source, digest, kind } = preview;
  const options = { body: { name, source, digest }, fetch: unhurried };
  return after(name, INSTALL_FRAMES, () =>
    kind === 'plugin'
      ? send(api.POST('/api/market/install-plugin', options))
      : send(api.POST('/api/market/install', options)),
  );
}

/** What a zip would install. */
export async function previewZip(zip: File, options: SendOptions): Promise<Preview> {
  const { preview } = await sendZip(zip, '?preview=1', options);
  return preview as Preview;
}

/** Installs what a zip holds: the package of this name. */
export async function installZip(name: string, zip: File, options: SendOptions): Promise<InstallResult> {
  const { installed } = await after(name, INSTALL_FRAMES, () => sendZip(zip, '', options));
  return installed as InstallResult;
}

function sendZip(zip: File, query: string, options: SendOptions): Promise<ZipAnswer> {
  const isAnswer = (data: object): data is ZipAnswer => (query ? 'preview' : 'installed') in data;
  const path = `/api/market/install-zip${query}`;
  return sendBytes({ path, type: 'application/zip', bytes: zip, isAnswer }, options);
}

/** Puts the version before in use again. */
export function rollBack(name: string): Promise<InstallResult> {
  return after(name, CHANGE_FRAMES, () => send(api.POST('/api/market/rollback', { body: { name } })));
}

/** Removes an app or a plugin with everything that it has stored. */
export async function uninstall(kind: Kind, name: string): Promise<void> {
  const body = { name };
  await after(name, CHANGE_FRAMES, () =>
    kind === 'plugin'
      ? send(api.POST('/api/market/uninstall-plugin', { body }))
      : send(api.POST('/api/market/uninstall', { body })),
  );
}

/** Turns an app on or off: for the whole portal, or for the own class. */
export async function switchApp(name: string, enabled: boolean): Promise<void> {
  const body = { app_name: name, enabled };
  await after(name, ['market_app_control_changed'], () => send(api.PUT('/api/system/app-control', { body })));
}

/** Sets values of the settings of an app; null removes one. */
export async function setConfig(name: string, values: Values): Promise<void> {
  const body = { values: values as Record<string, never> };
  const params = { path: { name } };
  await after(name, ['market_config_changed'], () => send(api.PUT('/api/market/app-config/{name}', { params, body })));
  refreshConfig(name);
}

/** Restarts a back end, also one that was stopped. */
export async function restart(name: string): Promise<void> {
  const params = { path: { name } };
  await after(name, [], () => send(api.POST('/api/market/backends/{name}/restart', { params })));
}

/** Reads the lists anew, also after a failure: they may be what was wrong. `frames` are those that will tell of it. */
async function after<T>(name: string, frames: readonly MarketAppFrame[], request: () => Promise<T>): Promise<T> {
  try {
    return await asOwnAct(name, request, frames);
  } finally {
    refresh();
  }
}
