// The console's part of the announcements.
import { Megaphone } from '@lucide/vue';
import { may } from '@/core/admin/rights';
import { defineSections } from '@/core/admin/section';

export default defineSections([
  {
    id: 'announcements',
    icon: Megaphone,
    title: { zh: '公告', en: 'Notices' },
    about: { zh: '通知、作业和谁还没确认', en: 'Notices, homework, who has not confirmed' },
    order: 30,
    allowed: (me) => may(me, 'manage_announcements'),
    load: () => import('./admin/AnnouncementsSection.vue'),
  },
]);
