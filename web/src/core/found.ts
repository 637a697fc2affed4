// Where something is shown: what its app declares as `found` for the kind, by the id that the server's search gives it.
import { visibleApps, type RegisteredApp } from './apps';

export interface FoundPlace {
  app: RegisteredApp;
  /** The path inside the app. */
  path: string;
}

/** The app that shows it, of those that the member sees; none knows an app before its details are loaded. */
export function placeOf(kind: string, id: string): FoundPlace | undefined {
  const app = visibleApps().find(({ found }) => found?.[kind]);
  const pathOf = app?.found?.[kind];
  return app && pathOf && { app, path: pathOf(id) };
}
