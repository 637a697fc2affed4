//! Texts of the broadcasts room.

kernel::texts! {
    /// 400.
    CONTENT_INVALID = "broadcast_content_invalid", "广播内容须为 1–{max} 个字符，且不能包含控制字符", "A broadcast has 1–{max} characters and no control characters";
    /// 400.
    EXPIRY_INVALID = "broadcast_expiry_invalid", "广播的有效时间须为 {min}–{max} 秒", "A broadcast lasts {min}–{max} seconds";
    /// 400: a key made by the client.
    KEY_INVALID = "broadcast_key_invalid", "字段“key”须为 1–{max} 个可见的 ASCII 字符", "A key has 1–{max} visible ASCII characters";
}
