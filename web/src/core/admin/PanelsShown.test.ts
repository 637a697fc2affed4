// Whoever has sent something goes from what the panels have shown of it to their pictures.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp, h, type App } from 'vue';
import type { UserInfo } from '@/api/types';
import { updateUser } from '@/core/session';
import PanelsShown from './PanelsShown.vue';

let app: App | undefined;
let root: HTMLElement;

function show(me: Partial<UserInfo>, of = 2): void {
  updateUser({ user_id: '260103', ...me } as UserInfo);
  root = document.createElement('div');
  app = createApp(() => h(PanelsShown, { sent: { panels: { of, shown: 1 } } }));
  app.mount(root);
}

const officer = (...permissions: string[]): Partial<UserInfo> => ({
  role: 'officer',
  officer_permissions: JSON.stringify(permissions),
});

beforeEach(() => (app = undefined));
afterEach(() => app?.unmount());

it('leads those who manage panels to their section', () => {
  const classAdmin = { is_class_admin: true };
  const all: Partial<UserInfo>[] = [officer('manage_broadcasts', 'manage_app_control'), classAdmin, { is_admin: 1 }];
  for (const me of all) {
    show(me);
    const link = root.querySelector('a');
    expect(link?.getAttribute('href')).toBe('#/app/admin/panels');
    expect(link?.textContent?.trim()).toBe('大屏已显示 1/2');
    expect(link?.getAttribute('aria-label')).toContain('大屏已显示 1/2');
    app?.unmount();
  }
  app = undefined;
});

it('says the same to other senders, without a way there', () => {
  show(officer('manage_broadcasts'));
  expect(root.querySelector('a')).toBeNull();
  expect(root.textContent).toBe('大屏已显示 1/2');
});

it('says nothing where no panel is addressed', () => {
  show({ is_admin: 1 }, 0);
  expect(root.textContent).toBe('');
});
