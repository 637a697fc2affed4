// What a case is known by in a list: whose words, where, and what is left when they are gone.
import { afterEach, expect, it } from 'vitest';
import { createApp, type App } from 'vue';
import { CASE } from '../testing';
import type { Case } from '../types';
import CaseRow from './CaseRow.vue';

const COMMENT: Case = { ...CASE, kind: 'comment', place: '12', title: '食堂新菜', reporters: 1 };

let app: App;

function row(more: Partial<Case>): string {
  const root = document.createElement('div');
  app = createApp(CaseRow, { one: { ...COMMENT, ...more } });
  app.mount(root);
  return root.textContent?.replace(/\s+/g, ' ') ?? '';
}
afterEach(() => app.unmount());

it('has both names of the author, where they differ, and the title of the post', () => {
  expect(row({})).toContain('评论 · 默默（李沐默） · 食堂新菜');
  expect(row({ author_name: '李沐默' })).toContain('评论 · 李沐默 · 食堂新菜');
});

it('has no name of whoever is anonymous', () => {
  expect(row({ anonymous: true, author_name: '', author_real_name: '' })).toContain('评论 · 匿名同学 · 食堂新菜');
});

it('names a post by its number where its words are gone or left out', () => {
  const gone = row({ kind: 'post', title: '', words: null });
  expect(gone).toContain('帖子 · 默默（李沐默） · 帖子 12');
  expect(gone).toContain('内容已经不在了');
  const hidden = row({ kind: 'post', title: '', words: null, words_hidden: true });
  expect(hidden).toContain('帖子 12');
  expect(hidden).not.toContain('内容已经不在了');
});

it('names a shared post by its number', () => {
  expect(row({ kind: 'message', place: 'class_01', type: 'community_forward', words: '#7' })).toContain(
    '分享的帖子 #7',
  );
});
