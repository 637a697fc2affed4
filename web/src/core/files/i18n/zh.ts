// Texts of files.
const zh = {
  previous: '上一张',
  next: '下一张',
  larger: '放大',
  smaller: '缩小',
  download: '下载',
  unknown_size: '大小未知',
  open: '查看图片 {name}',
  remove: '移除 {name}',
  drop: '松开即可添加',
  preparing: '准备中',
  sent: '已上传 {n}%',
  again: '重新上传 {name}',
};

export type FilesKey = keyof typeof zh;
export default zh;
