// Whole lists as teachers have them: titles, headers, totals, columns, several names in a line.
import { expect, describe, it } from 'vitest';
import { isPerson, parseRoster, readRoster } from './roster';

const names = (text: string): string[] => parseRoster(text).map((row) => row.name);
const reasons = (text: string): string[] => readRoster(text).flatMap((line) => (isPerson(line) ? [] : [line.reason]));
const FORTY_FIVE = Array.from({ length: 45 }, (_, i) => `王${String.fromCharCode(0x4e10 + i)}`);

describe('what stands around a list is left out with a reason', () => {
  it.each([
    ['高一(1)班学生名单', 'title'],
    ['2026级 高一（1）班', 'title'],
    ['实验中学2026—2027学年度第一学期', 'title'],
    ['三年二班', 'title'],
    ['班主任：刘建国', 'note'],
    ['制表人 2026.9.1', 'note'],
    ['合计 45 人', 'total'],
    ['共46人', 'total'],
    ['男生23人 女生22人', 'total'],
    ['序号 姓名 性别', 'header'],
    ['序号\t学号\t姓名\t性别\t电话', 'header'],
    ['姓名', 'header'],
    ['12\t20260112\t\t男', 'no_name'],
    ['1、', 'no_name'],
  ])('%s: %s', (line, reason) => {
    expect(names(line)).toEqual([]);
    expect(reasons(line)).toEqual([reason]);
  });

  it('and names that only begin like it are people', () => {
    expect(names('高一\n全班长\n安小学\n共和\n班超\n时间')).toEqual(expect.arrayContaining(['高一', '班超']));
    expect(names('班超\n高洁\n万一')).toEqual(['班超', '高洁', '万一']);
  });
});

describe('a table', () => {
  const TABLE = `高一(1)班学生名单\t\t\t\t
序号\t学号\t姓名\t性别\t电话
1\t20260101\t张三\t男\t13800138000
2\t20260102\t李　四\t女\t13800138001
3\t20260103\t阿依古丽·买买提\t女\t
4\t20260104\t王\t男\t
合计\t\t3\t\t`;

  it('is read by its header, with names of one character and of other peoples', () => {
    expect(parseRoster(TABLE).map(({ name, gender }) => [name, gender])).toEqual([
      ['张三', 'male'],
      ['李四', 'female'],
      ['阿依古丽·买买提', 'female'],
      ['王', 'male'],
    ]);
    expect(reasons(TABLE)).toEqual(['title', 'header', 'total']);
  });

  it.each([
    ['序号\t姓名\t性别\t班级\n1\t张三\t男\t高一1班\n2\t李四\t女\t高一（1）班', ['张三', '李四']],
    ['学号\t姓名\t班级\n01\t张三\t1班\n02\t李四\t一班', ['张三', '李四']],
    ['姓名\t年级\n张三\t高一年级\n阿依\t高一年级', ['张三', '阿依']],
    ['姓名\t原学校\n张三\t城关中学\n李四\t', ['张三', '李四']],
    ['姓名\t宿舍\t入学\n张三\t3号楼2班\t2024学年', ['张三']],
    ['张三\t男\t高一1班\n李四\t女\t高一1班', ['张三', '李四']],
    ['高一1班\t\t\n1\t张三\t高一1班\n\t\t高一2班', ['张三']],
    ['1 张三 男 高一1班\n2 李四 高一（1）班', ['张三', '李四']],
    ['高一 3班\n高一 (1) 班 名单\n张三', ['张三']],
  ])('keeps the pupils whose lines name a class or a school: %#', (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it('is read without a header by the column with the most names', () => {
    expect(names('1\t汉族\t张三\t男\t团员\n2\t回族\t马强\t男\t群众\n3\t藏族\t扎西顿珠\t女\t团员')).toEqual([
      '张三',
      '马强',
      '扎西顿珠',
    ]);
  });

  it('does not take the parents for pupils', () => {
    expect(names('姓名\t家长姓名\t性别\n张三\t张大山\t男\n李四\t李建国\t女')).toEqual(['张三', '李四']);
  });

  it('with merged cells keeps its columns', () => {
    expect(names('班级\t姓名\t性别\n1班\t张三\t男\n\t李四\t女\n\t王五\t男')).toEqual(['张三', '李四', '王五']);
  });

  it('of two lists side by side has several people in a line', () => {
    const rows = parseRoster('序号\t姓名\t性别\t序号\t姓名\t性别\n1\t张三\t男\t3\t王五\t男\n2\t李四\t女\t4\t赵六\t女');
    expect(rows.map(({ people }) => people)).toEqual([
      [
        { name: '张三', gender: 'male' },
        { name: '王五', gender: 'male' },
      ],
      [
        { name: '李四', gender: 'female' },
        { name: '赵六', gender: 'female' },
      ],
    ]);
  });
});

describe('several names in a line', () => {
  it.each(['、', ' ', '，', ', ', '；', '\t', '　', ' | '])('are seen between %j', (separator) => {
    const [row, ...more] = parseRoster(FORTY_FIVE.join(separator));
    expect(more).toEqual([]);
    expect(row?.problem).toBe('several');
    expect(row?.people?.map(({ name }) => name)).toEqual(FORTY_FIVE);
  });

  it('are seen with numbers and genders, and names of two characters with a gap', () => {
    const people = parseRoster('1.张三 男 2.李 四 女 3.王五')[0]?.people;
    expect(people).toEqual([
      { name: '张三', gender: 'male' },
      { name: '李四', gender: 'female' },
      { name: '王五', gender: '' },
    ]);
  });

  it.each([
    ['李 雷', '李雷'],
    ['陈 思远', '陈思远'],
    ['欧阳 娜娜', '欧阳娜娜'],
    ['欧阳娜娜', '欧阳娜娜'],
    ['阿依古丽 买买提', '阿依古丽买买提'],
    ['John Smith', 'John Smith'],
    ['Smith, John', 'Smith, John'],
    ['张三 汉族', '张三'],
    ['1,张三,男', '张三'],
    ['张三,男,汉族,团员,北京', '张三'],
    ['（转学）47. 韩梅梅', '韩梅梅'],
    ['韩梅梅（班长）', '韩梅梅'],
    ['12 张三 13800138000', '张三'],
  ])('are not seen in %s', (line, name) => {
    const [row, ...more] = parseRoster(line);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ name });
    expect(row?.problem).toBeUndefined();
  });
});

it('takes a line with the mark of a literal as it stands', () => {
  expect(names('=三年二班\n=张三、李四')).toEqual(['三年二班', '张三、李四']);
});

it('reads marks of writing directions at either end as nothing, and full-width digits as digits', () => {
  expect(parseRoster('\u202b１２．张三\u202c\n\u2066李四\u2069')).toEqual([
    { line: 1, name: '张三', gender: '' },
    { line: 2, name: '李四', gender: '' },
  ]);
});

it('reads five hundred names', () => {
  const text = Array.from({ length: 500 }, (_, i) => `${i + 1}. 王${String.fromCharCode(0x4e10 + i)}`).join('\r\n');
  expect(names(text)).toHaveLength(500);
});
