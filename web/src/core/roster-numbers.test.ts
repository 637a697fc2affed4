import { expect, it } from 'vitest';
import { parseRoster } from './roster';
import { dropsNumbers } from './roster-numbers';

const drops = (text: string): boolean => dropsNumbers(text, parseRoster(text));

it('finds numbers of students and telephones', () => {
  expect(drops('1\t20240101\t张三\n2\t20240102\t李四')).toBe(true);
  expect(drops('张三 13800138000')).toBe(true);
  expect(drops('1. 张三 ２０２４０１')).toBe(true);
});

it('takes neither ordinals nor dates, years or lines that are no person for one', () => {
  expect(drops('1. 张三 男\n02、李四')).toBe(false);
  expect(drops('张三\t2010-05-06\n李四\t2010年5月6日')).toBe(false);
  expect(drops('2024级 1班\n张三')).toBe(false);
  expect(drops('合计 13800138000\n张三')).toBe(false);
});
