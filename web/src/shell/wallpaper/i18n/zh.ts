// Texts of the wallpaper.
const zh = {
  missing: '壁纸没有加载出来，先显示默认壁纸',
};

export type WallpaperKey = keyof typeof zh;
export default zh;
