//! A back end that runs on this node.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use plugin_host::{Answer, BackEnd, Call, CallError, Usage};

use super::members::Copied;
use super::portal_access::PortalAccess;
use crate::installed::InstalledPackage;

/// Which code with which settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CodeVersion {
    package_id: String,
    config: BTreeMap<String, String>,
}

impl CodeVersion {
    pub(super) fn of(package: &InstalledPackage) -> Self {
        Self { package_id: package.package_id.clone(), config: package.config.clone() }
    }

    /// Whether it is the code and the settings of a package.
    pub(super) fn is_of(&self, package: &InstalledPackage) -> bool {
        self.package_id == package.package_id && self.config == package.config
    }
}

/// A running back end.
pub(crate) struct Running {
    pub(super) version: CodeVersion,
    back_end: BackEnd,
    portal: Arc<PortalAccess>,
    /// How many of its strikes were noted.
    noted_strikes: AtomicU64,
}

impl Running {
    pub(super) fn new(version: CodeVersion, back_end: BackEnd, portal: Arc<PortalAccess>) -> Self {
        Self { version, back_end, portal, noted_strikes: AtomicU64::new(0) }
    }

    pub(super) fn is_process(&self) -> bool {
        self.back_end.is_process()
    }

    /// What it has used.
    pub(super) fn usage(&self) -> Usage {
        self.back_end.usage()
    }

    /// How often it has broken its limits since this was asked last.
    pub(super) fn new_strikes(&self) -> u64 {
        let all = self.usage().strikes;
        all.saturating_sub(self.noted_strikes.swap(all, Relaxed))
    }

    /// Ends it; what it has committed is still stored.
    pub(super) fn stop(&self) {
        self.back_end.stop();
    }

    /// Gives it up when it is stuck in a step that cannot be cut off; false when it is not, or was given up before.
    pub(super) fn give_up_if_stuck(&self) -> bool {
        self.back_end.give_up_if_stuck()
    }

    /// Whether it is in a step that cannot be cut off, or was given up for that.
    pub(super) fn is_stuck(&self) -> bool {
        self.back_end.is_stuck()
    }

    /// Whether it runs no turn any more but one that it may be stuck in.
    pub(super) fn has_ended(&self) -> bool {
        self.back_end.ended().is_some()
    }

    /// The package whose code it runs.
    pub(super) fn package_id(&self) -> &str {
        &self.version.package_id
    }

    /// Whether it takes calls. One that is stuck in a step that cannot be cut off ends by itself; another takes its
    /// place.
    pub(super) fn is_usable(&self) -> bool {
        self.back_end.ended().is_none() && !self.back_end.is_stuck()
    }

    /// Asks the back end, which sees the members as they are now.
    pub(super) async fn call(&self, call: Call, members: Copied) -> Result<Answer, CallError> {
        self.portal.set_members(members);
        self.back_end.call(call).await
    }
}
