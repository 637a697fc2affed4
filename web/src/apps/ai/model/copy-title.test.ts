import { expect, it } from 'vitest';
import en from '../i18n/en';
import zh from '../i18n/zh';
import { copyTitle } from './copy-title';

const SUFFIXES = [zh['branch.suffix'], en['branch.suffix']];

it('a copy says that it is one', () => {
  expect(SUFFIXES.map((suffix) => copyTitle('惯性', suffix))).toEqual(['惯性（副本）', '惯性 (copy)']);
});

it('a copy of a copy says it once, whatever language the first was made in', () => {
  for (const title of ['惯性（副本）', '惯性 (copy)'])
    for (const suffix of SUFFIXES) expect(copyTitle(title, suffix)).toBe(title);
});

it('the title of a copy is no longer than titles may be', () => {
  for (const suffix of SUFFIXES) {
    const title = copyTitle('😀'.repeat(60), suffix);
    expect([...title]).toHaveLength(60);
    expect(title.endsWith(`😀${suffix}`)).toBe(true);
  }
});

it('a copy of what has no title gets its title as any conversation does', () => {
  expect(copyTitle('', '（副本）')).toBe('');
});
