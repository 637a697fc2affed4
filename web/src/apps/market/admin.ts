// The market in the console: the same views as in its window.
import { Store } from '@lucide/vue';
import { may } from '@/core/admin/rights';
import { defineSections } from '@/core/admin/section';

export default defineSections([
  {
    id: 'market',
    icon: Store,
    title: { zh: '应用市场', en: 'Market' },
    about: {
      zh: '安装、更新、设置应用和插件，查看它们的服务端',
      en: 'Install, update and set up apps and plugins, and see their back ends',
    },
    order: 52,
    allowed: (me) => may(me, 'manage_app_control'),
    load: () => import('./MarketSection.vue'),
  },
]);
