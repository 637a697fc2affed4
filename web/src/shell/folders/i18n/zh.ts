// Texts of folders of apps and of arranging the dock.
const zh = {
  'app.new': '新',
  'dock.arrange': '整理程序坞',
  'dock.done': '完成',
  'dock.pin': '把「{name}」固定到程序坞',
  'dock.unpin': '把「{name}」从程序坞移除',
  'dock.left': '「{name}」左移',
  'dock.right': '「{name}」右移',
  'folder.name': '文件夹',
  'folder.hint': '把一个应用拖到另一个上面，可以放进同一个文件夹',
  'folder.rename': '文件夹名称',
  'folder.into': '把「{name}」放进文件夹',
  'folder.out': '把「{name}」移出文件夹',
  'folder.where': '把「{name}」放到哪里？',
  'folder.with': '与「{name}」放进新文件夹',
  'folder.dissolve': '解散文件夹',
};

export type FolderKey = keyof typeof zh;
export default zh;
