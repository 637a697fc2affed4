// What the widget shows in the gallery before there is an announcement.
import type { InfiniteData } from '@tanstack/vue-query';
import { ANNOUNCEMENTS_KEY, type AnnouncementList } from '@/core/announcements';
import type { WidgetSample } from '@/core/apps';
import { pick, type Label } from '@/core/i18n';
import { queryClient } from '@/core/query';
import { todayText } from '@/core/time';
import type { Announcement } from './types';

const DAY_MS = 86_400_000;

function entry(id: number, type: Announcement['type'], title: Label, read: boolean): Announcement {
  const now = new Date().toISOString();
  return {
    id,
    type,
    title: pick(title),
    content: '',
    due_date: type === 'homework' ? todayText(new Date(Date.now() + DAY_MS)) : null,
    pinned: false,
    requires_ack: false,
    author_id: '',
    author_name: '',
    author_real_name: '',
    author_title: '',
    revision: 1,
    published_at: now,
    updated_at: now,
    read,
  };
}

function entries(): Announcement[] {
  return [
    entry(1, 'notice', { zh: '周五下午家长会', en: 'Parents’ evening on Friday' }, false),
    entry(2, 'homework', { zh: '数学：第 3 章练习', en: 'Maths: exercises of chapter 3' }, false),
    entry(3, 'notice', { zh: '秋季运动会报名', en: 'Sign up for the sports day' }, true),
    entry(4, 'homework', { zh: '英语：背诵第 2 课', en: 'English: learn lesson 2' }, true),
  ];
}

const sample: WidgetSample = {
  isEmpty: () => queryClient.getQueryData<InfiniteData<AnnouncementList>>(ANNOUNCEMENTS_KEY)?.pages[0]?.total === 0,
  queries: () => {
    const announcements = entries();
    return [
      [
        ANNOUNCEMENTS_KEY,
        { pages: [{ announcements, page: 1, limit: 20, total: announcements.length }], pageParams: [1] },
      ],
    ];
  },
};
export default sample;
