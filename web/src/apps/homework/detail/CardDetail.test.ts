// A card asks before it is deleted where others have handed something in, and is ticked only where nothing is.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, nextTick, type App } from 'vue';
import type { UserInfo } from '@/api/types';
import { setLanguage } from '@/core/i18n';
import { queryClient } from '@/core/query';
import { updateUser } from '@/core/session';
import * as acts from '../acts';
import { cardKey } from '../queries';
import { cardOf } from '../testing';
import type { HomeworkCard } from '../types';
import CardDetail from './CardDetail.vue';

vi.mock('../acts');
vi.mock('../calls');
vi.mock('./StaffPane.vue', () => ({ default: { template: '<div />' } }));
Element.prototype.scrollIntoView = vi.fn();

let app: App;
let root: HTMLElement;
const close = vi.fn();
const begun = vi.fn();

async function open(more: Partial<HomeworkCard>, handing = false): Promise<void> {
  queryClient.setQueryData(cardKey(1), cardOf(1, more));
  app = createApp(() => h(CardDetail, { id: 1, narrow: true, handing, onClose: close, onHanding: begun }));
  root = document.body.appendChild(document.createElement('div'));
  app.use(VueQueryPlugin, { queryClient }).mount(root);
  await nextTick();
}
const button = (name: string, within: ParentNode = root) =>
  [...within.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name);
const tally = (handed_in: number) => ({ manageable: true, progress: { members: 39, done: handed_in, handed_in } });

beforeEach(async () => {
  vi.resetAllMocks();
  localStorage.clear();
  updateUser({ user_id: '260101', is_class_admin: false } as UserInfo);
  await setLanguage('zh');
});
afterEach(() => {
  app.unmount();
  root.remove();
  queryClient.clear();
});

it('is deleted at once while nobody has handed anything in', async () => {
  await open({ hand_in: true, ...tally(0) });
  button('删除')?.click();
  await vi.waitFor(() => expect(close).toHaveBeenCalled());
});

it('asks first, with the number, where somebody has', async () => {
  await open({ hand_in: true, ...tally(12) });
  button('删除')?.click();
  await nextTick();
  expect(acts.remove).not.toHaveBeenCalled();
  const dialog = document.querySelector('[role="dialog"]') ?? document.body;
  expect(dialog.textContent).toContain('12 人已经交了，仍要删除？');
  button('删除', dialog)?.click();
  await vi.waitFor(() => expect(close).toHaveBeenCalled());
  expect(acts.remove).toHaveBeenCalledTimes(1);
});

it('is handed in and not ticked, by its author too', async () => {
  await open({ hand_in: true, author_id: '260101' });
  expect(root.querySelector('section.hand')).not.toBeNull();
  expect(button('做完了')).toBeUndefined();
});

it('is ticked where nothing is handed in', async () => {
  await open({});
  expect(root.querySelector('section.hand')).toBeNull();
  expect(button('做完了')).toBeDefined();
});

it('has the focus at its form where it was opened to be handed in', async () => {
  await open({ hand_in: true }, true);
  await nextTick();
  expect(document.activeElement?.textContent).toBe('交作业');
  expect(begun).toHaveBeenCalled();
});

it('is not ticked by class admins, and by its author in passing', async () => {
  await open({ author_id: '260101' });
  expect(button('做完了')?.className).not.toContain('primary');
  app.unmount();
  root.remove();
  updateUser({ user_id: '260100', is_class_admin: true } as UserInfo);
  await open({});
  expect(button('做完了')).toBeUndefined();
});
