// Texts of the banner about unsaved changes of the layout.
const zh = {
  unsaved: '布局的更改已留在这台设备上，连上服务器后自动保存',
  only_here: '布局的更改还没有保存，设备存储也满了，连上服务器前请不要关闭页面',
  refused: '布局没有保存：{why}',
  drop: '放弃更改',
  dropped: '已放弃布局的更改',
};

export type LayoutBannerKey = keyof typeof zh;
export default zh;
