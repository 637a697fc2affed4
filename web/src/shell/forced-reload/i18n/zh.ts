// Texts of the forced reload.
const zh = {
  held: '管理员要求更新：保存或放弃正在填写的内容后，这里会自动刷新',
};

export type ForcedReloadKey = keyof typeof zh;
export default zh;
