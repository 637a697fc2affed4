// What the form of one lesson says of the teacher and the room that its subject has, and what it leaves to the subject.
import { afterEach, expect, it } from 'vitest';
import { createApp, h, nextTick, type App } from 'vue';
import type { Lesson, Timetable } from '../types';
import LessonForm from './LessonForm.vue';

const timetable: Timetable = {
  cycle: { kind: 'weekly' },
  subjects: [{ name: '语文', teacher: '张老师', room: '101' }],
  schedules: [],
};
const lesson: Lesson = { subject: '语文', start: '08:00', end: '08:40' };
const root = document.createElement('div');
let app: App;
afterEach(() => app.unmount());

it('shows what is usual, and saves only what differs from it', async () => {
  const saved: Lesson[] = [];
  const onSave = (one: Lesson): void => void saved.push(one);
  app = createApp({ render: () => h(LessonForm, { lesson, timetable, busy: false, onSave }) });
  app.mount(root);
  const [teacher, room] = [...root.querySelectorAll('input')].slice(-2);
  if (!teacher || !room) throw new Error('two fields');
  expect([teacher.placeholder, room.placeholder]).toEqual(['张老师', '101']);
  const save = (): boolean | undefined => root.querySelector('form')?.dispatchEvent(new Event('submit'));
  save();
  for (const [field, text] of [
    [teacher, '张老师'],
    [room, '302'],
  ] as const) {
    field.value = text;
    field.dispatchEvent(new Event('input'));
  }
  await nextTick();
  save();
  expect(saved).toEqual([lesson, { ...lesson, room: '302' }]);
});
