//! What the level feature answers (`interface 2.7`, with the additions of its own).

use std::collections::BTreeMap;

use jiff::civil::Date;
use kernel::app::iso;
use kernel::texts::{Language, Message};
use kernel::user::UserId;
use serde::Serialize;
use strum::VariantArray;
use utoipa::ToSchema;

use super::award::Award;
use super::model::{self, Action, DAILY_CAP, Progress, STREAK_BONUSES, THRESHOLDS};
use super::store::{Entry, LevelState};
use super::texts;

/// The experience and level of a member.
#[derive(Serialize, ToSchema)]
pub(crate) struct LevelInfo {
    /// The user ID, six digits YYCCNN.
    #[schema(value_type = String, example = "240101")]
    user_id: UserId,
    /// The whole experience of the member.
    pub(super) exp: i64,
    /// The level of the member, 0–6.
    level: usize,
    /// The newest daily check-in, ISO 8601; null before the first.
    last_login: Option<String>,
    /// Days signed in in a row; 0 when yesterday was missed and today is not done.
    streak: i64,
    /// The streak again, under its other name.
    login_streak: i64,
    /// The longest streak of days that the member has reached.
    max_login_streak: i64,
    /// The number of school days in a row with a check-in: days without lessons neither count nor end it, and today
    /// ends it only when it is over. The same as `streak` where nothing says which days are school days.
    school_day_streak: i64,
    /// The experience that the present streak adds to a check-in.
    streak_bonus: i64,
    /// The steps of the streak bonus.
    streak_bonuses: Vec<StreakBonus>,
    /// The progress within the present level.
    exp_progress: ExpProgress,
    /// Where the next level begins; null on the last.
    next_level_exp: Option<i64>,
    /// Where each level begins, Lv0 first.
    level_thresholds: [i64; THRESHOLDS.len()],
    /// Whether today's check-in is done.
    daily_login_claimed: bool,
    /// The experience earned today, without the check-in.
    daily_exp_earned: i64,
    /// The most experience that a day can earn, without the check-in.
    daily_exp_cap: i64,
    /// The experience that each action earns.
    exp_rewards: BTreeMap<&'static str, i64>,
    /// How often a day each action earns experience.
    daily_limits: BTreeMap<&'static str, i64>,
}

/// One step of the streak bonus.
#[derive(Serialize, ToSchema)]
struct StreakBonus {
    /// The number of days in a row from which the step applies.
    days: i64,
    /// The experience that the step adds to a check-in.
    exp: i64,
}

/// The progress towards the next level.
#[derive(Serialize, ToSchema)]
struct ExpProgress {
    /// The experience since the beginning of this level.
    current: i64,
    /// The experience between the beginning of this level and the next one; 0 on the last level.
    needed: i64,
    /// The progress in percent, 0–100.
    percentage: i64,
}

impl LevelInfo {
    pub(super) fn new(
        user_id: UserId,
        state: &LevelState,
        earned: i64,
        school_day_streak: Option<i64>,
        today: Date,
    ) -> Self {
        let progress = Progress::of(state.exp);
        let streak = model::current_streak(state.last_day(), state.streak, today);
        let per_action = |number: fn(Action) -> i64| {
            Action::VARIANTS.iter().map(|action| (action.into(), number(*action))).collect()
        };
        Self {
            user_id,
            exp: state.exp,
            level: model::level_of(state.exp),
            last_login: state.signed_at.map(iso),
            streak,
            login_streak: streak,
            max_login_streak: state.max_streak,
            school_day_streak: school_day_streak.unwrap_or(streak),
            streak_bonus: model::streak_bonus(streak),
            streak_bonuses: STREAK_BONUSES.map(|(days, exp)| StreakBonus { days, exp }).into(),
            exp_progress: ExpProgress {
                current: progress.current,
                needed: progress.needed,
                percentage: progress.percentage,
            },
            next_level_exp: progress.next,
            level_thresholds: THRESHOLDS,
            daily_login_claimed: model::is_claimed(state.last_day(), today),
            daily_exp_earned: earned,
            daily_exp_cap: DAILY_CAP,
            exp_rewards: per_action(Action::exp),
            daily_limits: per_action(Action::daily_limit),
        }
    }
}

/// The result of the daily check-in, and the level of the member after it.
#[derive(Serialize, ToSchema)]
pub(super) struct DailySignIn {
    /// The experience earned, bonus included; 0 when the check-in of today was done before.
    exp_gained: i64,
    /// The whole experience of the member.
    total_exp: i64,
    /// The level before the check-in, 0–6.
    previous_level: usize,
    /// Whether the check-in raised the level.
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

/// The result of a reported action.
#[derive(Serialize, ToSchema)]
pub(super) struct ClaimedExperience {
    /// The action that was reported.
    action: &'static str,
    /// The experience earned; 0 when the action did not count, and the message says why.
    exp_gained: i64,
    /// The whole experience of the member.
    exp: i64,
    /// The level of the member, 0–6.
    level: usize,
    /// The level before the action, 0–6.
    previous_level: usize,
    /// Whether the action raised the level.
    leveled_up: bool,
}

impl ClaimedExperience {
    pub(super) fn new(action: Action, award: Award) -> Self {
        Self {
            action: action.into(),
            exp_gained: award.gained,
            exp: award.exp,
            level: award.level(),
            previous_level: award.previous_level(),
            leveled_up: award.leveled_up(),
        }
    }
}

/// An award of experience.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExperienceEntry {
    /// The id of the award, to be used as `before`.
    id: i64,
    /// The action that earned the experience.
    action: String,
    /// The experience that the award brought.
    exp_gained: i64,
    /// What the award was for: the reported id, a number of the event log, or the day of a check-in.
    #[serde(rename = "ref")]
    reference: Option<String>,
    /// When the experience was earned, ISO 8601.
    created_at: String,
    /// The reason of the award, as a text for people.
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
    let Ok(action) = entry.action.parse::<Action>() else { return entry.action.clone() };
    let bonus = entry.exp_gained - action.exp();
    let words = match action {
        Action::DailyLogin if bonus > 0 => texts::DAILY_LOGIN_BONUS.with("bonus", bonus),
        _ => Message::from(action.reason()),
    };
    words.localized(Language::Chinese)
}
