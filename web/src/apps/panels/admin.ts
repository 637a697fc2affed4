// Panels in the console: the screens of classrooms, which show the class its day without anybody signed in on them.
import { Tv } from '@lucide/vue';
import { may } from '@/core/admin/rights';
import { defineSections } from '@/core/admin/section';

export default defineSections([
  {
    id: 'panels',
    icon: Tv,
    title: { zh: '大屏', en: 'Panels' },
    about: {
      zh: '教室大屏：配对、设置、现在显示什么',
      en: 'Classroom screens: pair them, set them up, see what they show',
    },
    order: 45,
    allowed: (me) => may(me, 'manage_app_control'),
    load: () => import('./PanelsSection.vue'),
  },
]);
