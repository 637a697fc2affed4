// Settings: one's own profile, password, the look of this device, and what runs here.
import { Settings } from '@lucide/vue';
import { defineApp, type AppCommand } from '@/core/apps';

const tab = (path: string, zh: string, en: string, keywords: string): AppCommand => ({
  id: path,
  title: { zh, en },
  keywords,
  run: `#/app/settings/${path}`,
});

export default defineApp({
  name: 'settings',
  title: { zh: '设置', en: 'Settings' },
  icon: Settings,
  color: '#59647a',
  category: 'system',
  order: 100,
  App: () => import('./App.vue'),
  keywords: 'shezhi sz',
  layout: { mode: 'window', width: 640, height: 580, minWidth: 360, minHeight: 360 },
  commands: [
    tab('profile', '我的资料', 'My profile', 'ziliao zl net name birthday'),
    tab('password', '修改密码', 'Change the password', 'mima mm'),
    tab('appearance', '外观、壁纸和颜色', 'Appearance, wallpaper, colour', 'waiguan wg bizhi bz theme dark'),
    tab('device', '这台设备', 'This device', 'shebei sb language size classroom lock jiaoshi'),
    tab(
      'account',
      '登录设备、我的数据、注销账号',
      'Sign-ins, my data, erase my account',
      'zhanghao zh shuju sj zhuxiao zx export delete',
    ),
    tab('about', '版本和退出登录', 'Version, sign out', 'guanyu gy tuichu tc'),
  ],
});
