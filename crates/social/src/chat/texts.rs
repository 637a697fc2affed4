//! Texts of the chat feature.

kernel::refusals! {
    CONTENT_INVALID = 400, "chat_content_invalid", "消息须为 1–{max} 个字符", "A message has 1–{max} characters";
    FORWARD_TOO_LARGE = 400, "chat_forward_too_large", "转发内容最多 {max} 字节", "Forwarded content has at most {max} bytes";
    FORWARD_INVALID = 400, "chat_forward_invalid", "转发内容须为 JSON", "Forwarded content is JSON";
    /// An image, file, audio or video message without an uploaded file.
    FILE_MISSING = 400, "chat_file_missing", "图片或文件消息须包含已上传文件的地址", "An image or file message names an uploaded file";
    /// The file is no image, audio or video.
    FILE_TYPE_INVALID = 400, "chat_file_type_invalid", "文件与消息类型不符", "The file is not of the message's type";
    /// The file is absent, or not the sender's to show.
    FILE_UNKNOWN = 404, "chat_file_unknown", "文件不存在", "There is no such file";
    /// Nothing said where to.
    TARGET_MISSING = 400, "chat_target_missing", "请指定聊天室、用户或群组", "Name a room, a user or a group";
    WITH_ONESELF = 400, "chat_with_oneself", "不能给自己发私信", "You cannot write to yourself";
    NO_SUCH_USER = 404, "chat_no_such_user", "用户不存在", "There is no such user";
    NO_SUCH_ROOM = 404, "chat_no_such_room", "聊天室不存在", "There is no such room";
    NO_SUCH_MESSAGE = 404, "chat_no_such_message", "消息不存在", "There is no such message";
    NOT_A_MEMBER = 403, "chat_not_a_member", "你不是该聊天室的成员", "You are not in this room";
    /// What is replied to is in another room, or nowhere.
    REPLY_INVALID = 400, "chat_reply_invalid", "只能回复同一聊天室中的消息", "A reply answers a message of the same room";
    RECALLED = 409, "chat_recalled", "消息已撤回", "The message was recalled";
    NOT_YOURS = 403, "chat_not_yours", "只能修改自己的消息", "You can change only your own messages";
    RECALL_TOO_LATE = 403, "chat_recall_too_late", "发送超过 2 分钟的消息不能撤回", "A message can be recalled within 2 minutes";
    EDIT_TOO_LATE = 403, "chat_edit_too_late", "发送超过 15 分钟的消息不能修改", "A message can be changed within 15 minutes";
    EDIT_KIND = 400, "chat_edit_kind", "只能修改文字消息", "Only text can be changed";
    EMOJI_INVALID = 400, "chat_emoji_invalid", "不支持该表情", "There is no such reaction";
    TOO_MANY_PINS = 409, "chat_too_many_pins", "每个聊天室最多置顶 {max} 条消息", "A room has at most {max} pinned messages";
    NAME_INVALID = 400, "chat_name_invalid", "群名须为 1–30 个字符", "A group's name has 1–30 characters";
    ANNOUNCEMENT_INVALID = 400, "chat_announcement_invalid", "群公告最多 500 个字符", "An announcement has at most 500 characters";
    HOUR_INVALID = 400, "chat_hour_invalid", "时间须为 HH:MM", "A time is HH:MM";
    QUIET_INCOMPLETE = 400, "chat_quiet_incomplete", "请同时填写免打扰的开始和结束时间", "Quiet hours have a beginning and an end";
    TOO_FEW_MEMBERS = 400, "chat_too_few_members", "群组至少需要 2 名成员", "A group has at least 2 members";
    TOO_MANY_MEMBERS = 409, "chat_too_many_members", "群组最多 {max} 名成员", "A group has at most {max} members";
    TOO_MANY_GROUPS = 409, "chat_too_many_groups", "最多可以创建 {max} 个群组", "You can own at most {max} groups";
    NOT_THE_OWNER = 403, "chat_not_the_owner", "只有群主可以执行此操作", "Only the owner of the group can do this";
    OWNER_STAYS = 409, "chat_owner_stays", "群主须先转让群组才能退出", "The owner hands the group over before leaving";
    /// A class room or the public one.
    ROOM_IS_FIXED = 403, "chat_room_is_fixed", "班级群和公共聊天室不能执行此操作", "This cannot be done to the room of a class or of everyone";
    JOIN_BY_INVITATION = 403, "chat_join_by_invitation", "只能通过成员邀请加入群组", "A group is joined by invitation";
    QUERY_INVALID = 400, "chat_query_invalid", "请输入 1–50 个字符的搜索内容", "A search has 1–50 characters";
    STATUS_INVALID = 400, "chat_status_invalid", "状态须为 online、away、busy 或 offline", "A status is online, away, busy or offline";
    /// Sent a moment ago on another connection; never shown.
    SENT_ALREADY = 409, "chat_sent_already", "消息已发送", "The message was sent already";
}

kernel::texts! {
    /// A message, in a sentence of moderation.
    A_MESSAGE = "chat_a_message", "消息", "message";
    /// Kinds in the search.
    MESSAGES = "chat_messages", "消息", "Messages";
    /// What was sent in the chat.
    FILES = "chat_files", "文件", "Files";
    /// Rooms of the chat.
    ROOMS = "chat_rooms", "聊天室", "Chat rooms";
    /// The app.
    APP = "chat_app", "聊天", "Chat";
    /// `message.received`.
    MESSAGE_RECEIVED = "event_message_received", "集成负责人所在的聊天室有人发消息", "Somebody else writes in a room of its owner";
    /// `message.send`.
    MESSAGE_SEND = "event_message_send", "以集成负责人的名义发送消息", "Sends a message in the name of its owner";
    /// Name of the room of everyone.
    PUBLIC_ROOM = "chat_public_room", "公共聊天室", "Everyone";
    /// Name of a class's room.
    CLASS_ROOM = "chat_class_room", "{class}班", "Class {class}";

    /// A group in which something was found.
    GROUP_NAMED = "chat_group_named", "群聊 {name}", "group {name}";
    /// The other member of a pair in whose words something was found.
    PRIVATE_WITH = "chat_private_with", "私聊 {name}", "private, {name}";
    /// The sender, where it is the reader.
    ONESELF = "chat_oneself", "我", "you";
    /// A member with the net name first.
    BOTH_NAMES = "chat_both_names", "{net_name}（{real_name}）", "{net_name} ({real_name})";

    /// The kind of notifications of being called.
    MENTION = "chat_mention", "有人提到我", "Somebody mentions me";
    /// The rooms that have something new, with their number behind it.
    ROOMS_WITH_NEWS = "chat_rooms_with_news", "有新消息的聊天", "Chats with new messages";
    /// A message calls the reader.
    MENTIONED = "chat_mentioned", "{name} 在「{room}」提到了你", "{name} mentioned you in {room}";
    /// The kind of notifications of answers.
    REPLY = "chat_reply", "有人回复我", "Somebody replies to me";
    /// A message answers one of the reader.
    REPLIED = "chat_replied", "{name} 在「{room}」回复了你", "{name} replied to you in {room}";
    /// A message that is a picture.
    SENT_IMAGE = "chat_sent_image", "[图片]", "[Picture]";
    /// A message that is a recording.
    SENT_AUDIO = "chat_sent_audio", "[语音]", "[Audio]";
    /// A message that is a video.
    SENT_VIDEO = "chat_sent_video", "[视频]", "[Video]";
    /// A message that is a file.
    SENT_FILE = "chat_sent_file", "[文件]", "[File]";
    /// A message of any other type.
    SENT_SOMETHING = "chat_sent_something", "[分享]", "[Shared]";

    /// A group, for readers of the log who may not be in it.
    A_GROUP = "chat_a_group", "一个群组", "a group";
    /// Words between two members, for readers of the log.
    A_PRIVATE_CHAT = "chat_a_private_chat", "私信", "private messages";
}

kernel::actions! {
    /// `pin_message`.
    PIN_MESSAGE = "pin_message", "置顶消息", "Pinned a message"
        => "置顶了{target}的一条消息", "pinned a message in {target}";
    /// `unpin_message`.
    UNPIN_MESSAGE = "unpin_message", "取消置顶消息", "Unpinned a message"
        => "取消置顶了{target}的一条消息", "unpinned a message in {target}";
    /// `recall_message`.
    RECALL_MESSAGE = "recall_message", "撤回消息", "Recalled a message"
        => "撤回了{sender_id}在{target}的一条消息", "recalled a message of {sender_id} in {target}";
}

kernel::log_words! {
    "room_id" = "房间", "room";
    "message_id" = "消息", "message";
    "sender_id" = "发送者", "sender";
}
