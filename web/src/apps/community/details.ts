// The community's view, service and widgets, and what the search offers of it.
import { PenLine } from '@lucide/vue';
import { defineDetails } from '@/core/apps';
import { listPath } from './model/places';

export default defineDetails({
  App: () => import('./App.vue'),
  service: () => import('./service'),
  keywords: 'shequ sq luntan tiezi toupiao wenjuan forum post poll survey',
  found: { post: (id) => id, comment: (id) => id },
  searches: (words) => listPath('search', words),
  widgets: [
    {
      id: 'community-latest',
      name: { zh: '最新帖子', en: 'Latest posts' },
      description: { zh: '社区里刚写的帖子，没看过的有圆点', en: 'What was just posted, with a dot while unread' },
      component: () => import('./widgets/LatestWidget.vue'),
      minSize: { w: 2, h: 1 },
      maxSize: { w: 4, h: 4 },
    },
    {
      id: 'community-hot',
      name: { zh: '热门帖子', en: 'Hot posts' },
      description: { zh: '最近一周讨论最多的帖子', en: 'Most discussed in the last week' },
      component: () => import('./widgets/HotWidget.vue'),
      minSize: { w: 2, h: 1 },
      maxSize: { w: 4, h: 4 },
      configSchema: {
        fields: [
          {
            key: 'list',
            label: { zh: '显示', en: 'Show' },
            type: 'select',
            default: 'hot',
            options: [
              { value: 'hot', label: { zh: '热门榜', en: 'hot posts' } },
              { value: 'food', label: { zh: '美食榜', en: 'food posts' } },
            ],
          },
        ],
      },
    },
    {
      id: 'community-polls',
      name: { zh: '待投票', en: 'Open polls' },
      description: { zh: '还没投的投票和问卷', en: 'Polls and surveys that wait for you' },
      component: () => import('./widgets/PollsWidget.vue'),
      minSize: { w: 2, h: 1 },
      maxSize: { w: 4, h: 4 },
    },
  ],
  samples: {
    'community-latest': () => import('./widgets/latest-sample'),
    'community-hot': () => import('./widgets/hot-sample'),
    'community-polls': () => import('./widgets/polls-sample'),
  },
  commands: [
    {
      id: 'community-post',
      title: { zh: '发帖', en: 'Write a post' },
      keywords: 'fatie ft xietie new post',
      icon: PenLine,
      run: '#/app/community/new',
    },
  ],
});
