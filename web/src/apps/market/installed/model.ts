// Installed apps and plugins as one list. Pure.
import type { ListedApp, ListedPlugin } from '../types';

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
  /** Whether it has a part that runs on the server; of a plugin it always has. */
  hasBackEnd: boolean;
  /** Whether the server lets this person update it, roll it back, set it up and uninstall it. */
  mayChange: boolean;
}

export function itemOfApp(app: ListedApp): Item {
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
    hasBackEnd: app.backend,
    mayChange: app.may_change,
  };
}

export function itemOfPlugin(plugin: ListedPlugin): Item {
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
    hasBackEnd: true,
    mayChange: plugin.may_change,
  };
}
