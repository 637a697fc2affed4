// Each way a teacher may paste a list.
import { describe, expect, it } from 'vitest';
import { parseRoster } from './roster';

const names = (text: string): string[] => parseRoster(text).map((row) => row.name);
const one = (text: string) => parseRoster(text)[0];

describe('ordinals', () => {
  it.each([
    '1. 张三',
    '01、张三',
    '3） 张三',
    '4 张三',
    '５．张三',
    '(6)张三',
    '（7）张三',
    '8: 张三',
    '09，张三',
    '① 张三',
    '#10 张三',
    '11\t张三',
    '  12.张三  ',
    '13 - 张三',
    '1张三',
    '01张三',
    '①张三',
    '14\u3000张三',
    '1\u3000张 三',
    '一、张三',
    '二十一、张三',
    '（一）张三',
    '十．张三',
    '㈠张三',
  ])('are taken off: %s', (line) => {
    expect(names(line)).toEqual(['张三']);
  });

  it('are taken off together with an old student number', () => {
    expect(names('1 20260101 张三')).toEqual(['张三']);
    expect(names('1\t20260101\t张三\t男')).toEqual(['张三']);
    expect(names('20260101张三\n2 20260102李四\n3.20260103王五')).toEqual(['张三', '李四', '王五']);
  });

  it('are not taken from a name, nor from what counts something else', () => {
    expect(names('万一\n丁一 男\n一凡\n零一〇')).toEqual(['万一', '丁一', '一凡', '零一〇']);
    expect(names('3班张三\n1号张三\nA1张三')).toEqual(['3班张三', '1号张三', 'A1张三']);
  });
});

describe('gender', () => {
  it.each([
    ['张三 男', 'male'],
    ['张三，女', 'female'],
    ['张三（女）', 'female'],
    ['张三\t男', 'male'],
    ['1\t张三\t男', 'male'],
    ['男\t张三', 'male'],
    ['2. 张三 male', 'male'],
    ['张三 Female', 'female'],
    ['张三 F', 'female'],
    ['张三 女生', 'female'],
    ['张三', ''],
  ])('is read from %s', (line, gender) => {
    expect(one(line)).toMatchObject({ name: '张三', gender });
  });

  it('is not taken from inside a name', () => {
    expect(one('李胜男')).toMatchObject({ name: '李胜男', gender: '' });
    expect(one('Emma Malef')).toMatchObject({ name: 'Emma Malef', gender: '' });
  });
});

describe('names', () => {
  it('lose the gap that aligns two characters', () => {
    expect(names('1. 张　三\n2. 李 四 女')).toEqual(['张三', '李四']);
  });

  it('may have a middle dot, Latin letters or rare characters', () => {
    expect(names('阿依古丽·买买提\nJohn Smith\nO’Neil\n𠮷野')).toEqual([
      '阿依古丽·买买提',
      'John Smith',
      'O’Neil',
      '𠮷野',
    ]);
  });

  it('may be anything that can be seen, as the server takes them', () => {
    const rows = parseRoster('李〇\n王\ue863\n张\u{f0000}\n张伟2\n李雷（小）\n13800138000@qq\n钱-孙');
    expect(rows.map(({ name }) => name)).toEqual([
      '李〇',
      '王\ue863',
      '张\u{f0000}',
      '张伟2',
      '李雷(小)',
      '13800138000@qq',
      '钱-孙',
    ]);
    expect(rows.filter(({ problem }) => problem)).toEqual([]);
    expect(rows.map(({ unusual }) => unusual === true)).toEqual([false, false, false, true, false, true, false]);
  });

  it.each([
    '\u0007',
    '\u00ad',
    '\u034f',
    '\u061c',
    '\u1160',
    '\u17b4',
    '\u180e',
    '\u202a',
    '\u202e',
    '\u2066',
    '\u3164',
    '\ufe0f',
    '\uffa0',
    '\ufffd',
    '\u{1bca0}',
    '\u{1d173}',
    '\u{e0041}',
  ])('may hold nothing that is not seen: %j', (mark) => {
    expect(one(`张${mark}三`)?.problem).toBe('odd_characters');
  });

  it('lose zero-width characters and trailing punctuation', () => {
    expect(names('\u200b张三\ufeff，')).toEqual(['张三']);
  });
});

it('skips blank lines and headings, and keeps the line numbers of the text', () => {
  const rows = parseRoster('序号\t姓名\t性别\n\n1\t张三\t男\r\n2\t李四\t女\n   \n姓名\n');
  expect(rows).toEqual([
    { line: 3, name: '张三', gender: 'male' },
    { line: 4, name: '李四', gender: 'female' },
  ]);
});

it('marks what cannot be a name, is too long, or stands there twice', () => {
  const rows = parseRoster('张三\n李\u202e雷\n李四\n张三\n' + '王'.repeat(21));
  expect(rows.map((row) => row.problem)).toEqual(['duplicate', 'odd_characters', undefined, 'duplicate', 'too_long']);
});

it('reads nothing from nothing', () => {
  expect(parseRoster('')).toEqual([]);
  expect(parseRoster('\n \t \n')).toEqual([]);
});
