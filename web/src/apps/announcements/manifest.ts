// Announcements: notices and homework that a class is told and keeps.
import { Megaphone } from '@lucide/vue';
import { defineApp } from '@/core/apps';

export default defineApp({
  name: 'announcements',
  title: { zh: '公告', en: 'Announcements' },
  icon: Megaphone,
  color: '#a4530b',
  order: 20,
  layout: { mode: 'window', width: 640, height: 620, minWidth: 340, minHeight: 360 },
});
