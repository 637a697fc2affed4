//! What people read about a file, in Chinese and English.

use crate::{CannotWrite, FileProblem, FileRule, Place};

/// A text in Chinese and in English; `{name}` stands for the name of the problem.
type Text = (&'static str, &'static str);

const EMPTY: Text = ("文件是空的", "The file is empty");
const TOO_BIG: Text = ("文件超过 2 MB", "The file has more than 2 MB");
const NOT_TEXT: Text =
    ("文件编码无法识别，请另存为 UTF-8", "The encoding is not known; save the file as UTF-8");
const SYNTAX: Text = (
    "YAML 写法有误，请检查缩进、冒号和引号",
    "This is no valid YAML; check the indentation, colons and quotes",
);
const CSV: Text = (
    "这是 CSV 文本，请用表格软件另存为 .xlsx 再导入",
    "This is CSV; save it as .xlsx in a spreadsheet program and import that",
);
const CLASS_ISLAND: Text = (
    "这是 ClassIsland 的档案文件，请在 ClassIsland 中导出为 CSES 再导入",
    "This is a profile of ClassIsland; export it there as CSES and import that",
);
const TOO_COMPLEX: Text =
    ("文件引用、层级或条目过多", "The file has too many aliases, levels or entries for a timetable");
const DUPLICATE_KEY: Text = ("“{name}”重复出现", "“{name}” is there twice");
const SEVERAL_DOCUMENTS: Text =
    ("文件中有多个 YAML 文档，请只保留一个", "The file has several YAML documents; keep one");
const VERSION: Text =
    ("不支持版本“{name}”，只支持 CSES 1 和 2", "Version “{name}” is not supported; CSES 1 and 2 are");
const MISSING: Text = ("缺少“{name}”", "“{name}” is missing");
const NOT_A_LIST: Text = ("“{name}”应为列表", "“{name}” must be a list");
const NOT_A_MAP: Text = ("“{name}”应为带字段的条目", "“{name}” must have fields of its own");
const NOT_A_TEXT: Text = ("“{name}”应为文字", "“{name}” must be a text");
const NOT_A_NUMBER: Text = ("“{name}”应为整数", "“{name}” must be a whole number");
const IGNORED: Text = ("字段“{name}”不认识，已忽略", "The field “{name}” is not known and was left out");
const CUT: Text = ("“{name}”太长，已截短", "“{name}” was too long and was cut");
const TIME: Text = ("“{name}”不是时间，请写成 08:00", "“{name}” is no time of day; write it like 08:00");
const DATE: Text = (
    "“{name}”不是 1900–2199 年间的日期，请写成 2026-09-01",
    "“{name}” is no date between 1900 and 2199; write it like 2026-09-01",
);
const DATE_TWICE: Text = ("日期 {name} 重复出现", "The date {name} is there twice");
const DAY: Text = (
    "“{name}”不是可用的上课日：星期为 1–7 或 mon–sun，周期为其中的上课日序号，同一天只写一次",
    "“{name}” is no such day: weekdays are 1–7 or mon–sun, days of a cycle the numbers of its working days, and each is there once",
);
const WEEKS: Text = ("“{name}”应为 all、odd 或 even", "“{name}” must be all, odd or even");
const WEEKS_IN_CYCLE: Text = (
    "课表按天数循环时，不能再分单双周",
    "Where a timetable repeats by days, a schedule cannot be for odd or even weeks",
);
const CYCLE: Text = (
    "周期至少有一个上课日，每段至少 1 天，总共最多 366 天",
    "A cycle has a working day, no span without days, and at most 366 days",
);
const CYCLE_COUNTS: Text = (
    "上课和休息的总天数与各段不符，已以各段为准",
    "The numbers of working days and days of rest are not those of the spans; the spans count",
);
const NAME: Text =
    ("“{name}”应为 1–40 个字符，且不能换行", "“{name}” must have 1–40 characters and no line break");
const TEXT: Text = (
    "“{name}”的简称、教师和教室应为 1–40 个字符，且不能换行",
    "The short name, teacher and room of “{name}” must have 1–40 characters and no line break",
);
const SUBJECT_TWICE: Text = ("科目“{name}”重复出现", "The subject “{name}” is there twice");
const SUBJECT_UNKNOWN: Text = ("科目列表里没有“{name}”", "“{name}” is not in the list of subjects");
const SUBJECT_ADDED: Text =
    ("科目列表里没有“{name}”，已添加", "“{name}” was not in the list of subjects and was added");
const COLOR: Text =
    ("科目“{name}”的颜色应写成 #rrggbb", "The colour of “{name}” must be written like #rrggbb");
const ENDS_EARLY: Text = ("“{name}”的下课时间不晚于上课时间", "“{name}” does not end after it begins");
const OVERLAP: Text = ("“{name}”与另一节课时间重叠", "“{name}” is at the same time as another lesson");
const TOO_MANY: Text = (
    "最多 200 个科目、200 个日课表，每天最多 40 节课",
    "At most 200 subjects and 200 schedules, and 40 lessons on a day",
);
const OLD_WORKBOOK: Text = (
    "这是旧版 .xls 或加密的表格，请另存为不加密的 .xlsx",
    "This is an old .xls or an encrypted workbook; save it as .xlsx without a password",
);
const NOT_A_WORKBOOK: Text = ("文件不是可用的 .xlsx 表格", "The file is no .xlsx workbook that can be read");
const UNPACKS_TOO_BIG: Text = (
    "表格解压后过大，请删去图片和多余的工作表",
    "The workbook is too big when unpacked; remove pictures and spare sheets",
);
const SHEET_UNREADABLE: Text = ("工作表“{name}”无法读取", "The sheet “{name}” cannot be read");
const TOO_MANY_CELLS: Text = (
    "工作表“{name}”太大，只读取前 500 行、202 列",
    "The sheet “{name}” is too big; only its first 500 rows and 202 columns are read",
);
const FORMULA_WITHOUT_VALUE: Text = (
    "公式没有结果，已当作空白；请在表格软件中打开并重新保存",
    "The formula has no value and was taken as empty; open and save the file in a spreadsheet program",
);
const MAPPING: Text = (
    "“{name}”不是可用的行、列、星期或行数，或重复出现",
    "“{name}” is no row, column, day or number of lines that can be, or is there twice",
);
const PERIOD_WITHOUT_TIMES: Text = ("这一节有课，但没有上下课时间", "This period has lessons but no times");
const WEEKS_ASSUMED: Text =
    ("“{name}”已理解为单周/双周，请核对", "“{name}” was taken as odd weeks / even weeks; please check");
const NO_LESSONS: Text = ("没有找到任何课程", "No lessons were found");
const MORE_PROBLEMS: Text =
    ("还有更多问题没有列出，请先处理以上问题", "There are more problems than are listed; mend these first");

impl FileRule {
    /// The words for it in Chinese and English, in which `{name}` stands for [`FileProblem::name`].
    #[must_use]
    pub fn text(self) -> (&'static str, &'static str) {
        match self {
            Self::Empty => EMPTY,
            Self::TooBig => TOO_BIG,
            Self::NotText => NOT_TEXT,
            Self::Syntax => SYNTAX,
            Self::Csv => CSV,
            Self::ClassIsland => CLASS_ISLAND,
            Self::TooComplex => TOO_COMPLEX,
            Self::DuplicateKey => DUPLICATE_KEY,
            Self::SeveralDocuments => SEVERAL_DOCUMENTS,
            Self::Version => VERSION,
            Self::Missing => MISSING,
            Self::NotAList => NOT_A_LIST,
            Self::NotAMap => NOT_A_MAP,
            Self::NotAText => NOT_A_TEXT,
            Self::NotANumber => NOT_A_NUMBER,
            Self::Ignored => IGNORED,
            Self::Cut => CUT,
            Self::Time => TIME,
            Self::Date => DATE,
            Self::DateTwice => DATE_TWICE,
            Self::Day => DAY,
            Self::Weeks => WEEKS,
            Self::WeeksInCycle => WEEKS_IN_CYCLE,
            Self::Cycle => CYCLE,
            Self::CycleCounts => CYCLE_COUNTS,
            Self::Name => NAME,
            Self::Text => TEXT,
            Self::SubjectTwice => SUBJECT_TWICE,
            Self::SubjectUnknown => SUBJECT_UNKNOWN,
            Self::SubjectAdded => SUBJECT_ADDED,
            Self::Color => COLOR,
            Self::EndsEarly => ENDS_EARLY,
            Self::Overlap => OVERLAP,
            Self::TooMany => TOO_MANY,
            Self::OldWorkbook => OLD_WORKBOOK,
            Self::NotAWorkbook => NOT_A_WORKBOOK,
            Self::UnpacksTooBig => UNPACKS_TOO_BIG,
            Self::SheetUnreadable => SHEET_UNREADABLE,
            Self::TooManyCells => TOO_MANY_CELLS,
            Self::FormulaWithoutValue => FORMULA_WITHOUT_VALUE,
            Self::Mapping => MAPPING,
            Self::PeriodWithoutTimes => PERIOD_WITHOUT_TIMES,
            Self::WeeksAssumed => WEEKS_ASSUMED,
            Self::NoLessons => NO_LESSONS,
            Self::MoreProblems => MORE_PROBLEMS,
        }
    }
}

impl Place {
    /// The place in Chinese and English; empty for the whole file.
    #[must_use]
    pub fn text(&self) -> (String, String) {
        match self {
            Self::File => (String::new(), String::new()),
            Self::Line { line, column } => {
                (format!("第 {line} 行第 {column} 列"), format!("line {line}, column {column}"))
            }
            Self::Cell { sheet, cell } => (format!("{sheet} {cell}"), format!("{sheet} {cell}")),
        }
    }
}

impl FileProblem {
    /// What people read, in Chinese and English, without the place.
    #[must_use]
    pub fn message(&self) -> (String, String) {
        let (chinese, english) = self.rule.text();
        (chinese.replace("{name}", &self.name), english.replace("{name}", &self.name))
    }
}

impl CannotWrite {
    /// What people read, in Chinese and English.
    #[must_use]
    pub fn text(self) -> (&'static str, &'static str) {
        match self {
            Self::NotAWeek => (
                "这个课表不是按一周或两周循环，CSES 1 无法表示；请导出为 CSES 2",
                "This timetable does not repeat every week or two, which CSES 1 cannot say; export it as CSES 2",
            ),
            Self::NoRest => (
                "CSES 2 要求周期里至少有两个上课日和两个休息日；请导出为 CSES 1 或表格",
                "CSES 2 needs two working days and two days of rest in a cycle; export it as CSES 1 or a workbook",
            ),
            Self::NoCses => (
                "这个课表不是按一周或两周循环，CSES 1 无法表示；周期里没有两个上课日和两个休息日，CSES 2 也无法表示；请导出为表格（XLSX）",
                "This timetable does not repeat every week or two, as CSES 1 needs, nor does it have the two working days and two days of rest that CSES 2 needs; export it as a workbook (XLSX)",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_names_what_is_meant_in_both_languages() {
        let name = "体育".to_owned();
        let problem = FileProblem { place: Place::File, rule: FileRule::Overlap, name, fatal: true };
        let (chinese, english) = problem.message();
        assert_eq!(chinese, "“体育”与另一节课时间重叠");
        assert_eq!(english, "“体育” is at the same time as another lesson");
    }
}
