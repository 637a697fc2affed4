// The queue and a case of it: what is offered, what is sent, and what is said when it cannot be decided.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, type App } from 'vue';
import type { UserInfo } from '@/api/types';
import { appPath, setAppPath } from '@/core/app-path';
import { setLanguage } from '@/core/i18n';
import { queryClient } from '@/core/query';
import { updateUser } from '@/core/session';
import ModerationSection from './ModerationSection.vue';
import { CASE } from './testing';
import type { Case, Quote } from './types';

const SHOWN: Quote = {
  id: '7',
  author_id: '260102',
  author_name: '默默',
  author_real_name: '李沐默',
  anonymous: false,
  type: 'text',
  text: '改过的话',
  files: [],
  removed: false,
  reported: true,
  created_at: CASE.created_at,
};
const QUOTES: Quote[] = [{ ...SHOWN, id: '6', text: '前面的话', reported: false }, SHOWN];

const DECIDED = { decided_by: '260103', decider_name: '安然', decider_real_name: '安然', decided_at: CASE.created_at };

let app: App;
let root: HTMLElement;
let one: Case;
let quotes: Quote[];
let waiting: { open: number; appealed: number };
let sent: unknown[];
/** What a decision is refused with. */
let refusal: { message: string; slug: string } | null;

const answerOf = (data: unknown, code = 200): Response =>
  new Response(JSON.stringify({ code, data, message: '', ...(code !== 200 && refusal) }), {
    status: code,
    headers: { 'Content-Type': 'application/json' },
  });

beforeEach(() => {
  updateUser({ user_id: '260100', is_class_admin: true } as UserInfo);
  one = CASE;
  quotes = QUOTES;
  waiting = { open: 0, appealed: 0 };
  sent = [];
  refusal = null;
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'POST') {
      sent.push(await request.json());
      return answerOf(null, refusal ? 409 : 200);
    }
    if (request.url.includes(`/cases/${CASE.id}`)) {
      const reports = one.reporters > 0 ? [{ reason: '伤害他人', created_at: CASE.created_at }] : [];
      return answerOf({ case: one, place_name: '', reports, quotes: one.status === 'open' ? quotes : [] });
    }
    if (request.url.includes('/api/community/7')) return answerOf({ id: 7, title: '食堂新菜' });
    if (request.url.includes('/silences')) return answerOf([]);
    if (request.url.includes('/rules')) return answerOf({ rules: [], portal_rules: [], approve_first_posts: false });
    const isThere = request.url.includes(`status=${one.status}`);
    return answerOf({ cases: isThere ? [one] : [], total: isThere ? 1 : 0, page: 1, limit: 20, waiting });
  });
  setAppPath('admin', 'moderation');
  root = document.body.appendChild(document.createElement('div'));
  app = createApp(() => h(ModerationSection, { narrow: false }));
  app.use(VueQueryPlugin, { queryClient }).mount(root);
});
afterEach(async () => {
  await setLanguage('zh');
  app.unmount();
  root.remove();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const shows = (text: string): Promise<void> => vi.waitFor(() => expect(document.body.textContent).toContain(text));
const button = (name: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('button')].find(
    (entry) => entry.textContent?.trim() === name,
  ) as HTMLElement;
async function open(text = '改过的话'): Promise<void> {
  await vi.waitFor(() => expect(document.querySelector('li > button')).not.toBeNull());
  document.querySelector<HTMLElement>('li > button')?.click();
  await vi.waitFor(() => expect(dialog()).toContain(text));
}
/** Reads everything anew, after the first answers: a request that is under way would answer for what was before. */
async function readAnew(): Promise<void> {
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await queryClient.invalidateQueries();
}
const dialog = (): string => document.querySelector('[role="dialog"]')?.textContent ?? '';

it('shows a case among its neighbours, with its link, and sends what was said', async () => {
  await open();
  expect(appPath('admin')).toBe(`moderation/${CASE.id}`);
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain('一名成员');
  button('广告刷屏').click();
  button('谢谢你的提醒').click();
  button('删除').click();
  await vi.waitFor(() => expect(sent).toEqual([{ action: 'remove', reason: '广告刷屏', note: '谢谢你的提醒' }]));
  await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  expect(appPath('admin')).toBe('moderation/open');
});

it('removes nothing without a reason, and keeps without one', async () => {
  await open();
  const fault = (): string | undefined => document.querySelector('.field-error')?.textContent ?? undefined;
  expect(dialog()).toContain('删除时必填');
  button('删除').click();
  await vi.waitFor(() => expect(fault()).toBe('请写明原因，作者会看到'));
  await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('textarea')));
  expect(sent).toEqual([]);
  button('广告刷屏').click();
  await vi.waitFor(() => expect(fault()).toBeUndefined());
  button('广告刷屏').click();
  await vi.waitFor(() => expect(fault()).toBe('请写明原因，作者会看到'));
  [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')]
    .find(({ textContent }) => textContent?.trim() === '保留')
    ?.click();
  await vi.waitFor(() => expect(sent).toEqual([{ action: 'keep', reason: '', note: '' }]));
});

it('says that somebody else was quicker, and shows what they have decided', async () => {
  await open();
  button('广告刷屏').click();
  refusal = { message: '该举报已处理', slug: 'moderation_case_settled' };
  one = { ...CASE, ...DECIDED, status: 'kept', may_reopen: true };
  button('删除').click();
  await shows('已有人先处理了');
  await shows('决定保留');
  expect(button('重新处理')).toBeDefined();
  expect(button('保留')).toBe(document.getElementById('moderation-tab-kept'));
});

it('leads to a tab by its link, and says that nobody is silenced', async () => {
  setAppPath('admin', 'moderation/silences');
  await shows('没有人被禁言');
});

const HELD: Case = {
  ...CASE,
  kind: 'post',
  content_id: CASE.id,
  place: '',
  type: 'forum',
  words: '谁捡到了我的伞',
  origin: 'first_post',
  held: true,
  reporters: 0,
};
const PICTURE = 'a'.repeat(64);

it('publishes what is held, shown with its pictures and without the link to a post that is not there', async () => {
  quotes = [
    { ...SHOWN, id: CASE.id, text: String(HELD.words), files: [{ hash: PICTURE, mime: 'image/png' }], type: 'forum' },
  ];
  one = HELD;
  await readAnew();
  await open(String(HELD.words));
  expect(document.querySelector('li > button')?.textContent).toMatch(/帖子 · 默默（李沐默）(?! ·).*待发布.*首帖/s);
  expect(document.querySelector<HTMLImageElement>('[role="dialog"] img')?.src).toContain(PICTURE);
  expect(dialog()).toContain('待发布');
  expect(dialog()).toContain('第一个帖子');
  expect(dialog()).not.toContain('打开帖子');
  expect(dialog()).not.toContain('给举报人的话');
  expect(button('保留')).toBe(document.getElementById('moderation-tab-kept'));
  button('发布').click();
  await vi.waitFor(() => expect(sent).toEqual([{ action: 'keep', reason: '', note: '' }]));
  await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
});

it('shows a picture by its name, and says in its place when it cannot be read', async () => {
  const words = '偷拍.png';
  one = { ...CASE, type: 'image', words };
  quotes = [{ ...SHOWN, type: 'image', text: words, files: [{ hash: PICTURE, mime: 'image/png' }] }];
  await readAnew();
  await vi.waitFor(() => expect(document.querySelector('li > button')?.textContent).toContain('[图片] 偷拍.png'));
  await open('默默');
  const picture = (): HTMLImageElement | null => document.querySelector('[role="dialog"] img');
  await vi.waitFor(() => expect(picture()?.getAttribute('src')).toContain(`${PICTURE}?w=`));
  expect(picture()?.alt).toBe('[图片]');
  picture()?.dispatchEvent(new Event('error'));
  await vi.waitFor(() => expect(picture()).toBeNull());
  expect(dialog()).toContain('打不开这个文件');
  expect(dialog()).toContain('偷拍.png');
});

it('names whoever is anonymous in the language of the moderator', async () => {
  const hidden = { author_id: '', author_name: '', author_real_name: '', anonymous: true };
  one = { ...CASE, ...hidden, kind: 'comment', place: '12', type: '' };
  quotes = [{ ...SHOWN, ...hidden }];
  await readAnew();
  await vi.waitFor(() => expect(document.querySelector('li > button')?.textContent).toContain('匿名同学'));
  await setLanguage('en');
  await vi.waitFor(() => expect(document.querySelector('li > button')?.textContent).toContain('Anonymous classmate'));
  await open('Anonymous classmate · ');
  expect(document.body.textContent).not.toContain('匿名同学');
});

it('leaves out in the list what the moderator does not see otherwise, and shows it once it is opened', async () => {
  const listed = { ...CASE, place: 'group_x', words: null, words_hidden: true };
  one = listed;
  await readAnew();
  await shows('打开后才显示，并记入操作日志');
  expect(document.querySelector('li > button')?.textContent).not.toContain('没有文字');
  one = { ...CASE, place: 'group_x' };
  await open('改过的话');
  expect(dialog()).toContain(String(CASE.words));
  expect(dialog()).toContain('这次查看会记入操作日志');
});

it('says why something cannot be published now, and loses nothing', async () => {
  one = HELD;
  await open(String(HELD.words));
  button('不适合发在这里').click();
  refusal = { message: '作者现在不能发言', slug: 'moderation_author_may_not_write' };
  button('发布').click();
  await vi.waitFor(() => expect(dialog()).toContain('作者现在不能发言'));
  expect(dialog()).not.toContain('已有人先处理了');
  expect(document.querySelector('textarea')?.value).toBe('不适合发在这里');
  refusal = null;
  await vi.waitFor(() => expect(button('不通过').getAttribute('aria-disabled')).toBeNull());
  button('不通过').click();
  await vi.waitFor(() => expect(sent[1]).toEqual({ action: 'remove', reason: '不适合发在这里', note: '' }));
});

it('publishes later what was not let through', async () => {
  setAppPath('admin', 'moderation/removed');
  one = { ...HELD, ...DECIDED, origin: 'rule', status: 'removed', may_restore: true };
  await open('审核不通过');
  expect(document.querySelector('li > button')?.textContent).toMatch(/未通过.*字词规则/s);
  button('发布').click();
  await vi.waitFor(() => expect(sent).toEqual([{ action: 'restore', reason: '', note: '' }]));
});

it('has word rules for class admins, and not for officers', async () => {
  setAppPath('admin', 'moderation/rules');
  await shows('还没有字词规则');
  updateUser({ user_id: '260103', role: 'officer', officer_permissions: '["manage_posts"]' } as UserInfo);
  await vi.waitFor(() => expect(document.getElementById('moderation-tab-rules')).toBeNull());
});

it('names a shared post by its number and its title', async () => {
  one = { ...CASE, type: 'community_forward', words: '#7' };
  quotes = [{ ...SHOWN, type: 'community_forward', text: '#7' }];
  await readAnew();
  await vi.waitFor(() => expect(document.querySelector('li > button')?.textContent).toContain('分享的帖子 #7'));
  await open('分享的帖子：食堂新菜');
  expect(dialog()).toContain('分享的帖子 #7');
});

it('counts on its tabs what waits', async () => {
  await vi.waitFor(() => expect(document.querySelector('li > button')).not.toBeNull());
  waiting = { open: 3, appealed: 0 };
  await readAnew();
  const tab = (name: string): string => document.getElementById(`moderation-tab-${name}`)?.textContent ?? '';
  await vi.waitFor(() => expect(tab('open')).toMatch(/待处理\s*3/));
  expect(tab('appealed').trim()).toBe('申诉');
});
