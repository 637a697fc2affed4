// How a broadcast looks where it is shown.
import { expect, it } from 'vitest';
import { broadcastLook } from './notice';

it('says in words what colour and icon say, and who sends it', () => {
  expect(broadcastLook('urgent', '周老师')).toMatchObject({ title: '紧急广播 · 周老师', emphasis: 'urgent' });
  expect(broadcastLook('important', '周老师')).toMatchObject({ title: '重要广播 · 周老师', emphasis: 'important' });
  expect(broadcastLook('normal', '周老师')).toMatchObject({ title: '班级广播 · 周老师', emphasis: undefined });
});

it('takes an unknown priority for a normal one, and goes without a sender', () => {
  expect(broadcastLook('loud')).toMatchObject({ title: '班级广播', emphasis: undefined });
});
