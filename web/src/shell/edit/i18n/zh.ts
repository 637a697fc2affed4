// Texts of the edit mode.
const zh = {
  'bar.label': '编辑桌面',
  'bar.add': '小组件',
  'bar.page': '新页面',
  'bar.layouts': '布局',
  'bar.done': '完成',

  'overlay.label': '{name}，第 {n} 个，共 {count} 个',
  'overlay.hint': '方向键移动，Shift 加方向键改大小，PageUp 和 PageDown 换页，Delete 移除，回车打开选项',
  'overlay.remove': '移除「{name}」',
  'overlay.options': '「{name}」的选项',

  'said.start': '正在编辑桌面',
  'said.added': '已添加「{name}」',
  'said.removed': '已移除「{name}」',
  'said.restored': '已恢复「{name}」',
  'said.lifted': '已拿起「{name}」',
  'said.moved': '{name} 已移到第 {n} 位',
  'said.resized': '{name} 现在是 {w}×{h}',
  'said.to_page': '已移到第 {n} 页',
  'said.edge': '已经到边上了',
  'said.reset': '已恢复班级默认布局',
  'said.replaced': '已恢复之前的布局',

  'add.title': '添加小组件',
  'add.search': '查找',
  'add.one': '添加「{name}」',
  'add.none': '没有找到小组件',

  'options.width': '宽',
  'options.height': '高',
  'options.previous': '移到上一页',
  'options.next': '移到下一页',
  'options.refresh': '刷新',
  'options.remove': '移除',
  'options.from': '来自应用「{app}」',
  'options.gone': '「{type}」的应用已不在。可以保留这个位置，等应用回来，也可以移除。',

  'config.number': '请输入数字',
  'config.between': '请输入 {min}–{max} 之间的数字',
  'config.least': '不能小于 {min}',
  'config.most': '不能大于 {max}',

  'layouts.title': '布局',
  'layouts.note': '服务器保留你换下来的布局：最近 5 个，以及 24 小时内的。',
  'layouts.summary': '{pages} 页，{widgets} 个小组件',
  'layouts.restore': '恢复',
  'layouts.none': '还没有更早的布局',
  'layouts.reset': '恢复班级默认布局',

  'default.title': '设为班级默认…',
  'default.class': '{name}班',
  'default.all': '所有班级',
  'default.text': '把你现在的桌面设为{whom}的默认布局。新成员和没有自己布置过桌面的成员会看到它。',
  'default.reach': '会马上改变 {n} 人的桌面；{rest} 人已有自己的布局，不受影响。',
  'default.now': '现在的默认',
  'default.then': '改成',
  'default.set': '设为默认',
  'default.clear': '恢复内置默认',
  'default.done': '已设为{whom}的默认布局',
  'default.cleared': '已恢复内置默认布局',

  'conflict.title': '布局在另一台设备上也改过',
  'conflict.text': '请选择保留哪一个，另一个会留在「布局」里，随时可以恢复。',
  'conflict.mine': '这台设备',
  'conflict.theirs': '另一台设备',
  'conflict.keep_mine': '用我的',
  'conflict.take_theirs': '用另一台设备的',
};

export type EditKey = keyof typeof zh;
export default zh;
