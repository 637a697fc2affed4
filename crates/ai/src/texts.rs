//! Texts of the AI chat.

kernel::refusals! {
    // Models.
    /// The id of a model.
    MODEL_ID_INVALID = 400, "ai_model_id_invalid", "模型标识只能包含 1–{max} 个字母、数字或 . _ -，并以字母或数字开头", "The id of a model has 1–{max} letters, digits or . _ - and begins with a letter or digit";
    /// An id that another model has.
    MODEL_ID_TAKEN = 409, "ai_model_id_taken", "标识“{id}”已被一个模型或使用方案占用", "A model or a policy has the id “{id}” already";
    /// The name that members read.
    MODEL_LABEL_INVALID = 400, "ai_model_label_invalid", "模型名称需为 1–{max} 个字符，且不能有换行", "The name of a model has 1–{max} characters in one line";
    /// What the provider calls it.
    MODEL_NAME_INVALID = 400, "ai_model_name_invalid", "请填写服务商的模型 ID（1–{max} 个字符）", "Enter what the provider calls the model, 1–{max} characters";
    /// The colour.
    MODEL_COLOR_INVALID = 400, "ai_model_color_invalid", "颜色必须是 #rrggbb 形式", "A colour has the form #rrggbb";
    /// The address.
    MODEL_URL_INVALID = 400, "ai_model_url_invalid", "接口地址必须是不带账号和密钥的 http 或 https 网址，密钥请填到密钥栏", "The address of a provider is an http or https address without a user and a key; the key has a field of its own";
    /// The key.
    MODEL_KEY_INVALID = 400, "ai_model_key_invalid", "密钥只能包含可见的英文字符，不能有空格", "A key has visible ASCII characters and no blanks";
    /// A number.
    MODEL_NUMBER_INVALID = 400, "ai_model_number_invalid", "{field} 必须在 0–{max} 之间", "{field} is between 0 and {max}";
    /// A price.
    MODEL_PRICE_INVALID = 400, "ai_model_price_invalid", "{field} 必须是 0–100000 之间的金额", "{field} is an amount between 0 and 100000";
    /// Another host without its key.
    KEY_NEEDED = 400, "ai_key_needed", "密钥只会发给填写时的主机；换成“{host}”请重新填写密钥", "A key goes only to the host that it was entered for; enter the key for “{host}”";
    /// The key of a model of another host, or of somebody else.
    KEY_NOT_REUSABLE = 400, "ai_key_not_reusable", "不能沿用模型“{id}”的密钥：它属于其他主机、由别人填写或来自环境变量", "The key of the model “{id}” cannot be reused: it is for another host, somebody else's, or of the environment";
    /// What the environment says.
    MODEL_BUILTIN = 409, "ai_model_builtin", "该模型来自环境变量 AI_*：地址、密钥和模型 ID 由运维人员修改；不用时可以停用", "This model comes from the variables AI_*: the operator changes its address, key and name; disable it when it is not wanted";
    /// The default has to answer.
    MODEL_DISABLED = 409, "ai_model_disabled", "请先启用该模型，再设为默认", "Enable the model before it becomes the default";
    /// The default is for all classes.
    MODEL_OF_CLASS = 409, "ai_model_of_class", "只给一个班用的模型不能设为默认", "A model that is for one class cannot become the default";
    /// Too many.
    TOO_MANY_MODELS = 409, "ai_models_too_many", "最多 {max} 个模型", "There can be at most {max} models";
    /// The number of models added at once.
    BATCH_SIZE = 400, "ai_batch_size", "一次添加 1–{max} 个模型", "Add 1–{max} models at once";
    /// An address that does not say where the list is.
    NO_MODEL_LIST = 400, "ai_no_model_list", "该地址不以 /v1 之类的版本号结尾，无法得知模型列表在哪里", "The address does not end with a version like /v1, so where its models are listed is not known";
    /// A preferred model that may not answer.
    MODEL_NOT_AVAILABLE = 400, "ai_model_not_available", "该模型当前不可用", "This model is not available to you";
    /// The policy admits none of the models.
    NO_MODEL_ALLOWED = 403, "ai_no_model_allowed", "当前的使用方案没有可用的模型，请联系管理员", "Your policy admits none of the models; ask an admin";
    /// There is no model.
    NO_MODEL = 503, "ai_no_model", "还没有可用的 AI 模型", "No AI model is available yet";

    // Policies.
    /// The name of a policy.
    POLICY_LABEL_INVALID = 400, "ai_policy_label_invalid", "方案名称需为 1–{max} 个字符，且不能有换行", "The name of a policy has 1–{max} characters in one line";
    /// Too many.
    TOO_MANY_POLICIES = 409, "ai_policies_too_many", "最多 {max} 个方案", "There can be at most {max} policies";
    /// The default stays.
    POLICY_DEFAULT = 409, "ai_policy_default", "默认方案不能删除", "The default policy cannot be removed";
    /// A policy of one class for members of another.
    POLICY_OF_OTHER_CLASS = 409, "ai_policy_of_other_class", "该方案只能用于它所属班级的成员", "This policy is for the members of its own class";
    /// The number of members.
    APPLY_SIZE = 400, "ai_apply_size", "一次选择 1–{max} 名成员", "Choose 1–{max} members at once";
    /// Nobody has this ID.
    USER_UNKNOWN = 404, "ai_user_unknown", "没有学号为「{user_id}」的成员", "There is no member “{user_id}”";

    // Presets.
    /// The name of a preset.
    PRESET_LABEL_INVALID = 400, "ai_preset_label_invalid", "预设名称需为 1–{max} 个字符，且不能有换行", "The name of a preset has 1–{max} characters in one line";
    /// What a preset is for.
    PRESET_DESCRIPTION_INVALID = 400, "ai_preset_description_invalid", "预设说明最多 {max} 个字符，且不能有换行", "The description of a preset has at most {max} characters in one line";
    /// A preset without words.
    PRESET_PROMPT_EMPTY = 400, "ai_preset_prompt_empty", "请填写预设的提示词", "Enter the prompt of the preset";
    /// Too many.
    TOO_MANY_PRESETS = 409, "ai_presets_too_many", "最多 {max} 个预设", "There can be at most {max} presets";
    /// No such preset.
    PRESET_UNKNOWN = 404, "ai_preset_unknown", "这个预设已经不在了，请换一个", "This preset is not there any more; choose another one";

    // Budgets.
    /// Nothing is left of today.
    BUDGET_SPENT = 403, "ai_budget_spent", "今天的额度已经用完，明天再来吧", "Your budget for today is spent; come back tomorrow";

    // Settings.
    /// What every model is told first.
    PROMPT_INVALID = 400, "ai_prompt_invalid", "提示词最多 {max} 个字符，且不能包含控制字符", "A prompt has at most {max} characters and no control characters";

    // Conversations.
    /// The title of a conversation.
    TITLE_INVALID = 400, "ai_title_invalid", "标题最多 {max} 个字符，且不能有换行", "A title has at most {max} characters in one line";
    /// A message.
    MESSAGE_INVALID = 400, "ai_message_invalid", "一条消息最多 {max} 个字符，且不能包含控制字符", "A message has at most {max} characters and no control characters";
    /// A prompt that is more than the model can read.
    PROMPT_TOO_LONG = 400, "ai_prompt_too_long", "提示词对该模型来说太长了，请缩短提示词或换一个模型", "The instructions are too long for this model; shorten them or choose another model";
    /// Too many files.
    TOO_MANY_ATTACHMENTS = 400, "ai_attachments_too_many", "一次最多附上 {max} 个文件", "A question has at most {max} files";
    /// No such file.
    ATTACHMENT_UNKNOWN = 404, "ai_attachment_unknown", "找不到附上的文件，请重新上传", "The file of the question is not there; upload it again";
    /// Neither a picture nor a text.
    ATTACHMENT_TYPE = 400, "ai_attachment_type", "AI 只能读图片和纯文本文件", "Models read pictures and plain text files only";
    /// Too large.
    ATTACHMENT_TOO_LARGE = 400, "ai_attachment_too_large", "文件太大，最多 {max} KiB", "The file is too large; it may have {max} KiB";
    /// The model reads no pictures.
    IMAGES_NOT_READ = 400, "ai_images_not_read", "该模型看不了图片，请换一个支持图片的模型", "This model reads no pictures; choose one that does";
    /// More than the model can read.
    MESSAGE_TOO_LONG = 400, "ai_message_too_long", "这条消息对该模型来说太长了，请缩短或换一个模型", "The message is too long for this model; shorten it or choose another model";
    /// Too many.
    TOO_MANY_CONVERSATIONS = 409, "ai_conversations_too_many", "最多保留 {max} 个对话，请先删除一些", "At most {max} conversations are kept; remove some first";
    /// Too large.
    CONVERSATION_TOO_LARGE = 400, "ai_conversation_too_large", "一个对话最多 {max} 条消息、共 2 MiB", "A conversation has at most {max} messages and 2 MiB";
    /// Nothing to find a title for.
    CONVERSATION_EMPTY = 409, "ai_conversation_empty", "对话里还没有内容", "The conversation has no messages yet";
    /// All conversations of a member are too much.
    CONVERSATIONS_FULL = 409, "ai_conversations_full", "你的对话占满了空间，请先删除一些", "Your conversations take all the space that you have; remove some first";
    /// Nothing more fits.
    CONVERSATION_FULL = 409, "ai_conversation_full", "这个对话太长了，请新开一个对话", "This conversation is full; begin a new one";
    /// Somebody has changed it meanwhile.
    CONVERSATION_CHANGED = 409, "ai_conversation_changed", "这个对话刚刚在别处有了变化，请刷新后再试", "The conversation has just changed elsewhere; reload it and try again";
    /// Another answer is being written in it.
    ANSWER_RUNNING = 409, "ai_answer_running", "这个对话里有一条回答还没写完", "An answer is still being written in this conversation";
    /// Too many answers of the member.
    TOO_MANY_ANSWERS = 429, "ai_answers_too_many", "同时最多生成 {max} 条回答，请等一条写完", "At most {max} answers are written for you at once; wait for one";
    /// Too many readers of an answer.
    TOO_MANY_READERS = 429, "ai_readers_too_many", "同一条回答最多在 {max} 处同时显示", "An answer is shown in at most {max} places at once";
    /// Too many answers in all.
    PORTAL_BUSY = 429, "ai_portal_busy", "现在提问的人太多，请稍后再试", "Too many answers are being written; try again in a moment";

    // Providers.
    /// The portal may not reach the address.
    UPSTREAM_REFUSED = 502, "ai_upstream_refused", "门户不能访问这个模型的地址，请联系管理员", "The portal may not reach the address of this model; tell an admin";
    /// No answer in time.
    UPSTREAM_TIMEOUT = 502, "ai_upstream_timeout", "模型太久没有回应，请稍后再试", "The model took too long to answer; try again later";
    /// Nobody there.
    UPSTREAM_UNREACHABLE = 502, "ai_upstream_unreachable", "连接不到模型服务，请稍后再试", "The provider of the model cannot be reached; try again later";
    /// The key.
    UPSTREAM_KEY_REJECTED = 502, "ai_upstream_key_rejected", "模型服务不接受密钥，请联系管理员", "The provider does not accept the key; tell an admin";
    /// A key that cannot be opened.
    UPSTREAM_KEY_UNREADABLE = 502, "ai_upstream_key_unreadable", "这个模型的密钥无法读取，请管理员重新填写", "The key of this model cannot be read any more; an admin has to enter it again";
    /// No money left.
    UPSTREAM_BALANCE = 402, "ai_upstream_balance", "模型服务的余额已用完，请联系管理员", "The balance at the provider is exhausted; tell an admin";
    /// No such model or address.
    UPSTREAM_NOT_FOUND = 502, "ai_upstream_not_found", "模型服务没有这个模型或地址，请联系管理员", "The provider knows neither this model nor this address; tell an admin";
    /// Too many requests.
    UPSTREAM_BUSY = 502, "ai_upstream_busy", "模型服务太忙了，请稍等片刻再试", "The provider is busy; try again in a moment";
    /// Another status.
    UPSTREAM_FAILED = 502, "ai_upstream_failed", "模型服务出错（{status}），请稍后再试", "The provider failed ({status}); try again later";
    /// The answer has no end.
    UPSTREAM_BROKEN_OFF = 502, "ai_upstream_broken_off", "模型的回答中断了，请重试", "The answer of the model broke off; try again";
    /// Nothing was said.
    UPSTREAM_EMPTY = 502, "ai_upstream_empty", "模型没有给出回答，请换个说法再试", "The model gave no answer; put the question differently";
    /// Not understood.
    UPSTREAM_BROKEN = 502, "ai_upstream_broken", "模型服务的回答无法识别", "The answer of the provider is not understood";
}

kernel::texts! {
    /// The app.
    APP = "ai_app", "AI 助手", "AI chat";
    /// The counts of questions by category, and their notifications.
    SAFETY = "ai_safety", "AI 助手的安全提示", "Safety of the AI chat";
    /// What is told of a day.
    SAFETY_TEXT = "ai_safety_text", "{day} AI 助手里的提问：{counts}。只有数量，不记录是谁、问了什么。", "Questions in the AI chat on {day}: {counts}. These are counts alone: who asked, and what, is not recorded.";
    /// One category of a day.
    SAFETY_COUNT = "ai_safety_count", "关于{category}的 {count} 个", "{count} about {category}";
    /// Between two categories.
    SAFETY_COMMA = "ai_safety_comma", "，", ", ";
    /// Harm to oneself.
    SELF_HARM = "ai_safety_self_harm", "自我伤害", "self-harm";
    /// Violence.
    VIOLENCE = "ai_safety_violence", "暴力", "violence";
    /// Bullying.
    BULLYING = "ai_safety_bullying", "欺凌", "bullying";
    /// Sexual content, and sexual violence.
    SEXUAL = "ai_safety_sexual", "性话题", "sexual matters";
    /// Drugs.
    DRUGS = "ai_safety_drugs", "毒品", "drugs";
    /// What admins are told of an address that the portal may not reach.
    TEST_REFUSED = "ai_test_refused", "门户不能访问该地址：它在内部网络中，或端口属于其他服务。内网地址需要运维人员用 EGRESS_ALLOW 放行", "The portal may not reach this address: it is in a private network, or its port is another service's. The operator allows private addresses with EGRESS_ALLOW";
    /// What admins are told of a key that the provider refuses.
    TEST_KEY_REJECTED = "ai_test_key_rejected", "服务商不接受这个密钥", "The provider does not accept the key";
    /// What admins are told of a key that cannot be opened.
    TEST_KEY_UNREADABLE = "ai_test_key_unreadable", "保存的密钥无法读取，请重新填写", "The stored key cannot be read any more; enter it again";
    /// What admins are told of an empty account.
    TEST_BALANCE = "ai_test_balance", "服务商账户的余额已用完", "The balance at the provider is exhausted";
    /// What admins are told of a wrong name or address.
    TEST_NOT_FOUND = "ai_test_not_found", "服务商没有这个模型，或接口地址不对", "The provider knows no such model, or the address is wrong";
    /// A test that went well.
    TEST_PASSED = "ai_test_passed", "连接成功", "The provider answers";
}

kernel::actions! {
    /// `create_ai_model`.
    CREATE_MODEL = "create_ai_model", "添加 AI 模型", "Added an AI model"
        => "添加了 AI 模型 {target}（{host}）", "added the AI model {target} ({host})";
    /// `create_ai_models`.
    CREATE_MODELS = "create_ai_models", "批量添加 AI 模型", "Added AI models"
        => "添加了 {count} 个 AI 模型（{host}）", "added {count} AI models ({host})";
    /// `update_ai_model`.
    UPDATE_MODEL = "update_ai_model", "修改 AI 模型", "Changed an AI model"
        => "修改了 AI 模型 {target}（{host}）", "changed the AI model {target} ({host})";
    /// `delete_ai_model`.
    DELETE_MODEL = "delete_ai_model", "删除 AI 模型", "Removed an AI model"
        => "删除了 AI 模型 {target}", "removed the AI model {target}";
    /// `enable_ai_model`.
    ENABLE_MODEL = "enable_ai_model", "启用 AI 模型", "Enabled an AI model"
        => "启用了 AI 模型 {target}", "enabled the AI model {target}";
    /// `disable_ai_model`.
    DISABLE_MODEL = "disable_ai_model", "停用 AI 模型", "Disabled an AI model"
        => "停用了 AI 模型 {target}", "disabled the AI model {target}";
    /// `set_default_ai_model`.
    SET_DEFAULT_MODEL = "set_default_ai_model", "设置默认 AI 模型", "Chose the default AI model"
        => "把 {target} 设为默认 AI 模型", "made {target} the default AI model";
    /// `create_ai_policy`.
    CREATE_POLICY = "create_ai_policy", "添加 AI 使用方案", "Added an AI policy"
        => "添加了 AI 使用方案 {target}", "added the AI policy {target}";
    /// `update_ai_policy`.
    UPDATE_POLICY = "update_ai_policy", "修改 AI 使用方案", "Changed an AI policy"
        => "修改了 AI 使用方案 {target}", "changed the AI policy {target}";
    /// `delete_ai_policy`.
    DELETE_POLICY = "delete_ai_policy", "删除 AI 使用方案", "Removed an AI policy"
        => "删除了 AI 使用方案 {target}", "removed the AI policy {target}";
    /// `create_ai_preset`.
    CREATE_PRESET = "create_ai_preset", "添加 AI 预设", "Added an AI preset"
        => "添加了 AI 预设 {target}", "added the AI preset {target}";
    /// `update_ai_preset`.
    UPDATE_PRESET = "update_ai_preset", "修改 AI 预设", "Changed an AI preset"
        => "修改了 AI 预设 {target}", "changed the AI preset {target}";
    /// `delete_ai_preset`.
    DELETE_PRESET = "delete_ai_preset", "删除 AI 预设", "Removed an AI preset"
        => "删除了 AI 预设 {target}", "removed the AI preset {target}";
    /// `apply_ai_policy`.
    APPLY_POLICY = "apply_ai_policy", "分配 AI 使用方案", "Gave members an AI policy"
        => "为 {count} 名成员分配了 AI 使用方案{target?：|}{target}", "gave {count} members the AI policy {target}";
}

kernel::log_words! {
    "host" = "主机", "host";
    "key" = "更换密钥", "another key";
    "default_model" = "默认模型", "default model";
    "count" = "数量", "number";
    "users" = "成员", "members";
}
