// Texts of what belongs to the enrolment of a class: claim slips, the text to forward.
const zh = {
  'slip.title': '班级门户认领单',
  'slip.how': '打开 {url}，点「第一次来？去注册」，填姓名、认领码，再取一个网名、设一个密码。',
  'slip.code': '认领码',
  'slip.once': '只能用一次，请不要给别人看。',
  'forward.text':
    '{who}的班级门户开通了。\n1. 连上学校的网络，用浏览器打开 {url}\n2. {how}\n3. 取一个网名，设一个密码（至少 8 位，有字母和数字）',
  'forward.with_code': '点「第一次来？去注册」，填姓名和认领单上的 8 位认领码',
  'forward.plain': '点「第一次来？去注册」，填和名单上一样的姓名',
  'forward.copied': '已复制，可以粘贴到班级群',
  'until.today': '今天 {time}',
  'until.tomorrow': '明天 {time}',
};

export type EnrolmentKey = keyof typeof zh;
export default zh;
