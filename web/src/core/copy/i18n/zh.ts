// Texts of copying.
const zh = {
  done: '已复制',
  failed: '没有复制成功，请选中文字后手动复制',
};

export type CopyKey = keyof typeof zh;
export default zh;
