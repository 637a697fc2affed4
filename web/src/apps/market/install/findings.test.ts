// What a refusal of the installer tells is read whatever it brings along.
import { expect, it } from 'vitest';
import { ApiFailure } from '@/api/failure';
import { troubleOf, troubleText } from './findings';

const refusal = (fields: Record<string, unknown>): ApiFailure => new ApiFailure(400, 'x', { fields });
const arrow = {
  level: 'error',
  code: 'script-syntax',
  place: 'frontend/entry.js:3:9',
  text: { zh: '不能用箭头函数', en: 'no arrow functions' },
};

it('reads findings with their places, in the language on screen', () => {
  const { findings } = troubleOf(refusal({ findings: [arrow, { ...arrow, level: 'warning', place: '' }] }), 'en');
  expect(findings).toEqual([
    { isError: true, code: 'script-syntax', place: 'frontend/entry.js:3:9', text: 'no arrow functions' },
    { isError: false, code: 'script-syntax', place: '', text: 'no arrow functions' },
  ]);
});

it('reads the reason of each source, with what the check found there', () => {
  const data = {
    sources: [
      { source: 'a', message: '连不上' },
      { source: 'b', message: '未通过', findings: [arrow] },
    ],
  };
  const { sources } = troubleOf(refusal(data), 'zh');
  expect(sources.map(({ source, message, findings }) => [source, message, findings.length])).toEqual([
    ['a', '连不上', 0],
    ['b', '未通过', 1],
  ]);
});

it('finds nothing in a refusal of another kind', () => {
  const none = { sources: [], findings: [] };
  for (const fields of [
    {},
    { sources: 3, findings: 'x' },
    { sources: [null, {}, 'school：away'], findings: [null, { text: 4 }] },
  ]) {
    expect(troubleOf(refusal(fields), 'zh')).toEqual(none);
  }
});

it('makes one line of each finding for the author', () => {
  const data = {
    sources: [
      { source: 'a', message: '连不上' },
      { source: 'b', message: '', findings: [arrow] },
    ],
  };
  expect(troubleText('「五子棋」没有安装成功', troubleOf(refusal(data), 'zh'))).toBe(
    ['「五子棋」没有安装成功', 'a: 连不上', 'b:', 'frontend/entry.js:3:9: error[script-syntax]: 不能用箭头函数'].join(
      '\n',
    ),
  );
});
