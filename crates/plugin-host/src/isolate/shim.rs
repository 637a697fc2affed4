//! The JavaScript files of the host, in `js/`. `boot.js` runs at the start; the others when they are first asked for.

/// What makes the globals and loads the back end.
pub const BOOT: &str = include_str!("../../js/boot.js");

/// The text of an internal module.
pub fn module(name: &str) -> Option<&'static str> {
    MODULES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

macro_rules! modules {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../js/", $name, ".js")))),*]
    };
}

const MODULES: &[(&str, &str)] = modules! {
    "console" "http" "loader" "process" "query" "request" "response" "route" "router" "timers"
    "node/assert" "node/buffer" "node/buffer-numbers" "node/child_process" "node/crypto" "node/events"
    "node/express" "node/fs" "node/http" "node/https" "node/os" "node/path" "node/querystring"
    "node/string_decoder" "node/timers" "node/url" "node/url-params" "node/util" "node/util-inspect"
    "server/auth" "server/cache" "server/config" "server/constants" "server/db" "server/errors"
    "server/realtime-bus" "server/relay-bus" "server/time"
};
