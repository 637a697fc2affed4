// The timetable's view, its service, its sample, and what the search finds of it.
import { defineDetails } from '@/core/apps';

export default defineDetails({
  descriptions: {
    'timetable-today': {
      zh: '现在上什么课，还有多久下课，下一节是什么',
      en: 'Which lesson is on, how long it lasts, and what comes next',
    },
  },
  samples: { 'timetable-today': () => import('./sample') },
  App: () => import('./App.vue'),
  service: () => import('./service'),
  keywords: 'kebiao kcb kb kechengbiao tiaoke huanke daike kaoshi shangke lessons classes schedule',
  commands: [
    {
      id: 'timetable-today',
      title: { zh: '今天的课', en: 'Today’s lessons' },
      keywords: 'jintian kebiao jtdk xiayijie today',
      run: '#/app/timetable/today',
    },
    {
      id: 'timetable-own',
      title: { zh: '编辑我自己的课', en: 'Edit my own lessons' },
      keywords: 'wode kebiao zouban xuanke own lessons',
      run: '#/app/timetable/own',
    },
  ],
});
