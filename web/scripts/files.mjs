// Walks folders; shared by the checks.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** All files under `path` (or the file itself) whose name matches. */
export function filesUnder(path, pattern) {
  if (statSync(path).isFile()) return pattern.test(path) ? [path] : [];
  return readdirSync(path).flatMap((name) => filesUnder(join(path, name), pattern));
}
