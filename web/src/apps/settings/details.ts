// The settings' view and a command for each of its tabs.
import { defineDetails, type AppCommand } from '@/core/apps';

const tab = (path: string, zh: string, en: string, keywords: string): AppCommand => ({
  id: path,
  title: { zh, en },
  keywords,
  run: `#/app/settings/${path}`,
});

export default defineDetails({
  App: () => import('./App.vue'),
  keywords: 'shezhi sz',
  commands: [
    tab('profile', '我的资料', 'My profile', 'ziliao zl net name birthday'),
    tab('password', '修改密码', 'Change the password', 'mima mm'),
    tab('appearance', '外观、壁纸和颜色', 'Appearance, wallpaper, colour', 'waiguan wg bizhi bz theme dark'),
    tab('notifications', '通知和免打扰时段', 'Notifications, quiet hours', 'tongzhi tz miandarao mdr mute'),
    tab('device', '这台设备', 'This device', 'shebei sb language size classroom lock jiaoshi'),
    tab(
      'account',
      '登录设备、我的数据、注销账号',
      'Sign-ins, my data, erase my account',
      'zhanghao zh shuju sj zhuxiao zx export delete',
    ),
    tab('moderation', '我的举报与申诉', 'My reports and appeals', 'jubao jb shensu ss jinyan report appeal'),
    tab('about', '版本和退出登录', 'Version, sign out', 'guanyu gy tuichu tc'),
  ],
});
