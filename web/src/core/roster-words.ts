// What the reader of class lists knows of words: surnames, headings of columns, what stands around a list.

/** The usual surnames of one character. A name with another one is read all the same, where its line says so. */
const SURNAMES = new Set(
  (
    '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖萧田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖' +
    '贾夏韦付傅方白邹孟熊秦邱江尹薛闫阎段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤常温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳' +
    '翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳' +
    '时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖' +
    '巩明佘池查麻苑迟邝官封谈匡鞠惠荆乐冀郁胥南班储原栗燕楚鄢劳谌奚皮粟冼蔺楼盘满闻位厉伊仝区郜海阚花权强帅屠豆朴盖练廉禹井祖漆' +
    '巴丰支卿国狄平计索宣晋相初门云容敬来扈晁芮都普阙浦戈伏鹿薄邸雍辜羊阿乌母裘亓修邰赫杭况那宿鲜印逯隆茹诺战慕危玉银亢嵇公哈湛' +
    '宾戎勾茅利於呼居揭干但尉冶斯元束檀衣信展阴昝智幸奉植衡富尧闭由善钦'
  ).split(''),
);

const COMPOUND_SURNAMES = new Set(
  '欧阳 上官 司马 诸葛 东方 独孤 南宫 夏侯 皇甫 尉迟 公孙 慕容 令狐 长孙 司徒 司空 端木 轩辕 宇文 呼延 申屠 澹台 淳于 单于 太史 钟离 东郭 西门 百里 闻人 赫连 拓跋 万俟 公羊 濮阳 左丘 南门 第五 完颜 纳兰 叶赫 耶律'.split(
    ' ',
  ),
);

/** Two to four characters that begin like a name and are none. */
const NOT_NAMES = new Set(
  '安徽 江苏 江西 云南 甘肃 海南 宁夏 温州 广州 杭州 常州 金华 宁波 南京 南昌 南宁 海口 成都 武汉 石家庄 贺州 江门 汕头 阳江 云浮 普通 普高 国籍 平均 平均分 总评 满族 阿昌族 应届 应届生 明细 相关 花名册 查看 平行班 阳光班 文科 文科生 时间 全部 全体 向阳 和平 公立'.split(
    ' ',
  ),
);

const HEADINGS = new Set(
  '姓名 名字 学生姓名 姓 名 性别 序号 编号 号 no no. 学号 学籍号 考号 座号 座位号 身份证 身份证号 身份证号码 电话 联系电话 手机 手机号 家长 家长姓名 父亲姓名 母亲姓名 监护人 监护人姓名 家长电话 备注 班级 年级 民族 出生日期 出生年月 生日 年龄 宿舍 宿舍号 住址 家庭住址 地址 职务 籍贯 政治面貌 总分 成绩 排名 语文 数学 英语 name real_name 中文名 英文名 student gender sex number id class phone remarks remark'.split(
    ' ',
  ),
);
const NAME_HEADINGS = new Set(
  '姓名 名字 学生姓名 中文名 name realname real_name student studentname fullname'.split(' '),
);
const GENDER_HEADINGS = new Set('性别 gender sex'.split(' '));

/** What stands above a list. */
const TITLE = /名单|名册|点名|通讯录|成绩[单表]|座位表|信息表|登记表|统计表|中学|小学|学校|学院|年级|学年度?|学期/;
const CLASS_TITLE = /(?:^.*[级高初]\s*)?[(]?[\d一二三四五六七八九十]+[)]?\s*班$/;
const NOTE = /^(?:班主任|任课|教师|老师|备注|说明|注[::]|联系|填表|制表|打印|日期|时间[::])/;
const TOTAL =
  /^(?:合计|总计|共计|小计|总人数|应到|实到|人数|全班)|^共?\s*\d+\s*[人名位]|(?:^|[\s,、])[男女]生?\s*[::]?\s*\d+\s*[人名]|^(?:total|sum)\b/i;

/** Characters of Chinese writing alone. */
export function isHan(text: string): boolean {
  return /^\p{Script=Han}+$/u.test(text);
}

export function beginsWithCompoundSurname(name: string): boolean {
  return COMPOUND_SURNAMES.has([...name].slice(0, 2).join(''));
}

/** Two to four Chinese characters that begin with a surname: surely meant as a name where several words stand. */
export function looksLikeName(word: string): boolean {
  const characters = [...word];
  if (characters.length < 2 || characters.length > 4 || !isHan(word) || NOT_NAMES.has(word)) return false;
  if (beginsWithCompoundSurname(word)) return characters.length > 2;
  return characters.length < 4 && SURNAMES.has(characters[0] ?? '');
}

const bare = (cell: string): string => cell.toLowerCase().replace(/[\s::*]+/g, '');

export function isHeading(cell: string): boolean {
  return HEADINGS.has(bare(cell));
}

export function isNameHeading(cell: string): boolean {
  return NAME_HEADINGS.has(bare(cell));
}

export function isGenderHeading(cell: string): boolean {
  return GENDER_HEADINGS.has(bare(cell));
}

/** A class, as a column or a word beside a name says it: `高一1班`, `3 班`. */
export function isClassTitle(text: string): boolean {
  return CLASS_TITLE.test(text.replace(/\s+/g, ''));
}

export type Around = 'title' | 'note' | 'total';

/** What a line is that belongs to a list without being in it; null for one that may be a person. */
export function around(line: string): Around | null {
  const text = line.replace(/\s+/g, ' ').trim();
  if (TOTAL.test(text)) return 'total';
  if (NOTE.test(text)) return 'note';
  const whole = text.replace(/ /g, '');
  const isShortName = looksLikeName(whole) && !/[班级]$/.test(whole) && whole.length < 4;
  if (!isShortName && (TITLE.test(whole) || CLASS_TITLE.test(whole))) return 'title';
  return null;
}
