// Broadcasts: sent from the console. The shell shows them on every desktop, so there is no app.
import { Radio } from '@lucide/vue';
import { may } from '@/core/admin/rights';
import { defineSections } from '@/core/admin/section';

export default defineSections([
  {
    id: 'broadcasts',
    icon: Radio,
    title: { zh: '广播', en: 'Broadcasts' },
    about: { zh: '立刻告诉全班', en: 'Tell the class at once' },
    order: 40,
    allowed: (me) => may(me, 'manage_broadcasts'),
    load: () => import('./admin/BroadcastsSection.vue'),
  },
]);
