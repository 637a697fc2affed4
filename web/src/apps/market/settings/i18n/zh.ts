// Texts of the settings of apps.
const zh = {
  title: '「{name}」的设置',
  text: '保存后立即生效。密钥只留在服务器上，页面和同学都读不到。',
  text_restarts: '保存后立即生效，服务端会重新启动。密钥只留在服务器上，页面和同学都读不到。',
  none: '没有可以设置的内容',
  saved: '「{name}」的设置已保存',
  leave: '放弃填写的内容？',
  leave_text: '填写的内容不会保存。',
  leave_do: '放弃',

  'field.usual': '不填则为 {value}',
  'fault.required': '请填写这一项，否则应用无法工作',
  'fault.number': '请填写数字，例如 12 或 0.5',
  'fault.long': '最多 4000 个字',

  'secret.is_set': '已设置，不显示内容',
  'secret.clears': '保存后清除',
  'secret.replace': '更换',
  'secret.replace_label': '更换「{name}」',
  'secret.clear': '清除',
  'secret.clear_label': '清除「{name}」',
  'secret.keep': '保留原来的',
  'secret.hint': '保存后不再显示',
  'secret.show': '显示内容',
  'secret.hide': '隐藏内容',
};

export type SettingsKey = keyof typeof zh;
export default zh;
