//! Structured logs.

use std::io::IsTerminal;

use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

/// How logs are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogStyle {
    /// Lines for people.
    #[default]
    Lines,
    /// One JSON object a line, for programs.
    Json,
    /// Nothing.
    Silent,
}

/// Begins to write logs on the error stream; `RUST_LOG` sets the level by its name. A second call does nothing.
pub fn begin_logs(style: LogStyle) {
    let level = std::env::var("RUST_LOG").ok().and_then(|level| level.parse::<LevelFilter>().ok());
    let level = level.unwrap_or(LevelFilter::INFO);
    let layer = match style {
        // Colours are for terminals: in a file they are only marks between the words.
        LogStyle::Lines => {
            let coloured =
                std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
            fmt::layer().with_ansi(coloured).with_writer(std::io::stderr).boxed()
        }
        LogStyle::Json => fmt::layer().json().with_writer(std::io::stderr).boxed(),
        LogStyle::Silent => return,
    };
    // Whoever began first keeps his way of writing.
    let _ = tracing_subscriber::registry().with(layer.with_filter(level)).try_init();
}
