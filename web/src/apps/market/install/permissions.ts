// What a package asks for, and what of that is new or gone against the version in use. Pure.
import type { Difference, Preview } from '../types';

/** What became of something that the version in use may name. */
export type Change = 'kept' | 'added' | 'removed';

export interface Permission {
  name: string;
  change: Change;
}

/** The capabilities that there are words for, in the order in which they are listed. */
export const CAPABILITIES = [
  'data.http',
  'data.realtime',
  'data.storage',
  'app.storage',
  'app.config',
  'system.notification',
  'system.clipboard',
  'system.share',
  'system.navigate',
  'device.camera',
  'device.filePicker',
  'device.info',
  'ui.toast',
  'ui.modal',
  'ui.sheet',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** A capability by the name that a manifest has for it; none for a name that nobody knows. */
export function capabilityOf(name: string): Capability | undefined {
  return CAPABILITIES.find((known) => known === name);
}

/** What is new first, then what stays, then what is gone. Against nothing everything is new, which tells nothing. */
export function permissionsOf({ all, added, removed }: Difference, updates: boolean): Permission[] {
  if (!updates) return inOrder(all).map((name) => ({ name, change: 'kept' }));
  const kept = all.filter((name) => !added.includes(name));
  return [
    ...inOrder(added).map((name): Permission => ({ name, change: 'added' })),
    ...inOrder(kept).map((name): Permission => ({ name, change: 'kept' })),
    ...inOrder(removed).map((name): Permission => ({ name, change: 'removed' })),
  ];
}

/** Whether an update asks for something that the version in use does without. */
export function asksForMore(preview: Preview): boolean {
  if (!isUpdate(preview)) return false;
  const { capabilities, hosts, backend_added: backendAdded } = preview;
  return capabilities.added.length > 0 || hosts.added.length > 0 || backendAdded;
}

/** Whether something of this name is in use. */
export function isUpdate({ installed_version: version }: Preview): boolean {
  return version !== null && version !== undefined;
}

/** Known ones in their order, then the others as they came. */
function inOrder(names: readonly string[]): string[] {
  return [...names].sort((a, b) => rank(a) - rank(b));
}

function rank(name: string): number {
  const at = CAPABILITIES.findIndex((known) => known === name);
  return at === -1 ? CAPABILITIES.length : at;
}
