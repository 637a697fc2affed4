// The view of the integrations, what brings their pages to the desktop, and what the search finds the app by.
import { defineDetails } from '@/core/apps';

export default defineDetails({
  App: () => import('./App.vue'),
  service: () => import('./service'),
  keywords: 'jicheng jc webhook api token bot',
});
