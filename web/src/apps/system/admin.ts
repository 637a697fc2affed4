// App control and the lock of all screens, which only the console has.
import { AppWindow } from '@lucide/vue';
import { may } from '@/core/admin/rights';
import { defineSections } from '@/core/admin/section';

export default defineSections([
  {
    id: 'apps',
    icon: AppWindow,
    title: { zh: '应用与锁屏', en: 'Apps and lock' },
    about: { zh: '开关应用，锁定教室屏幕', en: 'Apps on or off, lock the screens' },
    order: 50,
    allowed: (me) => may(me, 'manage_app_control'),
    load: () => import('./admin/AppsSection.vue'),
  },
]);
