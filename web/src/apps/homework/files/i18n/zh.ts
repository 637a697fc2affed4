// Texts of what is uploaded with homework.
const zh = {
  unfit: '这不是能用的图片',
  too_many: '最多 {n} 个，多出的没有加上',
  no_picture: '这里只能放图片',
  camera: '拍照',
  board: '拍黑板',
  choose: '选图片',
  choose_files: '选文件',
  pictures: '图片',
  files: '图片和文件',
  remove: '移除第 {n} 张',
  retry: '重新上传第 {n} 张',
  earlier: '第 {n} 张往前移',
  later: '第 {n} 张往后移',
  nth: '第 {n} 张图片',
  open: '查看第 {n} 张图片',
  lost: '图片没有加载出来',
  sent: '已上传 {n}%',
};

export type FilesKey = keyof typeof zh;
export default zh;
