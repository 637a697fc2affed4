// Texts of the weather.
const zh = {
  failed: '天气没有加载成功',
  'none.title': '还没有设置天气',
  'none.text': '管理员设置好之后，这里会显示学校的天气。',
  'none.admin': '请在服务器的环境变量或 .env 中设置下列各项，然后重启门户：',
  'none.key': '和风天气控制台里的 API KEY',
  'none.location': '经度,纬度（如 116.41,39.92）、和风天气的 LocationID，或城市名',
  'none.host': '和风天气控制台里的 API Host（如 abc123.re.qweatherapi.com）',
  'none.open': '打开天气',

  stale: '{time} 的数据',
  'stale.why': '{time} 的数据。{reason}',
  'no_data.why': '暂无数据。{reason}',
  no_data: '暂无数据',
  'failed.old': '{reason}。下面是上次的天气。',
  'note.of': '{name}：{text}',
  source: '数据来自和风天气 QWeather',

  feels: '体感 {n}',
  range: '最高 {max}，最低 {min}',
  'range.short': '{min} ~ {max}',
  'now.title': '现在',
  'now.humidity': '湿度',
  'now.wind': '风',
  'now.wind_scale': '{direction} {scale} 级',
  'now.pressure': '气压',
  'now.visibility': '能见度',
  'now.rain': '过去一小时降水',

  'hourly.title': '未来 24 小时',
  'hourly.pop': '降水概率 {n}%',
  'daily.title': '未来 7 天',
  'daily.sun': '日出 {rise} · 日落 {set}',
  'day.today': '今天',
  'day.tomorrow': '明天',

  'air.title': '空气质量',
  'air.primary': '首要污染物 {name}',
  'indices.title': '生活指数',
  'rain.title': '未来两小时降水',
  'rain.now': '正在下雨',
  'rain.soon': '{n} 分钟后下雨',
  'snow.now': '正在下雪',
  'snow.soon': '{n} 分钟后下雪',
  'rain.none': '{time} 前无降水',

  'warnings.title': '天气预警',
  'warnings.at': '{sender} {time}发布',
  'warnings.at_alone': '{time}发布',
  'warnings.until': '有效至 {time}',
  'level.blue': '蓝色预警',
  'level.yellow': '黄色预警',
  'level.orange': '橙色预警',
  'level.red': '红色预警',
};

export type WeatherKey = keyof typeof zh;
export default zh;
