// First steps: what whoever runs a class does in its first hour. A widget only, no window.
import { defineApp } from '@/core/apps';
import { afterFirstPicture } from '@/core/later';

export default defineApp({
  name: 'first-steps',
  title: { zh: '开班清单', en: 'First steps' },
  widgets: [
    {
      id: 'first-steps-list',
      name: { zh: '开班清单', en: 'First steps' },
      component: afterFirstPicture(() => import('./widgets/StepsWidget.vue')),
      defaultSize: { w: 4, h: 2 },
      minSize: { w: 2, h: 2 },
      permission: 'admins',
    },
  ],
});
