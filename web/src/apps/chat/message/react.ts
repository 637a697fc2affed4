// Adds a reaction to a message, or takes it back.
import { failureText } from '@/core/failure-text';
import { toast } from '@/core/toast';
import { react } from '../api';
import { corrected } from '../state/push-handlers';

export async function toggleReaction(id: string, emoji: string, has: boolean): Promise<void> {
  try {
    corrected(await react(id, emoji, !has));
  } catch (cause) {
    toast(failureText(cause), { kind: 'error' });
  }
}
