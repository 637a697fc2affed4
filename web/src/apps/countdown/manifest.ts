// Countdown: the dates a class looks forward to. The app to imitate when writing a new one.
import { Hourglass } from '@lucide/vue';
import { defineApp } from '@/core/apps';

export default defineApp({
  name: 'countdown',
  title: { zh: '倒计时', en: 'Countdown' },
  icon: Hourglass,
  color: '#c5303c',
  order: 30,
  layout: { mode: 'window', width: 560, height: 560, minWidth: 340, minHeight: 320 },
  widgets: [
    {
      id: 'countdown-next',
      name: { zh: '倒计时', en: 'Countdown' },
      component: () => import('./widgets/NextWidget.vue'),
      minSize: { w: 2, h: 1 },
      maxSize: { w: 4, h: 2 },
      configSchema: {
        fields: [
          {
            key: 'filter',
            label: { zh: '显示', en: 'Show' },
            type: 'select',
            default: 'all',
            options: [
              { value: 'all', label: { zh: '全部，置顶优先', en: 'all, pinned first' } },
              { value: 'pinned', label: { zh: '仅置顶', en: 'pinned only' } },
              { value: 'class', label: { zh: '仅班级', en: 'of the class only' } },
              { value: 'own', label: { zh: '仅我的', en: 'mine only' } },
            ],
          },
          { key: 'ring', label: { zh: '进度环', en: 'Progress ring' }, type: 'bool', default: true },
        ],
      },
    },
  ],
});
