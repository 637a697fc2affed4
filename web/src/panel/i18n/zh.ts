// Texts of the panel page.
const zh = {
  'pairing.title': '把这块屏幕设为教室大屏',
  'pairing.where': '在手机上打开“管理 → 大屏”，输入这个码',
  'pairing.address': '手机访问 {address}',
  'pairing.until': '这个码 {time} 前有效，过期会自动换新',
  'pairing.qr': '扫码打开“管理 → 大屏”',
  'pairing.asking': '正在取码…',
  'pairing.away': '连不上班级门户，正在重试…',
  'board.week': '第 {n} 周',
  'board.stale': '网络断开，显示 {time} 的内容',
  'exam.title': '考试中',
  'exam.soon': '即将开考',
  'exam.left': '还有 {n} 分钟结束',
  'exam.begins': '{time} 后开考',
  'lock.title': '全班屏幕已锁定',
  'broadcast.urgent': '紧急广播',
  'broadcast.important': '重要广播',
  'broadcast.normal': '班级广播',
};

export type PanelKey = keyof typeof zh;
export default zh;
