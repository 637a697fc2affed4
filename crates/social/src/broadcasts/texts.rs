//! Texts of the broadcasts feature.

kernel::refusals! {
    CONTENT_INVALID = 400, "broadcast_content_invalid", "广播内容须为 1–{max} 个字符，且不能包含控制字符", "A broadcast has 1–{max} characters and no control characters";
    EXPIRY_INVALID = 400, "broadcast_expiry_invalid", "广播的有效时间须为 {min}–{max} 秒", "A broadcast lasts {min}–{max} seconds";
    /// A key made by the client.
    KEY_INVALID = 400, "broadcast_key_invalid", "字段“key”须为 1–{max} 个可见的 ASCII 字符", "A key has 1–{max} visible ASCII characters";
}

kernel::texts! {
    /// Permission `manage_broadcasts`.
    MANAGE = "broadcasts_manage", "发送广播", "Send broadcasts";
    /// What it allows.
    MANAGE_ABOUT = "broadcasts_manage_about", "向班级发送和撤回广播", "Send and recall broadcasts to the class";
}

kernel::actions! {
    /// `send_broadcast`.
    SEND_BROADCAST = "send_broadcast", "发送广播", "Sent a broadcast"
        => "发了{priority}广播{target}", "sent the {priority} broadcast {target}";
    /// `end_broadcast`.
    END_BROADCAST = "end_broadcast", "撤回广播", "Recalled a broadcast"
        => "撤回了广播{target}", "recalled the broadcast {target}";
}

kernel::log_words! {
    "classes" = "班级", "classes";
    "role" = "范围", "who";
    "normal" = "普通", "normal";
    "important" = "重要", "important";
    "urgent" = "紧急", "urgent";
    "officers" = "班干部和管理员", "officers and admins";
    "class_admins" = "管理员", "admins";
    "priority" = "重要程度", "priority";
}
