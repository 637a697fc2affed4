// What the catalog has, in the palette. Only a catalog that was looked at is searched: the palette asks no source.
import { Store } from '@lucide/vue';
import { openAppPath } from '@/core/app-path';
import { defineTexts } from '@/core/i18n';
import { definePalette, type PaletteEntry } from '@/core/palette-source';
import { queryClient } from '@/core/query';
import { CATALOG } from './queries';
import type { Catalog, Entry } from './types';

const zh = { kind: '应用市场', effect: '在应用市场中查看' };
const t = defineTexts(zh, async () => ({ default: { kind: 'Market', effect: 'Opens it in the market' } }));

function entryOf({ name, label }: Entry): PaletteEntry {
  return {
    id: `market:${name}`,
    title: label,
    kind: t('kind'),
    keywords: name,
    effect: t('effect'),
    icon: Store,
    run: () => openAppPath('market', `app/${name}`),
  };
}

export default definePalette({
  entries: () => {
    const { apps = [], plugins = [] } = queryClient.getQueryData<Catalog>([...CATALOG, '']) ?? {};
    return [...apps, ...plugins].map(entryOf);
  },
});
