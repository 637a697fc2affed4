// Reports of messages are judged where the words stand, in the chat; the console leads there.
import { Flag } from '@lucide/vue';
import { may } from '@/core/admin/rights';
import { defineSections } from '@/core/admin/section';
import { findApp } from '@/core/apps';

export default defineSections([
  {
    id: 'reports',
    icon: Flag,
    title: { zh: '消息举报', en: 'Message reports' },
    about: { zh: '在聊天里查看和处理', en: 'Looked at and settled in the chat' },
    order: 110,
    allowed: (me) => may(me, 'manage_posts') && findApp('chat') !== undefined,
    href: '#/app/chat/reports',
  },
]);
