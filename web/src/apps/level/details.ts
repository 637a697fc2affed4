// The level's view, service and command.
import { defineDetails } from '@/core/apps';
import { signIn } from './queries';

export default defineDetails({
  keywords: 'dengji dj qiandao qd sign in',
  descriptions: { 'level-sign-in': { zh: '等级、连续天数和签到', en: 'Level, streak and sign-in' } },
  App: () => import('./App.vue'),
  service: () => import('./service'),
  commands: [
    {
      id: 'sign-in',
      title: { zh: '每日签到', en: 'Check in for today' },
      keywords: 'qiandao qd',
      run: () => void signIn(),
    },
  ],
});
