//! What came during an exam. While one is on, the desktops of those who sit it show nothing but what is urgent; after its
//! end each of them is told once what they have not read yet.
//!
//! An exam has a row from the moment it is set until its members were told. Class admins and admins sit no exam.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use kernel::db::{DbResult, Read};
use kernel::scope::Scope;
use kernel::tasks::Stop;
use kernel::texts::Text;
use kernel::user::{Tier, UserFacts, UserId};
use kernel::{ApiError, App, AppTx, Result, feature};

use super::exam::Exam;
use super::store::{self, ExamRow};
use super::texts;
use crate::notifications::{
    self, Content, Importance, NewNotification, Notification, NotificationKind, Reader,
};
use crate::user;

/// How soon after the end of an exam its members are told.
const EVERY: Duration = Duration::from_secs(10);
/// Between two counts.
const SEPARATOR: &str = " · ";

/// What a feature counts for the digest beside its notifications, which are counted anyway. A feature names it in
/// `Feature::provides`.
pub struct DigestCount {
    /// The name of the count, which is no kind of notifications.
    pub name: &'static str,
    /// What members call it.
    pub label: &'static Text,
    /// The kind of notifications whose count has it in it, where there is one: it is taken out of that count.
    pub part_of: Option<&'static NotificationKind>,
    /// The app of the feature: where it is off, nothing is counted.
    pub app: &'static str,
    /// How much has come to a member since a time, in milliseconds, that they have not read.
    pub count: fn(&mut Read, &UserFacts, i64) -> DbResult<i64>,
}

impl std::fmt::Debug for DigestCount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// An exam that the member sat is over, and something came meanwhile. The content are [`Counts`].
pub(super) static EXAM_DIGEST: NotificationKind = NotificationKind {
    name: "exam_digest",
    label: &texts::EXAM_DIGEST,
    app: "",
    importance: Importance::General,
    shown_by_app: false,
    describe,
};

/// Names of kinds of notifications or of [`DigestCount`]s with how many there are, in the order in which they are read.
type Counts = Vec<(String, i64)>;

/// A member with the beginning of the first exam of which they are told, in milliseconds.
type Sitter = (Arc<UserFacts>, i64);

/// Starts the task.
pub(super) fn spawn(app: &App) {
    let digests = app.clone();
    app.tasks.spawn("exam-digests", |stop| run(digests, stop));
}

async fn run(app: App, mut stop: Stop) {
    loop {
        if let Err(error) = send_due(&app).await {
            tracing::warn!(%error, "digests after an exam not sent, will retry");
        }
        if !stop.sleep(&app.clock, EVERY).await {
            return;
        }
    }
}

/// Notes the exam that was set for a scope, by the event `seq`. One that is on goes on where the new one has begun as
/// well, and else ends now; one that was only planned is gone.
pub(super) fn note_exam(tx: &mut AppTx, scope: &Scope, exam: Option<Exam>, seq: i64) -> DbResult<()> {
    let now = tx.now();
    let class = scope.class().unwrap_or_default();
    match (store::open_exam(tx, class, now)?, exam) {
        (Some(open), Some(exam)) if open.starts_at <= now && exam.from <= now => {
            return store::set_exam_times(tx, &ExamRow { ends_at: exam.until, ..open });
        }
        (Some(open), _) if open.starts_at <= now => {
            store::set_exam_times(tx, &ExamRow { ends_at: now, ..open })?;
        }
        (Some(planned), _) => store::remove_exam(tx, planned.id)?,
        (None, _) => {}
    }
    exam.map_or(Ok(()), |Exam { from, until }| {
        store::add_exam(tx, &ExamRow { id: seq, class: class.to_owned(), starts_at: from, ends_at: until })
    })
}

/// Tells the members of all exams that are over. The task calls it every ten seconds.
///
/// # Errors
/// When the database is away.
pub async fn send_due(app: &App) -> Result<()> {
    let now = app.clock.now_ms();
    let begun = app.db.read(move |read| Ok(store::begun_exams(read, now)?)).await?;
    let due = Due::new(&begun, now);
    if due.over.is_empty() {
        return Ok(());
    }
    let (to_tell, going_on) = due.members(user::members(app).await?.all());
    let portal = app.clone();
    let groups = app.db.read(move |read| counted(read, &portal, &to_tell)).await?;
    let over = due.over;
    app.write(move |tx| {
        tx.lock_log()?;
        // Another node may have told them, or an exam may have been set: then the next look begins anew.
        if store::begun_exams(tx, now)? == begun {
            send(tx, &over, &groups)?;
            going_on.iter().try_for_each(|(class, since)| begin_earlier(tx, class, *since, now))?;
        }
        Ok(())
    })
    .await
}

/// The exams of which members are to be told now.
struct Due {
    /// Those that are over and that no other one of the same scope, or of the portal, goes on after: there is one digest,
    /// after the last of exams that overlap.
    over: Vec<ExamRow>,
    /// Those that are on.
    on: Vec<ExamRow>,
}

impl Due {
    fn new(begun: &[ExamRow], now: i64) -> Self {
        let (ended, on): (Vec<_>, Vec<_>) = begun.iter().cloned().partition(|exam| exam.ends_at <= now);
        let goes_on = |exam: &ExamRow| on.iter().any(|other| other.holds_in(&exam.class));
        Self { over: ended.into_iter().filter(|exam| !goes_on(exam)).collect(), on }
    }

    /// Who sat one of the exams that are over and sits none now, with the beginning of the first of them; and the classes
    /// whose own exam goes on after that of the portal, with the same.
    fn members(&self, all: &[Arc<UserFacts>]) -> (Vec<Sitter>, BTreeMap<String, i64>) {
        let (mut to_tell, mut going_on) = (Vec::new(), BTreeMap::new());
        for facts in all.iter().filter(|facts| facts.tier() < Tier::ClassAdmin) {
            let scope = Scope::of(facts);
            let class = scope.class().unwrap_or_default();
            let sat = self.over.iter().filter(|exam| exam.holds_in(class));
            let Some(since) = sat.map(|exam| exam.starts_at).min() else { continue };
            if self.on.iter().any(|exam| exam.holds_in(class)) {
                going_on.insert(class.to_owned(), since);
            } else {
                to_tell.push((facts.clone(), since));
            }
        }
        (to_tell, going_on)
    }
}

impl ExamRow {
    /// Whether the members of a class sit it; of no class for an empty one.
    fn holds_in(&self, class: &str) -> bool {
        self.class.is_empty() || self.class == class
    }
}

/// The digest after an exam that goes on covers one that it overlaps.
fn begin_earlier(tx: &mut AppTx, class: &str, since: i64, now: i64) -> DbResult<()> {
    let Some(open) = store::open_exam(tx, class, now)? else { return Ok(()) };
    store::set_exam_times(tx, &ExamRow { starts_at: open.starts_at.min(since), ..open })
}

/// Members with what they have not read since a time, by the JSON of their [`Counts`]; those who have read everything are
/// absent. What belongs to an app that is off for a member does not count.
fn counted(read: &mut Read, app: &App, to_tell: &[Sitter]) -> Result<BTreeMap<String, Vec<UserId>>> {
    let others: Vec<&DigestCount> = feature::provided(&app.features).collect();
    let mut groups = BTreeMap::<String, Vec<UserId>>::new();
    for (facts, since) in to_tell {
        let is_on = |name: &str| name.is_empty() || app.apps.is_enabled(name, facts.user_id.class());
        let mut counts: Counts = notifications::unread_since(read, app, facts.user_id, *since)?
            .into_iter()
            .filter(|(kind, _)| kind.name != EXAM_DIGEST.name && is_on(kind.app))
            .map(|(kind, count)| (kind.name.to_owned(), count))
            .collect();
        for other in others.iter().filter(|other| is_on(other.app)) {
            let count = (other.count)(read, facts, *since)?;
            if count > 0 {
                take_out(&mut counts, other.part_of, count);
                counts.push((other.name.to_owned(), count));
            }
        }
        if !counts.is_empty() {
            let content = serde_json::to_string(&counts).map_err(ApiError::internal)?;
            groups.entry(content).or_default().push(facts.user_id);
        }
    }
    Ok(groups)
}

fn take_out(counts: &mut Counts, kind: Option<&NotificationKind>, count: i64) {
    for (name, whole) in &mut *counts {
        if kind.is_some_and(|kind| kind.name == name) {
            *whole -= count;
        }
    }
    counts.retain(|(_, whole)| *whole > 0);
}

fn send(tx: &mut AppTx, over: &[ExamRow], groups: &BTreeMap<String, Vec<UserId>>) -> DbResult<()> {
    let subject = over.last().map(|exam| exam.id.to_string()).unwrap_or_default();
    for exam in over {
        store::remove_exam(tx, exam.id)?;
    }
    for (content, members) in groups {
        let new = NewNotification {
            kind: &EXAM_DIGEST,
            topic: "",
            subject: &subject,
            event_seq: 0,
            sender: None,
            content,
        };
        notifications::notify(tx, &new, members.iter().copied())?;
    }
    Ok(())
}

fn describe(_: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<Content>> {
    let counts: Counts = serde_json::from_str(&about.content).unwrap_or_default();
    let list: Vec<String> =
        counts.iter().filter_map(|(name, count)| counted_words(reader, name, *count)).collect();
    let text = if list.is_empty() {
        String::new()
    } else {
        reader.say(texts::EXAM_MISSED.with("list", list.join(SEPARATOR)))
    };
    Ok(Some(Content { title: reader.say(&texts::EXAM_OVER), text, ..Content::default() }))
}

/// `None` for what no feature of this portal knows.
fn counted_words(reader: &Reader<'_>, name: &str, count: i64) -> Option<String> {
    let kind = notifications::kind_named(reader.app, name).map(|kind| kind.label);
    let label = kind.or_else(|| {
        feature::provided::<DigestCount>(&reader.app.features)
            .find(|other| other.name == name)
            .map(|it| it.label)
    })?;
    Some(format!("{} {count}", reader.say(label)))
}
