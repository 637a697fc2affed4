//! What a member takes along, and what is forgotten with them.

use kernel::app::iso;
use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, statements};
use serde_json::{Value, json};

use super::swaps::{self, Swap};
use super::turns::Turn;
use super::{changes, rosters};
use crate::duty::board;

statements! {
    /// Who changed a roster.
    ERASE_EDITOR = "update duty_rosters set updated_by = '' where updated_by = $1";
    /// Who ticked a turn.
    ERASE_DONE = "update duty_turns set done_by = '' where done_by = $1";
    /// Who changed a day.
    ERASE_CHANGER = "update duty_changes set made_by = '' where made_by = $1";
    /// Their swaps.
    ERASE_SWAPS = "delete from duty_swaps where asker = $1 or asked = $1";
    /// The turns of a class that a number may be part of, by the roster or by a change.
    OWN_TURNS = "select roster_id, day, class, roster_name, group_index, group_name, people, done_at, done_by, note, told_at
                 from duty_turns t where class = $1 and (people like $2 or exists (
                     select 1 from duty_changes c where c.roster_id = t.roster_id and c.day = t.day and c.stand_in = $3))
                 order by day, roster_id";
}

/// Forgets what a member did, and their swaps. Numbers belong to the class list and stay.
pub(crate) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    for statement in [&ERASE_EDITOR, &ERASE_DONE, &ERASE_CHANGER, &ERASE_SWAPS] {
        tx.exec(statement, p![user])?;
    }
    Ok(())
}

/// A member's own turns and swaps.
pub(crate) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let within = format!("%\"{user}\"%");
    let turns: Vec<Turn> = read.all(&OWN_TURNS, p![user.class(), within, user])?;
    let mut own = Vec::new();
    for turn in turns {
        let changes = changes::of_turn(read, &turn.roster_id, turn.date)?;
        let (date, roster) = (turn.date.to_string(), turn.roster_name.clone());
        let done_at = turn.done_at.map(iso);
        let turn = board::BoardTurn::stored(turn, &changes);
        if let Some(place) = turn.place_of(*user) {
            own.push(json!({ "date": date, "roster": roster, "group": turn.group, "task": place.task,
                             "done_at": done_at }));
        }
    }
    let mut all = Vec::new();
    for swap in swaps::all_of(read, *user)? {
        let roster = rosters::find(read, &swap.roster_id)?.map(|roster| roster.plan.name);
        all.push(plain(&swap, roster, *user));
    }
    Ok((!own.is_empty() || !all.is_empty()).then(|| json!({ "turns": own, "swaps": all })))
}

fn plain(swap: &Swap, roster: Option<String>, user: UserId) -> Value {
    json!({ "roster": roster, "asked_by_me": swap.asker == user, "date": swap.date.to_string(),
            "with_date": swap.with_date.map(|date| date.to_string()), "message": swap.message,
            "state": swap.status, "created_at": iso(swap.created_at) })
}
