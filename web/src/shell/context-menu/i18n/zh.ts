// Texts of the context menus.
const zh = {
  desktop: '桌面',
  add_widget: '添加小组件',
  wallpaper: '更换壁纸',
  refresh_all: '刷新小组件',
  open: '打开「{name}」',
  refresh: '刷新',
  options: '小组件选项',
  remove: '移除',
  open_app: '打开',
  show: '显示',
  pin: '固定到程序坞',
  unpin: '从程序坞移除',
  left: '左移',
  right: '右移',
  half_left: '占左半屏',
  half_right: '占右半屏',
  close_window: '关闭窗口',
};

export type ContextMenuKey = keyof typeof zh;
export default zh;
