//! The measured jobs of the server, against a bare room of the same framework in the same minute.
//!
//! `cargo run --release -p server --example load [rooms|steady|restart|memory]`; without a word, all of them. The server runs as
//! a process of its own, on one core where `taskset` is at hand; figures are deliveries a second of its processor time.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "a measurement fails by panicking")]

mod bare;
mod disk;
mod jobs;
mod process;
mod script;

use std::time::Duration;

/// As in the program itself; the peer has it, too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let threads = |workers: usize| {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        builder.worker_threads(workers).enable_all().build().expect("a runtime")
    };
    let single = || tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    match words.first().map(String::as_str) {
        Some("serve-bare") => single().block_on(bare::serve()),
        Some("serve") => {
            let opened = words.get(2).and_then(|text| text.parse().ok()).unwrap_or(0);
            let database = words.get(1).expect("a store").clone();
            // A room's rules run where it is, so a server of one core needs one thread.
            if words.get(3).is_some() { threads(2) } else { single() }.block_on(process::serve(database, opened));
        }
        which => {
            let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
            println!("load average {}", load.split(' ').take(3).collect::<Vec<_>>().join(" "));
            let seconds = Duration::from_secs(number("SECONDS_A_JOB", 4));
            let wants = |name: &str| which.is_none_or(|which| which == name);
            threads(2).block_on(async {
                if wants("rooms") {
                    jobs::rooms(number("ROUNDS", 5), seconds).await;
                }
                if wants("steady") {
                    jobs::steady(number("ROOMS", 500), seconds * 3).await;
                }
                if wants("restart") {
                    jobs::restart(number("GAMES", 1_000)).await;
                }
                if wants("memory") {
                    jobs::memory(number("SOCKETS", 4_000), number("GAMES", 1_000)).await;
                }
            });
        }
    }
}
