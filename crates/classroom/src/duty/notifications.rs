//! What members are told of duty: that it is their day, and what became of a swap.

use identity::notifications::{
    self, Content, Importance, Link, NewNotification, Notification, NotificationKind, Reader,
};
use jiff::civil::Date;
use kernel::db::Read;
use kernel::events::{Audience, NewEvent};
use kernel::user::UserId;
use kernel::{AppTx, Result};

use super::board::BoardTurn;
use super::events::DutyEvent;
use super::store::swaps::{self, DutySwapState, Swap};
use super::store::{changes, from_json, rosters, to_json, turns};
use super::texts;
use crate::people::People;

/// Somebody is on duty today. The subject is the id of the roster and the day, with a slash between them.
pub(crate) static DUTY: NotificationKind = NotificationKind {
    name: "duty",
    label: &texts::TODAY_KIND,
    app: "duty",
    importance: Importance::Personal,
    shown_by_app: false,
    describe: describe_day,
};

/// A swap was asked for or answered. The subject is its id, the content what happened to it.
pub(crate) static DUTY_SWAP: NotificationKind = NotificationKind {
    name: "duty_swap",
    label: &texts::SWAP_KIND,
    app: "duty",
    importance: Importance::Personal,
    shown_by_app: false,
    describe: describe_swap,
};

/// Tells members that they are on duty on a day.
///
/// # Errors
/// When a statement fails.
pub(super) fn tell_today(
    tx: &mut AppTx,
    roster: &str,
    date: Date,
    event_seq: i64,
    whom: Vec<UserId>,
) -> Result<()> {
    let subject = subject(roster, date);
    let new = NewNotification {
        kind: &DUTY,
        topic: &subject,
        subject: &subject,
        event_seq,
        sender: None,
        content: "",
    };
    notifications::notify(tx, &new, whom)?;
    Ok(())
}

fn subject(roster: &str, date: Date) -> String {
    format!("{roster}/{date}")
}

/// Takes out of all inboxes that there is duty on a day.
///
/// # Errors
/// When a statement fails.
pub(super) fn take_back(tx: &mut AppTx, roster: &str, date: Date) -> Result<()> {
    Ok(notifications::withdraw(tx, &[&DUTY], &subject(roster, date))?)
}

/// Takes out of the inboxes of members who are not on duty any more that they are.
///
/// # Errors
/// When a statement fails.
pub(super) fn take_back_from(tx: &mut AppTx, roster: &str, date: Date, members: &[UserId]) -> Result<()> {
    Ok(notifications::withdraw_from(tx, members, &[&DUTY], &subject(roster, date))?)
}

/// Tells one of the two what became of a swap.
///
/// # Errors
/// When a statement fails.
pub(super) fn tell_of_swap(
    tx: &mut AppTx,
    swap: &Swap,
    state: DutySwapState,
    by: Option<UserId>,
    whom: UserId,
) -> Result<()> {
    let event = DutyEvent::SwapChanged { class: swap.class.clone() };
    let audience = Audience::Any(vec![Audience::User(swap.asker), Audience::User(swap.asked)]);
    let seq = tx.emit(NewEvent::new(&event, audience).by(by).about(&swap.id))?;
    if state == DutySwapState::Cancelled {
        // What was asked stands in no inbox any more: asking and cancelling does not fill one.
        notifications::withdraw(tx, &[&DUTY_SWAP], &swap.id)?;
    }
    let content = to_json(&state);
    let new = NewNotification {
        kind: &DUTY_SWAP,
        topic: &swap.id,
        subject: &swap.id,
        event_seq: seq,
        sender: by,
        content: &content,
    };
    notifications::notify(tx, &new, [whom])?;
    Ok(())
}

fn describe_day(read: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<Content>> {
    let Some((roster, Ok(date))) = about.subject.split_once('/').map(|(roster, date)| (roster, date.parse()))
    else {
        return Ok(None);
    };
    let date: Date = date;
    let Some(turn) = turns::find(read, roster, date)? else { return Ok(None) };
    if rosters::find(read, roster)?.is_none_or(|roster| roster.deleted_at.is_some()) {
        return Ok(None);
    }
    let changes = changes::of_turn(read, roster, date)?;
    let turn = BoardTurn::stored(turn, &changes);
    let Some(place) = turn.place_of(reader.facts.user_id) else { return Ok(None) };
    let title = if date == reader.app.today() {
        texts::TODAY.with("roster", &turn.roster)
    } else {
        let said = reader.language.format_day(date, reader.app.today());
        texts::ON_DAY.with("roster", &turn.roster).with("date", said)
    };
    let text = place.task.clone().unwrap_or_else(|| turn.group.clone());
    Ok(Some(Content {
        title: reader.say(title),
        text,
        sender_name: String::new(),
        link: Some(Link::app("duty", format!("?day={date}"))),
    }))
}

fn describe_swap(read: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<Content>> {
    let me = reader.facts.user_id;
    let swap = swaps::find(read, &about.subject)?.filter(|swap| swap.asker == me || swap.asked == me);
    let Some(swap) = swap else { return Ok(None) };
    let Some(roster) = rosters::find(read, &swap.roster_id)? else { return Ok(None) };
    let name = People::of_class(read, &swap.class)?.name(swap.other(me));
    let title = match from_json(&about.content)? {
        DutySwapState::Open if swap.with_date.is_none() => &texts::FAVOUR_ASKED,
        DutySwapState::Open => &texts::SWAP_ASKED,
        DutySwapState::Accepted => &texts::SWAP_ACCEPTED,
        DutySwapState::Declined => &texts::SWAP_DECLINED,
        DutySwapState::Cancelled => &texts::SWAP_CANCELLED,
        DutySwapState::Expired => &texts::SWAP_EXPIRED,
        DutySwapState::Void => &texts::SWAP_VOID,
    };
    let today = reader.app.today();
    let said = |date: Date| reader.language.format_day(date, today);
    let days = match swap.with_date {
        Some(with) => texts::SWAP_DAYS.with("date", said(swap.date)).with("with_date", said(with)),
        None => texts::FAVOUR_DAY.with("date", said(swap.date)),
    };
    Ok(Some(Content {
        title: reader.say(title.with("name", &name)),
        text: reader.say(days.with("roster", &roster.plan.name)),
        sender_name: String::new(),
        link: Some(Link::app("duty", format!("?swap={}", swap.id))),
    }))
}
