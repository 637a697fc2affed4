// Reads the open conversation: when it is opened, unless that was just done, and when the server is back.
import { watch, type Ref } from 'vue';
import { serverOffline } from '@/core/connection';
import { loadConversation, type Conversation } from '../state/conversations';

/** What was read so long ago is read anew when it is opened. */
const STALE_MS = 60_000;

export function useReading(conversation: Readonly<Ref<Conversation | null>>): void {
  const readAt = new Map<string, number>();

  watch(
    conversation,
    (now) => {
      if (!now || now.live) return;
      const isFresh = now.isLoaded && Date.now() - (readAt.get(now.id) ?? Date.now()) < STALE_MS;
      readAt.set(now.id, Date.now());
      if (!isFresh) void loadConversation(now);
    },
    { immediate: true },
  );
  watch(serverOffline, (isOffline) => {
    const { value: now } = conversation;
    if (!isOffline && now?.failure && now.failure.status !== 404) void loadConversation(now);
  });
}
