// What somebody is about to install.
import type { Entry } from '../types';

/** A package that a source has. */
export interface CatalogTarget {
  kind: 'catalog';
  name: string;
  label: string;
  icon: string | null;
  /** As the catalog says; the package of a plugin names nobody. */
  author: string;
  /** The source that is asked first. */
  source?: string;
}

/** A file at hand. */
export interface ZipTarget {
  kind: 'zip';
  zip: File;
}

export type Target = CatalogTarget | ZipTarget;

/** The package of an entry, as the source has it that the catalog came from. */
export function targetOf({ name, label, icon, author }: Entry, source: string): CatalogTarget {
  return { kind: 'catalog', name, label, icon: icon ?? null, author, source };
}
