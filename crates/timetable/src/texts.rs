//! Texts of the timetable feature.

kernel::refusals! {
    NAME_INVALID = 400, "timetable_name_invalid", "名称须为 1–40 个字符，首尾没有空格", "A name has 1–40 characters and no blanks at its ends";
    REVISION_GONE = 409, "timetable_revision_gone", "之前的版本已不再保存，不能撤销", "What the timetable was before is not kept any more";
    DATE_INVALID = 400, "timetable_date_invalid", "“{field}”须为 1900–2199 年间的 YYYY-MM-DD", "“{field}” is a date YYYY-MM-DD between 1900 and 2199";
    ENDS_EARLY = 400, "timetable_ends_early", "结束日期不能早于开始日期", "A timetable ends on or after its first day";
    FIRST_DAY_LATE = 400, "timetable_first_day_late", "第一周的日期不能晚于开始日期", "The first week begins on or before the first day";
    /// The timetable breaks a rule.
    INVALID = 400, "timetable_invalid", "{problem}", "{problem_en}";
    ID_INVALID = 400, "timetable_id_invalid", "编号须为 UUID", "An id is a UUID";
    /// The id belongs to something else.
    ID_TAKEN = 409, "timetable_id_taken", "该编号已被使用", "This id is in use";
    TOO_MANY = 409, "timetable_too_many", "最多可以有 {max} 份课程表", "There can be at most {max} timetables";
    TOO_LARGE = 413, "timetable_too_large", "课程表内容过大", "The timetable is too large";
    /// An admin of all classes named none.
    CLASS_MISSING = 400, "timetable_class_missing", "请指明班级（class）", "Name the class (class)";
    RANGE_INVALID = 400, "timetable_range_invalid", "“until”不能早于“from”，且最多 {max} 天", "“until” is not before “from”, and there are at most {max} days";
    TOO_MANY_DAYS = 400, "timetable_too_many_days", "一次最多修改 {max} 天", "At most {max} days are changed at once";
    NO_DAYS = 400, "timetable_no_days", "请至少指明一天", "Name at least one day";
    /// Somebody changed the day since the client read it.
    DAY_CHANGED = 409, "timetable_day_changed", "{date} 刚刚被别人改过，请看过再改", "{date} was changed by somebody else meanwhile; look at it first";
    TOO_MANY_CHANGED = 409, "timetable_too_many_changed", "一个班最多可以有 {max} 个不同于平常的日子", "At most {max} days of a class differ";
    /// Only the class has days that differ.
    DAYS_OF_CLASS = 400, "timetable_days_of_class", "只有班级的课程表可以带上调整的日子", "Only a timetable of the class comes with days that differ";
    DAY_TWICE = 400, "timetable_day_twice", "同一天 {date} 出现了两次", "The day {date} is there twice";
    NOTE_INVALID = 400, "timetable_note_invalid", "说明须为一行，最多 80 个字符", "A note is one line of at most 80 characters";
    HOURS_INVALID = 400, "timetable_hours_invalid", "半天的结束时间须晚于开始时间", "A half day ends after it begins";
    AS_DAY_INVALID = 400, "timetable_as_day_invalid", "课程表里没有第 {day} 天", "The timetable has no day {day}";
    YEAR_INVALID = 400, "timetable_year_invalid", "年份须在 2000–2199 之间", "A year lies between 2000 and 2199";
    PUBLIC_DAY_INVALID = 400, "timetable_public_day_invalid", "{date} 不在 {year} 年内，或名称不合规", "{date} is not in {year}, or its name breaks the rules";
    FILE_EMPTY = 400, "timetable_file_empty", "文件是空的", "The file is empty";
    /// The format cannot say what the timetable says.
    CANNOT_EXPORT = 409, "timetable_cannot_export", "{why}", "{why_en}";
}

kernel::texts! {
    /// The kind of notifications.
    DAY_CHANGES = "timetable_day_changes", "调课通知", "Changes of lessons";
    LESSONS_DIFFER = "timetable_lessons_differ", "{when}的课有变化", "Lessons differ {when}";
    /// A lesson that does not take place.
    LESSON_CANCELLED = "timetable_lesson_cancelled", "{time} {subject} 取消", "{time} {subject} is cancelled";
    /// A lesson in the place of another one.
    LESSON_REPLACED = "timetable_lesson_replaced", "{time} {usual} 改为 {subject}", "{time} {subject} instead of {usual}";
    /// A lesson that the usual day does not have.
    LESSON_ADDED = "timetable_lesson_added", "{time} {subject}", "{time} {subject}";
    /// The end of a list that is longer.
    AND_MORE = "timetable_and_more", "等", "and more";
    /// A day without lessons.
    NO_LESSONS = "timetable_no_lessons", "不上课", "no lessons";
    /// A day of exams.
    EXAMS = "timetable_exams", "考试", "exams";
    /// Between the parts of a list.
    COMMA = "timetable_comma", "，", ", ";
    TODAY = "timetable_today", "今天", "today";
    TOMORROW = "timetable_tomorrow", "明天", "tomorrow";
    /// The app.
    APP = "timetable_app", "课程表", "Timetable";
    /// Permission `manage_timetable`.
    MANAGE = "timetable_manage", "管理课程表", "Manage the timetable";
    /// What it allows.
    MANAGE_ABOUT = "timetable_manage_about", "修改班级课程表、调课、放假和考试安排", "Change the timetable of the class, swap lessons, set days off and exam days";

    /// A name of a subject or schedule.
    NAME = "timetable_problem_name", "{place}：名称须为 1–40 个字符，首尾没有空格", "{place}: a name has 1–40 characters and no blanks at its ends";
    /// Another text of a subject or lesson.
    TEXT = "timetable_problem_text", "{place}：简称、教师和教室须为 1–40 个字符，首尾没有空格", "{place}: a short name, teacher or room has 1–40 characters and no blanks at its ends";
    /// A subject that is there twice.
    SUBJECT_TWICE = "timetable_problem_subject_twice", "{place}：科目重复", "{place}: the subject is there twice";
    /// A lesson of a subject that is not there.
    SUBJECT_UNKNOWN = "timetable_problem_subject_unknown", "{place}：科目列表里没有这个科目", "{place}: the list of subjects does not have it";
    /// A colour that is none.
    COLOR = "timetable_problem_color", "{place}：颜色须为 #rrggbb", "{place}: a colour is #rrggbb";
    /// A lesson that ends before it begins.
    LESSON_ENDS_EARLY = "timetable_problem_ends_early", "{place}：下课时间须晚于上课时间，且在同一天", "{place}: a lesson ends after it begins, on the same day";
    /// Two lessons at a time.
    OVERLAP = "timetable_problem_overlap", "{place}：与同一天的另一节课时间重叠", "{place}: it overlaps with another lesson of the same day";
    /// A day that is none.
    DAY = "timetable_problem_day", "{place}：星期须为 1–7，循环日须在工作日数之内，同一天不能重复", "{place}: weekdays are 1 to 7, days of a cycle are among its working days, and each is there once";
    /// A cycle without end or working day.
    CYCLE = "timetable_problem_cycle", "循环至少要有一个上课日，最多 366 天", "A cycle has at least one working day and at most 366 days";
    /// Odd weeks in a cycle of days.
    WEEKS_IN_CYCLE = "timetable_problem_weeks", "{place}：按天循环的课程表没有单双周", "{place}: a cycle of days has no odd and even weeks";
    /// Too much of something.
    TOO_MUCH = "timetable_problem_too_many", "{place}：科目、课表最多 200 个，每天最多 40 节课，说明最多 200 个字符", "{place}: at most 200 subjects and schedules, 40 lessons a day, and 200 characters of description";
    /// Where a problem is: the schedule and the subject of a lesson.
    PLACE_LESSON = "timetable_place_lesson", "课表 {schedule} 第 {lesson} 节“{name}”", "schedule {schedule}, lesson {lesson} “{name}”";
    /// Where a problem is: a schedule.
    PLACE_SCHEDULE = "timetable_place_schedule", "课表 {schedule}", "schedule {schedule}";
    /// Where a problem is: a lesson of one date.
    PLACE_DAY = "timetable_place_day", "第 {lesson} 节“{name}”", "lesson {lesson} “{name}”";
    /// Where a problem is: the timetable as a whole.
    PLACE_TIMETABLE = "timetable_place_timetable", "课程表", "the timetable";
    /// Where a problem is: a subject.
    PLACE_SUBJECT = "timetable_place_subject", "科目“{name}”", "subject “{name}”";
}

kernel::actions! {
    /// `save_timetable`.
    SAVE_TIMETABLE = "save_timetable", "保存课程表", "Saved a timetable"
        => "{created?新建了|修改了} {class} 班的课程表", "{created?created|changed} a timetable of class {class}";
    /// `delete_timetable`.
    DELETE_TIMETABLE = "delete_timetable", "删除课程表", "Deleted a timetable"
        => "删除了 {class} 班的一份课程表", "deleted a timetable of class {class}";
    /// `restore_timetable`.
    RESTORE_TIMETABLE = "restore_timetable", "恢复课程表版本", "Restored a timetable"
        => "把 {class} 班的课程表恢复到第 {revision} 版", "restored revision {revision} of a timetable of class {class}";
    /// `change_school_days`.
    CHANGE_SCHOOL_DAYS = "change_school_days", "调整上课日", "Changed school days"
        => "调整了 {class} 班 {dates} 的课程", "changed the lessons of class {class} on {dates}";
    /// `set_public_days`.
    SET_PUBLIC_DAYS = "set_public_days", "更新法定节假日", "Updated the public holidays"
        => "{own?更新了|恢复了内置的} {year} 年的法定节假日", "{own?updated|went back to the built-in} public holidays of {year}";
}

kernel::log_words! {
    "created" = "新建", "created";
    "dates" = "日期", "dates";
    "own" = "自定", "own";
    "year" = "年份", "year";
}
