// The chat's view, service, widget, and what the search offers of it.
import { MessageSquarePlus } from '@lucide/vue';
import { defineDetails } from '@/core/apps';
import { pathOf, searchPath } from './model/links';

export default defineDetails({
  descriptions: { 'chat-latest': { zh: '几个聊天里最近说了什么', en: 'What was said last, and what is unread' } },
  samples: { 'chat-latest': () => import('./sample') },
  App: () => import('./App.vue'),
  service: () => import('./service'),
  found: { member: (id) => `private/${id}`, room: pathOf, message: pathOf, file: pathOf },
  searches: searchPath,
  keywords: 'liaotian lt xiaoxi qun message group',
  commands: [
    {
      id: 'chat-class',
      title: { zh: '打开公共聊天室', en: 'Open the room of everyone' },
      keywords: 'gonggong liaotianshi public room everyone',
      icon: MessageSquarePlus,
      run: '#/app/chat/public',
    },
  ],
});
