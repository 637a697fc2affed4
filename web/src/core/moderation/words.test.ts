// What was reported or removed, in words.
import { expect, it } from 'vitest';
import { contentWords, joinedReason, MAX_REASON, sharedPostOf } from './words';

const message = (type: string, words: string | null): string => contentWords({ kind: 'message', type, words });

it('says what a message is that is more than its words', () => {
  expect(message('text', '你好')).toBe('你好');
  expect(message('image', '')).toBe('[图片]');
  expect(message('file', '练习.pdf')).toBe('[文件] 练习.pdf');
  expect(message('community_forward', '春游')).toBe('[帖子] 春游');
  expect(message('community_forward', '#7')).toBe('分享的帖子 #7');
  expect(message('text', '#7')).toBe('#7');
});

it('knows a shared post by the number before its words alone', () => {
  const shared = (words: string): string | null => sharedPostOf({ kind: 'message', type: 'community_forward', words });
  expect(shared('#7')).toBe('7');
  expect(shared('#7 #12')).toBe('7');
  expect(message('community_forward', '#7 #12\n春游')).toBe('分享的帖子 #7 #12\n春游');
  for (const words of ['春游 #12', '春游\n#12', '#0', '#7a', ' #12', '']) expect(shared(words)).toBeNull();
});

it('keeps the words of posts and comments, and says nothing for what is gone', () => {
  expect(contentWords({ kind: 'post', type: 'poll', words: '春游\n去哪里？' })).toBe('春游\n去哪里？');
  expect(message('text', '')).toBe('');
  expect(message('image', null)).toBe('');
});

it('joins a chosen reason and own words within what the server takes', () => {
  expect(joinedReason('伤害他人', ' 第二次了 ')).toBe('伤害他人：第二次了');
  expect(joinedReason('伤害他人', ' ')).toBe('伤害他人');
  expect(joinedReason('伤害他人', '长'.repeat(600))).toHaveLength(MAX_REASON);
});
