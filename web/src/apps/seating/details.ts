// The view of the seats, and what the search finds of it.
import { defineDetails } from '@/core/apps';

export default defineDetails({
  App: () => import('./App.vue'),
  service: () => import('./service'),
  keywords: 'zuowei zw zuoweibiao huanzuo dianming suiji chouqian seats seating plan pick draw random',
  commands: [
    {
      id: 'seating-pick',
      title: { zh: '随机点名', en: 'Pick at random' },
      keywords: 'suiji dianming sjdm chouren chouqian random pick',
      run: '#/app/seating/pick',
    },
  ],
});
