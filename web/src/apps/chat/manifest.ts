// Chat: everyone, one's class, groups and pairs.
import { MessageCircle } from '@lucide/vue';
import { defineApp } from '@/core/apps';

export default defineApp({
  name: 'chat',
  title: { zh: '聊天', en: 'Chat' },
  icon: MessageCircle,
  color: '#0d7a53',
  order: 10,
  layout: { mode: 'window', width: 880, height: 640, minWidth: 340, minHeight: 400 },
});
