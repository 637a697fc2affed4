//! Looking after a back end that runs: how often it breaks its limits, and whether it still reacts.

use std::sync::Arc;

use kernel::{App, Result};

use super::running::Running;
use super::slot::Slot;
use crate::installed::Installed;
use crate::store::apps as store;

/// What the author reads of a back end that was stuck.
const STUCK: &str = "a step of the engine ran too long and could not be cut off; from now on the back end runs in a \
                     process of its own, until another version is installed";

/// Notes how often a back end has broken its limits; too often, and it is stopped. One that is stuck is given up: its
/// thread cannot be ended, so its package runs in a process from now on, which can. Each version of a package leaves one
/// such thread on a node at most.
pub(super) async fn look_after(app: &App, slot: &Slot, running: &Arc<Running>) {
    let was_stuck = running.give_up_if_stuck();
    if was_stuck {
        slot.log.add(app.clock.now_ms(), "error", STUCK);
        tracing::warn!(
            name = slot.name,
            "a back end was stuck and is given up; its thread goes on at the least priority"
        );
        if let Err(error) = choose_process(app, running.package_id()).await {
            tracing::warn!(name = slot.name, %error, "a back end that was stuck will run in a thread again");
        }
    }
    slot.note_strikes(app, running).await;
    if was_stuck {
        slot.stop_same(running).await;
    }
}

async fn choose_process(app: &App, package_id: &str) -> Result<()> {
    let package_id = package_id.to_owned();
    app.write(move |tx| Ok(store::set_needs_process(tx, &package_id)?)).await?;
    app.state::<Installed>().reload(app).await
}
