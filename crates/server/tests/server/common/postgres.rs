//! A real PostgreSQL for as long as the tests of one file run.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};

/// Starts a cluster in a folder of its own, says where it listens, waits for orders, and cleans up when nobody is there to give
/// any more. PostgreSQL refuses to run as root, so it runs as nobody then. It syncs its commits to disk as always.
const SCRIPT: &str = r#"
set -eu
PATH="$PATH:$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1)"
command -v initdb >/dev/null || { echo missing; exit 0; }
dir=$(mktemp -d)
as=""
if [ "$(id -u)" = 0 ]; then chown nobody "$dir"; as="runuser -u nobody --"; fi
cd "$dir"
$as initdb -D "$dir/data" -A trust -U longroll --no-sync -E UTF8 --locale=C.UTF-8 >"$dir/init.log" 2>&1
$as pg_ctl -D "$dir/data" -o "-k $dir -h 127.0.0.1 -p $PORT" -l "$dir/data/log" -w start >/dev/null
echo ready
while read -r order; do
    createdb -h 127.0.0.1 -p "$PORT" -U longroll "$order"
    echo made
done
$as pg_ctl -D "$dir/data" -m immediate stop >/dev/null
cd /
rm -rf "$dir"
"#;

struct Cluster {
    _child: Child,
    orders: std::process::ChildStdin,
    says: BufReader<std::process::ChildStdout>,
    port: u16,
}

/// A fresh database: its address.
pub fn fresh_database() -> String {
    static CLUSTER: OnceLock<Mutex<Cluster>> = OnceLock::new();
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let cluster = CLUSTER.get_or_init(|| Mutex::new(start()));
    let mut cluster = cluster.lock().expect("nobody panicked before");
    let name = format!("tables{}", NUMBER.fetch_add(1, Ordering::Relaxed));
    writeln!(cluster.orders, "{name}").expect("it takes orders");
    let mut said = String::new();
    cluster.says.read_line(&mut said).expect("it answers");
    assert_eq!(said.trim(), "made", "the database is made");
    format!("postgres://longroll@127.0.0.1:{}/{name}", cluster.port)
}

fn start() -> Cluster {
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = free.local_addr().expect("it has an address").port();
    drop(free);
    let mut child = Command::new("sh")
        .args(["-c", SCRIPT])
        .env("PORT", port.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("there is a shell");
    let orders = child.stdin.take().expect("it listens");
    let mut says = BufReader::new(child.stdout.take().expect("it speaks"));
    let mut said = String::new();
    says.read_line(&mut said).expect("it answers");
    assert_ne!(said.trim(), "missing", "these tests need PostgreSQL: install it (on Debian: apt install postgresql)");
    assert_eq!(said.trim(), "ready", "PostgreSQL starts");
    Cluster { _child: child, orders, says, port }
}
