// An installed app as the desktop takes it: what the server says of it, once check.ts has read it.
import type { AppLayout, ConfigField, Role, Size } from '../manifest';

/** A widget of an installed app: interface 2.14 with a path in place of the component. */
export interface InstalledWidget {
  id: string;
  name: string;
  /** The script that defines it, relative to the root of the app. */
  component: string;
  defaultSize?: Size;
  minSize?: Size;
  maxSize?: Size;
  description?: string;
  permission?: string | null;
  configSchema?: { fields: readonly ConfigField[] } | null;
}

/** An installed app, in order, as this device keeps it. */
export interface InstalledApp {
  name: string;
  label: string;
  version: string;
  /** When this package came, in milliseconds since the epoch: another one may have the same version. */
  updated_at: number;
  sdk: string;
  description: string;
  author: string;
  icon: string | null;
  color?: string;
  category: 'desktop' | 'system' | 'hidden';
  order: number;
  visibleRoles: Role[];
  capabilities: string[];
  layout: AppLayout;
  frontend: { route: string; routeName?: string; entry: string; style?: string | null; widgets: InstalledWidget[] };
  backend: boolean;
  /** The values of the app's settings that are no secrets. */
  config: Record<string, unknown>;
}
