// What a member reads and confirms, and how the lists follow.
import type { InfiniteData } from '@tanstack/vue-query';
import { api, send } from '@/api/client';
import { ANNOUNCEMENTS_KEY, type AnnouncementList } from '@/core/announcements';
import { HOMEWORK_KEY } from '@/core/homework';
import { queryClient } from '@/core/query';
import { isHomeworkApps } from './homework';
import { UNREAD_KEY } from './queries';
import type { Announcement } from './types';

/** One, also when it is on no page that was read yet. */
export function readOne(id: number): Promise<Announcement> {
  return send(api.GET('/api/announcements/{id}', { params: { path: { id } } }));
}

type Seen = Pick<Announcement, 'id' | 'revision'>;

/** Notes that what is on the screen was read. The answer may say more than that did. */
export async function markRead({ id, revision }: Seen): Promise<Announcement> {
  const params = { path: { id } };
  return keep(await send(api.POST('/api/announcements/{id}/read', { params, body: { revision } })));
}

/** Says that what is on the screen was read and understood. */
export async function acknowledge({ id, revision }: Seen): Promise<Announcement> {
  const params = { path: { id } };
  return keep(await send(api.POST('/api/announcements/{id}/acknowledge', { params, body: { revision } })));
}

/** Reads everything anew: something was published, changed or taken back. */
export function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: ['announcements'] });
}

function keep(changed: Announcement): Announcement {
  queryClient.setQueryData<InfiniteData<AnnouncementList>>(
    ANNOUNCEMENTS_KEY,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          announcements: page.announcements.map((entry) => (entry.id === changed.id ? changed : entry)),
        })),
      },
  );
  void queryClient.invalidateQueries({ queryKey: isHomeworkApps(changed) ? HOMEWORK_KEY : UNREAD_KEY });
  return changed;
}
