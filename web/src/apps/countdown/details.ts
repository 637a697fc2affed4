// The countdown's view and what the search finds of it.
import { defineDetails } from '@/core/apps';

export default defineDetails({
  App: () => import('./App.vue'),
  keywords: 'daojishi djs',
  found: { countdown: (id) => id },
});
