// Integrations: programs that pupils have written, and what they may do here.
import { Plug } from '@lucide/vue';
import { defineApp } from '@/core/apps';

export default defineApp({
  name: 'integrations',
  title: { zh: '集成', en: 'Integrations' },
  icon: Plug,
  color: '#7440c8',
  // Behind the settings: a phone's dock has room for five.
  order: 105,
  layout: { mode: 'window', width: 760, height: 620, minWidth: 340, minHeight: 320 },
});
