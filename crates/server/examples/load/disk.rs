//! What the disk takes by itself: no commit can be faster.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Where stores are kept while they are measured.
pub fn folder() -> PathBuf {
    std::env::var("STORE").map_or_else(|_| std::env::temp_dir(), Into::into)
}

/// A folder without a disk under it, where there is one.
pub fn memory() -> Option<&'static Path> {
    Some(Path::new("/dev/shm")).filter(|path| path.is_dir())
}

/// Writes four kilobytes from time to time and waits until they are on disk, and says how long that took.
pub fn syncs(folder: &Path, seconds: Duration) -> String {
    let path = folder.join(format!("longroll-load-{}-disk", std::process::id()));
    let mut file = File::create(&path).expect("a file");
    let (began, mut took) = (Instant::now(), Vec::new());
    while began.elapsed() < seconds {
        std::thread::sleep(Duration::from_millis(20));
        // A log that is written over again does not grow, and neither does this.
        file.seek(SeekFrom::Start(took.len() as u64 % 256 * 4_096)).expect("a place");
        let from = Instant::now();
        file.write_all(&[7; 4_096]).expect("it is written");
        file.sync_data().expect("it is on disk");
        took.push(from.elapsed());
    }
    let _ = std::fs::remove_file(path);
    took.sort();
    let at = |share: f64| took[((took.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    format!("{} syncs, p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms", took.len(), at(0.5), at(0.99), at(1.0))
}
