// Markdown as plain words.
import { expect, it } from 'vitest';
import { withoutMarks } from './without-marks';

it('leaves each row of a table, item of a list and paragraph on a line of its own', () => {
  const table = '请提前准备：\n\n| 时间 | 安排 |\n|---|:---:|\n| 7:40 | 操场集合 |\n| 8:00 | 乘车出发 |\n\n自带水杯。';
  expect(withoutMarks(table)).toBe('请提前准备：\n时间，安排\n7:40，操场集合\n8:00，乘车出发\n自带水杯。');
  expect(withoutMarks('要交：\n\n- 报告\n* 照片\n\n1. 写两种解法\n2. 订正')).toBe(
    '要交：\n报告\n照片\n1. 写两种解法\n2. 订正',
  );
});

it('leaves no line for what is between paragraphs', () => {
  expect(withoutMarks('地点不变。\n\n \n***\n\n会后答疑。\n')).toBe('地点不变。\n会后答疑。');
  expect(withoutMarks('标题\n===\n\n> 引用\n\n```\n代码\n```')).toBe('标题\n引用\n代码');
});

it('leaves the words of emphasis, code, links and pictures', () => {
  expect(withoutMarks('**必须**带 `a|b`，见 [网页](http://x.y) 和 ![图](z.png)')).toBe('必须带 a，b，见 网页 和 图');
});
