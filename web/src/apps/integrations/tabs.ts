// What one integration shows, as its link names it: `#/app/integrations/<id>/<tab>`, the facts without a name.

export const TABS = ['facts', 'log', 'deliveries'] as const;
export type Tab = (typeof TABS)[number];

/** Which integration a path opens, and at which tab; none for another path. */
export function openedBy(path: string): { id: number; tab: Tab } | null {
  const [, id, name] = /^(\d+)(?:\/(\w+))?$/.exec(path) ?? [];
  const tab = name === undefined ? 'facts' : TABS.find((known) => known === name);
  return id && tab ? { id: Number(id), tab } : null;
}

/** The path of an integration at a tab. */
export function pathOf(id: number, tab: Tab): string {
  return tab === 'facts' ? String(id) : `${id}/${tab}`;
}
