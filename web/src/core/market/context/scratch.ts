// `app.storage`: what an app keeps while it is open, on this device. It ends with the app, as does whatever else the
// app has kept under its own names in the storages of the page.
import { personalKeys, readPersonal, removePersonal, writePersonal } from '../../storage';
import { storageOf } from './values';

const prefixOf = (app: string): string => `app:${app}:`;

/** The storage of an app that is open. */
export function scratchOf(app: string): ServiceMarket.Storage {
  const inner = prefixOf(app);
  return storageOf({
    prefix: `svc:${inner}`,
    read: (key) => readPersonal(inner + key),
    write: (key, value) => writePersonal(inner + key, value),
    remove: (key) => removePersonal(inner + key),
    keys: () => personalKeys(inner).map((key) => key.slice(inner.length)),
  });
}

/** Empties what an app has kept for the time that it was open, wherever it put it; other names stay. */
export function clearScratch(app: string): void {
  const prefix = `svc:${prefixOf(app)}`;
  try {
    for (const storage of [localStorage, sessionStorage]) {
      Object.keys(storage)
        .filter((name) => name.startsWith(prefix))
        .forEach((name) => storage.removeItem(name));
    }
  } catch {
    // Blocked storage holds nothing.
  }
}
