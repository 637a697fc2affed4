//! Cards with everything that answers say of them.

use std::collections::{BTreeSet, HashMap};

use identity::user::Names;
use jiff::tz::TimeZone;
use kernel::dates::day_of;
use kernel::db::{DbResult, Read};
use kernel::user::{UserFacts, UserId};
use kernel::{App, Result};

use super::dto::{HomeworkCard, StaffHomework};
use super::model::{self, DAY, OPEN_AFTER, OPEN_WITHOUT_DAY};
use super::store::cards::{self as store, Card};
use super::store::pictures::{self, Picture};
use super::store::submissions::{self, SubmissionRow};
use super::store::ticks;
use crate::announcements::cards::{self, Assigned, Marked, Row};
use crate::target::{self, Person};

/// A card, and what its reader and, for whoever manages it, the others have done.
pub(super) struct Loaded {
    pub(super) marked: Marked,
    pub(super) card: Card,
    pub(super) pictures: Vec<Picture>,
    pub(super) done_at: Option<i64>,
    pub(super) submission: Option<SubmissionRow>,
    pub(super) manageable: bool,
    pub(super) progress: Option<Progress>,
}

impl Loaded {
    /// When it is due, in milliseconds.
    pub(super) fn due_at(&self, zone: &TimeZone) -> Option<i64> {
        due_at(&self.marked.row, &self.card, zone)
    }
}

/// When a card is due, in milliseconds.
pub(super) fn due_at(row: &Row, card: &Card, zone: &TimeZone) -> Option<i64> {
    model::due_at(row.due_date.as_deref(), card.due_time.as_deref(), zone)
}

/// How far those have come whom a card addresses.
pub(super) struct Progress {
    /// Whom it is for, but for class admins and those who registered after it asked, by user ID.
    pub(super) members: Vec<UserId>,
    ticked: HashMap<UserId, i64>,
    handed_in: BTreeSet<UserId>,
    /// Whether something is to be handed in; a tick alone does not do it then.
    hand_in: bool,
}

impl Progress {
    /// Of one card.
    pub(super) fn of(read: &mut Read, row: &Row) -> DbResult<Self> {
        let people = target::people(read)?;
        let mut all = Self::of_all(read, &people, std::slice::from_ref(&row))?;
        Ok(all.remove(&row.id).unwrap_or_else(Self::empty))
    }

    fn empty() -> Self {
        Self { members: Vec::new(), ticked: HashMap::new(), handed_in: BTreeSet::new(), hand_in: false }
    }

    fn of_all(read: &mut Read, people: &[Person], rows: &[&Row]) -> DbResult<HashMap<i64, Self>> {
        let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
        let mut all = HashMap::new();
        for row in rows {
            let asked_at = cards::asked_at(read, row)?.unwrap_or(i64::MAX);
            let mut members: Vec<UserId> = row.target().among(people, asked_at).collect();
            // Class admins have no homework; an officer who writes it has.
            members.retain(|user| !user.is_class_admin());
            members.sort_unstable();
            all.insert(row.id, Self { members, ..Self::empty() });
        }
        for (id, card) in store::all(read, &ids)? {
            if let Some(progress) = all.get_mut(&id) {
                progress.hand_in = card.hand_in;
            }
        }
        for tick in ticks::all(read, &ids)? {
            if let Some(progress) = all.get_mut(&tick.announcement_id) {
                progress.ticked.insert(tick.user_id, tick.done_at);
            }
        }
        for (id, user) in submissions::who(read, &ids)? {
            if let Some(progress) = all.get_mut(&id) {
                progress.handed_in.insert(user);
            }
        }
        Ok(all)
    }

    /// When a member has done it.
    pub(super) fn done_at(&self, user: UserId) -> Option<i64> {
        self.ticked.get(&user).copied().filter(|_| self.has_done(user))
    }

    fn has_done(&self, user: UserId) -> bool {
        if self.hand_in { self.handed_in.contains(&user) } else { self.ticked.contains_key(&user) }
    }

    /// How many of them have done it.
    pub(super) fn done(&self) -> usize {
        self.members.iter().filter(|user| self.has_done(**user)).count()
    }

    /// How many of them have handed it in.
    pub(super) fn handed_in(&self) -> usize {
        self.members.iter().filter(|user| self.handed_in.contains(user)).count()
    }

    /// Who has not done it.
    pub(super) fn missing(&self) -> Vec<UserId> {
        self.members.iter().filter(|user| !self.has_done(**user)).copied().collect()
    }
}

/// Adds to announcements what makes cards of them, in their order.
pub(super) fn load(read: &mut Read, facts: &UserFacts, all: Vec<Marked>) -> DbResult<Vec<Loaded>> {
    let ids: Vec<i64> = all.iter().map(|marked| marked.row.id).collect();
    let mut extras = store::all(read, &ids)?;
    let mut shown: HashMap<i64, Vec<Picture>> = HashMap::new();
    for picture in pictures::all(read, &ids)? {
        shown.entry(picture.announcement_id).or_default().push(picture);
    }
    let own = ticks::own(read, facts.user_id, &ids)?;
    let ticked: HashMap<i64, i64> = own.iter().map(|tick| (tick.announcement_id, tick.done_at)).collect();
    let own = submissions::own(read, facts.user_id, &ids)?;
    let mut handed: HashMap<i64, SubmissionRow> =
        own.into_iter().map(|row| (row.announcement_id, row)).collect();
    let managed: Vec<&Row> =
        all.iter().map(|marked| &marked.row).filter(|row| cards::manages(facts, row)).collect();
    let mut progress = HashMap::new();
    if !managed.is_empty() {
        let people = target::people(read)?;
        progress = Progress::of_all(read, &people, &managed)?;
    }
    let loaded = all.into_iter().map(|marked| {
        let id = marked.row.id;
        let progress = progress.remove(&id);
        Loaded {
            card: extras.remove(&id).unwrap_or_else(|| Card { id, ..Card::default() }),
            pictures: shown.remove(&id).unwrap_or_default(),
            done_at: ticked.get(&id).copied(),
            submission: handed.remove(&id),
            manageable: progress.is_some(),
            progress,
            marked,
        }
    });
    Ok(loaded.collect())
}

/// Those of these that the member sees now, in their order.
pub(super) fn load_shown(read: &mut Read, facts: &UserFacts, now: i64, ids: &[i64]) -> DbResult<Vec<Loaded>> {
    let found = cards::shown(read, facts, now, ids)?;
    let mut found: HashMap<i64, Marked> = found.into_iter().map(|marked| (marked.row.id, marked)).collect();
    let ordered = ids.iter().filter_map(|id| found.remove(id)).collect();
    load(read, facts, ordered)
}

/// The card of a row that the staff see, in any state.
pub(super) fn load_rows(
    read: &mut Read,
    facts: &UserFacts,
    now: i64,
    rows: Vec<Row>,
) -> DbResult<Vec<Loaded>> {
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let found = cards::shown(read, facts, now, &ids)?;
    let mut found: HashMap<i64, Marked> = found.into_iter().map(|marked| (marked.row.id, marked)).collect();
    let marked = rows
        .into_iter()
        .map(|row| found.remove(&row.id).unwrap_or_else(|| Marked::plain(row, facts)))
        .collect();
    load(read, facts, marked)
}

/// What a member has still to do.
pub(super) struct Open {
    pub(super) id: i64,
    pub(super) subject: String,
    /// In milliseconds.
    pub(super) due_at: Option<i64>,
    /// Whether something is to be handed in.
    hand_in: bool,
}

/// What a member has still to do, what is due first before the others, what has no day last.
pub(super) fn open(read: &mut Read, facts: &UserFacts, now: i64, zone: &TimeZone) -> DbResult<Vec<Open>> {
    let day = model::after(day_of(now, zone), -OPEN_AFTER - 1).to_string();
    let found = cards::due_since(read, facts, now, (&day, now - OPEN_WITHOUT_DAY * DAY))?;
    let mut open = with_subjects(read, found, zone)?;
    let ids: Vec<i64> = open.iter().map(|card| card.id).collect();
    let ticked: BTreeSet<i64> =
        ticks::own(read, facts.user_id, &ids)?.iter().map(|tick| tick.announcement_id).collect();
    let handed_in: BTreeSet<i64> =
        submissions::own(read, facts.user_id, &ids)?.iter().map(|row| row.announcement_id).collect();
    open.retain(|card| {
        // A tick does not hand anything in.
        let done = if card.hand_in { &handed_in } else { &ticked };
        !done.contains(&card.id) && card.due_at.is_none_or(|due| due + OPEN_AFTER * DAY >= now)
    });
    // Among equals the newest stays first.
    open.sort_by_key(|card| card.due_at.unwrap_or(i64::MAX));
    Ok(open)
}

/// The same cards, in their order, with subject and time.
pub(super) fn with_subjects(read: &mut Read, found: Vec<Assigned>, zone: &TimeZone) -> DbResult<Vec<Open>> {
    let ids: Vec<i64> = found.iter().map(|assigned| assigned.id).collect();
    let mut extras = store::all(read, &ids)?;
    let card = |Assigned { id, due_date, .. }| {
        let Card { subject, due_time, hand_in, .. } = extras.remove(&id).unwrap_or_default();
        let due_at = model::due_at(due_date.as_deref(), due_time.as_deref(), zone);
        Open { id, subject, due_at, hand_in }
    };
    Ok(found.into_iter().map(card).collect())
}

async fn names(app: &App, all: &[Loaded]) -> Result<Names> {
    Names::of(app, all.iter().map(|loaded| loaded.marked.row.author_id.clone()).collect()).await
}

/// As members see them.
pub(super) async fn shown(app: &App, all: Vec<Loaded>) -> Result<Vec<HomeworkCard>> {
    let (names, zone) = (names(app, &all).await?, app.timezone());
    Ok(all.into_iter().map(|loaded| HomeworkCard::new(loaded, &names, &zone)).collect())
}

/// As their staff see them.
pub(super) async fn shown_to_staff(app: &App, all: Vec<Loaded>) -> Result<Vec<StaffHomework>> {
    let (names, zone, now) = (names(app, &all).await?, app.timezone(), app.clock.now_ms());
    Ok(all.into_iter().map(|loaded| StaffHomework::new(loaded, &names, &zone, now)).collect())
}
