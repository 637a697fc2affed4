// Community: what a class discusses, eats, talks about, and what it votes on.
import { Compass } from '@lucide/vue';
import { defineApp } from '@/core/apps';

export default defineApp({
  name: 'community',
  title: { zh: '社区', en: 'Community' },
  icon: Compass,
  color: '#c02a4f',
  order: 15,
  layout: { mode: 'window', width: 1040, height: 720, minWidth: 340, minHeight: 400 },
});
