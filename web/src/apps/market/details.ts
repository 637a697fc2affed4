// The view of the market, and what the search finds it by.
import { defineDetails } from '@/core/apps';

export default defineDetails({
  App: () => import('./App.vue'),
  keywords: 'yingyongshichang yysc shichang sc chajian store plugin install',
  commands: [
    {
      id: 'market-installed',
      title: { zh: '已安装的应用', en: 'Installed apps' },
      keywords: 'yianzhuang yaz market',
      run: '#/app/market/installed',
    },
  ],
});
