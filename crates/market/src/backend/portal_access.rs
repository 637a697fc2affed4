//! What a back end may ask of the portal.

use std::sync::{Arc, PoisonError, RwLock};

use kernel::App;
use plugin_host::{FetchReply, FetchRequest, LogLevel, Portal, PublicUser};
use tokio::runtime::Handle;

use super::log::Log;
use super::members::Copied;
use super::network;

/// What a back end may ask of the portal.
pub(super) struct PortalAccess {
    app: App,
    log: Arc<Log>,
    members: RwLock<Copied>,
    /// The hosts that the manifest declares.
    hosts: Vec<String>,
    /// Where requests run: the threads of back ends are not the runtime's.
    runtime: Handle,
}

impl PortalAccess {
    pub(super) fn new(app: &App, log: Arc<Log>, members: Copied, hosts: &[String]) -> Self {
        Self {
            app: app.clone(),
            log,
            members: RwLock::new(members),
            hosts: hosts.to_vec(),
            runtime: Handle::current(),
        }
    }

    pub(super) fn set_members(&self, members: Copied) {
        *self.members.write().unwrap_or_else(PoisonError::into_inner) = members;
    }

    fn members(&self) -> Copied {
        self.members.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Portal for PortalAccess {
    fn users_revision(&self) -> u64 {
        self.members().revision
    }

    fn users(&self) -> Vec<PublicUser> {
        self.members().users.to_vec()
    }

    fn is_registered(&self, user_id: &str) -> bool {
        let user = kernel::user::UserId::parse(user_id);
        user.is_some_and(|user| {
            realtime::has_socket(&self.app, &user)
                || realtime::polling_members(&self.app, realtime::Channel::Realtime).contains(&user)
        })
    }

    fn fetch(&self, request: FetchRequest, reply: FetchReply) {
        let _entered = self.runtime.enter();
        network::fetch(&self.app, &self.hosts, request, reply);
    }

    fn log(&self, level: LogLevel, text: &str) {
        let level = match level {
            LogLevel::Debug => "debug",
            LogLevel::Info => "info",
            LogLevel::Warn => "warn",
            LogLevel::Error => "error",
        };
        self.log.add(self.app.clock.now_ms(), level, text);
    }
}
