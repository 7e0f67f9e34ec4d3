//! The server is killed while people play: whatever was acknowledged is there afterwards, and every game holds.
//!
//! `LONGROLL_KILLS` and `LONGROLL_LOADED` make it longer; `make soak` does.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::common::web::Web;
use crate::common::{Database, Table, config, toll_gate};
use serde_json::{Value, json};

const CHILD: &str = "LONGROLL_TEST_SERVER";

/// What the loaders do: they rest while what they did is looked at.
const PLAY: u8 = 0;
const REST: u8 = 1;
const STOP: u8 = 2;

fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Not a test of its own: the tests below start this very program again with this name, and kill it.
#[test]
fn a_server_to_be_killed() {
    let Ok(settings) = std::env::var(CHILD) else { return };
    let (listen, address) = settings.split_once(' ').expect("an address and a store");
    let mut config = config(&Database::at(address));
    config.listen = listen.parse().expect("an address");
    config.idle = Duration::from_millis(300);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let server = server::Server::start(config).await.expect("the server starts");
        server.serve(std::future::pending()).await;
    });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_survives_on_sqlite() {
    survives(&Database::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_survives_on_postgres() {
    survives(&Database::postgres()).await;
}

fn start(listen: SocketAddr, database: &Database) -> Child {
    let program = std::env::current_exe().expect("this program has a name");
    Command::new(program)
        .args(["--exact", "kill::a_server_to_be_killed", "--nocapture"])
        .env(CHILD, format!("{listen} {}", database.address))
        .stdout(Stdio::null())
        .spawn()
        .expect("it starts")
}

async fn wait_for(web: &Web) {
    let began = Instant::now();
    while web.try_send("GET", "/health", "").await.is_none_or(|answer| answer.status != 200) {
        assert!(began.elapsed() < Duration::from_secs(60), "the server does not come up");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A game that is played, and everything of it that was acknowledged: who asked, and what.
struct Loaded {
    table: Table,
    acknowledged: Mutex<Vec<(usize, Value)>>,
}

async fn survives(database: &Database) {
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let listen = free.local_addr().expect("an address");
    drop(free);
    let web = Web::new(listen);
    let mut child = start(listen, database);
    wait_for(&web).await;
    let mut games = Vec::new();
    for _ in 0..number("LONGROLL_LOADED", 6) {
        let made = web.post("/api/v1/tables", &toll_gate(false)).await;
        games.push(Arc::new(Loaded { table: Table::of(&made.json()), acknowledged: Mutex::default() }));
    }
    let work = Arc::new(AtomicU8::new(PLAY));
    let loaders: Vec<_> =
        games.iter().map(|game| tokio::spawn(load(web.clone(), Arc::clone(game), Arc::clone(&work)))).collect();
    for kill in 0..number("LONGROLL_KILLS", 5) {
        tokio::time::sleep(Duration::from_millis(700 + 131 * (kill as u64 % 7))).await;
        child.kill().expect("it is killed");
        child.wait().expect("it is gone");
        work.store(REST, Ordering::Relaxed);
        child = start(listen, database);
        wait_for(&web).await;
        for game in &games {
            check(&web, game).await;
        }
        work.store(PLAY, Ordering::Relaxed);
    }
    work.store(STOP, Ordering::Relaxed);
    for loader in loaders {
        loader.await.expect("the loader goes on whatever happens");
    }
    for game in &games {
        check(&web, game).await;
    }
    let total: usize = games.iter().map(|game| game.acknowledged.lock().expect("a list").len()).sum();
    assert!(total > games.len() * 5, "something was played: {total}");
    child.kill().expect("it is killed");
    child.wait().expect("it is gone");
}

/// Plays a game as well as it can with a server that may be gone at any moment.
async fn load(web: Web, game: Arc<Loaded>, work: Arc<AtomicU8>) {
    let mut said = 0;
    loop {
        match work.load(Ordering::Relaxed) {
            STOP => return,
            REST => {
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
            _ => said += 1,
        }
        let say = json!({ "ask": "say", "text": format!("mark {said}") });
        let played = async {
            ask(&web, &game, 0, say).await?;
            act(&web, &game).await
        };
        if played.await.is_none() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Asks something, and writes down that it was acknowledged.
async fn ask(web: &Web, game: &Loaded, seat: usize, ask: Value) -> Option<Value> {
    let web = web.seat(&game.table.tokens[seat]).with("content-type", "application/json");
    let tell = web.try_send("POST", &game.table.path("/asks"), &ask.to_string()).await?;
    let tell: Value = serde_json::from_str(&tell.text).ok()?;
    if tell["tell"] == "done" {
        game.acknowledged.lock().expect("a list").push((seat, ask));
    }
    Some(tell)
}

async fn act(web: &Web, game: &Loaded) -> Option<()> {
    for seat in 0..2 {
        let news =
            web.seat(&game.table.tokens[seat]).try_send("GET", &game.table.path("/news?since=100000"), "").await?;
        let decision = serde_json::from_str::<Value>(&news.text).ok()?["decision"].clone();
        match decision["decision"].as_str()? {
            "yours" => {
                let choice = decision["waiting"]["choices"][0].clone();
                ask(web, game, seat, json!({ "ask": "answer", "choice": choice })).await?;
            }
            "your-order" => {
                let offers = ask(web, game, seat, json!({ "ask": "offers" })).await?;
                for offer in offers["offers"].as_array()?.iter().take(20) {
                    let order = json!({ "ask": "order", "command": offer["command"] });
                    if ask(web, game, seat, order).await?["tell"] == "done" {
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    Some(())
}

/// Everything that was acknowledged is kept in its order, the save holds, and nothing is there twice.
async fn check(web: &Web, game: &Loaded) {
    let acknowledged = game.acknowledged.lock().expect("a list").clone();
    let exported = web.seat(&game.table.tokens[2]).try_send("GET", &game.table.path("/export"), "").await;
    let exported = exported.expect("the referee has the game").json();
    let kept = exported["kept"].as_array().unwrap_or_else(|| panic!("{exported}"));
    let mut entries = kept.iter();
    for (seat, ask) in &acknowledged {
        let is_it = |entry: &Value| entry["seat"] == json!(seat) && same(&entry["ask"], ask);
        assert!(entries.any(is_it), "what was acknowledged is not there: {ask}");
    }
    let marks: Vec<&str> = kept.iter().filter_map(|entry| entry["ask"]["text"].as_str()).collect();
    let different: BTreeSet<&&str> = marks.iter().collect();
    assert_eq!(different.len(), marks.len(), "something is there twice");
    let save = exported["save"].as_str().expect("a save");
    let report = engine::game::verify(save.as_bytes()).expect("the save reads");
    assert_eq!(report.problems(), Vec::<String>::new());
}

/// Whether an entry is what was asked: fields that were left out are written down with what they mean.
fn same(kept: &Value, asked: &Value) -> bool {
    let asked = asked.as_object().expect("an ask");
    asked.iter().all(|(key, value)| kept[key] == *value)
}
