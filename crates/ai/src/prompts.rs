//! What models are told by the portal itself, in one place. The texts are Chinese, as the class is: models answer in the
//! language of the conversation all the same.

use crate::conversations::fields::Role;

/// Asks for a title.
pub(crate) const TITLE: &str =
    "为下面的对话取一个不超过 15 个字的标题，使用对话的语言。只回答标题，不加引号和标点。";

/// Asks for a summary.
pub(crate) const SUMMARY: &str = "把下面的对话压缩成一段摘要，保留人名、数字、结论和未解决的问题，不超过 400 字，使用对话的语言。只回答摘要。";

/// The result of a search that has failed.
pub(crate) const SEARCH_FAILED: &str = "搜索失败了。";

/// The result of a search that has found nothing.
pub(crate) const NOTHING_FOUND: &str = "没有找到结果。";

/// What the search is for, as the list of tools says it.
pub(crate) const SEARCH_TOOL: &str = "Search the web for facts that are recent or that you are not sure of.";

/// The summary of what is not shown any more. It is told as something said, never first: members have written what it
/// is made of.
pub(crate) fn earlier(summary: &str) -> String {
    format!("（此前对话的摘要，仅供参考：{summary}）")
}

/// The summary that a new one is to contain.
pub(crate) fn old_summary(summary: &str) -> String {
    format!("（此前的摘要）{summary}\n\n")
}

/// One message of the conversation that a title or a summary is made of.
pub(crate) fn excerpt(role: Role, text: &str) -> String {
    let who = if role == Role::User { "问" } else { "答" };
    format!("{who}：{text}\n\n")
}

/// A question, and when it is asked, in the portal's time zone.
pub(crate) fn question(text: &str, now: &str) -> String {
    format!("{text}\n\n（现在是 {now}）")
}

/// A file of a question, with its text.
pub(crate) fn file(name: &str, content: &str) -> String {
    format!("（文件 {name}）\n{content}\n（文件结束）\n\n")
}

/// A file that the model is not shown: an older one, or a picture that it cannot read.
pub(crate) fn file_not_shown(name: &str) -> String {
    format!("（文件 {name}，未附上）\n\n")
}
