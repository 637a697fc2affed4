// A post as the chat passes it on. The message has its number alone: whoever sees the message reads the post itself, as
// it is then and if it is for them. Words in the message would outlive its removal, and anyone could write them.
import type { Post } from '../types';

/** The content of a message of the type `community_forward`. */
export function cardOf({ id }: Pick<Post, 'id'>): string {
  return JSON.stringify({ post_id: id });
}
