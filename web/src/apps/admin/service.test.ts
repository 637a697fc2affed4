// What waits in the sections of the console stands on its icon, for whoever may decide on it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UserInfo } from '@/api/types';
import { badgeCount } from '@/core/badges';
import { queryClient } from '@/core/query';
import { updateUser } from '@/core/session';
import start from './service';
import { waitingIn } from './waiting';

let stop: () => void;

beforeEach(() => {
  const page = { cases: [], total: 2, page: 1, limit: 1, waiting: { open: 2, appealed: 1 } };
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(JSON.stringify({ code: 200, data: page, message: '' }), {
        headers: { 'Content-Type': 'application/json' },
      }),
  );
});
afterEach(() => {
  stop();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('counts cases and appeals together until the right to decide on them is lost', async () => {
  updateUser({ user_id: '260102', role: 'officer', officer_permissions: '["manage_posts"]' } as UserInfo);
  stop = start();
  await vi.waitFor(() => expect([waitingIn('moderation'), badgeCount('admin')]).toEqual([3, 3]));
  updateUser({ user_id: '260102', role: 'officer', officer_permissions: '[]' } as UserInfo);
  await vi.waitFor(() => expect([waitingIn('moderation'), badgeCount('admin')]).toEqual([0, 0]));
});
