//! The texts people read.

use super::*;

#[test]
fn contract_texts_are_the_interfaces_and_have_no_english() {
    for (text, words) in [
        (&NO_LOGIN, "未登录"),
        (&LOGIN_EXPIRED, "登录已过期"),
        (&NO_PERMISSION, "无权限执行此操作"),
        (&ACCOUNT_DISABLED, "该账号已被禁用"),
        (&INTERNAL, "服务器内部错误"),
    ] {
        assert_eq!(text.err().localized(Language::English), words);
        assert_eq!(text.err().localized(Language::Chinese), words);
    }
}

#[test]
fn a_day_has_its_year_where_that_is_not_todays() {
    let today = jiff::civil::date(2026, 9, 1);
    let [near, far] = [jiff::civil::date(2026, 11, 26), jiff::civil::date(2027, 1, 3)];
    assert_eq!(Language::Chinese.format_day(near, today), "11月26日");
    assert_eq!(Language::Chinese.format_day(far, today), "2027年1月3日");
    assert_eq!(Language::English.format_day(near, today), "26 Nov");
    assert_eq!(Language::English.format_day(far, today), "3 Jan 2027");
}

#[test]
fn places_are_filled_in_both_languages() {
    let message = TOO_LONG.with("field", "title").with("max", 80);
    assert_eq!(message.localized(Language::Chinese), "字段“title”最多 80 个字符");
    assert_eq!(message.localized(Language::English), "The field “title” may have at most 80 characters");
    assert_eq!(message.slug(), "too_long");
}

#[test]
fn what_fills_a_place_is_not_itself_a_place() {
    assert_eq!(
        TOO_LONG.with("field", "{max}").with("max", 80).localized(Language::Chinese),
        "字段“{max}”最多 80 个字符"
    );
    assert_eq!(
        TOO_LONG.with("max", 80).localized(Language::Chinese),
        "字段“{field}”最多 80 个字符",
        "a forgotten one shows"
    );
}
