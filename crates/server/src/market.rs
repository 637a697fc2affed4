//! `classportal market …`: what authors of apps do on their own machine. It opens no database; `serve` alone speaks with
//! a portal.

pub(crate) mod serve;

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Subcommand, ValueEnum};
use market_package::{Expected, Lang, commands};

use crate::FEATURES;

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Action {
    #[command(flatten)]
    Local(LocalAction),
    /// Install a folder in a running portal, and anew after every change of a file; shows what the back end writes
    Serve(serve::Args),
}

/// What to do with a folder.
#[derive(Subcommand)]
pub(crate) enum LocalAction {
    /// Make a folder with a small app that works
    New {
        /// Name of the app: lower-case letters, digits and -
        name: String,
        /// With a back end, which runs on the server
        #[arg(long)]
        backend: bool,
        /// Language of the texts
        #[arg(long, value_enum, default_value_t)]
        lang: Language,
    },
    /// Check a folder as the market does, and say what can be better
    Lint {
        /// Folder of the app or plugin
        dir: PathBuf,
        /// Language of the texts
        #[arg(long, value_enum, default_value_t)]
        lang: Language,
    },
    /// Check a folder and pack it into a zip that the market installs
    Pack {
        /// Folder of the app or plugin
        dir: PathBuf,
        /// Where to write the zip; beside the folder when absent
        #[arg(long)]
        out: Option<PathBuf>,
        /// Language of the texts
        #[arg(long, value_enum, default_value_t)]
        lang: Language,
    },
}

/// A language of what authors read.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// Chinese
    #[default]
    Zh,
    /// English
    En,
}

impl Language {
    fn lang(self) -> Lang {
        match self {
            Self::Zh => Lang::Zh,
            Self::En => Lang::En,
        }
    }

    /// A required setting has no value yet.
    fn setting_missing(self, key: &str, label: &str) -> String {
        match self {
            Self::Zh => format!("还要在应用的设置中填写：{label}（{key}）"),
            Self::En => format!("still to be set in the settings of the app: {label} ({key})"),
        }
    }

    /// The back end does not start.
    fn not_started(self, error: &str) -> String {
        match self {
            Self::Zh => format!("后端没有启动：{error}"),
            Self::En => format!("the back end does not start: {error}"),
        }
    }
}

/// Does it and answers what to print.
///
/// # Errors
/// What is wrong with the package, or with the folder.
pub(crate) fn run(action: LocalAction) -> Result<String> {
    let reserved = market::reserved_mounts(&FEATURES);
    let expected = Expected { reserved_mounts: &reserved, ..Expected::default() };
    match action {
        LocalAction::New { name, backend, lang } => {
            let lang = lang.lang();
            match commands::new(&PathBuf::from("."), &name, backend) {
                Ok(created) => Ok(created.summary().get(lang).to_owned()),
                Err(reason) => bail!("{}", reason.get(lang)),
            }
        }
        LocalAction::Lint { dir, lang } => told(&commands::lint(&dir, &expected), lang.lang()),
        LocalAction::Pack { dir, out, lang } => {
            let lang = lang.lang();
            match commands::pack(&dir, out.as_deref(), &expected) {
                Ok(packed) => {
                    Ok(format!("{}{}", packed.linted.report.text(lang), packed.summary().get(lang)))
                }
                Err(linted) => told(&linted, lang),
            }
        }
    }
}

/// The findings and what they come to; an error when the package is refused.
fn told(linted: &commands::Linted, lang: Lang) -> Result<String> {
    let words = format!("{}{}", linted.report.text(lang), linted.summary().get(lang));
    if linted.report.has_errors() { bail!("{words}") } else { Ok(words) }
}
