// The only door to localStorage. Two name spaces: `portal:device:` belongs to the device and
// survives a sign-out, `svc:` belongs to the person and is wiped then (shared computers).
// Every call is guarded, because storage may be blocked or full.

const DEVICE = 'portal:device:';
const PERSON = 'svc:';
const OWNER = 'owner';
/** In sessionStorage while the member of this tab is at a shared computer: their values stay in the tab then. */
const IN_TAB = `${DEVICE}in-tab`;
/** Locks hold in every tab of the browser, whoever it belongs to. */
const IN_ALL_TABS = ['locked', 'class-locked'];

/** Names that may be kept per device. polyfills.js reads theme, lang, scale and perf too. */
export type DeviceKey =
  | 'theme'
  | 'lang'
  | 'scale'
  | 'perf'
  | 'motion'
  | 'glass'
  | 'accent'
  | 'classroom'
  | 'lock'
  | 'install'
  | 'tabs'
  | 'shared'
  | 'touched'
  | 'panel';

/** Reads a device preference, null when unset or storage is blocked. */
export function readDevice(key: DeviceKey): string | null {
  return read(DEVICE + key);
}

/** Keeps a device preference; null removes it. */
export function writeDevice(key: DeviceKey, value: string | null): void {
  write(DEVICE + key, value);
}

/** Calls `hear` with each change of a device value that another tab makes. */
export function watchDevice(key: DeviceKey, hear: (value: string | null) => void): void {
  watch(DEVICE + key, hear);
}

/** Reads a JSON value of the signed-in person. */
export function readPersonal(key: string): unknown {
  const text = read(PERSON + key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null; // Written by an older version or by hand.
  }
}

/** Keeps a JSON value until the person signs out; answers false where it could not be kept. */
export function writePersonal(key: string, value: unknown): boolean {
  return write(PERSON + key, JSON.stringify(value));
}

/** Forgets a value of the signed-in person. */
export function removePersonal(key: string): void {
  write(PERSON + key, null);
}

/** Calls `hear` when another tab has changed a value of the signed-in person. */
export function watchPersonal(key: string, hear: () => void): void {
  watch(PERSON + key, hear);
}

/** The keys of the signed-in person that begin so. */
export function personalKeys(prefix: string): string[] {
  try {
    return Object.keys(placeOf(PERSON))
      .filter((key) => key.startsWith(PERSON + prefix))
      .map((key) => key.slice(PERSON.length));
  } catch {
    return [];
  }
}

/** Says whose the personal values are from now on. Those of another member, who has not signed out here, go. */
export function claimPersonal(owner: string, computer: 'own' | 'shared'): void {
  keepInTab(computer === 'shared');
  const before = readPersonal(OWNER);
  if (before !== null && before !== owner) wipePersonal();
  if (before !== owner) writePersonal(OWNER, owner);
}

/** Removes everything personal; called on sign-out. */
export function wipePersonal(): void {
  try {
    for (const storage of [localStorage, sessionStorage]) wipe(storage);
  } catch {
    // Blocked storage holds nothing to wipe.
  }
}

function wipe(storage: Storage, kept: readonly string[] = []): void {
  const names = Object.keys(storage).filter((name) => name.startsWith(PERSON));
  names.filter((name) => !kept.includes(name.slice(PERSON.length))).forEach((name) => storage.removeItem(name));
}

/** From now on personal values go with the tab, or stay on the device. */
function keepInTab(inTab: boolean): void {
  try {
    if (!inTab) return sessionStorage.removeItem(IN_TAB);
    sessionStorage.setItem(IN_TAB, '1');
    wipe(localStorage, IN_ALL_TABS);
  } catch {
    // Blocked storage keeps nothing anywhere.
  }
}

function placeOf(name: string): Storage {
  const inTab = name.startsWith(PERSON) && sessionStorage.getItem(IN_TAB) !== null;
  return inTab && !IN_ALL_TABS.includes(name.slice(PERSON.length)) ? sessionStorage : localStorage;
}

/**
 * Allows something at most once per `ms` in this tab. Guards against reload loops; without storage
 * it answers false, so that a broken browser never loops.
 */
export function oncePer(ms: number, name: string): boolean {
  try {
    const last = Number(sessionStorage.getItem(DEVICE + name));
    if (Date.now() - last < ms) return false;
    sessionStorage.setItem(DEVICE + name, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

/** Allows something once in the life of this tab, over its reloads too; without storage never. */
export function onceInTab(name: string): boolean {
  try {
    if (sessionStorage.getItem(DEVICE + name) !== null) return false;
    sessionStorage.setItem(DEVICE + name, '1');
    return true;
  } catch {
    return false;
  }
}

function watch(name: string, hear: (value: string | null) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => key === name && hear(newValue));
}

/** Reads a JSON value of the person at this tab, which alone keeps it, over its reloads. */
export function readTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PERSON + key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

/** Keeps a JSON value in this tab until the person signs out; null removes it. */
export function writeTab(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(PERSON + key);
    else sessionStorage.setItem(PERSON + key, JSON.stringify(value));
  } catch {
    // Full or blocked: a reload begins anew.
  }
}

function read(key: string): string | null {
  try {
    return placeOf(key).getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): boolean {
  try {
    if (value === null) placeOf(key).removeItem(key);
    else placeOf(key).setItem(key, value);
    return true;
  } catch {
    // Full or blocked: the preference lasts for this page view only.
    return false;
  }
}
