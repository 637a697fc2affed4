// What the wizard settled, in the console: the class list and the rules. The wizard itself is part of the shell.
import { ListOrdered, MonitorUp, SlidersHorizontal } from '@lucide/vue';
import { isAtLeast } from '@/core/admin/rights';
import { defineSections } from '@/core/admin/section';

export default defineSections([
  {
    id: 'roster',
    icon: ListOrdered,
    title: { zh: '名单', en: 'Class list' },
    about: { zh: '谁可以注册，打印认领单', en: 'Who may register, claim slips' },
    order: 60,
    allowed: (me) => isAtLeast(me, 'admin'),
    load: () => import('./admin/roster/RosterSection.vue'),
  },
  {
    id: 'enrolment',
    icon: MonitorUp,
    title: { zh: '集中注册', en: 'Class enrolment' },
    about: { zh: '投屏让全班一起注册，看还差谁', en: 'A page to project while the class registers' },
    order: 65,
    allowed: (me) => isAtLeast(me, 'class_admin'),
    href: '#/enrolment',
  },
  {
    id: 'settings',
    icon: SlidersHorizontal,
    title: { zh: '设置', en: 'Settings' },
    about: { zh: '规则、认领码和系统管理员', en: 'Rules, claim code, system admins' },
    order: 70,
    allowed: (me) => isAtLeast(me, 'admin'),
    load: () => import('./admin/settings/SettingsSection.vue'),
  },
]);
