// What a screen reader says of an answer: that it begins, and how it has ended; never its single words.
import { ref, watch, type Ref } from 'vue';
import { t } from '../i18n';
import type { Conversation } from '../state/conversations';
import { endingOf } from './ending';

/** The whole answer stands among the messages. */
const MAX_ANNOUNCED = 200;

export function useAnnouncement(conversation: Readonly<Ref<Conversation | null>>): { announcement: Ref<string> } {
  const announcement = ref('');
  watch(
    () => [conversation.value, conversation.value !== null && conversation.value.live !== null] as const,
    ([now, isWriting], [before, wasWriting]) => {
      if (!now || now !== before) announcement.value = '';
      else if (isWriting) announcement.value = t('announce.begin');
      else if (wasWriting) announcement.value = endOf(now);
    },
  );
  return { announcement };
}

function endOf({ messages }: Conversation): string {
  const last = messages[messages.length - 1];
  if (last?.role !== 'assistant') return '';
  if (last.error) return t('announce.failed', { text: last.error });
  if (last.partial_reason === 'stopped') return t('announce.stopped');
  const text = last.content.slice(0, MAX_ANNOUNCED);
  const ending = endingOf(last);
  if (!ending) return t('announce.done', { text });
  return text ? t('announce.partial', { ending, text }) : ending;
}
