//! What the server has done, as Prometheus reads it.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The upper ends of the buckets, in microseconds.
const BUCKETS: [u64; 14] =
    [50, 100, 200, 500, 1_000, 2_000, 3_000, 5_000, 10_000, 20_000, 50_000, 100_000, 500_000, 2_000_000];

/// How long something took.
#[derive(Default)]
pub(crate) struct Histogram {
    buckets: [AtomicU64; BUCKETS.len() + 1],
    micros: AtomicU64,
}

impl Histogram {
    pub(crate) fn observe(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let place = BUCKETS.partition_point(|end| *end < micros);
        if let Some(bucket) = self.buckets.get(place) {
            bucket.fetch_add(1, Relaxed);
        }
        self.micros.fetch_add(micros, Relaxed);
    }

    fn write(&self, text: &mut String, name: &str, help: &str) {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut total = 0;
        for (bucket, end) in self.buckets.iter().zip(BUCKETS) {
            total += bucket.load(Relaxed);
            let _ = writeln!(text, "{name}_bucket{{le=\"{}\"}} {total}", Decimal(end));
        }
        total += self.buckets.last().map_or(0, |bucket| bucket.load(Relaxed));
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {total}");
        let _ = writeln!(text, "{name}_sum {}\n{name}_count {total}", Decimal(self.micros.load(Relaxed)));
    }
}

/// Microseconds, written as seconds.
struct Decimal(u64);

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{:06}", self.0 / 1_000_000, self.0 % 1_000_000)
    }
}

/// What the server has done.
#[derive(Default)]
pub(crate) struct Metrics {
    pub requests: AtomicU64,
    pub problems: AtomicU64,
    pub too_often: AtomicU64,
    pub sockets: AtomicI64,
    pub rooms: AtomicI64,
    pub rooms_opened: AtomicU64,
    pub rooms_dropped: AtomicU64,
    pub frames_in: AtomicU64,
    pub frames_out: AtomicU64,
    pub kept: AtomicU64,
    pub refused: AtomicU64,
    pub decisions_of_generals: AtomicU64,
    pub notices: AtomicU64,
    pub notices_failed: AtomicU64,
    /// Entries on the pad of the store.
    pub unfiled: AtomicI64,
    commits: AtomicU64,
    commits_failed: AtomicU64,
    changes: AtomicU64,
    commit_seconds: Histogram,
    /// From the frame that brought a command to the last byte of what came of it, socket by socket.
    pub delivered: Histogram,
}

impl Metrics {
    pub(crate) fn committed(&self, changes: usize, took: Duration, fine: bool) {
        let count = if fine { &self.commits } else { &self.commits_failed };
        count.fetch_add(1, Relaxed);
        self.changes.fetch_add(changes as u64, Relaxed);
        self.commit_seconds.observe(took);
    }

    pub(crate) fn commits(&self) -> u64 {
        self.commits.load(Relaxed)
    }

    /// Everything, as text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let counters = [
            ("requests_total", "HTTP requests", &self.requests),
            ("problems_total", "requests and frames answered with a problem", &self.problems),
            ("too_often_total", "requests and frames refused because they came too often", &self.too_often),
            ("rooms_opened_total", "tables opened", &self.rooms_opened),
            ("rooms_dropped_total", "tables dropped because something broke, to be opened again", &self.rooms_dropped),
            ("frames_in_total", "frames received", &self.frames_in),
            ("frames_out_total", "frames sent", &self.frames_out),
            ("kept_total", "entries kept", &self.kept),
            ("refused_total", "asks the table refused", &self.refused),
            ("general_decisions_total", "decisions generals have taken", &self.decisions_of_generals),
            ("notices_total", "notices sent", &self.notices),
            ("notices_failed_total", "notices that could not be sent", &self.notices_failed),
            ("commits_total", "transactions committed", &self.commits),
            ("commits_failed_total", "transactions rolled back", &self.commits_failed),
            ("changes_total", "changes in all transactions", &self.changes),
        ];
        for (name, help, value) in counters {
            let value = value.load(Relaxed);
            let _ = writeln!(
                text,
                "# HELP longroll_{name} {help}\n# TYPE longroll_{name} counter\nlongroll_{name} {value}"
            );
        }
        for (name, help, value) in [
            ("sockets", "open sockets", &self.sockets),
            ("rooms", "tables in memory", &self.rooms),
            ("unfiled", "entries written and not yet filed under their tables", &self.unfiled),
        ] {
            let value = value.load(Relaxed);
            let _ =
                writeln!(text, "# HELP longroll_{name} {help}\n# TYPE longroll_{name} gauge\nlongroll_{name} {value}");
        }
        self.commit_seconds.write(&mut text, "longroll_commit_seconds", "time of a transaction");
        let help = "from a command to the last byte of what came of it";
        self.delivered.write(&mut text, "longroll_delivery_seconds", help);
        text
    }
}
