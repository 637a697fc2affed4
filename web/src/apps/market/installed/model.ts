// Installed apps and plugins as one list, and who may change them. Pure.
import { classOf, isAtLeast, type Standing } from '@/core/admin/rights';
import type { InstalledApp, InstalledPlugin } from '../types';

export type Kind = 'app' | 'plugin';

/** An installed app or plugin. */
export interface Item {
  kind: Kind;
  name: string;
  label: string;
  version: string;
  description: string;
  author: string;
  icon: string | null;
  color: string | null;
  source: string;
  /** In milliseconds since the epoch. */
  installedAt: number;
  /** When this version came; the same as `installedAt` where that is not told. */
  updatedAt: number;
  previous: string | null;
  /** The class for which alone it was installed, two digits. */
  installedFor: string | null;
  enabled: boolean;
  canDisable: boolean;
  /** The keys of the settings that have to be set before it works. */
  missing: readonly string[];
}

export function itemOfApp(app: InstalledApp): Item {
  return {
    kind: 'app',
    name: app.name,
    label: app.label,
    version: app.version,
    description: app.description,
    author: app.author,
    icon: app.icon ?? null,
    color: app.color ?? null,
    source: app.source,
    installedAt: app.installed_at,
    updatedAt: app.updated_at,
    previous: app.previous_version ?? null,
    installedFor: app.installed_for ?? null,
    enabled: app.enabled,
    canDisable: true,
    missing: app.config_missing,
  };
}

export function itemOfPlugin(plugin: InstalledPlugin): Item {
  return {
    kind: 'plugin',
    name: plugin.name,
    label: plugin.label,
    version: plugin.version,
    description: plugin.description,
    author: '',
    icon: null,
    color: null,
    source: plugin.source,
    installedAt: plugin.installedAt,
    updatedAt: plugin.installedAt,
    previous: plugin.previous_version ?? null,
    installedFor: null,
    enabled: plugin.enabled,
    canDisable: plugin.canDisable,
    missing: plugin.configMissing,
  };
}

/**
 * Whether buttons that change it make sense for this person: what one class has installed is for that class and for
 * admins of all. Whether other classes use it too, the server knows.
 */
export function mayChange({ installedFor }: Pick<Item, 'installedFor'>, me: Standing | null): boolean {
  if (me === null) return false;
  return installedFor === null || isAtLeast(me, 'admin') || installedFor === classOf(me.user_id);
}

/** Whether a version is lower than another one, as numbers between dots are; what follows a `-` comes before. */
export function isLower(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  for (const [at, n] of a.numbers.entries()) {
    const m = b.numbers[at] ?? 0;
    if (n !== m) return n < m;
  }
  if (a.tail === b.tail) return false;
  if (a.tail === '' || b.tail === '') return b.tail === '';
  return a.tail < b.tail;
}

function partsOf(version: string): { numbers: number[]; tail: string } {
  const [head = '', ...tail] = version.replace(/^v/, '').replace(/\+.*$/, '').split('-');
  const [major = 0, minor = 0, patch = 0] = head.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return { numbers: [major, minor, patch], tail: tail.join('-') };
}
