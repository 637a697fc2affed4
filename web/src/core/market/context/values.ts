// Values that JSON can hold, by key: what `app.storage` and `data.storage` have in common.

/** Where the values of a storage are. */
export interface Place {
  prefix: string;
  read: (key: string) => unknown;
  /** Answers whether there was room. */
  write: (key: string, value: unknown) => boolean;
  remove: (key: string) => void;
  keys: () => string[];
}

/** The storage that an app gets of a place. */
export function storageOf({ prefix, read, write, remove, keys }: Place): ServiceMarket.Storage {
  return {
    prefix,
    get<T>(key: string, fallback?: T): T {
      const value = read(String(key));
      return (value === undefined || value === null ? (fallback ?? null) : value) as T;
    },
    set(key, value) {
      const plain = plainOf(value);
      return plain !== undefined && write(String(key), plain);
    },
    remove: (key) => remove(String(key)),
    keys,
    clear() {
      const all = keys();
      all.forEach(remove);
      return all.length;
    },
  };
}

/** What JSON makes of a value; none for what it cannot hold. */
function plainOf(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value)) as unknown;
  } catch {
    return undefined;
  }
}
