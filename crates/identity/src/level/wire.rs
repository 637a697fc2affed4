//! What the level room answers (`interface 2.7`, with the additions of its own).

use std::collections::BTreeMap;

use jiff::civil::Date;
use kernel::app::iso;
use kernel::texts::Message;
use kernel::user::UserId;
use serde::Serialize;
use utoipa::ToSchema;

use super::award::Award;
use super::model::{self, Action, DAILY_CAP, Progress, STREAK_BONUSES, THRESHOLDS};
use super::store::{Entry, Standing};
use super::texts;

/// Where a member stands.
#[derive(Serialize, ToSchema)]
pub(crate) struct LevelInfo {
    /// YYCCNN.
    #[schema(value_type = String, example = "240101")]
    user_id: UserId,
    /// All experience.
    pub(super) exp: i64,
    /// 0–6.
    level: usize,
    /// The newest daily sign-in, ISO 8601; null before the first.
    last_login: Option<String>,
    /// Days signed in in a row; 0 when yesterday was missed and today is not done.
    streak: i64,
    /// The same.
    login_streak: i64,
    /// The longest streak ever.
    max_login_streak: i64,
    /// What this streak adds to a sign-in.
    streak_bonus: i64,
    /// From how many days on a sign-in earns how much more.
    streak_bonuses: Vec<StreakBonus>,
    exp_progress: ExpProgress,
    /// Where the next level begins; null on the last.
    next_level_exp: Option<i64>,
    /// Where each level begins, Lv0 first.
    level_thresholds: [i64; THRESHOLDS.len()],
    /// Whether today's sign-in is done.
    daily_login_claimed: bool,
    /// Today, without the sign-in.
    daily_exp_earned: i64,
    /// At most this a day, without the sign-in.
    daily_exp_cap: i64,
    /// What each action earns.
    exp_rewards: BTreeMap<&'static str, i64>,
    /// How often a day it does.
    daily_limits: BTreeMap<&'static str, i64>,
}

/// A step of the bonus.
#[derive(Serialize, ToSchema)]
struct StreakBonus {
    /// From this day in a row.
    days: i64,
    exp: i64,
}

/// How far it is to the next level.
#[derive(Serialize, ToSchema)]
struct ExpProgress {
    /// Since this level began.
    current: i64,
    /// From its beginning to the next level; 0 on the last.
    needed: i64,
    /// 0–100.
    percentage: i64,
}

impl LevelInfo {
    pub(super) fn new(user_id: UserId, standing: &Standing, earned: i64, today: Date) -> Self {
        let progress = Progress::of(standing.exp);
        let streak = model::standing_streak(standing.last_day(), standing.streak, today);
        let per_action =
            |number: fn(Action) -> i64| Action::ALL.map(|action| (action.as_str(), number(action))).into();
        Self {
            user_id,
            exp: standing.exp,
            level: model::level_of(standing.exp),
            last_login: standing.signed_at.map(iso),
            streak,
            login_streak: streak,
            max_login_streak: standing.max_streak,
            streak_bonus: model::streak_bonus(streak),
            streak_bonuses: STREAK_BONUSES.map(|(days, exp)| StreakBonus { days, exp }).into(),
            exp_progress: ExpProgress {
                current: progress.current,
                needed: progress.needed,
                percentage: progress.percentage,
            },
            next_level_exp: progress.next,
            level_thresholds: THRESHOLDS,
            daily_login_claimed: model::is_claimed(standing.last_day(), today),
            daily_exp_earned: earned,
            daily_exp_cap: DAILY_CAP,
            exp_rewards: per_action(Action::exp),
            daily_limits: per_action(Action::daily_limit),
        }
    }
}

/// What a sign-in brought, and where the member stands then.
#[derive(Serialize, ToSchema)]
pub(super) struct DailySignIn {
    /// With the bonus; 0 when today's sign-in was done before.
    exp_gained: i64,
    /// All experience.
    total_exp: i64,
    previous_level: usize,
    leveled_up: bool,
    #[serde(flatten)]
    info: LevelInfo,
}

impl DailySignIn {
    pub(super) fn new(award: Award, info: LevelInfo) -> Self {
        Self {
            exp_gained: award.gained,
            total_exp: award.exp,
            previous_level: award.previous_level(),
            leveled_up: award.leveled_up(),
            info,
        }
    }
}

/// What a claim brought.
#[derive(Serialize, ToSchema)]
pub(super) struct ClaimedExperience {
    /// As claimed.
    action: &'static str,
    /// 0 when it did not count; the message says why.
    exp_gained: i64,
    /// All experience.
    exp: i64,
    /// 0–6.
    level: usize,
    previous_level: usize,
    leveled_up: bool,
}

impl ClaimedExperience {
    pub(super) fn new(action: Action, award: Award) -> Self {
        Self {
            action: action.as_str(),
            exp_gained: award.gained,
            exp: award.exp,
            level: award.level(),
            previous_level: award.previous_level(),
            leveled_up: award.leveled_up(),
        }
    }
}

/// Something that earned experience.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExperienceEntry {
    /// For `before`.
    id: i64,
    action: String,
    exp_gained: i64,
    /// What it was for: as claimed, a position of the event log, or the day of a sign-in.
    #[serde(rename = "ref")]
    reference: Option<String>,
    /// ISO 8601.
    created_at: String,
    /// Why, in words.
    reason: String,
}

impl From<Entry> for ExperienceEntry {
    fn from(entry: Entry) -> Self {
        Self {
            id: entry.id,
            reason: reason(&entry),
            action: entry.action,
            exp_gained: entry.exp_gained,
            reference: entry.reference,
            created_at: iso(entry.created_at),
        }
    }
}

fn reason(entry: &Entry) -> String {
    let Some(action) = Action::parse(&entry.action) else { return entry.action.clone() };
    let bonus = entry.exp_gained - action.exp();
    let words = match action {
        Action::DailyLogin if bonus > 0 => texts::DAILY_LOGIN_BONUS.with("bonus", bonus),
        _ => Message::from(action.reason()),
    };
    words.say(false)
}
