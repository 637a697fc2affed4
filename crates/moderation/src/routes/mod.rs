//! `/api/moderation`.

mod cases;
mod dto;
mod own;
mod rules;
mod silences;

use identity::admin::MANAGE_POSTS;
use kernel::http::{Limited, Requires};
use kernel::limits::Limit;
use kernel::user::Permission;
use kernel::{Routes, routes};

/// Names manage_posts in a handler's signature.
pub(crate) struct ManagePosts;

impl Requires for ManagePosts {
    fn permission() -> &'static Permission {
        &MANAGE_POSTS
    }
}

/// Names RATE_LIMIT_REPORTS in a handler's signature.
pub(crate) struct Reports;

impl Limited for Reports {
    fn limit() -> &'static Limit {
        &crate::REPORTS
    }
}

pub(crate) fn router() -> Routes {
    // Who appeals is the author, also of what is anonymous.
    let own = Routes::new()
        .routes(routes!(own::report_content))
        .routes(routes!(own::get_own_moderation))
        .routes(routes!(own::appeal_removal))
        .without_user_in_log();
    own.routes(routes!(cases::list_cases))
        .routes(routes!(cases::get_case))
        .routes(routes!(cases::decide_case))
        .routes(routes!(cases::remove_content))
        .routes(routes!(rules::list_rules, rules::add_rule))
        .routes(routes!(rules::change_rule, rules::remove_rule))
        .routes(routes!(rules::dry_run_rule))
        .routes(routes!(rules::set_first_posts))
        .routes(routes!(silences::list_silences))
        .routes(routes!(silences::silence_member, silences::lift_silence))
}
