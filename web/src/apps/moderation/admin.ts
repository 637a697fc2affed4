// Moderation: what was reported or held is judged in the console, members are silenced there, and words ruled out.
import { Flag } from '@lucide/vue';
import { may } from '@/core/admin/rights';
import { defineSections } from '@/core/admin/section';
import { followWaiting } from './waiting';

export default defineSections([
  {
    id: 'moderation',
    icon: Flag,
    title: { zh: '审核', en: 'Moderation' },
    about: { zh: '举报、申诉、禁言和字词规则', en: 'Reports, appeals, silences and word rules' },
    order: 25,
    allowed: (me) => may(me, 'manage_posts'),
    load: () => import('./ModerationSection.vue'),
    followWaiting,
  },
]);
