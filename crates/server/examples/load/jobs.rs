//! The jobs: what is done, what is checked, and what is printed.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::disk;
use crate::process::Process;
use crate::script::{self, Step};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

const ROOM: usize = 4;
const ROOMS: usize = 16;

/// A store where stores are kept.
fn store(name: &str) -> String {
    store_in(&disk::folder(), name)
}

fn store_in(folder: &Path, name: &str) -> String {
    let file = folder.join(format!("longroll-load-{}-{name}.db", std::process::id()));
    for ending in ["", "-wal", "-shm", "-pad"] {
        let _ = std::fs::remove_file(format!("{}{ending}", file.display()));
    }
    format!("sqlite:{}", file.display())
}

fn forget(store: &str) {
    let file = store.trim_start_matches("sqlite:");
    for ending in ["", "-wal", "-shm", "-pad"] {
        let _ = std::fs::remove_file(format!("{file}{ending}"));
    }
}

async fn connect(address: SocketAddr, path: &str, token: &str) -> Socket {
    let mut request = format!("ws://{address}{path}").into_client_request().expect("a request");
    let bearer = HeaderValue::from_str(&format!("Bearer {token}")).expect("a header");
    request.headers_mut().insert("authorization", bearer);
    tokio_tungstenite::connect_async(request).await.expect("the seat is ours").0
}

async fn request(address: SocketAddr, method: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.expect("it takes it");
    let mut text = String::new();
    stream.read_to_string(&mut text).await.expect("it answers");
    text.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default()
}

/// Makes a table: its name and the tokens of its seats.
async fn make(address: SocketAddr) -> (String, Vec<String>) {
    let body = request(address, "POST", "/api/v1/tables", &script::wanted().to_string()).await;
    let from = body.find('{').unwrap_or_default();
    let to = body.rfind('}').map_or(body.len(), |end| end + 1);
    let made: Value = serde_json::from_str(&body[from..to]).unwrap_or_else(|error| panic!("{error}: {body}"));
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let tokens = made["links"].as_array().expect("links").iter().map(|link| text(&link["token"])).collect();
    (text(&made["table"]), tokens)
}

async fn sit(address: SocketAddr, (table, tokens): &(String, Vec<String>)) -> Vec<Socket> {
    let mut sockets = Vec::new();
    for token in tokens {
        let mut socket = connect(address, &format!("/api/v1/tables/{table}/socket"), token).await;
        next(&mut socket, "news").await;
        sockets.push(socket);
    }
    sockets
}

/// The next frame of a kind.
async fn next(socket: &mut Socket, kind: &str) -> String {
    let begins = format!("{{\"what\":\"{kind}\"");
    loop {
        match socket.next().await.expect("it goes on").expect("a frame") {
            Message::Text(text) if text.starts_with(&begins) => return text.to_string(),
            Message::Text(text)
                if text.starts_with("{\"what\":\"problem\"") || text.contains("\"tell\":\"refused\"") =>
            {
                panic!("{text}")
            }
            _ => {}
        }
    }
}

/// Rooms of four, each command waited for by all: deliveries a second of the server's processor time.
pub async fn rooms(rounds: u64, seconds: Duration) {
    let steps = Arc::new(script::game(7, 1_500));
    let bytes: usize = steps.iter().map(|step| step.text.len()).sum::<usize>() / steps.len();
    println!(
        "rooms of four: {ROOMS} rooms, a game of {} steps of {bytes} bytes on average, one command at a time",
        steps.len()
    );
    let (mut best_bare, mut best_ours, mut ratios) = (0.0_f64, 0.0_f64, Vec::new());
    for round in 0..rounds {
        let bare = bare_rooms(seconds).await;
        let ours = our_rooms(&steps, seconds).await;
        println!("  round {round}: bare {bare:.0}, ours {ours:.0} deliveries per CPU-second, ratio {:.2}", ours / bare);
        (best_bare, best_ours) = (best_bare.max(bare), best_ours.max(ours));
        ratios.push(ours / bare);
    }
    ratios.sort_by(f64::total_cmp);
    println!(
        "  best: bare {best_bare:.0}, ours {best_ours:.0}, ratio of bests {:.2}, median ratio {:.2} (must 0.7, aim 0.9)",
        best_ours / best_bare,
        ratios[ratios.len() / 2]
    );
}

/// Runs players for a while, and gives deliveries a processor second.
async fn measured(process: &Process, delivered: &AtomicU64, seconds: Duration) -> f64 {
    tokio::time::sleep(Duration::from_millis(800)).await;
    let (before, processor) = (delivered.load(Relaxed), process.processor_seconds());
    tokio::time::sleep(seconds).await;
    (delivered.load(Relaxed) - before) as f64 / (process.processor_seconds() - processor).max(0.01)
}

async fn bare_rooms(seconds: Duration) -> f64 {
    let process = Process::start(&["serve-bare"]);
    let delivered = Arc::new(AtomicU64::new(0));
    let mut players = tokio::task::JoinSet::new();
    for room in 0..ROOMS {
        let (address, delivered) = (process.address, Arc::clone(&delivered));
        players.spawn(async move {
            let mut sockets = Vec::new();
            for _ in 0..ROOM {
                let url = format!("ws://{address}/room{room}");
                sockets.push(tokio_tungstenite::connect_async(url).await.expect("it opens").0);
            }
            let command = "x".repeat(100);
            for turn in 0.. {
                sockets[turn % 2].send(Message::text(command.clone())).await.expect("it is sent");
                for socket in &mut sockets {
                    assert_eq!(socket.next().await.expect("it comes").expect("a frame").len(), 300);
                    delivered.fetch_add(1, Relaxed);
                }
            }
        });
    }
    let figure = measured(&process, &delivered, seconds).await;
    players.shutdown().await;
    figure
}

async fn our_rooms(steps: &Arc<Vec<Step>>, seconds: Duration) -> f64 {
    let store = store("rooms");
    let process = Process::start(&["serve", &store]);
    // As with the peer, everybody sits down before the clock starts: a game is soon over, so each room has several tables.
    let tables_a_room = 4 * usize::try_from(seconds.as_secs()).unwrap_or(1).max(1);
    let mut rooms = Vec::new();
    for _ in 0..ROOMS {
        let mut tables = Vec::new();
        for _ in 0..tables_a_room {
            tables.push(sit(process.address, &make(process.address).await).await);
        }
        rooms.push(tables);
    }
    let (delivered, sent) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let mut players = tokio::task::JoinSet::new();
    for tables in rooms {
        let (address, delivered, sent, steps) =
            (process.address, Arc::clone(&delivered), Arc::clone(&sent), Arc::clone(steps));
        players.spawn(async move {
            let mut tables = tables.into_iter();
            loop {
                let mut sockets = match tables.next() {
                    Some(sockets) => sockets,
                    None => sit(address, &make(address).await).await,
                };
                for step in steps.iter() {
                    sockets[step.seat].send(Message::text(step.text.clone())).await.expect("it is sent");
                    for socket in &mut sockets {
                        let text = next(socket, "changed").await;
                        delivered.fetch_add(1, Relaxed);
                        sent.fetch_add(text.len() as u64, Relaxed);
                        if std::env::var("FRAMES").is_ok() {
                            eprintln!("{text}");
                        }
                    }
                }
            }
        });
    }
    let figure = measured(&process, &delivered, seconds).await;
    let counted = counters(process.address).await;
    let of = |name: &str| counted.iter().find(|(known, _)| known == name).map_or(0.0, |(_, value)| *value);
    println!(
        "    a change has {} bytes on average, a commit {:.1} commands",
        sent.load(Relaxed) / delivered.load(Relaxed).max(1),
        of("longroll_kept_total") / of("longroll_commits_total").max(1.0)
    );
    players.shutdown().await;
    drop(process);
    forget(&store);
    figure
}

/// Many rooms at two inputs a second: how long from a command to the last byte of what came of it. First with a store on disk,
/// then with one that waits for no disk: a disk that stops for a moment stops everybody, and the difference is its share.
pub async fn steady(rooms: u64, seconds: Duration) {
    let steps = Arc::new(script::game(11, 1_500));
    steady_in(&disk::folder(), &steps, rooms, seconds).await;
    if let Some(memory) = disk::memory() {
        steady_in(memory, &steps, rooms, seconds).await;
    }
    println!("  must: p99 of {DELIVERY} within 5 ms");
}

async fn steady_in(folder: &Path, steps: &Arc<Vec<Step>>, rooms: u64, seconds: Duration) {
    let store = store_in(folder, "steady");
    let process = Process::start(&["serve", &store]);
    let address = process.address;
    let mut tables = Vec::new();
    for _ in 0..rooms {
        tables.push(sit(address, &make(address).await).await);
    }
    println!("{rooms} rooms of four at two inputs a second each, store on {}", store.trim_start_matches("sqlite:"));
    let mut players = tokio::task::JoinSet::new();
    for (place, mut sockets) in tables.into_iter().enumerate() {
        let steps = Arc::clone(steps);
        players.spawn(async move {
            tokio::time::sleep(Duration::from_millis(500 * place as u64 / rooms)).await;
            let mut ticks = tokio::time::interval(Duration::from_millis(500));
            for step in steps.iter() {
                ticks.tick().await;
                sockets[step.seat].send(Message::text(step.text.clone())).await.expect("it is sent");
                for socket in &mut sockets {
                    next(socket, "changed").await;
                }
            }
        });
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let before = [DELIVERY, COMMIT].map(|name| buckets(address, name));
    let before = futures_util::future::join_all(before).await;
    let processor = process.processor_seconds();
    let beside = folder.to_owned();
    let syncs = tokio::task::spawn_blocking(move || disk::syncs(&beside, seconds));
    tokio::time::sleep(seconds).await;
    let used = (process.processor_seconds() - processor) / seconds.as_secs_f64();
    println!("  {:.0}% of a core", used * 100.0);
    for (name, before) in [DELIVERY, COMMIT].iter().zip(&before) {
        let after = buckets(address, name).await;
        println!("  {name}: {}", within(before, &after));
    }
    println!("  {} alone, beside it: {}", folder.display(), syncs.await.expect("the disk answers"));
    players.shutdown().await;
    drop(process);
    forget(&store);
}

const DELIVERY: &str = "delivery_seconds";
const COMMIT: &str = "commit_seconds";

/// The counts of one of the server's own histograms.
async fn buckets(address: SocketAddr, name: &str) -> Vec<(f64, u64)> {
    let text = request(address, "GET", "/metrics", "").await;
    let begins = format!("longroll_{name}_bucket{{le=\"");
    let lines = text.lines().filter_map(|line| line.strip_prefix(&begins));
    let bucket = |line: &str| {
        let (end, count) = line.split_once("\"} ")?;
        Some((if end == "+Inf" { f64::INFINITY } else { end.parse().ok()? }, count.parse().ok()?))
    };
    lines.filter_map(bucket).collect()
}

/// Within which time most of them were.
fn within(before: &[(f64, u64)], after: &[(f64, u64)]) -> String {
    let counts: Vec<(f64, u64)> = after.iter().zip(before).map(|((end, now), (_, then))| (*end, now - then)).collect();
    let total = counts.last().map_or(0, |(_, count)| *count);
    let within = |share: f64| {
        let bucket = counts.iter().find(|(_, count)| *count as f64 >= share * total as f64);
        bucket.map_or(f64::INFINITY, |(end, _)| end * 1e3)
    };
    format!("{total}, p50 within {} ms, p99 within {} ms, p99.9 within {} ms", within(0.5), within(0.99), within(0.999))
}

/// Every plain number the server tells.
async fn counters(address: SocketAddr) -> Vec<(String, f64)> {
    let text = request(address, "GET", "/metrics", "").await;
    let counter = |line: &str| {
        let (name, value) = line.split_once(' ')?;
        Some((name.to_owned(), value.parse().ok()?))
    };
    text.lines().filter_map(counter).collect()
}

/// Games of fifty steps each, and how long a server takes until all of them are open.
pub async fn restart(games: u64) {
    let store = store("restart");
    let steps = Arc::new(script::game(13, 50));
    let process = Process::start(&["serve", &store]);
    fill(process.address, games, &steps).await;
    drop(process);
    for opened in [games, 0] {
        let began = Instant::now();
        let process = Process::start(&["serve", &store, &opened.to_string(), "both-cores"]);
        let took = began.elapsed();
        println!(
            "restart with {games} games of {} steps, {opened} of them opened before anybody is let in: {:.2} s, {:.2} s of \
             processor time (must 2 s)",
            steps.len(),
            took.as_secs_f64(),
            process.processor_seconds()
        );
    }
    forget(&store);
}

async fn fill(address: SocketAddr, games: u64, steps: &Arc<Vec<Step>>) {
    let mut players = tokio::task::JoinSet::new();
    for _ in 0..games {
        let steps = Arc::clone(steps);
        if players.len() >= 64 {
            players.join_next().await;
        }
        players.spawn(async move {
            let mut sockets = sit(address, &make(address).await).await;
            for step in steps.iter() {
                sockets[step.seat].send(Message::text(step.text.clone())).await.expect("it is sent");
                for socket in &mut sockets {
                    next(socket, "changed").await;
                }
            }
        });
    }
    while let Some(done) = players.join_next().await {
        done.expect("a game is played");
    }
}

/// What an idle socket and a live game cost.
pub async fn memory(sockets: u64, games: u64) {
    let store = store("memory");
    let process = Process::start(&["serve", &store]);
    let table = make(process.address).await;
    let path = format!("/api/v1/tables/{}/socket", table.0);
    // The first hundred pay for what all the others share.
    let (mut open, mut before) = (Vec::new(), 0);
    for number in 0..sockets + 100 {
        if number == 100 {
            tokio::time::sleep(Duration::from_millis(500)).await;
            before = process.memory();
        }
        let mut socket = connect(process.address, &path, &table.1[2]).await;
        next(&mut socket, "news").await;
        open.push(socket);
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let per_socket = process.memory().saturating_sub(before) as f64 / sockets.max(1) as f64;
    println!("memory: {per_socket:.1} KiB for each of {sockets} idle sockets after the first hundred (budget 64)");
    drop(open);
    tokio::time::sleep(Duration::from_secs(2)).await;
    let steps = Arc::new(script::game(13, 50));
    let before = process.memory();
    fill(process.address, games, &steps).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let per_game = process.memory().saturating_sub(before) as f64 / games.max(1) as f64;
    println!(
        "memory: {per_game:.1} KiB for each of {games} live games of {} steps without listeners (budget 256)",
        steps.len()
    );
    drop(process);
    forget(&store);
}
