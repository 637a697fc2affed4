//! The class list as nouns and rules: rows, numbering, the shrink guard; pure.

use std::collections::{BTreeMap, HashSet};

use kernel::texts::Refusal;
use kernel::user::UserId;
use kernel::{ApiError, Result};
use unicode_normalization::UnicodeNormalization;

use super::dto::{AssignedRow, SetupRow};
use super::names::{NameIndex, clean_name, name_key};
use super::texts;
use crate::user::is_invisible;

/// Most rows of a list: what a school has, and a bound on the work of one save.
pub(super) const MAX_ROWS: usize = 5000;
/// The cohort that the wizard has settled.
pub(super) const SETTING_COHORT: &str = "cohort";
/// Longest gender, in characters.
const MAX_GENDER: usize = 10;
/// The shrink guard looks at lists of at least this length (`interface 4.4`).
const GUARDED: usize = 10;

/// Where a row stands: class 1–99 and row, counted from 1 as people count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub class: u8,
    pub row: usize,
}

impl Position {
    /// A refusal that names this row, in its text and for programs.
    pub fn refuse(self, refusal: &'static Refusal) -> ApiError {
        let class = class_key(self.class);
        let refused = refusal.with("class", &class).with("row", self.row);
        refused.field("class_id", class).field("row", self.row)
    }

    fn refuse_id(self, refusal: &'static Refusal, id: impl ToString) -> ApiError {
        self.refuse(refusal).with("id", id)
    }
}

/// A row whose fields hold on their own; its number may still be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub position: Position,
    pub real_name: String,
    pub user_id: Option<UserId>,
    pub gender: String,
    /// Asked for as class admin.
    pub leads: bool,
}

/// A row with its number, ready to be stored.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Listed {
    pub real_name: String,
    pub user_id: UserId,
    pub gender: String,
}

/// What numbering depends on besides the rows.
pub(super) struct Known<'a> {
    /// Cohort of the numbers to be made.
    pub cohort: Option<&'a str>,
    /// Whether given numbers must be of that cohort.
    pub only_cohort: bool,
    /// Who has registered: they keep their numbers.
    pub registered: &'a [(UserId, String)],
}

impl Known<'_> {
    /// Who has registered, by name, and their numbers. A member's row keeps the spelling of the account, else the
    /// member would count as missing.
    fn members(&self) -> (NameIndex<UserId>, HashSet<UserId>) {
        let members = self.registered.iter().map(|(id, name)| (name.clone(), *id));
        (NameIndex::new(members), self.registered.iter().map(|(id, _)| *id).collect())
    }
}

/// `classCC`, the key of the list file.
pub(super) fn class_key(class: u8) -> String {
    format!("class{class:02}")
}

/// The class that two digits name.
pub(super) fn class_of_digits(digits: &str) -> Option<u8> {
    let two = digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|_| two)
}

/// The class that a key of a request names: `class07` or `07`. Nobody is put into class 00: its
/// number 00 would be no class admin (`interface 2.5`).
fn class_of_key(key: &str) -> Option<u8> {
    class_of_digits(key.strip_prefix("class").unwrap_or(key)).filter(|class| *class > 0)
}

/// Two digits.
pub(super) fn is_cohort(raw: &str) -> bool {
    raw.len() == 2 && raw.bytes().all(|b| b.is_ascii_digit())
}

/// Checks one row by itself.
///
/// # Errors
/// 400 naming class and row.
pub(super) fn parse_row(position: Position, row: &SetupRow) -> Result<Entry> {
    if row.real_name.trim().is_empty() {
        return Err(position.refuse(&texts::NAME_EMPTY));
    }
    let real_name = clean_name(&row.real_name).ok_or_else(|| position.refuse(&texts::NAME_INVALID))?;
    let gender: String = row.gender.as_deref().unwrap_or_default().nfkc().collect();
    let gender = gender.trim().to_owned();
    if gender.chars().count() > MAX_GENDER || gender.chars().any(is_invisible) {
        return Err(position.refuse(&texts::GENDER_INVALID).with("max", MAX_GENDER));
    }
    let given = row.user_id.as_deref().map(str::trim).filter(|id| !id.is_empty());
    let parse = |raw: &str| {
        let id = UserId::parse(raw).filter(|id| !id.is_developer());
        id.ok_or_else(|| position.refuse_id(&texts::ID_INVALID, short(raw)))
    };
    let user_id = given.map(parse).transpose()?;
    Ok(Entry { position, real_name, user_id, gender, leads: row.is_class_admin == Some(true) })
}

/// Checks a whole list as the wizard and admins send it; [`assign`] then numbers it.
///
/// # Errors
/// 400 naming class and row.
pub(super) fn parse_lists(lists: &BTreeMap<String, Vec<SetupRow>>) -> Result<Vec<Entry>> {
    let total: usize = lists.values().map(Vec::len).sum();
    if lists.is_empty() {
        return Err(texts::LIST_EMPTY.err());
    }
    if total > MAX_ROWS {
        return Err(texts::LIST_TOO_LONG.with("max", MAX_ROWS));
    }
    let mut classes = HashSet::new();
    let mut names = HashSet::new();
    let mut entries = Vec::with_capacity(total);
    for (key, rows) in lists {
        let class = class_of_key(key).ok_or_else(|| about_class(&texts::CLASS_KEY, &short(key)))?;
        if !classes.insert(class) {
            return Err(about_class(&texts::CLASS_TWICE, &class_key(class)));
        }
        if rows.is_empty() {
            return Err(about_class(&texts::CLASS_EMPTY, &class_key(class)));
        }
        for (index, row) in rows.iter().enumerate() {
            let position = Position { class, row: index + 1 };
            let entry = parse_row(position, row)?;
            if !names.insert(name_key(&entry.real_name)) {
                return Err(position.refuse(&texts::NAME_TWICE).with("name", &entry.real_name));
            }
            entries.push(entry);
        }
    }
    Ok(entries)
}

fn about_class(refusal: &'static Refusal, class: &str) -> ApiError {
    refusal.with("class", class)
}

/// A text from outside, cut to a length that fits a message.
pub(super) fn short(raw: &str) -> String {
    raw.chars().filter(|c| !c.is_control()).take(20).collect()
}

/// Numbers a list that must be right as it is: registered members keep their number, a class
/// admin gets 00, given numbers stand, and the rest take the next free ones of their class.
///
/// # Errors
/// 400 naming class and row.
pub(super) fn assign(entries: Vec<Entry>, known: &Known) -> Result<Vec<Listed>> {
    let (members, taken) = known.members();
    let mut used = HashSet::new();
    let mut numbered = Vec::with_capacity(entries.len());
    for mut entry in entries {
        let id = match members.find(&entry.real_name) {
            Some((spelling, kept)) => {
                entry.real_name.clone_from(spelling);
                Some(keep(&entry, *kept)?)
            }
            None => wanted(&entry, known, &taken)?,
        };
        if let Some(id) = id
            && !used.insert(id)
        {
            let refusal = if id.is_class_admin() { &texts::ADMIN_TWICE } else { &texts::ID_TWICE };
            return Err(entry.position.refuse_id(refusal, id));
        }
        numbered.push((entry, id));
    }
    number_the_rest(numbered, &used | &taken, known.cohort)
}

/// The number of a registered member, unless the row asks for something else.
fn keep(entry: &Entry, kept: UserId) -> Result<UserId> {
    let moved = kept.class() != &class_key(entry.position.class)[5..];
    let renumbered = entry.user_id.is_some_and(|id| id != kept);
    let promoted = entry.leads && !kept.is_class_admin();
    if moved || renumbered || promoted {
        return Err(entry.position.refuse_id(&texts::ID_KEPT, kept));
    }
    Ok(kept)
}

/// The number that a row asks for by itself.
fn wanted(entry: &Entry, known: &Known, taken: &HashSet<UserId>) -> Result<Option<UserId>> {
    let id = match entry.user_id {
        Some(id) => {
            let other_class = id.class() != &class_key(entry.position.class)[5..];
            let other_cohort = known.only_cohort && known.cohort.is_some_and(|cohort| cohort != id.cohort());
            if other_class || other_cohort {
                return Err(entry.position.refuse_id(&texts::ID_ELSEWHERE, id));
            }
            if entry.leads && !id.is_class_admin() {
                return Err(entry.position.refuse(&texts::ADMIN_NUMBER));
            }
            id
        }
        None if entry.leads => compose(entry.position, known.cohort, 0)?,
        None => return Ok(None),
    };
    if taken.contains(&id) {
        return Err(entry.position.refuse_id(&texts::ID_REGISTERED, id));
    }
    Ok(Some(id))
}

/// Numbers a list file, which may be written by hand: rows that collide are left out, as the
/// interface's insert-or-ignore does; answers the rows and how many were left out.
///
/// # Errors
/// 400 naming class and row when a number cannot be made.
pub(super) fn assign_what_fits(entries: Vec<Entry>, known: &Known) -> Result<(Vec<Listed>, usize)> {
    let (members, taken) = known.members();
    let (mut names, mut used) = (HashSet::new(), HashSet::new());
    let mut numbered = Vec::with_capacity(entries.len());
    let total = entries.len();
    for mut entry in entries {
        let member = members.find(&entry.real_name);
        if let Some((spelling, _)) = member {
            entry.real_name.clone_from(spelling);
        }
        let kept = member.map(|(_, id)| *id);
        let id = match kept.or(entry.user_id) {
            None if entry.leads => Some(compose(entry.position, known.cohort, 0)?),
            id => id,
        };
        let free = id.is_none_or(|id| (kept.is_some() || !taken.contains(&id)) && !used.contains(&id));
        if free && names.insert(name_key(&entry.real_name)) {
            used.extend(id);
            numbered.push((entry, id));
        }
    }
    let left_out = total - numbered.len();
    Ok((number_the_rest(numbered, &used | &taken, known.cohort)?, left_out))
}

/// Gives the rows without a number the next free ones of their class.
fn number_the_rest(
    numbered: Vec<(Entry, Option<UserId>)>,
    mut used: HashSet<UserId>,
    cohort: Option<&str>,
) -> Result<Vec<Listed>> {
    used.insert(UserId::DEVELOPER);
    // Where the search goes on in each class: numbers before it are used.
    let mut next = [1_u8; 100];
    let mut listed = Vec::with_capacity(numbered.len());
    for (entry, id) in numbered {
        let user_id = match id {
            Some(id) => id,
            None => next_free(entry.position, cohort, &mut next, &mut used)?,
        };
        listed.push(Listed { real_name: entry.real_name, user_id, gender: entry.gender });
    }
    Ok(listed)
}

fn next_free(
    position: Position,
    cohort: Option<&str>,
    next: &mut [u8; 100],
    used: &mut HashSet<UserId>,
) -> Result<UserId> {
    let from = &mut next[usize::from(position.class)];
    while *from <= 99 {
        let id = compose(position, cohort, *from)?;
        *from += 1;
        if used.insert(id) {
            return Ok(id);
        }
    }
    Err(position.refuse(&texts::CLASS_FULL))
}

fn compose(position: Position, cohort: Option<&str>, number: u8) -> Result<UserId> {
    let cohort = cohort.and_then(|cohort| cohort.parse().ok());
    let id = cohort.and_then(|cohort| UserId::compose(cohort, position.class, number));
    id.ok_or_else(|| position.refuse(&texts::COHORT_MISSING))
}

/// Whether a new list is suspiciously short (`interface 4.4`).
pub(super) fn shrinks(previous: usize, new: usize) -> bool {
    previous >= GUARDED && new * 2 < previous
}

/// The shrink guard.
///
/// # Errors
/// 400 with both counts, in the words and beside them.
pub(super) fn guard(previous: usize, new: usize, force: bool) -> Result<()> {
    if force || !shrinks(previous, new) {
        return Ok(());
    }
    let refusal = texts::SHRINKS.with("old", previous).with("new", new);
    Err(refusal.field("old_count", previous).field("new_count", new))
}

/// The cohort that all rows share.
pub(super) fn common_cohort(rows: &[Listed]) -> Option<String> {
    let first = rows.first()?.user_id;
    let common = rows.iter().all(|row| row.user_id.cohort() == first.cohort());
    common.then(|| first.cohort().to_owned())
}

/// `classCC` → rows, in their order.
pub(super) fn by_class<T>(rows: impl IntoIterator<Item = (UserId, T)>) -> BTreeMap<String, Vec<T>> {
    let mut classes: BTreeMap<String, Vec<T>> = BTreeMap::new();
    for (id, row) in rows {
        classes.entry(format!("class{}", id.class())).or_default().push(row);
    }
    classes
}

impl From<&Listed> for AssignedRow {
    fn from(row: &Listed) -> Self {
        Self {
            real_name: row.real_name.clone(),
            user_id: row.user_id,
            gender: row.gender.clone(),
            is_class_admin: row.user_id.is_class_admin(),
        }
    }
}
