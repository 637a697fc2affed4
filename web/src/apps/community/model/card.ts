// A post as the chat shows it: JSON that the card of a forward reads; pure.
import type { Post } from '../types';
import { excerptOf, headlineOf } from './excerpt';

const MOST = 120;

/** The content of a message of the type `community_forward`. */
export function cardOf({ id, title, content, author_name }: Post): string {
  const excerpt = title ? excerptOf(content, MOST) : '';
  return JSON.stringify({ post_id: id, title: headlineOf({ title, content }), content: excerpt, author_name });
}
