// The view of duty, its sample, and what the search finds of it.
import { defineDetails } from '@/core/apps';

export default defineDetails({
  descriptions: {
    'duty-today': {
      zh: '今天谁值日，做完打勾，下次什么时候轮到自己',
      en: 'Who is on duty today, a tick when it is done, and when it is your turn',
    },
  },
  samples: { 'duty-today': () => import('./sample') },
  App: () => import('./App.vue'),
  keywords: 'zhiri zr zhirisheng dasao weisheng huanban dingban duty cleaning roster',
  commands: [
    {
      id: 'duty-today',
      title: { zh: '今天谁值日', en: 'Who is on duty today' },
      keywords: 'jintian zhiri jtzr shui today',
      run: '#/app/duty',
    },
  ],
});
