// Packages for the tests of the market, made by the commands that authors have.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes the app of `market new` beside the portal's data. `pack` merges fields into its manifest, writes files over
 * those of the template, and answers the path of the zip.
 */
export async function startPackage(portal, name) {
  await portal.command('market', 'new', name, '--backend');
  const inside = (path) => join(portal.folder, name, path);
  const manifest = JSON.parse(await readFile(inside('manifest.json'), 'utf8'));
  return async function pack(fields, files = {}) {
    const zip = join(portal.folder, `${name}-${fields.version}.zip`);
    await writeFile(inside('manifest.json'), JSON.stringify({ ...manifest, ...fields }));
    for (const [path, text] of Object.entries(files)) await writeFile(inside(path), text);
    await portal.command('market', 'pack', name, '--out', zip);
    return zip;
  };
}
