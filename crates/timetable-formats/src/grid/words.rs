//! The words of sheets: weekdays, odd and even weeks, times.

use std::sync::LazyLock;

use regex::Regex;
use school_clock::{ClockTime, Weeks};

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is valid")
}

/// The beginning of a text; what is longer is no heading and no name.
fn short(text: &str) -> &str {
    const MOST: usize = 400;
    &text[..text.floor_char_boundary(MOST)]
}

/// The weekday that a heading begins with, 1 (Monday) to 7 (Sunday). What follows may be a date or a translation, but
/// not the end of a range such as 周一至周五.
pub(crate) fn weekday(text: &str) -> Option<u16> {
    static CHINESE: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^(?:周|週|星期|礼拜)\s*([一二三四五六日天1-7])(.*)$"));
    static ENGLISH: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^(?i:(mon(?:day)?)|(tue(?:s|sday)?)|(wed(?:s|nesday)?)|(thu(?:r|rs|rsday)?)|(fri(?:day)?)|(sat(?:urday)?)|(sun(?:day)?))\.?($|[^\p{L}].*$)",
        )
    });
    static RANGE: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^\s*(?:至|到|[-~～—–]+\s*[周星礼\p{Latin}一二三四五六日])"));
    let text = short(text).split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(found) = CHINESE.captures(&text) {
        let place = "一二三四五六日".chars().chain(['天']).position(|c| found[1].starts_with(c));
        let day = place.map(|place| place.min(6) + 1).or_else(|| found[1].parse().ok())?;
        return if RANGE.is_match(&found[2]) { None } else { u16::try_from(day).ok() };
    }
    let found = ENGLISH.captures(&text)?;
    let day = (1..=7).find(|day| found.get(*day).is_some())?;
    if RANGE.is_match(&found[8]) { None } else { u16::try_from(day).ok() }
}

/// The weekday of a heading that is one character alone, as in 一 二 三 四 五.
pub(super) fn bare_weekday(text: &str) -> Option<u16> {
    let day = ["一", "二", "三", "四", "五", "六", "日"].iter().position(|name| *name == text.trim())?;
    u16::try_from(day + 1).ok()
}

/// The weeks that a text says, and the text without that: 语文(单), 单周语文, 单：语文, 语文【双周】. `None` where it
/// says none; 双语 and 单元测试 are subjects.
pub(crate) fn weeks_mark(text: &str) -> Option<(Weeks, String)> {
    static MARK: LazyLock<Regex> = LazyLock::new(|| {
        pattern(concat!(
            r"[(（\[【]\s*(?:(单)|(双))\s*周?\s*[)）\]】]",
            r"|^\s*(?:(单)|(双))\s*(?:周\s*[:：]?|[:：])",
            r"|(?:(单)|(双))\s*周\s*$",
            r"|(?i:[(\[]\s*(?:(odd)|(even))(?:\s+weeks?)?\s*[)\]])",
            r"|(?i:\b(?:(odd)|(even))\s+weeks?\b\s*:?)",
        ))
    });
    let text = short(text);
    let found = MARK.captures(text)?;
    let group = (1..found.len()).find(|group| found.get(*group).is_some())?;
    let weeks = if group % 2 == 1 { Weeks::Odd } else { Weeks::Even };
    let whole = found.get(0)?;
    let rest = format!("{} {}", text[..whole.start()].trim_end(), text[whole.end()..].trim_start());
    Some((weeks, rest.trim().to_owned()))
}

/// The times of day in a text, in their order, with whether each was written with a leading zero.
pub(super) fn clock_times(text: &str) -> Vec<(ClockTime, bool)> {
    static TIME: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"([0-9]+)\s*[:：∶﹕]\s*([0-9]{2})(?:[:：∶﹕]([0-9]{2}))?"));
    let times = TIME.captures_iter(short(text)).filter_map(|found| {
        let second = found.get(3).map_or("00", |second| second.as_str());
        let time = format!("{}:{}:{second}", &found[1], &found[2]).parse().ok()?;
        Some((time, found[1].starts_with('0')))
    });
    times.take(8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weekdays_are_known_in_the_forms_that_schools_use() {
        for (text, day) in [
            ("周一", 1),
            ("星期三", 3),
            ("礼拜天", 7),
            ("星期日", 7),
            ("週五", 5),
            ("周 2", 2),
            ("Mon", 1),
            ("Thursday", 4),
            ("SUN.", 7),
            ("周一\n9月7日", 1),
            ("星期二（Tue）", 2),
            ("周三-单周", 3),
            ("Tues 8/9", 2),
        ] {
            assert_eq!(weekday(text), Some(day), "{text}");
        }
        for text in
            ["周一至周五", "周一-周五", "Mon-Fri", "Mon – Fri", "Monitor", "一", "周", "周考", "第一节", ""]
        {
            assert_eq!(weekday(text), None, "{text}");
        }
        assert_eq!(bare_weekday("日"), Some(7));
    }

    #[test]
    fn odd_and_even_weeks_are_told_from_subjects_that_begin_alike() {
        for (text, weeks, rest) in [
            ("语文(单)", Weeks::Odd, "语文"),
            ("数学（双周）", Weeks::Even, "数学"),
            ("单周语文", Weeks::Odd, "语文"),
            ("双：数学", Weeks::Even, "数学"),
            ("音乐 双周", Weeks::Even, "音乐"),
            ("美术【单】", Weeks::Odd, "美术"),
            ("Art (odd weeks)", Weeks::Odd, "Art"),
            ("Even week: Music", Weeks::Even, "Music"),
        ] {
            assert_eq!(weeks_mark(text), Some((weeks, rest.to_owned())), "{text}");
        }
        for text in ["双语", "单元测试", "简单", "语文", "Goddess", "(odd-job)"] {
            assert_eq!(weeks_mark(text), None, "{text}");
        }
    }

    #[test]
    fn times_are_found_among_other_words() {
        for text in [
            "8:00-8:40",
            "08:00~08:40",
            "第1节 8:00—8:40",
            "8：00至8：40",
            "(8:00:00, 8:40:00)",
            "8 : 00 8∶40",
        ] {
            let times: Vec<_> = clock_times(text).iter().map(|(time, _)| time.to_string()).collect();
            assert_eq!(times, ["08:00", "08:40"], "{text}");
        }
        assert_eq!(clock_times("第1节 2026-09-01 25:00 8:7"), []);
    }
}
