//! What one cell of a grid says.

use school_clock::Weeks;

use super::mapping::GridLine;
use super::words::weeks_mark;

/// What stands in grids without being a lesson.
const NO_LESSON: &[&str] = &[
    "早餐",
    "早饭",
    "午餐",
    "午饭",
    "晚餐",
    "晚饭",
    "午休",
    "午睡",
    "休息",
    "课间",
    "大课间",
    "课间操",
    "课间休息",
    "眼保健操",
    "上午",
    "中午",
    "下午",
    "晚上",
    "放学",
    "无",
    "空",
    "没课",
    "无课",
    "break",
    "lunch",
    "free",
];

/// Says behind two subjects that the first is in odd and the second in even weeks: 美术/音乐(单双周).
const BOTH_WEEKS: &[&str] =
    &["(单双周)", "（单双周）", "(单双)", "（单双）", "(单/双周)", "（单/双周）", "(单/双)", "（单/双）"];

/// A lesson that a cell says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CellLesson {
    pub(crate) weeks: Weeks,
    pub(crate) subject: String,
    pub(crate) teacher: Option<String>,
    pub(crate) room: Option<String>,
    /// Whether odd and even weeks were not told but taken from the order of two subjects.
    pub(crate) assumed: bool,
}

/// Whether a text is none of a lesson: empty, a dash, or the name of a break.
pub(crate) fn no_lesson(text: &str) -> bool {
    let text: String = text.split_whitespace().collect::<String>().to_lowercase();
    !text.chars().any(char::is_alphanumeric) || NO_LESSON.contains(&text.as_str())
}

/// The lessons of the lines of a cell. A cell may have one for odd and one for even weeks: 语文(单)/数学(双), or each
/// with lines of its own. Where a day is for such weeks itself (`weeks`), its cells are not divided.
pub(super) fn parse_cell(lines: &[String], kinds: &[GridLine], weeks: Weeks) -> Vec<CellLesson> {
    let marked: Vec<usize> = (0..lines.len()).filter(|index| weeks_mark(&lines[*index]).is_some()).collect();
    // 语文(单)/数学(双) in one line has its teachers below, perhaps with marks too.
    let is_one_lesson = marked.first().is_some_and(|index| parse_alternatives(&lines[*index]).len() == 1);
    if weeks != Weeks::All || marked.len() < 2 || !is_one_lesson {
        return parse_lesson(lines, kinds, weeks);
    }
    // Each marked line begins a lesson with lines of its own.
    let ends = marked.iter().skip(1).copied().chain([lines.len()]);
    marked.iter().zip(ends).flat_map(|(start, end)| parse_lesson(&lines[*start..end], kinds, weeks)).collect()
}

/// The lesson of some lines, or the two of odd and even weeks.
fn parse_lesson(lines: &[String], kinds: &[GridLine], weeks: Weeks) -> Vec<CellLesson> {
    let line = |kind| {
        let index = kinds.iter().position(|other| *other == kind)?;
        lines.get(index).map(String::as_str).filter(|line| !line.is_empty())
    };
    let Some(subject) = line(GridLine::Subject).filter(|subject| !no_lesson(subject)) else {
        return Vec::new();
    };
    let text = |kind| line(kind).filter(|text| text.chars().any(char::is_alphanumeric)).map(str::to_owned);
    let (teacher, room) = (text(GridLine::Teacher), text(GridLine::Room));
    let whole =
        |weeks, subject: &str| CellLesson { weeks, subject: subject.to_owned(), ..CellLesson::default() };
    let mut lessons = if weeks == Weeks::All { parse_alternatives(subject) } else { Vec::new() };
    if lessons.is_empty() {
        lessons.push(whole(weeks, subject));
    }
    for (index, lesson) in lessons.iter_mut().enumerate() {
        lesson.teacher = part(teacher.as_deref(), index);
        lesson.room = part(room.as_deref(), index);
    }
    lessons.retain(|lesson| !no_lesson(&lesson.subject));
    lessons
}

/// The lessons of a text with odd and even weeks; none where it is the name of one subject. Two subjects with `/`
/// between them and no mark are those of odd and of even weeks, as many schools write.
pub(crate) fn parse_alternatives(text: &str) -> Vec<CellLesson> {
    let (text, is_said) = BOTH_WEEKS
        .iter()
        .find_map(|mark| text.trim_end().strip_suffix(mark))
        .map_or((text, false), |text| (text.trim_end(), true));
    let parts: Vec<&str> = text.splitn(3, ['/', '／', '|', '｜']).map(str::trim).collect();
    let marks: Vec<_> = parts.iter().map(|part| weeks_mark(part)).collect();
    let lesson = |weeks, subject: &str, assumed| CellLesson {
        weeks,
        subject: subject.to_owned(),
        assumed,
        ..CellLesson::default()
    };
    match (parts.as_slice(), marks.as_slice()) {
        ([_], [Some((weeks, subject))]) => vec![lesson(*weeks, subject, false)],
        ([_, _], [Some((first, one)), Some((second, other))]) => {
            vec![lesson(*first, one, false), lesson(*second, other, false)]
        }
        ([_, second], [Some((weeks, one)), None]) => {
            vec![lesson(*weeks, one, false), lesson(opposite(*weeks), second, false)]
        }
        ([first, _], [None, Some((weeks, other))]) => {
            vec![lesson(opposite(*weeks), first, false), lesson(*weeks, other, false)]
        }
        ([first, second], [None, None]) if !first.is_empty() && !second.is_empty() => {
            vec![lesson(Weeks::Odd, first, !is_said), lesson(Weeks::Even, second, !is_said)]
        }
        _ => Vec::new(),
    }
}

fn opposite(weeks: Weeks) -> Weeks {
    if weeks == Weeks::Odd { Weeks::Even } else { Weeks::Odd }
}

/// The teacher or room of one of two alternatives: 张三/李四 are one for each.
fn part(text: Option<&str>, index: usize) -> Option<String> {
    let text = text?;
    let parts: Vec<&str> = text.splitn(3, ['/', '／']).map(str::trim).collect();
    let part = if parts.len() == 2 { parts[index.min(1)] } else { text };
    let part = weeks_mark(part).map_or_else(|| part.to_owned(), |(_, rest)| rest);
    Some(part).filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use GridLine::{Room, Subject, Teacher};

    fn shown(text: &str, kinds: &[GridLine]) -> Vec<String> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let lessons = parse_cell(&lines, kinds, Weeks::All);
        let shown = lessons.iter().map(|lesson| {
            let more = [&lesson.teacher, &lesson.room].map(|text| text.as_deref().unwrap_or("-"));
            format!("{:?} {} {} {}", lesson.weeks, lesson.subject, more[0], more[1])
        });
        shown.collect()
    }

    #[test]
    fn a_cell_may_have_a_lesson_for_odd_and_one_for_even_weeks() {
        for text in [
            "语文(单)/数学(双)",
            "语文（单周）／数学（双周）",
            "单周语文/双周数学",
            "语文(单)/数学",
            "语文/数学",
            "语文(单)\n数学(双)",
        ] {
            assert_eq!(shown(text, &[Subject]), ["Odd 语文 - -", "Even 数学 - -"], "{text}");
        }
        assert_eq!(shown("双周：数学", &[Subject]), ["Even 数学 - -"]);
        assert_eq!(shown("数学(双)/-", &[Subject]), ["Even 数学 - -"], "nothing in odd weeks");
    }

    #[test]
    fn lines_are_what_the_mapping_says() {
        let kinds = [Subject, Teacher, Room];
        assert_eq!(shown("语文\n李梅\n101", &kinds), ["All 语文 李梅 101"]);
        assert_eq!(shown("语文\n\n101", &kinds), ["All 语文 - 101"]);
        assert_eq!(shown("语文/数学\n李梅/王芳", &kinds), ["Odd 语文 李梅 -", "Even 数学 王芳 -"]);
        let each = "语文(单)\n李梅\n101\n数学(双)\n王芳\n102";
        assert_eq!(shown(each, &kinds), ["Odd 语文 李梅 101", "Even 数学 王芳 102"]);
        assert_eq!(shown("101\n语文", &[GridLine::Skip, Subject]), ["All 语文 - -"]);
    }

    #[test]
    fn breaks_and_dashes_are_no_lessons() {
        for text in ["", " ", "——", "午休", "午 休", "大课间", "/", "Lunch"] {
            assert_eq!(shown(text, &[Subject]), [""; 0], "{text}");
        }
        assert_eq!(shown("班会", &[Subject]), ["All 班会 - -"]);
    }
}
