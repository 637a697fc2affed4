//! How much Markdown one text may hold; pure. Whoever shows a text pays for each element of it, and a few signs can ask
//! for thousands.
//!
//! The parser reads what the desktop reads (`web/src/core/markdown.ts`): CommonMark with tables and strikethrough. The
//! desktop shows raw HTML as text and knows no link reference definitions; other clients may know both.

use kernel::Result;
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd, TextMergeStream};

use crate::texts;

/// Quotes, lists, emphasis and links within each other at most.
const MAX_DEPTH: usize = 12;
/// Elements at most: paragraphs, items, cells, links, emphasis and the like.
const MAX_NODES: usize = 2_000;
/// Cells of all tables at most, with those that a short row leaves out: parsers add them.
const MAX_CELLS: usize = 500;
/// Pictures at most, each of which is a request.
const MAX_PICTURES: usize = 50;
/// What link reference definitions write into a text at most, over all their uses, in bytes. Without this bound a long
/// definition with many short uses becomes five hundred times its text.
const MAX_REFERENCED: usize = 20_000;

/// Refuses a text that is made to burden whoever shows it.
///
/// # Errors
/// 400.
pub(crate) fn refuse_burden(text: &str) -> Result<()> {
    if cells(text) > MAX_CELLS {
        return Err(texts::CONTENT_TOO_COMPLEX.err());
    }
    let shown = without_html_and_definitions(text);
    let mut weight = Weight::default();
    for event in TextMergeStream::new(parse(&shown)) {
        weight.add(&event);
        if weight.depth > MAX_DEPTH {
            return Err(texts::CONTENT_TOO_DEEP.with("max", MAX_DEPTH));
        }
        if weight.nodes > MAX_NODES || weight.pictures > MAX_PICTURES {
            return Err(texts::CONTENT_TOO_COMPLEX.err());
        }
    }
    if expands(text) { Err(texts::CONTENT_TOO_COMPLEX.err()) } else { Ok(()) }
}

fn parse(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH)
}

/// The text as the desktop reads it: `%`, which means nothing in Markdown, stands for each sign that would begin HTML
/// or a definition, in which the parser would count nothing. The `<` of an address, as in `[a](<b c>)`, stays.
fn without_html_and_definitions(text: &str) -> String {
    let (mut before, mut before_blanks) = (' ', ' ');
    let replaced = |c: char| {
        let is_hiding = (c == '<' && before_blanks != '(') || (c == ':' && before == ']');
        before = c;
        if !c.is_whitespace() {
            before_blanks = c;
        }
        if is_hiding { '%' } else { c }
    };
    text.chars().map(replaced).collect()
}

/// The cells of tables, at least. Parsers differ in where a table begins and ends, so every line between the marks
/// below a head and the next blank line counts as a row. A table of one column is a list of lines and costs no more.
fn cells(text: &str) -> usize {
    let (mut columns, mut cells) = (0, 0);
    for line in text.lines() {
        let line = line.trim_matches([' ', '\t', '>']);
        columns = if line.is_empty() { 0 } else { columns.max(columns_below_head(line)) };
        cells += columns;
    }
    cells
}

/// How many columns a line like `|---|:-:|` marks; none in any other line.
fn columns_below_head(line: &str) -> usize {
    let inner = line.strip_prefix('|').unwrap_or(line);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    let is_mark = |piece: &str| {
        let piece = piece.trim();
        let dashes = piece.strip_prefix(':').unwrap_or(piece);
        let dashes = dashes.strip_suffix(':').unwrap_or(dashes);
        !dashes.is_empty() && dashes.bytes().all(|byte| byte == b'-')
    };
    let columns = inner.split('|').count();
    if columns > 1 && inner.split('|').all(is_mark) { columns } else { 0 }
}

/// What has been counted so far.
#[derive(Default)]
struct Weight {
    depth: usize,
    nodes: usize,
    pictures: usize,
    in_code: bool,
}

impl Weight {
    fn add(&mut self, event: &Event) {
        match event {
            Event::Start(tag) => self.open(tag),
            Event::End(TagEnd::CodeBlock) => self.in_code = false,
            Event::End(end) if is_level(*end) => self.depth -= 1,
            Event::Text(text) if !self.in_code => self.nodes += loose_signs(text),
            // Behind a parenthesis alone; the desktop reads Markdown in it.
            Event::InlineHtml(html) | Event::Html(html) => self.nodes += html.len(),
            Event::Code(_) | Event::Rule => self.nodes += 1,
            _ => {}
        }
    }

    fn open(&mut self, tag: &Tag) {
        self.nodes += 1;
        self.depth += usize::from(is_level(tag.to_end()));
        match tag {
            Tag::Image { .. } => self.pictures += 1,
            Tag::CodeBlock(_) => self.in_code = true,
            _ => {}
        }
    }
}

/// Whether an element counts as a level. A list and its item are one.
fn is_level(end: TagEnd) -> bool {
    use TagEnd::{BlockQuote, Emphasis, Image, Link, List, Strikethrough, Strong};
    matches!(end, BlockQuote(_) | List(_) | Emphasis | Strong | Strikethrough | Link | Image)
}

/// Brackets without their other ones and runs of stars and the like that mark nothing. A parser looks for the other
/// end of each, and the desktop, which knows Chinese punctuation, finds some where this parser does not.
fn loose_signs(text: &str) -> usize {
    let (mut count, mut before, mut is_open) = (0, ' ', false);
    for c in text.chars() {
        match c {
            '[' => count += usize::from(std::mem::replace(&mut is_open, true)),
            ']' => is_open = false,
            '*' | '_' => count += usize::from(c != before),
            '~' => count += usize::from(c == before),
            _ => {}
        }
        before = c;
    }
    count + usize::from(is_open)
}

/// Whether definitions write too much, or too many pictures, for a client that knows them.
fn expands(text: &str) -> bool {
    let (mut bytes, mut pictures) = (0, 0);
    parse(text).any(|event| {
        let Event::Start(tag) = event else { return false };
        pictures += usize::from(matches!(tag, Tag::Image { .. }));
        if let Tag::Link { link_type, dest_url, title, .. } | Tag::Image { link_type, dest_url, title, .. } =
            tag
            && matches!(link_type, LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut)
        {
            bytes += dest_url.len() + title.len();
        }
        bytes > MAX_REFERENCED || pictures > MAX_PICTURES
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn slug(text: &str) -> Option<&'static str> {
        refuse_burden(text).err().map(|refusal| refusal.slug())
    }

    /// A table whose head has so many columns, with so many rows below the head.
    fn table(columns: usize, rows: usize, row: &str) -> String {
        format!("{}|\n{}|\n{}", "|a".repeat(columns), "|-".repeat(columns), format!("{row}\n").repeat(rows))
    }

    #[test]
    fn texts_of_people_are_kept() {
        let report = format!(
            "# 标题\n\n{}\n\n```\n{}```\n",
            "正文。**重点**，`码`。\n\n".repeat(200),
            "a[i] = b[j] * *c;\n".repeat(800)
        );
        for text in [
            "> > 引用",
            "*****",
            "((（注）))",
            "- - - - - - - - - - - - - - - -",
            &"-".repeat(500),
            &"字".repeat(20_000),
            &"一行不长的诗\n".repeat(2_500),
            &format!("{}\n\n", "一段话，".repeat(10)).repeat(450),
            &"- a\n  - b\n    - c\n".repeat(200),
            &"1. [ ] 买 2 个 <大号> 的\n".repeat(300),
            &"姓名 ________ 班级 ____\n".repeat(500),
            &"[张三]: 好的~\n[李四]: 你好 世界\n".repeat(700),
            &table(10, 20, &"|字".repeat(10)),
            &table(10, 49, "|"),
            &report,
        ] {
            assert_eq!(slug(text), None, "{}", text.chars().take(30).collect::<String>());
        }
    }

    #[test]
    fn texts_that_nest_to_burden_readers_are_refused() {
        let lines: String = (1..=20).map(|depth| format!("{}- a\n", "  ".repeat(depth - 1))).collect();
        for text in [
            ">".repeat(10_000),
            "> ".repeat(9_000),
            "- > ".repeat(4_000),
            "1. > ".repeat(3_000),
            "- ".repeat(9_000) + "a",
            "- ".repeat(5_000) + &"a\n".repeat(5_000),
            format!("<!--\n{}a", "> ".repeat(13)),
            "*a **b ".repeat(20) + &"b** a* ".repeat(20),
            lines,
        ] {
            assert_eq!(slug(&text), Some("community_content_too_deep"), "{}", &text[..12]);
        }
    }

    #[test]
    fn texts_of_more_elements_than_anybody_reads_are_refused() {
        for text in [
            "[".repeat(5_000),
            format!("{}\n", "[".repeat(48)).repeat(400),
            "*a _b ".repeat(3_000),
            "**a** ".repeat(2_001),
            "-\n".repeat(9_000),
            "a\n\n".repeat(6_000),
            "`a` ".repeat(4_000),
            format!("<!-- {} -->", "*a* ".repeat(4_000)),
            "![x](/api/realtime/poll?timeout=30)".repeat(500),
            "![x](</a b>)".repeat(51),
            format!("[a]: /{}\n\n{}", "b".repeat(5_000), "![a][a]".repeat(2_200)),
            format!("[a]: /{}\n\n{}", "b".repeat(5_000), "[a] ".repeat(100)),
            format!("[a]: /b \"{}\"", "*a* ".repeat(3_000)),
            table(60, 6_000, "|"),
            table(10, 50, "|"),
            format!("> {}", table(60, 3_000, "|").replace('\n', "\n> ")),
            format!("# a\\{}", table(60, 6_000, "|")),
            table(24, 19, "|") + "\n" + &table(24, 19, "|"),
        ] {
            assert_eq!(slug(&text), Some("community_content_too_complex"), "{}", &text[..12]);
        }
    }

    proptest! {
        #[test]
        fn any_markdown_is_kept_or_refused_without_harm(text in "[-+*_~`>|#=:!<()\\[\\]\\\\&\"'1.a字/ \t\n]{0,600}") {
            let _ = refuse_burden(&text);
        }
    }
}
