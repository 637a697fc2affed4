// `data.storage`: what a member keeps in an app, on the server. Apps read and write it at once, in memory; what was
// written goes to the server within a second, and this device keeps it until then and for a time without a server.
import { api, send } from '@/api/client';
import { asFailure } from '@/api/failure';
import { serverOffline } from '../../connection';
import { warnBeforeLeaving } from '../../leaving';
import { user } from '../../session';
import { readPersonal, writePersonal } from '../../storage';
import { warn } from '../../warn';
import { t } from '../i18n';
import { native } from '../native';
import { compat } from './device';
import { storageOf } from './values';

type Values = Record<string, unknown>;

interface Kept {
  values: Values;
  /** Keys whose values the server may not have yet. */
  unsent: string[];
}

const DEBOUNCE_MS = 700;
const AGAIN_MS = 30_000;
/** An app that waits for its values longer than this begins with those that this device has. */
const PATIENCE_MS = 4000;
/** Chromium 80 refuses every such request with a body of JSON: there the next visit sends what is left. */
const MAY_OUTLIVE = compat.chromeVersion === 0 || compat.chromeVersion > 80;
/** Values that were fetched for something that is not drawn within this time are read anew for it. */
const HELD_MS = 5000;
const MOST_KEYS = 100;
const LONGEST_KEY = 100;
/** Of all keys and values together. The server counts characters, not bytes: a Chinese one is one. */
const MOST_CHARACTERS = 64 * 1024;

const open = new Map<string, Durable>();

/** A storage in use. */
export interface Held {
  storage: ServiceMarket.Storage;
  /** Resolves once its values are there, or are waited for in vain. */
  ready: Promise<unknown>;
  /** To be called once, when it is not used any more. */
  release: () => void;
}

/** Takes the storage of an app into use. */
export function holdDurable(app: string): Held {
  const before = open.get(app);
  const durable = before?.isOwners() ? before : new Durable(app);
  open.set(app, durable);
  // One that nobody uses is there because it has something to send: meanwhile another device may have written.
  if (durable.users === 0) durable.read();
  durable.users += 1;
  const release = (): void => {
    durable.users -= 1;
    void durable.flush();
    durable.leave();
  };
  return { storage: durable.storage, ready: durable.ready, release };
}

/**
 * Releases a storage after a while, or as soon as the returned function is called. Until then its values are kept for a
 * window or a widget that has yet to be drawn, and to take the storage into use itself.
 */
export function releaseLater({ release }: Held): () => void {
  let isHeld = true;
  const timer = native.setTimeout(end, HELD_MS);
  return end;

  function end(): void {
    if (!isHeld) return;
    isHeld = false;
    native.clearTimeout(timer);
    release();
  }
}

// The page goes, or may never come back: what is not sent now may be sent at the next visit at the earliest.
window.addEventListener('pagehide', () => open.forEach((durable) => void durable.flush(true)));
document.addEventListener('visibilitychange', () => {
  if (document.hidden) open.forEach((durable) => void durable.flush(true));
});

warnBeforeLeaving(() => ([...open.values()].some(({ isUnsent }) => isUnsent) ? t('storage.leaving') : ''));

class Durable {
  users = 0;
  ready: Promise<unknown> = Promise.resolve();
  readonly storage: ServiceMarket.Storage;
  private values: Values;
  private readonly unsent: Set<string>;
  private readonly owner = user.value?.user_id;
  private timer = 0;
  private isSending = false;

  constructor(private readonly app: string) {
    const kept = readPersonal(this.name) as Partial<Kept> | null;
    this.values = { ...kept?.values };
    this.unsent = new Set(kept?.unsent);
    this.storage = storageOf({
      prefix: `data:${app}:`,
      read: (key) => (this.has(key) ? this.values[key] : undefined),
      write: (key, value) => this.change({ ...this.values, [key]: value }, key),
      remove: (key) => {
        const { [key]: _, ...rest } = this.values;
        if (this.has(key)) this.change(rest, key);
      },
      keys: () => Object.keys(this.values),
    });
  }

  get isUnsent(): boolean {
    return this.unsent.size > 0 && this.isOwners();
  }

  /** Reads what the server has. */
  read(): void {
    const patience = new Promise((resolve) => native.setTimeout(() => resolve(undefined), PATIENCE_MS));
    this.ready = Promise.race([this.load(), patience]);
  }

  /** Goes, once nobody uses it and there is nothing left to send. */
  leave(): void {
    if (this.users > 0 || this.isUnsent) return;
    native.clearTimeout(this.timer);
    if (open.get(this.app) === this) open.delete(this.app);
  }

  /** Sends what the server does not have; `isLast` before the page may go. */
  async flush(isLast = false): Promise<void> {
    const sent = [...this.unsent];
    if (sent.length === 0 || (this.isSending && !isLast) || !this.isOwners()) return;
    native.clearTimeout(this.timer);
    this.isSending = true;
    const set = this.pick(sent);
    const remove = sent.filter((key) => !this.has(key));
    try {
      const keepalive = isLast && MAY_OUTLIVE;
      // The generated type of a free-form object is an empty one.
      const body = { set: set as Record<string, never>, remove };
      await send(api.PUT('/api/market/storage/{name}', { params: this.params, body, keepalive }));
      // What was written meanwhile is another value.
      sent.filter((key) => this.values[key] === set[key]).forEach((key) => this.unsent.delete(key));
    } catch (cause) {
      this.refused(asFailure(cause).status, sent);
    } finally {
      this.isSending = false;
    }
    this.keep();
    if (this.isUnsent) this.schedule(this.unsent.size > sent.length ? DEBOUNCE_MS : AGAIN_MS);
    else this.leave();
  }

  /** Nobody else's session gets to know of it, and after a sign-out nothing of it stays here. */
  isOwners(): boolean {
    return user.value?.user_id === this.owner;
  }

  private get name(): string {
    return `market-data:${this.app}`;
  }

  private get params(): { path: { name: string } } {
    return { path: { name: this.app } };
  }

  private async load(): Promise<void> {
    if (serverOffline.value) return;
    try {
      const { values } = await send(api.GET('/api/market/storage/{name}', { params: this.params }));
      const rest = Object.entries(values).filter(([key]) => !this.unsent.has(key));
      this.values = { ...Object.fromEntries(rest), ...this.pick([...this.unsent]) };
      this.keep();
    } catch {
      // Without a server this device's values are all there is.
    }
    if (this.unsent.size > 0) this.schedule(DEBOUNCE_MS);
  }

  /** Keys are free: `constructor` is one that every object seems to have. */
  private has(key: string): boolean {
    return Object.prototype.hasOwnProperty.call(this.values, key);
  }

  /** Those of some keys that have a value. */
  private pick(keys: readonly string[]): Values {
    return Object.fromEntries(keys.filter((key) => this.has(key)).map((key) => [key, this.values[key]]));
  }

  private change(next: Values, key: string): boolean {
    if (!isKey(key)) {
      warn(`${this.app}: a key of data.storage has 1 to ${LONGEST_KEY} characters`);
      return false;
    }
    if (Object.keys(next).length > MOST_KEYS || sizeOf(next) > MOST_CHARACTERS) {
      warn(`${this.app}: data.storage has room for ${MOST_KEYS} keys and ${MOST_CHARACTERS} characters`);
      return false;
    }
    this.values = next;
    this.unsent.add(key);
    this.keep();
    this.schedule(DEBOUNCE_MS);
    return true;
  }

  /** What the server does not take is not sent again; without an answer, or where it asks to wait, it is. */
  private refused(status: number, sent: readonly string[]): void {
    if (status === 0 || status === 401 || status === 429 || status >= 500) return;
    warn(`${this.app}: data.storage was refused (${status})`);
    sent.forEach((key) => this.unsent.delete(key));
  }

  private schedule(ms: number): void {
    native.clearTimeout(this.timer);
    this.timer = native.setTimeout(() => void this.flush(), ms);
  }

  private keep(): void {
    if (this.isOwners()) writePersonal(this.name, { values: this.values, unsent: [...this.unsent] } satisfies Kept);
  }
}

function isKey(key: string): boolean {
  return key !== '' && charactersIn(key) <= LONGEST_KEY && !key.includes('\0');
}

/** As the server counts: the characters of each key and of the JSON of its value. */
function sizeOf(values: Values): number {
  return Object.entries(values).reduce((sum, [key, value]) => sum + charactersIn(key + JSON.stringify(value)), 0);
}

/** An emoji of two UTF-16 units is one character. */
function charactersIn(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g) ?? []).length;
}
