// The models of the AI chat, the policies that say who may use which, who has which policy, and what was used.
import { Bot } from '@lucide/vue';
import { isAtLeast } from '@/core/admin/rights';
import { defineSections } from '@/core/admin/section';

export default defineSections([
  {
    id: 'ai',
    icon: Bot,
    title: { zh: 'AI 模型', en: 'AI models' },
    about: {
      zh: '服务商、密钥，谁能用哪些模型，用了多少',
      en: 'Providers, keys, who may use which model, what was used',
    },
    order: 55,
    allowed: (me) => isAtLeast(me, 'class_admin'),
    load: () => import('./admin/AiSection.vue'),
  },
]);
