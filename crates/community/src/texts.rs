//! Texts of the community.

kernel::refusals! {
    TITLE_INVALID = 400, "community_title_invalid", "标题最多 {max} 个字符，且不能包含控制字符", "A title has at most {max} characters and no control characters";
    /// Polls and surveys are found by their titles.
    TITLE_MISSING = 400, "community_title_missing", "投票和问卷需要标题", "A poll or survey needs a title";
    CONTENT_INVALID = 400, "community_content_invalid", "内容最多 {max} 个字符，且不能包含控制字符", "The text has at most {max} characters and no control characters";
    /// Nothing to read.
    CONTENT_MISSING = 400, "community_content_missing", "请写点什么，或添加图片", "Write something, or add an image";
    /// Nested to burden whoever shows it.
    CONTENT_TOO_DEEP = 400, "community_content_too_deep", "引用、列表或强调嵌套过深（最多 {max} 层）", "Quotes, lists or emphasis nest too deep (at most {max} levels)";
    /// More elements, cells or pictures than anybody reads, made to burden whoever shows them.
    CONTENT_TOO_COMPLEX = 400, "community_content_too_complex", "排版过于复杂，请减少表格、列表、图片或特殊符号", "The layout is too complex; use fewer tables, lists, pictures or signs";
    TAG_INVALID = 400, "community_tag_invalid", "每个标签须为 1–{max} 个字符，且不能包含 # 和逗号", "A tag has 1–{max} characters, without # and commas";
    TOO_MANY_TAGS = 400, "community_too_many_tags", "最多 {max} 个标签", "At most {max} tags";
    TOO_MANY_IMAGES = 400, "community_too_many_images", "最多 {max} 张图片", "At most {max} images";
    /// No upload of the caller, or another type.
    IMAGE_UNKNOWN = 400, "community_image_unknown", "图片不存在、已过期或不是图片，请重新上传", "The image is missing, expired or no image; please upload it again";
    /// More people called than anybody needs to.
    TOO_MANY_MENTIONS = 400, "community_too_many_mentions", "一次最多提到 {max} 个人", "At most {max} people can be mentioned at once";
    GROUP_INVALID = 400, "community_group_invalid", "“{group}”不是班级或您所在的群", "“{group}” is no class and no group of yours";
    TOO_MANY_GROUPS = 400, "community_too_many_groups", "最多选择 {max} 个班级或群", "At most {max} classes and groups";
    /// Visible and hidden leave nobody.
    AUDIENCE_EMPTY = 400, "community_audience_empty", "这样设置后没有人能看到", "Nobody would see it";
    /// A key made by the client.
    KEY_INVALID = 400, "community_key_invalid", "字段“key”须为 1–{max} 个可见的 ASCII 字符", "A key has 1–{max} visible ASCII characters";
    REASON_INVALID = 400, "community_reason_invalid", "请填写 1–{max} 个字符的原因", "Give a reason of 1–{max} characters";
    LIKE_OWN = 400, "community_like_own", "不能给自己点赞", "You cannot like your own";
    CURSOR_INVALID = 400, "community_cursor_invalid", "字段“before”须为上一页给出的值", "“before” is the value that the page before gave";
    /// Of own, bookmarked, tag and author; the order of what is hot is of all posts or of a type alone.
    FILTERS_EXCLUSIVE = 400, "community_filters_exclusive", "字段“{field}”不能与“{other}”同时使用", "“{field}” does not go together with “{other}”";
    /// Of a class.
    TOO_MANY_PINNED = 409, "community_too_many_pinned", "一个班级最多置顶 {max} 个帖子，请先取消一个", "A class has at most {max} pinned posts; unpin one first";
    /// By something below another post, or something deleted.
    KEY_USED = 409, "community_key_used", "字段“key”已用于别的内容", "This key was used for something else";
    /// Deleted longer ago, or not by the caller.
    NOT_RESTORABLE = 409, "community_not_restorable", "已不能恢复", "It can no longer be restored";
    /// A poll or survey without questions.
    POLL_MISSING = 400, "community_poll_missing", "投票和问卷需要字段“poll”", "A poll or survey needs the field “poll”";
    /// Questions of a post that is neither.
    POLL_OF_OTHER = 400, "community_poll_of_other", "只有投票和问卷可以有字段“poll”", "Only polls and surveys have the field “poll”";
    POLL_ONE_QUESTION = 400, "community_poll_one_question", "投票须有且只有一个选择题", "A poll has exactly one question, with options";
    SURVEY_QUESTIONS = 400, "community_survey_questions", "问卷须有 1–{max} 个问题", "A survey has 1–{max} questions";
    QUESTION_INVALID = 400, "community_question_invalid", "第 {number} 个问题须为 1–{max} 个字符，且不能包含控制字符", "Question {number} has 1–{max} characters and no control characters";
    OPTIONS_COUNT = 400, "community_options_count", "第 {number} 个问题须有 {min}–{max} 个选项", "Question {number} has {min}–{max} options";
    OPTION_INVALID = 400, "community_option_invalid", "第 {number} 个问题的每个选项须为 1–{max} 个字符，且不能重复", "Each option of question {number} has 1–{max} characters and is another one";
    MAX_CHOICES_INVALID = 400, "community_max_choices_invalid", "第 {number} 个问题最多可选的数量须为 1–{max}", "Question {number} lets members choose at most 1–{max} options";
    SCALE_INVALID = 400, "community_scale_invalid", "第 {number} 个问题的量表须在 0–{max} 之间，且最小值小于最大值", "The scale of question {number} lies within 0–{max}, from less to more";
    LABEL_INVALID = 400, "community_label_invalid", "第 {number} 个问题的量表说明最多 {max} 个字符，且不能包含控制字符", "What the scale of question {number} means has at most {max} characters and no control characters";
    END_INVALID = 400, "community_end_invalid", "字段“closes_at”须为带时区的 ISO 8601 时间", "“closes_at” is an ISO 8601 time with its zone";
    END_PAST = 400, "community_end_past", "字段“closes_at”须晚于现在", "“closes_at” lies in the future";
    END_FAR = 400, "community_end_far", "字段“closes_at”不能晚于两年之后", "“closes_at” lies within two years";
    /// The vote is over.
    POLL_CLOSED = 400, "community_poll_closed", "投票已结束", "This vote is over";
    /// A vote stands.
    VOTED_ALREADY = 409, "community_voted_already", "您已经投过票", "You have voted already";
    /// The question of a vote that has begun.
    POLL_HAS_VOTES = 409, "community_poll_has_votes", "已有人投票，不能再改标题和内容", "Somebody has voted, so the title and the text stay";
    /// Of a secret vote whose results are told while it is open.
    VOTERS_LATER = 409, "community_voters_later", "无记名投票结束后才能看名单", "Who took part in this secret vote is shown after its end";
    /// Of a secret vote that tells who has voted while it is open.
    RESULTS_LATER = 409, "community_results_later", "无记名投票结束后才能看结果", "The results of this secret vote are shown after its end";
    RESULTS_TOO_FEW = 409, "community_results_too_few", "无记名投票至少 {min} 人参与才有结果", "A secret vote has results from {min} votes on";
    /// The author of a post that is for others.
    POLL_FOR_OTHERS = 403, "community_poll_for_others", "您不在这个投票的范围内", "This vote is for others";
    ANSWER_UNKNOWN = 400, "community_answer_unknown", "没有第 {number} 个问题", "There is no question {number}";
    ANSWER_TWICE = 400, "community_answer_twice", "第 {number} 个问题只能回答一次", "Question {number} is answered once";
    ANSWER_INVALID = 400, "community_answer_invalid", "第 {number} 个问题的答案不符合要求", "The answer to question {number} does not fit it";
    ANSWER_MISSING = 400, "community_answer_missing", "请回答第 {number} 个问题", "Please answer question {number}";
    /// A survey of optional questions, none of them answered.
    BALLOT_EMPTY = 400, "community_ballot_empty", "请至少回答一个问题", "Please answer a question";
    /// Programs speak in somebody's name, so they say whose.
    ANONYMOUS_CLIENT = 400, "community_anonymous_client", "程序不能匿名发布", "Programs write nothing anonymously";
    COMMENT_MISSING = 400, "community_comment_missing", "请写点什么", "Write something";
    /// In another post, deleted, or nowhere.
    ANSWERED_UNKNOWN = 400, "community_answered_unknown", "要回复或引用的评论不存在", "The comment to answer or quote is not there";
    /// Nobody is hidden there.
    NOT_ANONYMOUS = 400, "community_not_anonymous", "这不是匿名发布的", "This is not anonymous";
}

kernel::texts! {
    /// Kinds in the search.
    POSTS = "community_posts", "帖子", "Posts";
    /// What was written below posts.
    COMMENTS = "community_comments", "评论", "Comments";
    /// A post, in a sentence of moderation.
    A_POST = "community_a_post", "帖子", "post";
    /// A comment, likewise.
    A_COMMENT = "community_a_comment", "评论", "comment";
    /// The app.
    APP = "community_app", "社区", "Community";
    /// Stands in the place of the name of an anonymous author.
    ANONYMOUS = "community_anonymous", "匿名同学", "Anonymous classmate";
    /// The same where several speak in one place.
    ANONYMOUS_NUMBERED = "community_anonymous_numbered", "匿名同学 {number}", "Anonymous classmate {number}";
    /// Stands above the names in a table of answers.
    SHEET_NAME = "community_sheet_name", "昵称", "Name";
    /// The kind of notifications of being called.
    MENTION = "community_mention", "社区里有人提到我", "Somebody mentions me in the community";
    /// A post calls the reader.
    MENTIONED_IN_POST = "community_mentioned_in_post", "{name} 在帖子里提到了你", "{name} mentioned you in a post";
    /// A comment calls the reader.
    MENTIONED_IN_COMMENT = "community_mentioned_in_comment", "{name} 在评论里提到了你", "{name} mentioned you in a comment";
    /// The kind of notifications of comments and answers.
    REPLY = "community_reply", "社区里有人回复我", "Somebody replies to me in the community";
    /// A comment answers one of the reader.
    REPLIED = "community_replied", "{name} 回复了你的评论", "{name} replied to your comment";
    /// A comment stands below a post of the reader.
    COMMENTED = "community_commented", "{name} 评论了你的帖子", "{name} commented on your post";
    /// The kind of notifications of questions for anonymous authors.
    REVEAL = "community_reveal", "有人查看我的匿名身份", "Somebody looks up that I wrote something anonymous";
    /// Somebody has asked who wrote an anonymous post of the reader.
    POST_REVEALED = "community_post_revealed", "{name} 查看了你的匿名帖子的作者", "{name} looked up who wrote your anonymous post";
    /// Somebody has asked who wrote an anonymous comment of the reader.
    COMMENT_REVEALED = "community_comment_revealed", "{name} 查看了你的匿名评论的作者", "{name} looked up who wrote your anonymous comment";
    /// Why.
    REVEAL_REASON = "community_reveal_reason", "原因：{reason}", "Reason: {reason}";
    /// `community.post`.
    COMMUNITY_POST = "event_community_post", "以集成负责人的名义发帖", "Posts in the name of its owner";
}

kernel::actions! {
    /// `pin_post`.
    PIN_POST = "pin_post", "置顶帖子", "Pinned a post"
        => "{pinned?置顶了|取消置顶了}帖子{target}", "{pinned?pinned|unpinned} the post {target}";
    /// `feature_post`.
    FEATURE_POST = "feature_post", "设为精华", "Featured a post"
        => "{featured?设了精华：|取消了精华：}帖子{target}", "{featured?featured|no longer features} the post {target}";
    /// `reveal_post`.
    REVEAL_POST = "reveal_post", "查看匿名作者", "Looked up an anonymous author"
        => "查看了匿名帖子{target}的作者，原因：{reason}", "looked up who wrote the anonymous post {target}: {reason}";
    /// `reveal_comment`.
    REVEAL_COMMENT = "reveal_comment", "查看匿名评论者", "Looked up an anonymous commenter"
        => "查看了匿名评论{target}的作者，原因：{reason}", "looked up who wrote the anonymous comment {target}: {reason}";
}

kernel::log_words! {
    "featured" = "精华", "featured";
    "reason" = "原因", "reason";
}
