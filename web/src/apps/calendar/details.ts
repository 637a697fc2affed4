// The calendar's view, its widget with a sample, and what the search finds of it.
import { defineDetails } from '@/core/apps';

export default defineDetails({
  descriptions: {
    'calendar-next': {
      zh: '最近几天的日程，还有生日和倒计时',
      en: 'Events of the next days, with birthdays and countdowns',
    },
  },
  samples: { 'calendar-next': () => import('./widgets/sample') },
  App: () => import('./App.vue'),
  keywords: 'rili rl richeng rc anpai jieri nongli shengri huodong events schedule dates lunar birthdays ics',
  commands: [
    {
      id: 'calendar-new',
      title: { zh: '新建日程', en: 'New event' },
      keywords: 'xinjian richeng xjrc tianjia anpai add event',
      run: '#/app/calendar/new',
    },
    {
      id: 'calendar-today',
      title: { zh: '今天的日程', en: 'Today’s events' },
      keywords: 'jintian richeng jtrc today events',
      run: '#/app/calendar/today',
    },
    {
      id: 'calendar-subscribe',
      title: { zh: '把日历订阅到手机', en: 'Subscribe to the calendar' },
      keywords: 'dingyue rili shouji dyrl ics subscribe import export daoru daochu',
      run: '#/app/calendar/share',
    },
  ],
  found: { calendar: (id) => id },
});
