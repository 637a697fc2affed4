// The view of homework, its service, a sample of its widget, and what the search finds of it.
import { defineDetails } from '@/core/apps';

export default defineDetails({
  descriptions: {
    'homework-left': {
      zh: '今晚还剩几项作业，做完一项就在这里打勾',
      en: 'What is left for tonight; tick it right there',
    },
  },
  samples: { 'homework-left': () => import('./widgets/sample') },
  App: () => import('./App.vue'),
  service: () => import('./service'),
  keywords: 'zuoye zy jiaozuoye dakazuoye heiban assignments tasks due hand in',
  commands: [
    {
      id: 'homework-open',
      title: { zh: '还没做完的作业', en: 'Homework that is left' },
      keywords: 'daiwancheng zuoye dwc weiwancheng open todo',
      run: '#/app/homework/open',
    },
  ],
  found: { homework: (id) => id },
});
