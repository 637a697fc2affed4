//! Acts of the staff, feature by feature: a path with its method, and what is sent there.

use serde_json::{Value, json};

/// Acts on the models of the AI chat.
pub(super) fn acts_on_models() -> Vec<(&'static str, Value)> {
    vec![
        (
            "POST /api/ai-chat/admin/models",
            json!({ "id": "one", "api_url": "https://a.example/v1", "model": "one" }),
        ),
        ("PUT /api/ai-chat/admin/models/{id}", json!({ "label": "改" })),
        (
            "POST /api/ai-chat/admin/models/batch",
            json!({ "models": [{ "id": "two", "api_url": "https://a.example/v1", "model": "two" }] }),
        ),
        ("PUT /api/ai-chat/admin/models/default", json!({ "id": "two" })),
        ("PUT /api/ai-chat/admin/models/{id}/toggle", json!({})),
        ("DELETE /api/ai-chat/admin/models/{id}", Value::Null),
        ("PUT /api/ai-chat/admin/own-models/{id}", json!({ "label": "自己的" })),
        ("DELETE /api/ai-chat/admin/own-models/{id}", Value::Null),
        ("POST /api/ai-chat/admin/policies", json!({ "label": "plan" })),
        ("PUT /api/ai-chat/admin/policies/{id}", json!({ "label": "方案" })),
        ("POST /api/ai-chat/admin/apply-policy", json!({ "user_ids": ["240111"], "policy_id": "plan" })),
        ("DELETE /api/ai-chat/admin/policies/{id}", Value::Null),
        ("POST /api/ai-chat/admin/presets", json!({ "label": "preset", "prompt": "one" })),
        ("PUT /api/ai-chat/admin/presets/{id}", json!({ "label": "预设" })),
        ("DELETE /api/ai-chat/admin/presets/{id}", Value::Null),
    ]
}

/// The same of the community, and of what members have reported.
pub(super) fn acts_on_posts() -> Vec<(&'static str, Value)> {
    vec![
        ("POST /api/moderation/cases/{id}/decision", json!({ "action": "keep" })),
        ("POST /api/moderation/removals", Value::Null),
        ("POST /api/moderation/rules", json!({ "term": "笨蛋", "matching": "word", "effect": "mask" })),
        ("PUT /api/moderation/rules/{id}", json!({ "term": "笨蛋", "matching": "word", "effect": "hold" })),
        ("DELETE /api/moderation/rules/{id}", Value::Null),
        (
            "POST /api/moderation/rules/dry-run",
            json!({ "term": "笨蛋", "matching": "word", "effect": "mask" }),
        ),
        ("PUT /api/moderation/first-posts", json!({ "approve": true })),
        ("PUT /api/moderation/silences/{user_id}", json!({ "minutes": 60, "reason": "刷屏" })),
        ("DELETE /api/moderation/silences/{user_id}", Value::Null),
        ("PUT /api/community/{id}/pin", json!({ "pinned": true })),
        ("PUT /api/community/{id}/feature", json!({ "featured": true })),
        ("POST /api/community/{id}/reveal", json!({ "reason": "有人受到伤害" })),
        ("POST /api/community/comments/{id}/reveal", json!({ "reason": "有人受到伤害" })),
    ]
}

/// The same of homework.
pub(super) fn acts_on_homework() -> Vec<(&'static str, Value)> {
    vec![
        ("POST /api/admin/homework", json!({ "subject": "数学", "content": "第 3 页", "hand_in": true })),
        (
            "PATCH /api/admin/homework/{id}",
            json!({ "subject": "语文", "due_date": "2099-09-03", "due_time": "21:00", "hand_in": false, "pictures": [] }),
        ),
        ("POST /api/admin/homework/{id}/remind", Value::Null),
    ]
}

/// The same of the timetable.
pub(super) fn acts_on_timetables() -> Vec<(&'static str, Value)> {
    let off = json!({ "date": "2026-09-02", "change": { "plan": "off" } });
    vec![
        ("PUT /api/timetable/days", json!({ "class": "01", "days": [off] })),
        ("PUT /api/timetable/public-days/{year}", json!({ "days": [] })),
        ("DELETE /api/timetable/public-days/{year}", Value::Null),
    ]
}

/// The same of duty, seats and draws.
pub(super) fn acts_in_classrooms() -> Vec<(&'static str, Value)> {
    let id = "0190c1a2-0000-7000-8000-000000000001";
    let list = json!({ "kind": "class" });
    vec![
        (
            "POST /api/duty/rosters",
            json!({ "id": id, "class": "01", "name": "卫生", "starts_on": "2026-09-01", "weekdays": [1, 2, 3, 4, 5, 6, 7],
                    "groups": [{ "name": "一组", "members": [{ "number": "240111" }] }] }),
        ),
        ("POST /api/duty/changes", json!({ "roster_id": id, "date": "2026-09-03", "off": true })),
        ("DELETE /api/duty/changes/{id}", Value::Null),
        ("PATCH /api/duty/rosters/{id}", json!({ "revision": 1, "name": "打扫" })),
        ("DELETE /api/duty/rosters/{id}", Value::Null),
        ("PUT /api/seating", json!({ "rows": 1, "columns": 1, "seats": [], "revision": 0 })),
        ("POST /api/seating/revisions/{revision}/restore", Value::Null),
        ("POST /api/picker/lists", json!({ "name": "一组", "numbers": ["240111"] })),
        ("PATCH /api/picker/lists/{id}", json!({ "revision": 1, "name": "二组" })),
        ("DELETE /api/picker/lists/{id}", Value::Null),
        ("POST /api/picker/draws", json!({ "list": list, "count": 1 })),
        ("POST /api/picker/reset", json!({ "list": list })),
    ]
}
