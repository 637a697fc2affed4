// What the scripts of apps begin while they are read lasts as long as the scripts are part of the page.
import { Scope } from './scope';

const scopes = new Map<string, Scope>();

/** The scope of an app whose script is being read at this moment. */
export function scriptScope(app: string): Scope | undefined {
  const reading = (document.currentScript as HTMLScriptElement | null)?.dataset.marketApp;
  if (reading !== app) return undefined;
  const scope = scopes.get(app) ?? new Scope(app, '');
  scopes.set(app, scope);
  return scope;
}

/** The scripts of an app have left the page. */
export function endScriptScope(app: string): void {
  scopes.get(app)?.end();
  scopes.delete(app);
}
