//! Texts of the batch feature.

kernel::refusals! {
    PATHS_INVALID = 400, "batch_paths_invalid", "paths 须为 1–{max} 个路径的 JSON 数组", "paths is a JSON array of 1–{max} paths";
    PATH_REFUSED = 400, "batch_path_refused", "不能批量读取这个路径：{path}", "This path cannot be read in a batch: {path}";
    /// Instead of an answer that is no JSON, or is too large.
    NOT_FOR_BATCH = 400, "batch_answer_refused", "这个路径的内容不能批量读取", "What this path answers cannot be read in a batch";
}
