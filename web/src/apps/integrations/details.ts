// The view of the integrations, and what the search finds it by.
import { defineDetails } from '@/core/apps';

export default defineDetails({
  App: () => import('./App.vue'),
  keywords: 'jicheng jc webhook api token bot',
});
