// What apps bring beyond their place on the desktop: one chunk, and no byte of the first load per app.
import type { AppDetails } from './core/apps';

const found = import.meta.glob<AppDetails>('./apps/*/details.ts', { eager: true, import: 'default' });

/** By the name of the app. */
export default Object.fromEntries(Object.entries(found).map(([path, details]) => [path.split('/')[2], details]));
