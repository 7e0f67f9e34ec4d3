//! How a server is run.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use engine::stage::General;
use schemars::JsonSchema;
use serde::Serialize;

use crate::problem::{Kind, Problem};

/// A player that is a program, as people choose him.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rank {
    /// What he is called.
    pub name: String,
    /// What he is like, in a line.
    pub about: String,
}

/// Calls a general of this name to a table, with this seed; nothing where there is none.
pub type CallGeneral = dyn Fn(&str, u64) -> Option<Box<dyn General>> + Send + Sync;

/// Players that are programs, by name.
#[derive(Clone)]
pub struct Generals {
    /// Who there is, the easiest first.
    pub ranks: Vec<Rank>,
    /// Calls one to the table. The same seed, the same decisions.
    pub call: Arc<CallGeneral>,
}

impl Default for Generals {
    fn default() -> Self {
        Generals { ranks: Vec::new(), call: Arc::new(|_, _| None) }
    }
}

impl Generals {
    /// Whether there is a general of this name.
    pub(crate) fn check(&self, name: &str) -> Result<(), Problem> {
        if self.ranks.iter().any(|rank| rank.name == *name) {
            return Ok(());
        }
        let known: Vec<&str> = self.ranks.iter().map(|rank| rank.name.as_str()).collect();
        let advice = format!("call one of {}", known.join(", "));
        Err(Problem::new(Kind::Refused, format!("there is no general {name:?}"), advice))
    }
}

impl std::fmt::Debug for Generals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Generals").field(&self.ranks).finish()
    }
}

/// How mail is sent.
#[derive(Clone)]
pub struct Mail {
    /// The mail server: `smtps://user:password@mail.example.org`, or `smtp://…?tls=required`.
    pub server: String,
    /// Whom it is from.
    pub from: String,
}

impl std::fmt::Debug for Mail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mail").field("from", &self.from).finish_non_exhaustive()
    }
}

/// How much anybody may ask for.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of an ordinary request.
    pub body_bytes: usize,
    /// Bytes of a battle folder or a game that is brought along.
    pub upload_bytes: usize,
    /// Bytes of one frame of a socket.
    pub frame_bytes: usize,
    /// How long somebody may take to say what he wants, the first time and each time after that.
    pub head_within: Duration,
    /// How long what he brings along may take to come.
    pub body_within: Duration,
    /// Requests one address may make at once, and how many come back in a second.
    pub per_address: (u32, u32),
    /// Asks one seat may make at once, and how many come back in a second.
    pub per_seat: (u32, u32),
    /// Passwords tried, accounts and tables made by one address at once; one comes back in twenty seconds.
    pub costly_per_address: u32,
    /// Sockets of one address.
    pub sockets_per_address: u32,
    /// Sockets of one table.
    pub sockets_per_table: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            body_bytes: 256 << 10,
            upload_bytes: 24 << 20,
            frame_bytes: 128 << 10,
            head_within: Duration::from_secs(10),
            body_within: Duration::from_secs(60),
            per_address: (400, 100),
            per_seat: (60, 20),
            costly_per_address: 30,
            sockets_per_address: 64,
            sockets_per_table: 200,
        }
    }
}

/// How a server is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Where tables are kept: `sqlite:FILE` or `postgres://…`.
    pub database: String,
    /// Folders with battles besides those in the binary.
    pub battles: Vec<PathBuf>,
    /// Where people find it, as `https://games.example.org`: for links in mail, cookies and origins.
    pub public: Option<String>,
    /// Whether a proxy stands before it that says who is asking.
    pub behind_proxy: bool,
    /// Players that are programs.
    pub generals: Generals,
    /// How long a general waits between two decisions when people watch.
    pub general_pause: Duration,
    /// How mail is sent, if at all.
    pub mail: Option<Mail>,
    /// Whether notices may be sent to addresses of the house's own network.
    pub notices_at_home: bool,
    /// How often it looks for people who have to be told that it is their turn.
    pub notice_interval: Duration,
    /// How long somebody has to move before he is told the first time.
    pub notice_grace: Duration,
    /// How long a table stays in memory when nobody asks for it.
    pub idle: Duration,
    /// How many tables, the last played first, are opened before anybody is let in; the others are opened when asked for.
    pub opened_at_start: u32,
    /// How much anybody may ask for.
    pub limits: Limits,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 1863)),
            database: "sqlite:longroll.db".to_owned(),
            battles: Vec::new(),
            public: None,
            behind_proxy: false,
            generals: Generals::default(),
            general_pause: Duration::from_millis(250),
            mail: None,
            notices_at_home: false,
            notice_interval: Duration::from_secs(60),
            notice_grace: Duration::from_secs(300),
            idle: Duration::from_secs(900),
            opened_at_start: 0,
            limits: Limits::default(),
        }
    }
}

impl Config {
    /// Whether people come by TLS, so that cookies may be kept from everything else.
    pub(crate) fn is_secure(&self) -> bool {
        self.public.as_deref().is_some_and(|public| public.starts_with("https://"))
    }

    /// The address of a page, as people would type it.
    pub(crate) fn link(&self, path: &str) -> String {
        match &self.public {
            Some(public) => format!("{}{path}", public.trim_end_matches('/')),
            None => path.to_owned(),
        }
    }
}
