// What the console itself brings: members, officers, the operation log, health and the server.
import { ClipboardList, HeartPulse, Server, ShieldHalf, Users } from '@lucide/vue';
import { isAtLeast, may } from '@/core/admin/rights';
import { defineSections } from '@/core/admin/section';

export default defineSections([
  {
    id: 'members',
    icon: Users,
    title: { zh: '成员', en: 'Members' },
    about: { zh: '查找、编辑、禁用和重置密码', en: 'Find, edit, disable, reset passwords' },
    order: 10,
    allowed: (me) => may(me, 'manage_users'),
    load: () => import('./members/MembersSection.vue'),
  },
  {
    id: 'officers',
    icon: ShieldHalf,
    title: { zh: '班干部', en: 'Officers' },
    about: { zh: '任命、职务和权限', en: 'Appointments, titles, rights' },
    order: 20,
    allowed: (me) => may(me, 'manage_officers'),
    load: () => import('./officers/OfficersSection.vue'),
  },
  {
    id: 'logs',
    icon: ClipboardList,
    title: { zh: '操作日志', en: 'Operation log' },
    about: { zh: '谁在什么时候做了什么', en: 'Who did what, and when' },
    order: 80,
    allowed: (me) => isAtLeast(me, 'officer'),
    load: () => import('./logs/LogsSection.vue'),
  },
  {
    id: 'health',
    icon: HeartPulse,
    title: { zh: '运行状况', en: 'Health' },
    about: { zh: '服务器现在和一天来的状态', en: 'The server now and over a day' },
    order: 90,
    allowed: (me) => isAtLeast(me, 'officer'),
    load: () => import('./health/HealthSection.vue'),
  },
  {
    id: 'server',
    icon: Server,
    title: { zh: '服务器', en: 'Server' },
    about: { zh: '进程、运行模式和缓存', en: 'Processes, mode and cache' },
    order: 100,
    allowed: (me) => isAtLeast(me, 'class_admin') || may(me, 'manage_app_control'),
    load: () => import('./server/ServerSection.vue'),
  },
]);
