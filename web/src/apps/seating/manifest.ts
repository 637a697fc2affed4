// Seats: who sits where in the room, and draws of pupils that everybody can recompute.
import { Armchair } from '@lucide/vue';
import { defineApp } from '@/core/apps';

export default defineApp({
  name: 'seating',
  title: { zh: '座位', en: 'Seats' },
  icon: Armchair,
  color: '#7a3fc0',
  order: 103,
  layout: { mode: 'window', width: 960, height: 800, minWidth: 340, minHeight: 420 },
});
