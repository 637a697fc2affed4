// Refusals of the server lead to their row.
import { expect, it } from 'vitest';
import { rowOfMessage } from './preview';

it('reads sentences, whose rows count from 1', () => {
  expect(rowOfMessage('class01 第 3 行：姓名“张三”重复')).toEqual({ classId: 'class01', index: 2 });
  expect(rowOfMessage('class02 row 1: the name is missing')).toEqual({ classId: 'class02', index: 0 });
});

it('reads paths of fields, whose rows count from 0', () => {
  const index = (message: string) => rowOfMessage(message)?.index;
  expect(rowOfMessage('字段“pre_records.class02[0].real_name”的格式不正确')).toEqual({
    classId: 'class02',
    index: 0,
  });
  expect(index('the field “pre_records.class01[11].gender” has the wrong form')).toBe(11);
});

it('finds no row where none is named', () => {
  expect(rowOfMessage('class02 的名单为空')).toBeNull();
  expect(rowOfMessage('字段“pre_records.class02”的格式不正确')).toBeNull();
  expect(rowOfMessage('名单为空')).toBeNull();
});
