// What a chat is sent of a post.
import { expect, it } from 'vitest';
import { cardOf } from './card';
import { aPost } from './testing';

it('names the post and says none of its words, which are not for everyone in the chat', () => {
  expect(cardOf(aPost({ id: 7, title: '给默默的惊喜', content: '别告诉默默', limited: true }))).toBe('{"post_id":7}');
});
