//! Every SQL text of the broadcasts feature.

use std::collections::HashMap;

use kernel::app::iso;
use kernel::db::{DbResult, Read, Tx, Value as Param};
use kernel::events::Audience;
use kernel::user::{UserFacts, UserId};
use kernel::{p, record, statements};
use serde_json::{Value, json};

use crate::broadcasts::model::BroadcastPriority;
use crate::target::{self, Person, Target, TargetRole, keys};

kernel::text_column!(BroadcastPriority);

macro_rules! columns {
    () => {
        "b.id, b.seq, b.sender_id, b.sender_tier, b.content, b.priority, b.classes, b.role, b.created_at,
         b.expires_at, b.ended_at"
    };
}

/// Whether a member of the audiences `$1` to `$6` may see it.
macro_rules! is_for {
    () => {
        "exists (select 1 from broadcasts_audience a where a.broadcast_id = b.id
                 and a.audience in ($1, $2, $3, $4, $5, $6))"
    };
}

/// What the staff of a class see: what is for them, and their own. `$7` is who, `$8` sees all.
macro_rules! is_visible {
    () => {
        concat!("($8 = 1 or b.sender_id = $7 or ", is_for!(), ")")
    };
}

statements! {
    /// Adds one.
    INSERT = "insert into broadcasts (id, seq, key, sender_id, sender_tier, content, priority, classes, role,
                  created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    /// Says who may see it.
    ADDRESS = "insert into broadcasts_audience (broadcast_id, audience) values ($1, $2)";
    /// The one that a client has made with this key.
    BY_KEY = concat!("select ", columns!(), " from broadcasts b where b.sender_id = $1 and b.key = $2");
    /// The same words by the same sender to the same people, a moment ago.
    SAME = concat!(
        "select ", columns!(), " from broadcasts b where b.sender_id = $1 and b.content = $2 and b.priority = $3
         and b.classes = $4 and b.role = $5 and b.created_at > $6 and b.ended_at is null order by b.seq limit 1"
    );
    /// By id.
    FIND = concat!("select ", columns!(), " from broadcasts b where b.id = $1");
    /// A piece of what the staff see, newest first.
    PAGE = concat!(
        "select ", columns!(), " from broadcasts b where ", is_visible!(), " order by b.seq desc limit $9 offset $10"
    );
    /// How many they see.
    COUNT = concat!("select count(*) from broadcasts b where ", is_visible!());
    /// The newest 20 for a member who registered at `$8`, with whether that member's screen has shown them. What is
    /// urgent still at `$9` is for everybody who is there now.
    NEWEST = concat!(
        "select ", columns!(), ", cast(case when exists (select 1 from broadcasts_seen s where s.broadcast_id = b.id
             and s.user_id = $7) then 1 else 0 end as bigint)
         from broadcasts b where b.ended_at is null
             and (b.created_at >= $8 or (b.priority = 'urgent' and b.expires_at > $9)) and ", is_for!(), "
         order by b.seq desc limit 20"
    );
    /// The newest that hold at `$1` and that every member of the class of the audience `$2` may see.
    OF_CLASS = concat!(
        "select ", columns!(), " from broadcasts b where b.ended_at is null and b.expires_at > $1
         and exists (select 1 from broadcasts_audience a where a.broadcast_id = b.id and a.audience in ('all', $2))
         order by b.seq desc limit 20"
    );
    /// Whether a member may see it.
    IS_FOR = concat!("select b.id from broadcasts b where b.id = $7 and ", is_for!());
    /// A range of the log, without what was ended.
    BETWEEN = concat!(
        "select ", columns!(), " from broadcasts b where b.seq >= $1 and b.seq <= $2 and b.ended_at is null"
    );
    /// Whose screen has shown one, and when.
    SEEN_BY = "select user_id, seen_at from broadcasts_seen where broadcast_id = $1";
    /// Whether this member's has.
    IS_SEEN = "select user_id from broadcasts_seen where broadcast_id = $1 and user_id = $2";
    /// A screen has shown it.
    MARK_SEEN = "insert into broadcasts_seen (broadcast_id, user_id, seen_at) values ($1, $2, $3)
                 on conflict (broadcast_id, user_id) do nothing";
    /// Takes one back; once.
    END = "update broadcasts set ended_at = $2 where id = $1 and ended_at is null";
    /// What a member sent.
    SENT = concat!("select ", columns!(), " from broadcasts b where b.sender_id = $1 order by b.seq desc limit 10000");
    /// What a member's screen has shown.
    SEEN_OF = "select b.content, b.priority, s.seen_at from broadcasts_seen s join broadcasts b on b.id = s.broadcast_id
               where s.user_id = $1 order by s.seen_at";
    /// Forgets who sent it; what was said to a class stays said.
    FORGET_SENDER = "update broadcasts set sender_id = '', key = null where sender_id = $1";
    /// Forgets what a member has seen.
    FORGET_SEEN = "delete from broadcasts_seen where user_id = $1";
}

record! {
    /// A row, but for its key.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) struct Row {
        pub(super) id: String,
        pub(super) seq: i64,
        pub(super) sender_id: String,
        pub(super) sender_tier: i64,
        pub(super) content: String,
        pub(super) priority: BroadcastPriority,
        pub(super) classes: String,
        pub(super) role: TargetRole,
        pub(super) created_at: i64,
        pub(super) expires_at: i64,
        pub(super) ended_at: Option<i64>,
    }
}

/// A row, and whether the member who asks has seen it.
pub(super) struct ShownBroadcast {
    pub(super) row: Row,
    pub(super) seen: bool,
}

impl kernel::db::FromRow for ShownBroadcast {
    fn from_row(row: &kernel::db::Row<'_>) -> DbResult<Self> {
        Ok(Self { row: Row::from_row(row)?, seen: row.get(11)? })
    }
}

impl Row {
    pub(super) fn target(&self) -> Target {
        Target::stored(&self.classes, self.role)
    }

    /// Those of `people` whom it was sent to, but for its sender.
    pub(super) fn addressed(&self, people: &[Person]) -> Vec<UserId> {
        let meant = self.target().among(people, self.created_at);
        meant.filter(|user| user.as_str() != self.sender_id).collect()
    }
}

pub(super) fn insert(tx: &mut Tx, row: &Row, key: Option<&str>) -> DbResult<()> {
    let Row {
        id, seq, sender_id, sender_tier, content, priority, classes, role, created_at, expires_at, ..
    } = row;
    let params = p![
        id,
        *seq,
        key.map(str::to_owned),
        sender_id,
        *sender_tier,
        content,
        *priority,
        classes,
        *role,
        *created_at,
        *expires_at
    ];
    tx.exec(&INSERT, params)?;
    for part in row.target().parts() {
        tx.exec(&ADDRESS, p![id, part.to_key()])?;
    }
    Ok(())
}

/// The one that this is a repetition of: by its key when it has one, else by its words.
pub(super) fn first_of(read: &mut Read, row: &Row, key: Option<&str>, since: i64) -> DbResult<Option<Row>> {
    if let Some(key) = key {
        return read.opt(&BY_KEY, p![&row.sender_id, key]);
    }
    let Row { sender_id, content, priority, classes, role, .. } = row;
    read.opt(&SAME, p![sender_id, content, *priority, classes, *role, since])
}

pub(super) fn find(read: &mut Read, id: &str) -> DbResult<Option<Row>> {
    read.opt(&FIND, p![id])
}

fn of_member(facts: &UserFacts, more: &[Param]) -> Vec<Param> {
    keys(facts).into_iter().map(Param::from).chain(more.iter().cloned()).collect()
}

/// A piece of what someone of the staff sees, and how many that are in all.
pub(super) fn page(
    read: &mut Read,
    facts: &UserFacts,
    (limit, offset): (i64, i64),
) -> DbResult<(Vec<Row>, i64)> {
    let common = p![facts.user_id, facts.is_admin];
    let total = read.one(&COUNT, &of_member(facts, common))?;
    let mut params = of_member(facts, common);
    params.extend_from_slice(p![limit, offset]);
    Ok((read.all(&PAGE, &params)?, total))
}

/// The newest for a member.
pub(super) fn newest(read: &mut Read, facts: &UserFacts, now: i64) -> DbResult<Vec<ShownBroadcast>> {
    let joined = target::joined(read, facts.user_id)?;
    read.all(&NEWEST, &of_member(facts, p![facts.user_id, joined, now]))
}

/// The newest that hold and that every member of a class may see.
pub(super) fn of_class(read: &mut Read, class: &str, now: i64) -> DbResult<Vec<Row>> {
    read.all(&OF_CLASS, p![now, Audience::Class(class.to_owned()).to_key()])
}

pub(super) fn is_for(read: &mut Read, id: &str, facts: &UserFacts) -> DbResult<bool> {
    Ok(read.opt::<String>(&IS_FOR, &of_member(facts, p![id]))?.is_some())
}

pub(super) fn between(read: &mut Read, first: i64, last: i64) -> DbResult<Vec<Row>> {
    read.all(&BETWEEN, p![first, last])
}

/// Who has seen one, and when, in milliseconds.
pub(super) fn seen_by(read: &mut Read, id: &str) -> DbResult<HashMap<UserId, i64>> {
    let rows: Vec<(UserId, i64)> = read.all(&SEEN_BY, p![id])?;
    Ok(rows.into_iter().collect())
}

pub(super) fn is_seen(read: &mut Read, id: &str, user: UserId) -> DbResult<bool> {
    Ok(read.opt::<String>(&IS_SEEN, p![id, user])?.is_some())
}

pub(super) fn mark_seen(tx: &mut Tx, id: &str, user: UserId, now: i64) -> DbResult<()> {
    tx.exec(&MARK_SEEN, p![id, user, now])?;
    Ok(())
}

/// False when it was over already.
pub(super) fn end(tx: &mut Tx, id: &str, now: i64) -> DbResult<bool> {
    Ok(tx.exec(&END, p![id, now])? == 1)
}

pub(super) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    tx.exec(&FORGET_SENDER, p![user])?;
    tx.exec(&FORGET_SEEN, p![user])?;
    Ok(())
}

pub(super) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let sent: Vec<Row> = read.all(&SENT, p![user])?;
    let seen: Vec<(String, BroadcastPriority, i64)> = read.all(&SEEN_OF, p![user])?;
    if sent.is_empty() && seen.is_empty() {
        return Ok(None);
    }
    let own = |row: Row| json!({ "content": row.content, "priority": row.priority, "created_at": iso(row.created_at) });
    let shown = |(content, priority, at): (String, BroadcastPriority, i64)| json!({ "content": content, "priority": priority, "seen_at": iso(at) });
    Ok(Some(json!({
        "sent": sent.into_iter().map(own).collect::<Value>(),
        "seen": seen.into_iter().map(shown).collect::<Value>(),
    })))
}
