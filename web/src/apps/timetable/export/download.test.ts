// The name of a downloaded file.
import { expect, it } from 'vitest';
import { fileName } from './download';

it('is what the server says, else made of the timetable’s', () => {
  const encoded = `attachment; filename="timetable.yaml"; filename*=UTF-8''${encodeURIComponent('课表.yaml')}`;
  expect(fileName(encoded, 'x', 'cses_2')).toBe('课表.yaml');
  expect(fileName('attachment; filename="timetable.ics"', 'x', 'ics')).toBe('timetable.ics');
  expect(fileName(`attachment; filename*=UTF-8''%ZZ`, '课表', 'xlsx')).toBe('课表.xlsx');
  expect(fileName(null, '一/二班 课表', 'ics')).toBe('一 二班 课表.ics');
});
