//! A server as a process of its own, and what the system says about it.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use server::{Config, Server};

/// Serves from this process, and prints where.
pub async fn serve(database: String, opened_at_start: u32) {
    let mut config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        database,
        opened_at_start,
        idle: Duration::from_secs(100_000),
        ..Config::default()
    };
    config.limits.per_address = (u32::MAX, u32::MAX);
    config.limits.per_seat = (u32::MAX, u32::MAX);
    config.limits.costly_per_address = u32::MAX;
    config.limits.sockets_per_address = u32::MAX;
    config.limits.sockets_per_table = usize::MAX;
    let server = Server::start(config).await.expect("the server starts");
    println!("{}", server.address());
    server.serve(std::future::pending()).await;
}

/// A process that serves.
pub struct Process {
    child: Child,
    pub address: SocketAddr,
}

impl Process {
    pub fn start(words: &[&str]) -> Self {
        let program = std::env::current_exe().expect("this program has a name");
        let pinned =
            Command::new("taskset").arg("-V").stdout(Stdio::null()).status().is_ok_and(|status| status.success());
        let mut command = if pinned && words.len() < 4 {
            let mut command = Command::new("taskset");
            command.args(["-c", "0"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        let mut child = command.args(words).stdout(Stdio::piped()).spawn().expect("it starts");
        let mut line = String::new();
        let says = child.stdout.take().expect("it speaks");
        BufReader::new(says).read_line(&mut line).expect("it says where it is");
        Process { address: line.trim().parse().expect("an address"), child }
    }

    fn file(&self, name: &str) -> String {
        std::fs::read_to_string(format!("/proc/{}/{name}", self.child.id())).expect("the system knows it")
    }

    /// Seconds of processor time it has used.
    pub fn processor_seconds(&self) -> f64 {
        let text = self.file("stat");
        let after = text.rsplit(')').next().expect("fields");
        let fields: Vec<u64> = after.split_whitespace().map(|field| field.parse().unwrap_or(0)).collect();
        // Fields 14 and 15, of which the first two and the name were cut off; a hundred ticks are a second.
        (fields[11] + fields[12]) as f64 / 100.0
    }

    /// Kibibytes of memory it holds.
    pub fn memory(&self) -> u64 {
        let text = self.file("status");
        let line = text.lines().find(|line| line.starts_with("VmRSS")).expect("a line");
        line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
