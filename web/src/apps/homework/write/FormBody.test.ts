// The form of a card: what it sends, what it keeps, and how it goes on in a card that is there.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { computed, createApp, h, nextTick, type App } from 'vue';
import { ApiFailure } from '@/api/failure';
import { setLanguage } from '@/core/i18n';
import { queryClient } from '@/core/query';
import type { UserInfo } from '@/api/types';
import { updateUser } from '@/core/session';
import { writePersonal } from '@/core/storage';
import * as calls from '../calls';
import * as lessons from '../lessons';
import { staffCardOf } from '../testing';
import type { StaffHomework } from '../types';
import FormBody from './FormBody.vue';

vi.mock('../calls');
vi.mock('../lessons');

let app: App;
let root: HTMLElement;
const exists = vi.fn();
const saved = vi.fn();

function open(edited?: StaffHomework): void {
  root = document.body.appendChild(document.createElement('div'));
  app = createApp(() => h(FormBody, { edited, stored: [], onExists: exists, onSaved: saved }));
  app.use(VueQueryPlugin, { queryClient }).mount(root);
}
function close(): void {
  app.unmount();
  root.remove();
}
const button = (name: string) => [...root.querySelectorAll('button')].find((one) => one.textContent?.trim() === name);
const quick = (name: string) => root.querySelector<HTMLButtonElement>(`[data-quick="${name}"]`);
const field = (): HTMLTextAreaElement | null => root.querySelector('textarea');
async function type(words: string): Promise<void> {
  const area = field();
  if (area) area.value = words;
  area?.dispatchEvent(new Event('input', { bubbles: true }));
  await nextTick();
}
async function submit(): Promise<void> {
  root.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
  await nextTick();
}

beforeEach(async () => {
  vi.resetAllMocks();
  localStorage.clear();
  queryClient.clear();
  updateUser({ user_id: '260100', is_class_admin: true, is_admin: 0 } as UserInfo);
  vi.mocked(calls.readSubjects).mockResolvedValue(['数学', '英语']);
  vi.mocked(calls.createCard).mockResolvedValue(staffCardOf(5));
  vi.mocked(lessons.useSchoolDays).mockReturnValue(computed(() => []));
  await setLanguage('zh');
});
afterEach(close);

it('publishes a card for the next school day, with the subject that was tapped', async () => {
  open();
  await vi.waitFor(() => expect(button('数学')).toBeDefined());
  button('数学')?.click();
  expect(quick('morning')?.getAttribute('aria-pressed')).toBe('true');
  await type('第 32 页');
  await submit();
  await vi.waitFor(() => expect(saved).toHaveBeenCalled());
  const [body] = vi.mocked(calls.createCard).mock.calls[0] ?? [];
  expect(body).toMatchObject({ subject: '数学', content: '第 32 页', due_time: '08:00', pictures: [], hand_in: false });
  expect(body?.audience).toEqual({ classes: ['01'], role: 'all' });
});

it('asks for words or a picture first', async () => {
  open();
  await submit();
  expect(root.textContent).toContain('写点内容，或者放一张图片');
  expect(calls.createCard).not.toHaveBeenCalled();
});

it('keeps what was typed when it is closed, and lets it go', async () => {
  open();
  await type('写了一半');
  close();
  open();
  expect(field()?.value).toBe('写了一半');
  button('重新开始')?.click();
  await nextTick();
  expect(field()?.value).toBe('');
});

it('keeps the pictures that the portal has over being closed', () => {
  const pictures = [{ hash: 'a1', name: '黑板.jpg', mime: 'image/jpeg' }];
  writePersonal('form:homework', { draft: { content: '见图' }, pictures, key: 'k' });
  for (let round = 0; round < 2; round++) {
    open();
    expect(root.querySelector('img')?.getAttribute('src')).toContain('/a1');
    close();
  }
  open();
});

it('goes on in the card of the subject that is there, with all that was typed', async () => {
  vi.mocked(calls.createCard).mockRejectedValue(new ApiFailure(409, '当天已有', { fields: { data: { id: 8 } } }));
  open();
  await vi.waitFor(() => expect(button('数学')).toBeDefined());
  button('数学')?.click();
  await type('订正错题');
  await submit();
  await vi.waitFor(() => expect(root.textContent).toContain('今天已有数学作业'));
  expect(field()?.value).toBe('订正错题');
  button('补充到那一张')?.click();
  expect(exists).toHaveBeenCalledWith(8, expect.objectContaining({ content: '订正错题', subject: '数学' }), []);
});

it('changes only what differs, and tells that somebody else was faster', async () => {
  vi.mocked(calls.changeCard).mockRejectedValue(new ApiFailure(409, '已改过', { fields: { data: { revision: 3 } } }));
  open(staffCardOf(5, { content: 'P32', title: '数学作业' }));
  await type('P33');
  await submit();
  await vi.waitFor(() => expect(root.textContent).toContain('别人已经改过'));
  expect(calls.changeCard).toHaveBeenCalledWith(5, { content: 'P33', revision: 1 });
});
