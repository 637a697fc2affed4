// App control, the lock of all screens and the exam mode, which only the console has.
import { AppWindow } from '@lucide/vue';
import { may } from '@/core/admin/rights';
import { defineSections } from '@/core/admin/section';

export default defineSections([
  {
    id: 'apps',
    icon: AppWindow,
    title: { zh: '应用与锁屏', en: 'Apps and lock' },
    about: { zh: '开关应用，锁定教室屏幕，考试模式', en: 'Apps on or off, lock the screens, exam mode' },
    order: 50,
    allowed: (me) => may(me, 'manage_app_control'),
    load: () => import('./admin/AppsSection.vue'),
  },
]);
