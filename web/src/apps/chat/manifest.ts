// Chat: everyone, one's class, groups and pairs.
import { MessageCircle } from '@lucide/vue';
import { defineApp } from '@/core/apps';
import { afterFirstPicture } from '@/core/later';

export default defineApp({
  name: 'chat',
  title: { zh: '聊天', en: 'Chat' },
  icon: MessageCircle,
  color: '#0d7a53',
  order: 10,
  layout: { mode: 'window', width: 880, height: 640, minWidth: 340, minHeight: 400 },
  widgets: [
    {
      id: 'chat-latest',
      name: { zh: '最新消息', en: 'Latest messages' },
      component: afterFirstPicture(() => import('./widgets/LatestWidget.vue')),
      minSize: { w: 2, h: 1 },
      maxSize: { w: 4, h: 3 },
    },
  ],
});
