// Who looks, for the chat's own state.
import { user } from '@/core/session';

/** User ID of the signed-in member, empty for none. */
export function me(): string {
  return user.value?.user_id ?? '';
}
