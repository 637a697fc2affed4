//! What the relay says.

kernel::refusals! {
    /// A peer asks a server that takes no part.
    NOT_CONFIGURED = 503, "relay_not_configured", "此服务器未启用班级互联", "This server takes no part in the relay between classes";
}
