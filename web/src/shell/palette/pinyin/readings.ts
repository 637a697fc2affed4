// How Chinese characters are read: the usual ones come with the palette, the rest when a name has one of them.
import common from 'virtual:pinyin/common';

const readings = new Map<string, string[]>();
/** Beyond these nobody knows a reading. */
const HAN = /[\u4e00-\u9fff]/;
let rare: Promise<void> | undefined;

function learn(table: string): void {
  for (const [, syllable = '', characters = ''] of table.matchAll(/([a-z]+)([^a-z]+)/g)) {
    // Passports write lyu, keyboards lv, and many people lu.
    const spellings = syllable.includes('v')
      ? [syllable, syllable.replace('v', 'u'), syllable.replace('v', 'yu')]
      : [syllable];
    for (const character of characters) readings.set(character, [...(readings.get(character) ?? []), ...spellings]);
  }
}
learn(common);

/** The readings of a character without tones; none for what is not Chinese. */
export function readingsOf(character: string): readonly string[] {
  return readings.get(character) ?? [];
}

function isRare(character: string): boolean {
  return HAN.test(character) && !readings.has(character);
}

/** Fetches the rare characters when one of the names needs them; without them they are found as they are written. */
export async function learnFor(names: readonly string[]): Promise<void> {
  if (!names.some((name) => [...name].some(isRare))) return;
  rare ??= import('virtual:pinyin/rare').then(
    (table) => learn(table.default),
    () => {
      rare = undefined;
    },
  );
  await rare;
}
