// Texts of the back ends.
const zh = {
  text: '应用的服务端在隔离的环境里运行：出错或死循环只影响它自己。数字从门户这次启动算起。',
  none: '没有带服务端的应用',
  none_text: '安装了带服务端的应用后，可以在这里查看运行情况和日志。',

  'state.running': '运行中',
  'state.stopped': '待命',
  'state.failed': '启动失败',
  'state.disabled': '已停止',
  'state.failed_text': '代码没有启动成功，应用现在用不了。请把下面的原因发给作者，或回退到上一个版本。',
  'state.disabled_text': '它在短时间内多次超出时间或内存限制，已被停止。重启后可以再用；反复出现请联系作者。',
  strikes: '最近 10 分钟超出限制 {n} 次，满 5 次会被停止',

  'fact.calls': '请求',
  'fact.failed': '失败',
  'fact.cpu': '处理器用时',
  'fact.memory': '内存',
  'fact.last': '最近一次请求',
  'fact.never': '还没有',
  'fact.storage': '数据库',
  'fact.of': '{used} / {quota}',

  'log.open': '日志',
  'log.open_label': '查看「{name}」的日志',
  'log.title': '「{name}」的日志',
  'log.copy': '复制',
  'log.copied': '已复制 {n} 行',
  'log.refresh': '刷新',
  'log.none': '还没有日志',
  'log.none_level': '没有这一级的日志',
  'log.keep': '保留最新 500 行，门户重启后重新开始。',
  'show.label': '显示',
  'show.all': '全部',
  'show.warn': '警告和错误',
  'show.error': '只看错误',
  'level.error': '错误',
  'level.warn': '警告',
  'level.info': '信息',
  'level.debug': '调试',

  'restart.do': '重启',
  'restart.label': '重启「{name}」的服务端',
  'restart.ask': '重启「{name}」的服务端？',
  'restart.effect':
    '正在进行的请求会中断，几秒内恢复。保存的数据不变，只存在内存里的内容（例如正在下的棋局）可能会丢失。',
  'restart.done': '「{name}」的服务端已重启',
};

export type BackEndKey = keyof typeof zh;
export default zh;
