// Tables of the readings of Chinese characters, for finding people by pinyin. The library that knows the readings is
// twenty times as large as what a name needs of it, so it works at build time and leaves two texts: the characters
// of GB 2312, and the rest of the basic block, which only a rare name asks for.
import { pinyin } from 'pinyin-pro';

const FIRST = 0x4e00;
const LAST = 0x9fff;

/** `an安岸…ba八把…`: each syllable before the characters that are read so; `ü` is `v`. */
function tableOf(characters) {
  const bySyllable = new Map();
  for (const character of characters) {
    for (const syllable of readingsOf(character)) {
      bySyllable.set(syllable, (bySyllable.get(syllable) ?? '') + character);
    }
  }
  return [...bySyllable]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flat()
    .join('');
}

/** All readings without tones; among them the one of surnames, such as shàn of 单. */
function readingsOf(character) {
  const options = { toneType: 'none', type: 'array', v: true };
  const all = [
    ...pinyin(character, { ...options, multiple: true }),
    ...pinyin(character, { ...options, mode: 'surname' }),
  ];
  return new Set(all.filter((syllable) => /^[a-z]+$/.test(syllable)));
}

/** The characters of GB 2312: those with which nearly all names are written. */
function commonCharacters() {
  const decoder = new TextDecoder('gb2312');
  const found = [];
  for (let row = 0xb0; row <= 0xf7; row += 1) {
    for (let cell = 0xa1; cell <= 0xfe; cell += 1) found.push(decoder.decode(Uint8Array.of(row, cell)));
  }
  return new Set(found.filter((character) => character >= '\u4e00' && character <= '\u9fff'));
}

/** The text of one of the two tables. */
export function pinyinTable(which) {
  const common = commonCharacters();
  if (which === 'common') return tableOf(common);
  const rest = [];
  for (let code = FIRST; code <= LAST; code += 1) {
    const character = String.fromCodePoint(code);
    if (!common.has(character)) rest.push(character);
  }
  return tableOf(rest);
}
