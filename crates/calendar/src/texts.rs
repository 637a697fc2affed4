//! Texts of the calendar.

kernel::refusals! {
    /// The event breaks a rule.
    INVALID = 400, "calendar_invalid", "{problem}", "{problem_en}";
    DATE_INVALID = 400, "calendar_date_invalid", "“{field}”须为 1900–2199 年间的 YYYY-MM-DD", "“{field}” is a date YYYY-MM-DD between 1900 and 2199";
    RANGE_INVALID = 400, "calendar_range_invalid", "“until”不能早于“from”，且最多 {max} 天", "“until” is not before “from”, and there are at most {max} days";
    ID_INVALID = 400, "calendar_id_invalid", "编号须为 UUID", "An id is a UUID";
    /// The id belongs to something else.
    ID_TAKEN = 409, "calendar_id_taken", "该编号已被使用", "This id is in use";
    TOO_MANY = 409, "calendar_too_many", "一个日历最多可以有 {max} 个日程", "A calendar has at most {max} events";
    /// Too much repeats.
    TOO_MANY_OCCURRENCES = 409, "calendar_too_many_occurrences", "这个日历里重复的日程太多，请为它们设定结束日期", "Too much repeats in this calendar; let some of it end";
    /// An admin of all classes named none.
    CLASS_MISSING = 400, "calendar_class_missing", "请指明班级（class）", "Name the class (class)";
    /// `this` or `following` without a time of the series.
    OCCURRENCE_MISSING = 400, "calendar_occurrence_missing", "请用“occurrence”指明是哪一次", "Say with “occurrence” which one is meant";
    OCCURRENCE_UNKNOWN = 400, "calendar_occurrence_unknown", "这个日程在 {at} 没有安排", "The event does not happen at {at}";
    /// `this` or `following` of an event that does not repeat.
    NOT_REPEATING = 400, "calendar_not_repeating", "这个日程不重复，只能整个修改或删除", "The event does not repeat; change or delete all of it";
    RULE_OF_ONE = 400, "calendar_rule_of_one", "单独的一次不能再有重复规则", "A single occurrence has no rule of its own";
    /// Something of a change was changed again.
    UNDO_CHANGED = 409, "calendar_undo_changed", "这些日程后来又被修改过，不能撤销", "The events were changed again since, so this cannot be undone";
    IMPORT_EMPTY = 400, "calendar_import_empty", "文件里没有可以导入的日程", "The file has no events to import";
    /// The first problem of a file.
    IMPORT_INVALID = 400, "calendar_import_invalid", "{problem}", "{problem_en}";
    FEEDS_TOO_MANY = 409, "calendar_feeds_too_many", "最多可以有 {max} 个订阅地址", "There can be at most {max} feeds";
    FEED_NAME_INVALID = 400, "calendar_feed_name_invalid", "名称最多 40 个字符", "A name has at most 40 characters";
}

kernel::texts! {
    /// The app.
    APP = "calendar_app", "日历", "Calendar";
    /// Permission `manage_calendar`.
    MANAGE = "calendar_manage", "管理班级日历", "Manage the class calendar";
    /// What it allows.
    MANAGE_ABOUT = "calendar_manage_about", "添加、修改、删除班级日程和班级倒计时，导入日程文件", "Add, change and delete events and countdowns of the class, import files";
    /// The kind of notifications of new events.
    NEW_EVENTS = "calendar_new_events", "班级新日程", "New events of the class";
    /// What is told of a new event, under its title.
    NEW_EVENT = "calendar_new_event", "班级新日程：{when}", "New in the class calendar: {when}";
    /// The kind of reminders.
    REMINDERS = "calendar_reminders", "日程提醒", "Calendar reminders";
    /// Title of the reminder of an event that begins at a time.
    REMINDER_AT = "calendar_reminder_at", "{when} 开始", "Starts at {when}";
    /// Title of the reminder of an event of whole days.
    REMINDER_ON = "calendar_reminder_on", "{when}（全天）", "{when}, all day";
    /// `calendar.create`.
    CALENDAR_CREATE = "event_calendar_create", "给集成负责人添加日程", "Adds an event for its owner";
    /// `calendar.event_created`.
    EVENT_CREATED = "event_calendar_event_created", "集成负责人能看到的日历里有新日程", "There is a new event in a calendar that its owner sees";
    /// The name of a calendar in a file: a member's own.
    OWN_CALENDAR = "calendar_own", "我的日历", "My calendar";
    /// The name of a calendar in a file: a class's.
    CLASS_CALENDAR = "calendar_of_class", "{class} 班日历", "Calendar of class {class}";

    /// A title.
    TITLE_INVALID = "calendar_title_invalid", "标题须为一行，1–120 个字符", "A title is one line of 1–120 characters";
    /// A description.
    DESCRIPTION_INVALID = "calendar_description_invalid", "说明最多 4000 个字符", "A description has at most 4,000 characters";
    /// A place.
    LOCATION_INVALID = "calendar_location_invalid", "地点须为一行，最多 200 个字符", "A place is one line of at most 200 characters";
    /// A category.
    CATEGORY_INVALID = "calendar_category_invalid", "分类最多 30 个字符", "A category has at most 30 characters";
    /// A colour.
    COLOR_INVALID = "calendar_color_invalid", "颜色须为 #rrggbb", "A colour is #rrggbb";
    /// A time of whole days.
    DAY_INVALID = "calendar_day_invalid", "“{field}”须为 1900–2199 年间的 YYYY-MM-DD（全天日程）", "“{field}” is a date YYYY-MM-DD between 1900 and 2199, since the event takes whole days";
    /// A time.
    TIME_INVALID = "calendar_time_invalid", "“{field}”须为 1900–2199 年间的 YYYY-MM-DDTHH:MM", "“{field}” is a time YYYY-MM-DDTHH:MM between 1900 and 2199";
    /// A zone.
    ZONE_UNKNOWN = "calendar_zone_unknown", "不认识时区“{zone}”", "The time zone “{zone}” is unknown";
    /// An event that ends before it begins.
    ENDS_EARLY = "calendar_ends_early", "结束时间不能早于开始时间", "An event does not end before it begins";
    /// An event that takes too long.
    TOO_LONG = "calendar_too_long", "一个日程最长 {max} 天", "An event takes at most {max} days";
    /// Reminders.
    REMINDERS_INVALID = "calendar_reminders_invalid", "最多 5 个提醒，最早提前 4 周，不晚于开始时间（全天日程不晚于当天）", "There are at most 5 reminders, at most four weeks before, and not after the beginning; of whole days not after the first day";
    /// Too much is left out.
    EXDATES_TOO_MANY = "calendar_exdates_too_many", "一个重复日程最多可以去掉 {max} 次", "At most {max} occurrences of a series are left out";
    /// A part of a rule.
    RULE_PART = "calendar_rule_part", "重复规则里的“{part}”无法使用", "“{part}” of the rule of repetition cannot be used";
    /// A rule that the library refuses.
    RULE_INVALID = "calendar_rule_invalid", "重复规则不正确", "The rule of repetition is wrong";
    /// A rule without a usable frequency.
    RULE_FREQ = "calendar_rule_freq", "重复的频率（FREQ）须为每天、每周、每月或每年：DAILY、WEEKLY、MONTHLY、YEARLY", "A rule repeats by days, weeks, months or years: FREQ is DAILY, WEEKLY, MONTHLY or YEARLY";
    /// A rule with a count and a last day.
    RULE_TWO_ENDS = "calendar_rule_two_ends", "重复次数（COUNT）和截止时间（UNTIL）只能有一个", "A rule ends by COUNT or by UNTIL, not by both";
    /// A rule that ends before the event begins.
    RULE_ENDS_EARLY = "calendar_rule_ends_early", "重复的截止时间（UNTIL）早于第一次", "The rule ends (UNTIL) before the first time";
    /// Hours in a rule of whole days.
    RULE_HOURS = "calendar_rule_hours", "全天日程的重复规则不能有 BYHOUR、BYMINUTE", "The rule of an event of whole days has no BYHOUR and BYMINUTE";
    /// A rule that yields too much.
    RULE_DENSE = "calendar_rule_dense", "一天最多重复 {max} 次", "A rule yields at most {max} times a day";
    /// A rule that yields nothing.
    RULE_EMPTY = "calendar_rule_empty", "按这个重复规则，一次也不会发生", "The rule of repetition never yields a time";

    /// A problem of a file, with its line.
    AT_LINE = "calendar_file_line", "第 {line} 行：{problem}", "Line {line}: {problem}";
    /// A problem of a file, with its line and the event.
    AT_EVENT = "calendar_file_event", "第 {line} 行（“{title}”）：{problem}", "Line {line} (“{title}”): {problem}";
    /// A file that is no text.
    FILE_ENCODING = "calendar_file_encoding", "文件须为 UTF-8 编码的文本", "The file is not text in UTF-8";
    /// A file that is none.
    FILE_NO_CALENDAR = "calendar_file_no_calendar", "这不是 iCalendar 文件：缺少 BEGIN:VCALENDAR", "This is no iCalendar file: BEGIN:VCALENDAR is missing";
    /// A line that cannot be read.
    FILE_LINE = "calendar_file_line_unreadable", "这一行无法读取，应为“名称:内容”", "The line cannot be read; it should be “NAME:content”";
    /// A line that is too long.
    FILE_LINE_LONG = "calendar_file_line_long", "这一行太长，最多 {max} 个字节", "The line is too long; it has at most {max} bytes";
    /// A part that ends where another one should.
    FILE_NESTING = "calendar_file_nesting", "END:{name} 没有对应的 BEGIN", "END:{name} has no BEGIN of its own";
    /// A part without an end.
    FILE_OPEN = "calendar_file_open", "BEGIN:{name} 没有结束", "BEGIN:{name} has no end";
    /// Parts within parts within parts.
    FILE_DEEP = "calendar_file_deep", "层次太深，最多 {max} 层", "There are too many levels; at most {max}";
    /// Too many events.
    FILE_EVENTS = "calendar_file_events", "一个文件最多 {max} 个日程", "A file has at most {max} events";
    /// Too much is wrong.
    FILE_PROBLEMS = "calendar_file_problems", "文件里有 {max} 个以上的日程无法读取，后面的没有再检查", "More than {max} events cannot be read; the rest was not looked at";
    /// A property that is missing.
    FILE_MISSING = "calendar_file_missing", "缺少 {name}", "{name} is missing";
    /// A time that cannot be read.
    FILE_TIME = "calendar_file_time", "{name} 的时间“{value}”无法读取", "The time “{value}” of {name} cannot be read";
    /// A duration that cannot be read.
    FILE_DURATION = "calendar_file_duration", "{name} 的时长“{value}”无法读取", "The duration “{value}” of {name} cannot be read";
    /// The title of an event that has none.
    FILE_UNTITLED = "calendar_file_untitled", "（无标题）", "(untitled)";
    /// What was cut.
    FILE_CUT = "calendar_file_cut", "{name} 太长，只保留前 {max} 个字符", "{name} is too long; its first {max} characters are kept";
    /// What is left out of an event.
    FILE_IGNORED = "calendar_file_ignored", "{name} 不能导入，已忽略", "{name} cannot be imported and is left out";
    /// A reminder that is left out.
    FILE_REMINDER = "calendar_file_reminder", "这个提醒不能导入，已忽略", "This reminder cannot be imported and is left out";
    /// An event that was called off.
    FILE_CANCELLED = "calendar_file_cancelled", "已取消的日程没有导入", "The event was cancelled and is left out";
    /// Parts that are no events.
    FILE_NO_EVENT = "calendar_file_no_event", "{name} 不是日程，没有导入", "{name} is no event and is left out";
    /// An occurrence that differs, of a series that is not there.
    FILE_NO_SERIES = "calendar_file_no_series", "RECURRENCE-ID 所属的重复日程不在文件里，作为单独的日程导入", "The series of this RECURRENCE-ID is not in the file; it is imported as an event of its own";
    /// A UID that occurs twice.
    FILE_UID_TWICE = "calendar_file_uid_twice", "UID“{uid}”出现了两次", "The UID “{uid}” is there twice";
}

kernel::actions! {
    /// `change_class_calendar`.
    CHANGE_CLASS_CALENDAR = "change_class_calendar", "修改班级日历", "Changed the class calendar"
        => "修改了 {class} 班的日历（{count} 个日程）", "changed the calendar of class {class} ({count} events)";
}

kernel::log_words! {
    "count" = "数量", "number";
}

kernel::texts! {
    /// A festival of the lunar calendar.
    SPRING = "calendar_festival_spring", "春节", "Spring Festival";
    /// A festival of the lunar calendar.
    LANTERN = "calendar_festival_lantern", "元宵节", "Lantern Festival";
    /// A festival of the lunar calendar.
    DRAGON_HEAD = "calendar_festival_dragon_head", "龙头节", "Dragon Head Festival";
    /// A festival of the lunar calendar.
    SHANGSI = "calendar_festival_shangsi", "上巳节", "Shangsi Festival";
    /// A festival of the lunar calendar.
    DRAGON_BOAT = "calendar_festival_dragon_boat", "端午节", "Dragon Boat Festival";
    /// A festival of the lunar calendar.
    QIXI = "calendar_festival_qixi", "七夕节", "Qixi Festival";
    /// A festival of the lunar calendar.
    ZHONGYUAN = "calendar_festival_zhongyuan", "中元节", "Zhongyuan Festival";
    /// A festival of the lunar calendar.
    MID_AUTUMN = "calendar_festival_mid_autumn", "中秋节", "Mid-Autumn Festival";
    /// A festival of the lunar calendar.
    DOUBLE_NINTH = "calendar_festival_double_ninth", "重阳节", "Double Ninth Festival";
    /// A festival of the lunar calendar.
    LABA = "calendar_festival_laba", "腊八节", "Laba Festival";
    /// A festival of the lunar calendar.
    NEW_YEARS_EVE = "calendar_festival_new_years_eve", "除夕", "Lunar New Year's Eve";
}

/// The solar terms, in the order of the year from the winter solstice on, in both languages.
pub static SOLAR_TERMS: [(&str, &str); 24] = [
    ("冬至", "Winter Solstice"),
    ("小寒", "Minor Cold"),
    ("大寒", "Major Cold"),
    ("立春", "Start of Spring"),
    ("雨水", "Rain Water"),
    ("惊蛰", "Awakening of Insects"),
    ("春分", "Spring Equinox"),
    ("清明", "Pure Brightness"),
    ("谷雨", "Grain Rain"),
    ("立夏", "Start of Summer"),
    ("小满", "Grain Buds"),
    ("芒种", "Grain in Ear"),
    ("夏至", "Summer Solstice"),
    ("小暑", "Minor Heat"),
    ("大暑", "Major Heat"),
    ("立秋", "Start of Autumn"),
    ("处暑", "End of Heat"),
    ("白露", "White Dew"),
    ("秋分", "Autumn Equinox"),
    ("寒露", "Cold Dew"),
    ("霜降", "Frost's Descent"),
    ("立冬", "Start of Winter"),
    ("小雪", "Minor Snow"),
    ("大雪", "Major Snow"),
];

/// The public holidays by the names that the State Council gives them, in both languages.
pub static PUBLIC_DAYS: [(&str, &str); 9] = [
    ("元旦", "New Year's Day"),
    ("春节", "Spring Festival"),
    ("清明节", "Qingming Festival"),
    ("劳动节", "Labour Day"),
    ("端午节", "Dragon Boat Festival"),
    ("中秋节", "Mid-Autumn Festival"),
    ("国庆节", "National Day"),
    ("国庆中秋", "National Day and Mid-Autumn Festival"),
    ("抗战胜利日", "Victory Day"),
];

kernel::texts! {
    /// A month of the lunar calendar.
    LUNAR_MONTH = "calendar_lunar_month", "{name}", "Month {month}";
    /// A leap month of the lunar calendar.
    LUNAR_LEAP_MONTH = "calendar_lunar_leap_month", "{name}", "Leap month {month}";
    /// A day of a month of the lunar calendar.
    LUNAR_DAY = "calendar_lunar_day", "{name}", "Day {day}";
    /// Too many lines.
    FILE_LINES = "calendar_file_lines", "文件太长，最多 {max} 行", "The file is too long; it has at most {max} lines";
    /// Problems that are not listed.
    FILE_MORE_PROBLEMS = "calendar_file_more_problems", "还有 {count} 个问题没有列出", "There are {count} more problems, which are not listed";
}

kernel::refusals! {
    /// Too much repeats on days that are years away.
    RANGE_FULL = 409, "calendar_range_full", "这些日子里重复的日程太多，无法显示；请为一些日程设定结束日期", "Too much repeats on these days to show them; let some of it end";
    /// An integration names the calendar of a class.
    INTEGRATION_OWN = 400, "calendar_integration_own", "集成只能写入负责人自己的日历，不能指定班级（owner、class）", "An integration writes to the calendar of its owner alone; it cannot name a class (owner, class)";
}

kernel::texts! {
    /// A rule whose first time is hard to find.
    RULE_RARE = "calendar_rule_rare", "按这个重复规则，要过很久才会发生第一次", "The rule of repetition yields its first time too late";
}

kernel::refusals! {
    /// Rules that take too long to work out, all of a change together.
    RULES_TOO_LONG = 409, "calendar_rules_too_long", "这些重复规则推算起来太费时，请分几次导入，或让重复从较近的日期开始", "These rules of repetition take too long to work out; import fewer at a time, or let them begin later";
}
