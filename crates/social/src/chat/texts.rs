//! Texts of the chat feature.

kernel::texts! {
    /// The app.
    APP = "chat_app", "聊天", "Chat";
    /// 400.
    CONTENT_INVALID = "chat_content_invalid", "消息须为 1–{max} 个字符", "A message has 1–{max} characters";
    /// 400.
    FORWARD_TOO_LARGE = "chat_forward_too_large", "转发内容最多 {max} 字节", "Forwarded content has at most {max} bytes";
    /// 400.
    FORWARD_INVALID = "chat_forward_invalid", "转发内容须为 JSON", "Forwarded content is JSON";
    /// 400: an image, file, audio or video message without an uploaded file.
    FILE_MISSING = "chat_file_missing", "图片或文件消息须包含已上传文件的地址", "An image or file message names an uploaded file";
    /// 400: the file is no image, audio or video.
    FILE_TYPE_INVALID = "chat_file_type_invalid", "文件与消息类型不符", "The file is not of the message's type";
    /// 404: the file is absent, or not the sender's to show.
    FILE_UNKNOWN = "chat_file_unknown", "文件不存在", "There is no such file";
    /// 400: nothing said where to.
    TARGET_MISSING = "chat_target_missing", "请指定聊天室、用户或群组", "Name a room, a user or a group";
    /// 400.
    WITH_ONESELF = "chat_with_oneself", "不能给自己发私信", "You cannot write to yourself";
    /// 404.
    NO_SUCH_USER = "chat_no_such_user", "用户不存在", "There is no such user";
    /// 404.
    NO_SUCH_ROOM = "chat_no_such_room", "聊天室不存在", "There is no such room";
    /// 404.
    NO_SUCH_MESSAGE = "chat_no_such_message", "消息不存在", "There is no such message";
    /// 403.
    NOT_A_MEMBER = "chat_not_a_member", "你不是该聊天室的成员", "You are not in this room";
    /// 400: what is replied to is in another room, or nowhere.
    REPLY_INVALID = "chat_reply_invalid", "只能回复同一聊天室中的消息", "A reply answers a message of the same room";
    /// 409.
    RECALLED = "chat_recalled", "消息已撤回", "The message was recalled";
    /// 403.
    NOT_YOURS = "chat_not_yours", "只能修改自己的消息", "You can change only your own messages";
    /// 403.
    RECALL_TOO_LATE = "chat_recall_too_late", "发送超过 2 分钟的消息不能撤回", "A message can be recalled within 2 minutes";
    /// 403.
    EDIT_TOO_LATE = "chat_edit_too_late", "发送超过 15 分钟的消息不能修改", "A message can be changed within 15 minutes";
    /// 400.
    EDIT_KIND = "chat_edit_kind", "只能修改文字消息", "Only text can be changed";
    /// 400.
    EMOJI_INVALID = "chat_emoji_invalid", "不支持该表情", "There is no such reaction";
    /// 409.
    TOO_MANY_PINS = "chat_too_many_pins", "每个聊天室最多置顶 {max} 条消息", "A room has at most {max} pinned messages";
    /// 400.
    NAME_INVALID = "chat_name_invalid", "群名须为 1–30 个字符", "A group's name has 1–30 characters";
    /// 400.
    ANNOUNCEMENT_INVALID = "chat_announcement_invalid", "群公告最多 500 个字符", "An announcement has at most 500 characters";
    /// 400.
    REASON_INVALID = "chat_reason_invalid", "说明最多 500 个字符", "A reason has at most 500 characters";
    /// 400.
    HOUR_INVALID = "chat_hour_invalid", "时间须为 HH:MM", "A time is HH:MM";
    /// 400.
    QUIET_INCOMPLETE = "chat_quiet_incomplete", "请同时填写免打扰的开始和结束时间", "Quiet hours have a beginning and an end";
    /// 400.
    TOO_FEW_MEMBERS = "chat_too_few_members", "群组至少需要 2 名成员", "A group has at least 2 members";
    /// 409.
    TOO_MANY_MEMBERS = "chat_too_many_members", "群组最多 {max} 名成员", "A group has at most {max} members";
    /// 409.
    TOO_MANY_GROUPS = "chat_too_many_groups", "最多可以创建 {max} 个群组", "You can own at most {max} groups";
    /// 403.
    NOT_THE_OWNER = "chat_not_the_owner", "只有群主可以执行此操作", "Only the owner of the group can do this";
    /// 409.
    OWNER_STAYS = "chat_owner_stays", "群主须先转让群组才能退出", "The owner hands the group over before leaving";
    /// 403: a class room or the public one.
    ROOM_IS_FIXED = "chat_room_is_fixed", "班级群和公共聊天室不能执行此操作", "This cannot be done to a class room or the public one";
    /// 403.
    JOIN_BY_INVITATION = "chat_join_by_invitation", "只能通过成员邀请加入群组", "A group is joined by invitation";
    /// 400.
    REPORT_OWN = "chat_report_own", "不能举报自己的消息", "You cannot report your own message";
    /// 409.
    REPORT_SETTLED = "chat_report_settled", "该举报已处理", "This report is settled";
    /// 400.
    QUERY_INVALID = "chat_query_invalid", "请输入 1–50 个字符的搜索内容", "A search has 1–50 characters";
    /// 400.
    STATUS_INVALID = "chat_status_invalid", "状态须为 online、away、busy 或 offline", "A status is online, away, busy or offline";
    /// Sent a moment ago on another connection; never shown.
    SENT_ALREADY = "chat_sent_already", "消息已发送", "The message was sent already";
    /// Name of the room of everyone.
    PUBLIC_ROOM = "chat_public_room", "公共聊天室", "Public room";
    /// Name of a class's room.
    CLASS_ROOM = "chat_class_room", "{class}班", "Class {class}";

    /// Permission `manage_posts`.
    MANAGE_POSTS = "chat_manage_posts", "管理帖子和消息", "Manage posts and messages";
    /// What it allows.
    MANAGE_POSTS_ABOUT = "chat_manage_posts_about", "删除不当的帖子和消息，处理举报", "Remove improper posts and messages, handle reports";
}

kernel::actions! {
    /// `pin_message`.
    PIN_MESSAGE = "pin_message", "置顶消息", "Pinned a message";
    /// `unpin_message`.
    UNPIN_MESSAGE = "unpin_message", "取消置顶消息", "Unpinned a message";
    /// `recall_message`.
    RECALL_MESSAGE = "recall_message", "撤回消息", "Recalled a message";
    /// `read_chat_report`.
    READ_CHAT_REPORT = "read_chat_report", "查看举报前后文", "Read words around a report";
    /// `resolve_chat_report`.
    RESOLVE_CHAT_REPORT = "resolve_chat_report", "处理举报", "Handled a report";
}

kernel::log_words! {
    "room_id" = "房间", "room";
    "message_id" = "消息", "message";
    "sender_id" = "发送者", "sender";
    "verdict" = "处理结果", "verdict";
}
