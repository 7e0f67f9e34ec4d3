//! `longroll serve`: tables over the network.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use server::{Config, Generals, LogStyle, Mail, Rank, StartFailed};

use crate::desk::Desk;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  longroll serve                                 tables in longroll.db, for this machine
  longroll serve --listen 0.0.0.0:1863           for everybody in the house
  longroll serve --database postgres://longroll@db.example.org/longroll \\
      --public https://games.example.org --behind-proxy";

/// Serve tables over HTTP and WebSocket, with the client in the browser
///
/// Everything that was acknowledged is in the store, also when the power fails. Ctrl-C closes in order.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Serve {
    /// Where to listen
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:1863")]
    listen: SocketAddr,

    /// Where tables are kept: sqlite:FILE or postgres://…
    #[arg(long, value_name = "STORE", default_value = "sqlite:longroll.db")]
    database: String,

    /// A folder with battle folders, besides those in the program
    #[arg(long, value_name = "FOLDER")]
    battles: Vec<PathBuf>,

    /// Where people find it, for links, cookies and origins
    #[arg(long, value_name = "URL")]
    public: Option<String>,

    /// Believe a proxy about who is asking (X-Forwarded-For)
    #[arg(long)]
    behind_proxy: bool,

    /// The mail server for notices: smtps://user:password@host
    #[arg(long, value_name = "URL", requires = "mail_from")]
    mail_server: Option<String>,

    /// Whom notices are from
    #[arg(long, value_name = "ADDRESS", requires = "mail_server")]
    mail_from: Option<String>,

    /// Open so many tables, the last played first, before anybody is let in
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    open: u32,

    /// How logs are written: lines, json or silent; RUST_LOG sets the level
    #[arg(long, value_name = "STYLE", default_value = "lines", value_parser = ["lines", "json", "silent"])]
    log: String,
}

/// Every general there is.
fn generals() -> Generals {
    let rank = |rank: &generals::Rank| Rank { name: rank.name.to_owned(), about: rank.about.to_owned() };
    let call = |name: &str, seed| {
        let mut general = generals::enlist(name)?;
        general.begin(seed);
        Some(general)
    };
    Generals { ranks: generals::RANKS.iter().map(rank).collect(), call: Arc::new(call) }
}

pub(super) fn run(command: &Serve, desk: &mut Desk<'_>) -> Result<(), Failure> {
    server::begin_logs(match command.log.as_str() {
        "json" => LogStyle::Json,
        "silent" => LogStyle::Silent,
        _ => LogStyle::Lines,
    });
    let mail = command.mail_server.clone().zip(command.mail_from.clone());
    let config = Config {
        listen: command.listen,
        database: command.database.clone(),
        battles: command.battles.clone(),
        public: command.public.clone(),
        behind_proxy: command.behind_proxy,
        mail: mail.map(|(server, from)| Mail { server, from }),
        generals: generals(),
        opened_at_start: command.open,
        ..Config::default()
    };
    desk.terminal.flush()?;
    let says = |address: SocketAddr| {
        let mut page = desk.terminal.page();
        // Whoever does not read it has read the address he gave.
        let _ = page.line(format!("Long Roll is at http://{address}/ - Ctrl-C closes it"));
        let _ = desk.terminal.flush();
    };
    server::run(config, says).map_err(|error| {
        let (place, hint) = match error {
            StartFailed::Store(_) => ("--database", "name a file that may be written, or a database that is up"),
            StartFailed::Listen(_) => ("--listen", "choose another port, or end what listens there"),
            StartFailed::Mail(_) => ("--mail-server", "write it as smtps://user:password@host"),
        };
        Failure::bad(place, error.to_string(), hint)
    })
}
