// Installed apps and plugins as one list. Pure.
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
  /** When this version came. */
  updatedAt: number;
  previous: string | null;
  /** The class for which alone it was installed, two digits. */
  installedFor: string | null;
  enabled: boolean;
  canDisable: boolean;
  /** The keys of the settings that have to be set before it works. */
  missing: readonly string[];
  /** Whether the server lets this person update it, roll it back, set it up and uninstall it. */
  mayChange: boolean;
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
    mayChange: app.may_change,
  };
}

export function itemOfPlugin(plugin: InstalledPlugin): Item {
  return {
    kind: 'plugin',
    name: plugin.name,
    label: plugin.label,
    version: plugin.version,
    description: plugin.description,
    author: plugin.author,
    icon: null,
    color: null,
    source: plugin.source,
    installedAt: plugin.installedAt,
    updatedAt: plugin.updated_at,
    previous: plugin.previous_version ?? null,
    installedFor: plugin.installed_for ?? null,
    enabled: plugin.enabled,
    canDisable: plugin.canDisable,
    missing: plugin.configMissing,
    mayChange: plugin.may_change,
  };
}

/** Whether a version is lower than another one, as the server compares them: by three numbers, and by nothing else. */
export function isLower(one: string, other: string): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  const at = a.findIndex((n, i) => n !== b[i]);
  return at !== -1 && Number(a[at]) < Number(b[at]);
}

/** What a part begins with; `1.2.3-beta` is 1.2.3, and a part without a number is 0. */
function numbersOf(version: string): number[] {
  const parts = version.trim().replace(/^v+/i, '').split('.');
  return [0, 1, 2].map((i) => Number(/^\d+/.exec(parts[i] ?? '')?.[0] ?? 0));
}
