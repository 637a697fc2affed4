// The view of the AI chat, and what the search finds the app by.
import { MessageSquarePlus } from '@lucide/vue';
import { defineDetails } from '@/core/apps';

export default defineDetails({
  App: () => import('./App.vue'),
  // Answers that were forwarded to the chat have formulas and code.
  writing: () => import('./markdown/MarkdownView.vue'),
  keywords: 'ai zhushou zs rengong zhineng gpt chatgpt deepseek wenda model',
  commands: [
    {
      id: 'ai-new',
      title: { zh: '问 AI 助手', en: 'Ask the AI chat' },
      keywords: 'wen ai xin duihua new conversation',
      icon: MessageSquarePlus,
      run: '#/app/ai/new',
    },
  ],
});
