// The market: apps and plugins that are installed while the portal runs.
import { Store } from '@lucide/vue';
import { defineApp } from '@/core/apps';

export default defineApp({
  name: 'market',
  title: { zh: '应用市场', en: 'Market' },
  icon: Store,
  color: '#0b7285',
  order: 108,
  layout: { mode: 'window', width: 880, height: 660, minWidth: 340, minHeight: 400 },
});
