//! Log lines on standard error: time, severity, module, message and fields, and the feature they are about.
//! `RUST_LOG` selects the lines that are written.

use std::fmt;
use std::io::IsTerminal as _;

use kernel::config::{Config, ConfigError, RUST_LOG};
use tracing::{Event, Subscriber};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::{FormatEvent, FormatFields, Writer};
use tracing_subscriber::fmt::time::{FormatTime as _, SystemTime};
use tracing_subscriber::fmt::{FmtContext, layer};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::features::FEATURE_CRATES;

/// Writes log lines to standard error from now on.
///
/// # Errors
/// When `RUST_LOG` is no filter.
pub(crate) fn start(config: &Config) -> Result<(), ConfigError> {
    let filter = EnvFilter::builder().parse(RUST_LOG.of(config)).map_err(|error| ConfigError {
        variable: "RUST_LOG".into(),
        fix: format!("{error}; write it like info,identity::auth=debug"),
    })?;
    let lines =
        layer().with_writer(std::io::stderr).with_ansi(std::io::stderr().is_terminal()).event_format(Line);
    // Fails only when a log is set already, which then is the one to keep.
    let _ = tracing_subscriber::registry().with(lines).with(filter).try_init();
    Ok(())
}

/// One line for each event, such as `2026-09-01T00:00:00Z  WARN social::chat::start: feature=chat rooms of new classes
/// not created error=…`, so that an operator can search for all lines of one feature.
struct Line;

impl<S, N> FormatEvent<S, N> for Line
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let (level, module) = (event.metadata().level(), event.metadata().target());
        SystemTime.format_time(&mut writer)?;
        write!(writer, " {level:>5} {module}: ")?;
        if let Some(feature) = feature_of(module) {
            write!(writer, "feature={feature} ")?;
        }
        context.field_format().format_fields(writer.by_ref(), event)?;
        writeln!(writer)
    }
}

/// The feature whose module writes a line: `chat` of `social::chat::send`. The modules of `kernel` and `server`,
/// and of other people's crates, belong to no feature.
fn feature_of(module: &str) -> Option<&'static str> {
    let mut path = module.split("::");
    let (crate_name, name) = (path.next()?, path.next()?);
    let (_, features) = FEATURE_CRATES.iter().find(|(known, _)| *known == crate_name)?;
    // A crate that is one feature has its name.
    features.iter().map(|feature| feature.name).find(|known| *known == name || *known == crate_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_the_feature_of_its_module_and_no_other() {
        assert_eq!(feature_of("social::chat::send"), Some("chat"));
        assert_eq!(feature_of("identity::admin"), Some("admin"));
        assert_eq!(feature_of("realtime::socket::tasks"), Some("realtime"));
        for module in ["security", "kernel::db::writer", "server::start", "async_nats::auth", "social"] {
            assert_eq!(feature_of(module), None, "{module}");
        }
    }
}
