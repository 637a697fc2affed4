// AI chat: questions to the models that the admins have set up.
import { Bot } from '@lucide/vue';
import { defineApp } from '@/core/apps';

export default defineApp({
  name: 'ai',
  title: { zh: 'AI 助手', en: 'AI chat' },
  icon: Bot,
  color: '#4f46c8',
  // Behind the settings: a phone's dock has room for five.
  order: 102,
  layout: { mode: 'window', width: 980, height: 720, minWidth: 340, minHeight: 400 },
});
