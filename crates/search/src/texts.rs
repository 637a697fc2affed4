//! Texts of the search feature.

kernel::refusals! {
    /// Blank, too long, or with control characters.
    QUERY_INVALID = 400, "search_query_invalid", "搜索内容须为 1–{max} 个字符，且不能包含控制字符", "A search has 1–{max} characters, without control characters";
}
