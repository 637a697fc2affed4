// Texts of the search.
const zh = {
  'palette.hint': '应用、设置、小组件…',
  'palette.searching': '正在搜索…',
  'palette.failed': '搜索没有完成：{why}',
  'palette.none': '没有找到',
  'palette.app': '应用',
  'palette.widget': '小组件',
  'palette.desktop': '桌面',
  'palette.lock': '锁屏',
  'palette.refresh': '刷新全部小组件',
  'palette.ask': '在{app}中搜索「{words}」',
  'palette.add': '添加「{name}」',
};

export type PaletteKey = keyof typeof zh;
export default zh;
