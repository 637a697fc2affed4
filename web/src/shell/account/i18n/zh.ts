// Texts of the menu at the avatar.
const zh = {
  title: '账号',
  profile: '我的资料',
  lock: '锁屏',
  switch: '换人登录',
  sign_out: '退出登录',
};

export type AccountKey = keyof typeof zh;
export default zh;
