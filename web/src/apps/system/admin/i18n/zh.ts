// Texts of the console's apps and of the lock of all screens.
const zh = {
  'whose.label': '对谁生效',
  'whose.class': '只对「{name}」生效',
  'whose.portal': '对全部班级生效；各班自己的开关不变',
  'above.where': '：请在上面“对谁生效”中选择“全部班级”',

  'apps.title': '应用',
  'apps.text': '关掉的应用会从桌面消失，正在用的人会回到桌面；内容都保留，再打开就恢复。',
  'apps.protected': '不能关闭：没有它就没法再打开别的应用',
  'apps.above': '全校已关闭，只有系统管理员能打开',
  'apps.changed': '{name} 于 {time} 改过',
  'apps.on': '「{name}」已打开',
  'apps.off': '「{name}」已关闭',
  'apps.ask_title': '关闭「{name}」？',
  'apps.ask_effect': '所有人会立刻离开「{name}」，直到重新打开。里面的内容不会丢失。',
  'apps.ask_do': '关闭',

  'lock.title': '锁定屏幕',
  'lock.text': '教室大屏和已登录的桌面只显示锁屏，直到解除。考试或集会时使用。',
  'lock.state_on': '现在：已锁定',
  'lock.state_off': '现在：未锁定',
  'lock.above': '全校的锁屏还开着，只有系统管理员能解除',
  'lock.lock': '锁定屏幕',
  'lock.unlock': '解除锁定',
  'lock.ask_title': '锁定屏幕？',
  'lock.ask_effect': '所有正在使用的人会立刻只看到锁屏。没有保存的内容留在各自的页面里，解除后继续。',
  'lock.locked': '屏幕已锁定',
  'lock.unlocked': '已解除锁定',
};

export type SystemKey = keyof typeof zh;
export default zh;
