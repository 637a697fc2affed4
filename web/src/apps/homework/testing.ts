// Cards for tests.
import type { HomeworkCard, StaffHomework } from './types';

export function cardOf(id: number, more: Partial<HomeworkCard> = {}): HomeworkCard {
  return {
    id,
    title: `作业 ${id}`,
    content: '',
    subject: '数学',
    assigned_on: '2026-09-10',
    due_date: null,
    due_time: null,
    due_at: null,
    pictures: [],
    hand_in: false,
    pinned: false,
    requires_ack: false,
    acknowledged_at: null,
    read: true,
    author_id: '260100',
    author_name: '周老师',
    author_real_name: '周明远',
    author_title: '',
    revision: 1,
    published_at: '2026-09-10T08:00:00.000Z',
    updated_at: '2026-09-10T08:00:00.000Z',
    expires_at: null,
    done_at: null,
    submission: null,
    manageable: false,
    progress: null,
    ...more,
  };
}

export function staffCardOf(id: number, more: Partial<StaffHomework> = {}): StaffHomework {
  return {
    ...cardOf(id),
    manageable: true,
    state: 'published',
    audience: { classes: ['01'], role: 'all' },
    publish_at: '2026-09-10T08:00:00.000Z',
    ...more,
  };
}
