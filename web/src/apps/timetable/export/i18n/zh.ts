// Texts of the export of timetables.
const zh = {
  title: '导出「{name}」',
  recommended: '推荐',
  saved: '已下载「{name}」',
  'format.cses_2': 'CSES 第 2 版（.yaml）',
  'format.cses_2_text': '给 ClassIsland 等课表软件用，也能导回门户；不含颜色和单节课的老师、教室',
  'format.cses_1': 'CSES 第 1 版（.yaml）',
  'format.cses_1_text': '给只认旧版的课表软件用；不按星期循环的课表存不了',
  'format.xlsx': 'Excel（.xlsx）',
  'format.xlsx_text': '内容最全，用 Excel 或 WPS 修改后可以再导入',
  'format.ics': '手机日历（.ics）',
  'format.ics_text': '导入手机或电脑的日历；以后课表变了不会自动更新',
  print: '打印',
  print_text: '一张横放的 A4，可以贴在教室里',
  holds: '{from} 至 {until}',
  holds_from: '{from} 起',
};

export type ExportKey = keyof typeof zh;
export default zh;
