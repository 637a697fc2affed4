// Texts of the lock screen.
const zh = {
  'lock.open': '解锁',
  'lock.password': '密码',
  'lock.wrong': '密码不对',
  'lock.class': '全班屏幕已锁定，由老师或班委解除',
  'lock.portal': '全校屏幕已锁定，由系统管理员解除',
  'lock.both': '全校和全班的屏幕都已锁定：全校的由系统管理员解除，全班的由老师或班委解除',
  'lock.some': '屏幕已锁定',
  'lock.open_class': '解除「{name}」锁屏',
  'lock.open_portal': '解除全校锁屏',
  'lock.pass': '只在这台设备上继续',
  'lock.switch': '换人登录',
};

export type LockKey = keyof typeof zh;
export default zh;
