// Timetables as files of other programs.

/** In CSES 1: two subjects, a Monday, a Wednesday of odd weeks. */
export const CSES = `version: 1
subjects:
  - name: 语文
    simplified_name: 语
    teacher: 王老师
  - name: 数学
    room: "302"
schedules:
  - name: 周一
    enable_day: 1
    weeks: all
    classes:
      - subject: 语文
        start_time: "08:00:00"
        end_time: "08:40:00"
      - subject: 数学
        start_time: "08:50:00"
        end_time: "09:30:00"
  - name: 周三单周
    enable_day: 3
    weeks: odd
    classes:
      - subject: 数学
        start_time: "08:00:00"
        end_time: "08:40:00"
`;

/** As a school prints it: a title, no times, teachers below the subjects, a row for noon. */
export const SHEET = [
  ['高一（1）班课程表', '', '', ''],
  ['节次', '星期一', '星期二', '备注'],
  ['第一节', '语文\n王老师', '数学\n李老师', ''],
  ['第二节', '英语\n陈老师', '语文\n王老师', ''],
  ['午休', '午休', '午休', ''],
  ['第三节', '美术\n周老师', '英语\n陈老师', ''],
];
