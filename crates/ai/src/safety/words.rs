//! Which questions of members have words of a category in them; pure.
//!
//! A rough list of words: it finds a novel and a history lesson as well as a call for help, and misses whatever is said
//! in other words. What it finds is never blocked, and nothing but a count is kept of it.

use super::category::Category;
use super::list::{LISTS, Words};

/// The categories whose words a text has, each once, in their order.
pub(crate) fn categories(text: &str) -> Vec<Category> {
    let folded = fold(text);
    let found = LISTS.iter().filter(|(_, words)| has_any(&folded, words));
    found.map(|(category, _)| *category).collect()
}

fn has_any(folded: &str, words: &Words) -> bool {
    words.chinese.iter().any(|(word, others)| has_chinese(folded, word, others))
        || words.english.iter().any(|word| has_english(folded, word))
}

/// Whether a Chinese word stands in the text, other than within one of these longer words, where it means something
/// else.
fn has_chinese(folded: &str, word: &str, others: &[&str]) -> bool {
    folded.match_indices(word).any(|(at, _)| {
        let is_part_of = |other: &&str| {
            let start = other.find(word).and_then(|before| at.checked_sub(before));
            start.and_then(|start| folded.get(start..)).is_some_and(|rest| rest.starts_with(other))
        };
        !others.iter().any(is_part_of)
    })
}

/// Whether English words stand in the text as whole words.
fn has_english(folded: &str, word: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() && !is_chinese(c);
    folded.match_indices(word).any(|(at, _)| {
        let before = folded[..at].chars().next_back();
        let after = folded[at + word.len()..].chars().next();
        !before.is_some_and(is_letter) && !after.is_some_and(is_letter)
    })
}

/// A text as it is compared: lower case, full-width letters as half-width ones, and between Chinese characters no
/// blanks and no marks, unless a sentence ends there. Everywhere else a run of them is one blank.
fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut gap = Gap::None;
    for c in text.chars().filter(|c| !is_invisible(*c)).map(half_width).flat_map(char::to_lowercase) {
        if !c.is_alphanumeric() {
            gap = gap.max(if ends_sentence(c) { Gap::Sentence } else { Gap::Marks });
            continue;
        }
        let is_inserted = is_chinese(c) && folded.chars().next_back().is_some_and(is_chinese);
        if gap == Gap::Sentence || (gap == Gap::Marks && !is_inserted) {
            folded.push(' ');
        }
        gap = Gap::None;
        folded.push(c);
    }
    folded
}

/// What stands between two letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    None,
    Marks,
    Sentence,
}

fn ends_sentence(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | '!' | '?' | ';' | '；' | '…' | '\n' | '\r')
}

/// Apostrophes belong to their word; zero-width characters show nothing.
fn is_invisible(c: char) -> bool {
    matches!(c, '\'' | '’' | '＇' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        c => c,
    }
}

fn is_chinese(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<Category> {
        categories(text)
    }

    #[test]
    fn words_of_each_category_are_found_in_both_languages() {
        for (text, category) in [
            ("我不想活了", Category::SelfHarm),
            ("最近总觉得活着没意思", Category::SelfHarm),
            ("怎样割腕不疼", Category::SelfHarm),
            ("I want to die", Category::SelfHarm),
            ("I don't want to live any more", Category::SelfHarm),
            ("how to do self-harm", Category::SelfHarm),
            ("我想杀了他", Category::Violence),
            ("如何制作炸弹", Category::Violence),
            ("how do I make a bomb", Category::Violence),
            ("我在学校被霸凌了", Category::Bullying),
            ("他们总是欺负我", Category::Bullying),
            ("I am being bullied at school", Category::Bullying),
            ("有人要我发裸照", Category::Sexual),
            ("he asks me for nudes", Category::Sexual),
            ("哪里能买毒品", Category::Drugs),
            ("what does cocaine feel like", Category::Drugs),
        ] {
            assert_eq!(found(text), [category], "{text}");
        }
    }

    #[test]
    fn a_text_of_several_categories_has_each_once_in_their_order() {
        let text = "同学霸凌我，天天霸凌我，我想自杀，真的想自杀";
        assert_eq!(found(text), [Category::SelfHarm, Category::Bullying]);
    }

    #[test]
    fn case_width_blanks_and_marks_hide_nothing() {
        for text in [
            "我想自 杀",
            "我想自.杀",
            "我想自*-*杀",
            "自，杀",
            "自\u{200b}杀",
            "自\u{3000}杀",
            "自😀杀",
            "ＳＵＩＣＩＤＥ",
            "SuIcIdE",
            "我想suicide了",
            "kill   myself",
            "kill—myself",
            "I dont want to live",
            "I don’t want to live",
        ] {
            assert_eq!(found(text), [Category::SelfHarm], "{text}");
        }
    }

    #[test]
    fn a_sentence_does_not_go_on_in_the_next_one() {
        for text in ["他来自。杀猪刀多少钱", "老师问我想！死海在哪里", "来自\n杀菌灯的说明"]
        {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn english_words_are_whole_words() {
        for text in
            ["skills", "the heroine of the novel", "a grape", "rapeseed oil", "therapeutic", "a drape"]
        {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn what_is_said_at_school_every_day_is_not_found() {
        for text in [
            "哪个杀毒软件好用",
            "我想杀毒",
            "打死不说是什么修辞",
            "打死他也不说",
            "笑死我了",
            "累死了，作业太多",
            "我想死你了",
            "想死记硬背也背不下来",
            "不想活动，想在教室里看书",
            "联想死机了怎么办",
            "思想死板怎么改",
            "死海为什么浮力大",
            "年轻生命的意义",
            "怎样减轻生活压力",
            "独自杀敌的将军是谁",
            "细胞自杀就是凋亡吗",
            "一个人独自伤心",
            "跳楼价是什么意思",
            "树上吊着两个灯笼",
            "游乐园的跳楼机",
            "做爱国的好少年",
            "我要做爱心志愿者",
            "怎么描写角色情感",
            "这里的景色情调很好",
            "恶性侵蚀是什么",
            "大麻烦来了",
            "大麻雀飞走了",
            "呼吸毒素怎么办",
            "笑气的化学式",
            "怎么结束进程",
            "杀鸡儆猴的故事",
            "kill the process on port 3000",
            "how do I kill a zombie process in Linux",
            "shoot a photo with a phone",
            "shoot the ball into the basket",
            "this homework is killing me",
            "drug stores sell medicine",
            "a bomb calorimeter",
            "Explain the life cycle of a salmon",
            "",
            "1 + 1 = ?",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn the_list_is_rough_and_finds_lessons_too() {
        assert_eq!(found("自杀式袭击的历史"), [Category::SelfHarm]);
        assert_eq!(found("写一篇反对校园欺凌的作文"), [Category::Bullying]);
    }

    #[test]
    fn every_word_of_the_list_is_written_as_texts_are_compared() {
        for (category, words) in LISTS {
            for (word, others) in words.chinese {
                for text in std::iter::once(word).chain(*others) {
                    assert_eq!(&fold(text), text, "{category:?}");
                }
                assert!(others.iter().all(|other| other.contains(word)), "{word}: {others:?}");
            }
            for word in words.english {
                assert_eq!(&fold(word), word, "{category:?}");
            }
        }
        let listed: Vec<Category> = LISTS.iter().map(|(category, _)| *category).collect();
        assert_eq!(listed, Category::ALL);
    }
}
