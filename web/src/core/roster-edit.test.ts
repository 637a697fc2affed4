// What a tap makes of a pasted list.
import { expect, it } from 'vitest';
import { parseRoster } from './roster';
import {
  firstOfAll,
  keepFirst,
  lineOf,
  makeVisible,
  namesakesOf,
  replaceLine,
  splitAll,
  splitLine,
  takeLine,
  tellApart,
} from './roster-edit';

it('splits a line of several names where it stands', () => {
  const text = '赵一\n张三 男、李四 女、王五\n钱二';
  const row = parseRoster(text)[1];
  if (!row) throw new Error('no row');
  expect(splitLine(text, row)).toBe('赵一\n张三 男\n李四 女\n王五\n钱二');
});

it('splits all lines, or keeps the first name of each', () => {
  const text = '张三\t张大山\n李四\t李建国';
  expect(splitAll(text)).toBe('张三\n张大山\n李四\n李建国');
  expect(firstOfAll(text)).toBe('张三\n李四');
});

it('tells namesakes apart, or keeps one of them', () => {
  const text = '李梓涵 女\n王五\n李梓涵 女';
  const [namesakes] = namesakesOf(text);
  if (!namesakes) throw new Error('none');
  expect(namesakes.proposal).toEqual(['李梓涵(大)', '李梓涵(小)']);
  expect(tellApart(text, namesakes)).toBe('李梓涵(大) 女\n王五\n李梓涵(小) 女');
  expect(parseRoster(tellApart(text, namesakes)).every(({ problem, unusual }) => !problem && !unusual)).toBe(true);
  expect(keepFirst(text, namesakes)).toBe('李梓涵 女\n王五');
});

it('takes what nobody sees out of names', () => {
  expect(makeVisible('李\u202e雷 男\n张三')).toBe('李雷 男\n张三');
});

it('takes a line that was left out as a name', () => {
  const text = takeLine('三年二班\n张三', 1);
  expect(parseRoster(text).map(({ name }) => name)).toEqual(['三年二班', '张三']);
});

it('takes the cell of the name where a line was left out', () => {
  const text = '序号\t姓名\t班级\n1\t王教师\t1班\n2\t学校长\t1班';
  expect(parseRoster(text).map(({ name }) => name)).toEqual(['王教师']);
  expect(parseRoster(takeLine(text, 3)).map(({ name }) => name)).toEqual(['王教师', '学校长']);
});

it('writes each name so that it is read again', () => {
  for (const name of ['张三', '三年二班', '张三、李四', '3班张三', '姓名', 'John Smith', '李 雷雷雷 王五']) {
    const [row, ...more] = parseRoster(lineOf({ name, gender: 'female' }));
    expect(more).toEqual([]);
    expect(row?.gender).toBe('female');
    expect(row?.name.replace(/\s/g, '')).toBe(name.replace(/\s/g, ''));
  }
});

it('takes a line out', () => {
  expect(replaceLine('张三\n李四\n王五', 2, [])).toBe('张三\n王五');
});

it('tells a girl and a boy of one name apart by that', () => {
  const [namesakes] = namesakesOf('李梓涵 男\n李梓涵 女');
  expect(namesakes?.proposal).toEqual(['李梓涵(男)', '李梓涵(女)']);
});

it('tells apart two people whose names differ in their spelling alone', () => {
  const text = '阿里·买买提\n阿里•买买提';
  const [namesakes] = namesakesOf(text);
  expect(namesakes?.rows).toHaveLength(2);
  expect(namesakes && keepFirst(text, namesakes)).toBe('阿里·买买提');
});
