// The models of the AI chat, the policies that say who may use which, presets, who has which policy, and what was used;
// and how many questions had words such as those of self-harm.
import { Bot, HeartHandshake } from '@lucide/vue';
import { isAtLeast, may } from '@/core/admin/rights';
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
  {
    id: 'ai-safety',
    icon: HeartHandshake,
    title: { zh: 'AI 安全提示', en: 'AI safety' },
    about: {
      zh: '关于自我伤害、欺凌等的提问有几个，不记录是谁',
      en: 'How many questions were about self-harm, bullying and the like, without who asked',
    },
    order: 56,
    allowed: (me) => may(me, 'manage_users'),
    load: () => import('./admin/safety/SafetySection.vue'),
  },
]);
