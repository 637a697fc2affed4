// Texts of the hint that the portal can be installed.
const zh = {
  'install.hint': '可以把班级门户装到桌面，下次点图标就能打开',
  'install.do': '安装',
};

export type InstallKey = keyof typeof zh;
export default zh;
