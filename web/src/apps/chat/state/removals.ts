// Groups that the member was taken out of. The server keeps each until it has been seen, so that whoever
// was away, or heard nothing of it for any other reason, is told all the same.
import { notify } from '@/core/notify';
import * as api from '../api';
import { t } from '../i18n';
import type { Removal } from '../types';

/** Shown by this page; the server may not know it yet. */
const shown = new Set<string>();

/** Tells the island what is new of the server's list. */
export function tellRemovals(removed: readonly Removal[]): void {
  for (const { room_id, name, change, removed_at } of removed) {
    const key = `chat-removal:${room_id}:${removed_at}`;
    if (shown.has(key)) {
      see(room_id);
      continue;
    }
    notify({
      key,
      title: t(change === 'dissolved' ? 'dissolve.happened' : 'kick.happened', { name }),
      app: 'chat',
      at: Date.parse(removed_at),
      onShown: () => {
        shown.add(key);
        see(room_id);
      },
    });
  }
}

/** What the server was not told, it lists again. */
function see(room_id: string): void {
  api.seeRemoval(room_id).catch(() => undefined);
}

/** Forgets everything; someone else may sit here next. */
export function resetRemovals(): void {
  shown.clear();
}
