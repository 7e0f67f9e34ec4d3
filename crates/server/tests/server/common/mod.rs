//! A server with a store of its own, and people who come to it.

pub mod client;
pub mod postgres;
pub mod web;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use server::{Config, Server};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use client::Player;
use web::Web;

/// A folder that is removed in the end.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        let mut chance = [0; 8];
        getrandom::fill(&mut chance).expect("chance");
        let path = std::env::temp_dir().join(format!("longroll-{name}-{:016x}", u64::from_le_bytes(chance)));
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A store that nobody else uses.
pub struct Database {
    pub address: String,
    scratch: Option<Scratch>,
}

impl Database {
    pub fn sqlite() -> Self {
        let scratch = Scratch::new("store");
        let address = format!("sqlite:{}", scratch.0.join("tables.db").display());
        Database { address, scratch: Some(scratch) }
    }

    /// One that is there already.
    pub fn at(address: &str) -> Self {
        Database { address: address.to_owned(), scratch: None }
    }

    /// The names of its files; none where it is no file.
    pub fn files(&self) -> Vec<String> {
        let Some(Scratch(folder)) = &self.scratch else { return Vec::new() };
        let names = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").file_name());
        names.map(|name| name.to_string_lossy().into_owned()).collect()
    }

    pub fn postgres() -> Self {
        Database { address: postgres::fresh_database(), scratch: None }
    }
}

/// Has every scenario run on both stores.
macro_rules! on_both_stores {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    super::$name($crate::common::Database::sqlite()).await;
                }
            )+
        }
        mod postgres {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    super::$name($crate::common::Database::postgres()).await;
                }
            )+
        }
    };
}

/// A server that runs.
pub struct Running {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

pub fn config(database: &Database) -> Config {
    let mut config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: database.address.clone(),
        general_pause: Duration::from_millis(1),
        ..Config::default()
    };
    config.limits.per_address = (100_000, 100_000);
    config.limits.per_seat = (100_000, 100_000);
    config.limits.costly_per_address = 10_000;
    config
}

impl Running {
    pub async fn start(config: Config) -> Self {
        let server = Server::start(config).await.expect("the server starts");
        let address = server.address();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let until = async move { drop(stopped.await) };
            server.serve(until).await;
        });
        Running { address, stop: Some(stop), task }
    }

    pub async fn open(database: &Database) -> Self {
        Running::start(config(database)).await
    }

    /// Closes in order.
    pub async fn close(mut self) {
        drop(self.stop.take());
        tokio::time::timeout(Duration::from_secs(30), &mut self.task).await.expect("in time").expect("in order");
    }

    pub fn web(&self) -> Web {
        Web::new(self.address)
    }

    /// Makes a table, and gives its name with a token for each seat.
    pub async fn make(&self, wanted: &Value) -> Table {
        let made = self.web().post("/api/v1/tables", wanted).await;
        assert_eq!(made.status, 200, "{}", made.text);
        Table::of(&made.json())
    }

    pub async fn sit(&self, table: &Table, seat: usize) -> Player {
        Player::come(self.address, &table.id, &table.tokens[seat], 0).await
    }
}

/// A table with the tokens of its seats.
#[derive(Clone, Debug)]
pub struct Table {
    pub id: String,
    pub tokens: Vec<String>,
}

impl Table {
    pub fn of(made: &Value) -> Self {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let links = made["links"].as_array().expect("links");
        Table { id: text(&made["table"]), tokens: links.iter().map(|link| text(&link["token"])).collect() }
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/api/v1/tables/{}{rest}", self.id)
    }
}

pub fn seat(name: &str, role: &str) -> Value {
    json!({ "name": name, "role": role, "player": "person", "word": format!("{name}'s word") })
}

/// The training battle with two sides, a referee and a friend who looks on.
pub fn toll_gate(typed_dice: bool) -> Value {
    json!({
        "rulebook": "elephant",
        "battle": "training-toll-gate",
        "setup": {
            "settings": { "title": "The toll gate", "typed_dice": typed_dice },
            "seats": [
                seat("Anna", "union"), seat("Ben", "confederate"), seat("Cora", "referee"), seat("Dan", "spectator"),
            ],
        },
    })
}
