// Texts of the page that is projected while a class registers.
const zh = {
  title: '集中注册',
  'title.of': '{name} · 集中注册',
  leave: '返回桌面',
  forbidden: '只有班级管理员和系统管理员可以打开集中注册页',
  empty: '名单上还没有人，请先更新名单',

  'scan.title': '扫码或输入网址',
  'scan.qr': '注册页的二维码',
  'scan.address': '换一个地址',
  'scan.only_here': '这个地址只有服务器自己打得开：服务器没有对外开放，请让管服务器的人把 HOST 设为 0.0.0.0',
  'scan.more': '扫不开就换一个地址：手机要和服务器在同一个网络',
  'scan.step_code': '填姓名和认领单上的码，取网名，设密码',
  'scan.step': '填姓名，取网名，设密码',

  'count.registered': '已注册',
  'count.missing': '还差 {n} 人',
  'count.missing_names': '还差 {n} 人：{names}',
  'count.all': '全班都注册好了！',
  'name.registered': '（已注册）',
  'name.locked': '（认领码输错太多次，点一下可以解锁）',
  'name.locked_hint': '认领码输错太多次，点一下可以解锁',

  'lockout.line': '{n} 人的认领码输错太多次，点姓名解锁',
  'lockout.title': '让「{name}」再试一次？',
  'lockout.why': '有人用这个名字输错了十次认领码，所以到 {until} 为止，正确的认领码也不能用。',
  'lockout.effect': '解锁后马上可以再输，认领单上的码不变。不是本人输错的话，看看是谁在试。',
  'lockout.admins_alone': '这个姓名注册后是管理员，只有系统管理员能解锁。',
  'lockout.act': '解锁',
  'lockout.done': '「{name}」可以再输认领码了',

  'class.label': '班级',

  'window.open': '集中注册开放到{until}',
  'window.closed': '集中注册没有开放',
  'window.all_classes': '所有班级一起开放、一起结束。',
  'window.closed_hint': '现在同一个网络一小时只能注册几个人。全班一起注册前请先开放。',
  'window.do_open': '开放到{until}',
  'window.was_closed': '集中注册结束了',
  'window.extend': '延长 2 小时',
  'window.close': '结束',

  'print.title': '打印认领单？',
  'print.why': '打印预览里有每个人的认领码。正在投屏的话，请先停止投屏。',
  'print.act': '打印',
  'act.slips': '打印认领单（{n} 张）',
  'act.forward': '复制转发的话',
  'act.full': '全屏',
};

export type EnrolmentPageKey = keyof typeof zh;
export default zh;
