// Level: experience, the daily check-in, and why one has what one has.
import { Sparkles } from '@lucide/vue';
import { defineApp } from '@/core/apps';

export default defineApp({
  name: 'level',
  title: { zh: '等级', en: 'Level' },
  icon: Sparkles,
  color: '#9a5b00',
  order: 40,
  layout: { mode: 'window', width: 520, height: 620, minWidth: 340, minHeight: 360 },
  widgets: [
    {
      id: 'level-sign-in',
      name: { zh: '每日签到', en: 'Daily check-in' },
      component: () => import('./widgets/SignInWidget.vue'),
      minSize: { w: 2, h: 1 },
      maxSize: { w: 4, h: 2 },
    },
  ],
});
