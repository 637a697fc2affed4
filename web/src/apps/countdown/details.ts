// The countdown's view and what the search finds of it.
import { defineDetails } from '@/core/apps';

export default defineDetails({
  descriptions: { 'countdown-next': { zh: '离最近的日子还有几天', en: 'Days left to the next date' } },
  samples: { 'countdown-next': () => import('./sample') },
  App: () => import('./App.vue'),
  keywords: 'daojishi djs',
  found: { countdown: (id) => id },
});
