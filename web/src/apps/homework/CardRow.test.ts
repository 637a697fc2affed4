// The box of a card: it ticks, leads to the form of what is to be handed in, or says that it was.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, type App } from 'vue';
import type { UserInfo } from '@/api/types';
import { setLanguage } from '@/core/i18n';
import { updateUser } from '@/core/session';
import * as acts from './acts';
import CardRow from './CardRow.vue';
import { cardOf } from './testing';
import type { HomeworkCard } from './types';

vi.mock('./acts');
const AT = '2026-09-10T12:00:00.000Z';
const submission = { text: '见图', files: [], submitted_at: AT, late: false, revision: 1 };

let app: App;
function boxOf(more: Partial<HomeworkCard>): Element | null | undefined {
  app = createApp(() => h(CardRow, { card: cardOf(1, { title: '化学作业', ...more }) }));
  const root = document.createElement('div');
  app.mount(root);
  return root.querySelector('.tick');
}

beforeEach(async () => {
  vi.resetAllMocks();
  updateUser({ user_id: '260101', is_class_admin: false } as UserInfo);
  await setLanguage('zh');
});
afterEach(() => app.unmount());

it('ticks where nothing is handed in', () => {
  const box = boxOf({}) as HTMLElement;
  expect([box.getAttribute('role'), box.getAttribute('aria-checked')]).toEqual(['checkbox', 'false']);
  box.click();
  expect(acts.setDone).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }), true);
});

it('leads to the form of what is to be handed in, also where it is ticked', () => {
  const box = boxOf({ hand_in: true, done_at: AT });
  expect([box?.tagName, box?.getAttribute('href')]).toEqual(['A', '#/app/homework/1/hand-in']);
  expect([box?.getAttribute('aria-label'), box?.textContent]).toEqual(['交「化学作业」', '交']);
});

it('is ticked and locked once it was handed in', () => {
  const box = boxOf({ hand_in: true, done_at: AT, submission }) as HTMLElement;
  expect([box.getAttribute('aria-checked'), box.getAttribute('aria-disabled')]).toEqual(['true', 'true']);
  box.click();
  expect(acts.setDone).not.toHaveBeenCalled();
});

it('is not ticked by class admins, who have no homework', () => {
  updateUser({ user_id: '260100', is_class_admin: true } as UserInfo);
  expect(boxOf({})).toBeNull();
});
