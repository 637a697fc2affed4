// The console finds the sections of all features and shows each member theirs.
import { expect, it } from 'vitest';
import type { Standing } from '@/core/admin/rights';
import { SECTIONS, sectionsFor } from './sections';

function seen(user_id: string, more: Partial<Standing> = {}): string[] {
  const member = { user_id, is_admin: 0, is_class_admin: user_id.endsWith('00'), role: 'user', ...more } as Standing;
  return sectionsFor({ ...member, officer_permissions: more.officer_permissions ?? '[]' }).map(({ id }) => id);
}

it('has one section for an id and a place for each', () => {
  expect(new Set(SECTIONS.map(({ id }) => id)).size).toBe(SECTIONS.length);
  expect(new Set(SECTIONS.map(({ order }) => order)).size).toBe(SECTIONS.length);
});

it('shows admins all, class admins what belongs to a class, officers what they were given', () => {
  expect(seen('240101', { is_admin: 1 })).toEqual(SECTIONS.map(({ id }) => id));
  const portal = ['roster', 'settings', 'public-days'];
  expect(seen('240100')).toEqual(SECTIONS.map(({ id }) => id).filter((id) => !portal.includes(id)));
  const officer = (...permissions: string[]): string[] =>
    seen('240102', { role: 'officer', officer_permissions: JSON.stringify(permissions) });
  expect(officer('manage_announcements')).toEqual(['announcements', 'logs', 'health']);
  expect(officer('manage_posts')).toEqual(['moderation', 'logs', 'health']);
  expect(seen('240103', { officer_permissions: '["manage_users"]' })).toEqual([]);
  expect(sectionsFor(null)).toEqual([]);
});
