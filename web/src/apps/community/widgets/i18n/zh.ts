// Texts of the community's widgets.
const zh = {
  latest: '最新帖子',
  none: '社区还没有帖子',
  'list.hot': '热门榜',
  'list.food': '美食榜',
  none_hot: '还没有上榜的帖子',
  counts: '{likes} 赞 · {comments} 评论',
  waiting: '{n} 个在等你',
  voters: '{n} 人参与',
  none_polls: '没有要投的票',
};

export type WidgetKey = keyof typeof zh;
export default zh;
