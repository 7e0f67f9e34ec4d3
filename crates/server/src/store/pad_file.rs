//! The pad of SQLite: a file beside its own, where a sheet is one write and one sync.
//!
//! The same sheet as a row of SQLite costs the processor several times as much: pages with their checksums, the size of a log
//! that grows, the way through the driver. So sheets go here first, and into the store only when they are filed. The file has
//! two halves: while one is written, what stands in the other is filed, and then they change places. It never grows, so a sync
//! has nothing but the sheet to write. Where the system allows, it is written past the cache of files, whole blocks at a time:
//! the last block is written again with the next sheet, and what stood in it stays as it was. What does not fit goes into the
//! store, as with PostgreSQL.
//!
//! A sheet has a head: its length, its number, and a digest of it. The store knows a name for the pad, new each time it is
//! opened, and the digest is made with it: a pad that was left beside another store, or beside an older copy of this one, does
//! not read. Numbers grow within a half; where a sheet does not read, or has a smaller number, the half ends: what follows is
//! older, or was never acknowledged.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::patience::patiently;

/// Bytes of each half: several times what waits to be filed.
const HALF_BYTES: usize = 2 << 20;
/// Bytes of a sheet's length, of its number, and of its digest.
const LENGTH: usize = 4;
const NUMBER: usize = 8;
const DIGEST: usize = 16;
const HEAD: usize = LENGTH + NUMBER + DIGEST;

/// Bytes that are written together past the cache, and to which they are aligned.
const BLOCK: usize = 4 << 10;
/// What stands behind the last sheet, to the end of its block.
const ZEROS: [u8; BLOCK] = [0; BLOCK];

/// A sheet's number and its lines.
pub(super) type Sheet = (i64, String);

/// The file, and where the next sheet goes.
pub(super) struct PadFile {
    path: PathBuf,
    /// What the store calls it.
    name: String,
    /// Locked as long as it is open: two servers with one store would write over each other.
    file: File,
    way: Way,
    /// The half that is written, and how much of it is.
    half: usize,
    written: usize,
    /// The last block, as far as it is written.
    block: Blocks,
    /// The last sheet of each half; nought for none.
    last: [i64; 2],
}

/// How bytes get to the disk.
enum Way {
    /// Through the cache, with a sync.
    Cached(File),
    /// Past it: a write has reached the disk when it returns.
    Direct(File),
}

impl Way {
    /// The shortest that the system knows for a file that has its full size.
    fn to(path: &Path) -> io::Result<Way> {
        if let Some(file) = past_the_cache(path) {
            let way = Way::Direct(file);
            // COST: it is tried with memory that lies as the system wants it. With any other it depends on luck whether it is
            // refused, and a commit through the cache costs the processor a third more.
            let mut block = Blocks::default();
            block.add(&ZEROS);
            if way.write(0, block.bytes()).is_ok() {
                return Ok(way);
            }
        }
        Ok(Way::Cached(OpenOptions::new().write(true).open(path)?))
    }

    /// Writes whole blocks, and waits until they are on disk.
    fn write(&self, place: u64, blocks: &[u8]) -> io::Result<()> {
        let (Way::Cached(file) | Way::Direct(file)) = self;
        let mut writes = file;
        writes.seek(SeekFrom::Start(place))?;
        writes.write_all(blocks)?;
        match self {
            Way::Cached(file) => file.sync_data(),
            Way::Direct(_) => Ok(()),
        }
    }
}

/// Whole blocks on their way to the disk, where the system wants them. COST: the same memory every time.
#[derive(Default)]
struct Blocks {
    room: Vec<u8>,
    /// Where they begin.
    from: usize,
    length: usize,
}

impl Blocks {
    fn bytes(&self) -> &[u8] {
        self.room.get(self.from..self.from + self.length).unwrap_or_default()
    }

    fn add(&mut self, bytes: &[u8]) {
        let needed = self.length + bytes.len();
        if self.from + needed > self.room.len() {
            let mut room = vec![0; 2 * needed + BLOCK];
            let from = room.as_ptr().align_offset(BLOCK);
            room[from..from + self.length].copy_from_slice(self.bytes());
            (self.room, self.from) = (room, from);
        }
        let begins = self.from + self.length;
        self.room[begins..begins + bytes.len()].copy_from_slice(bytes);
        self.length = needed;
    }

    /// Leaves only what stands behind this.
    fn leave_from(&mut self, begins: usize, ends: usize) {
        self.room.copy_within(self.from + begins..self.from + ends, self.from);
        self.length = ends - begins;
    }
}

#[cfg(target_os = "linux")]
fn past_the_cache(path: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::WRONLY | OFlags::DIRECT | OFlags::DSYNC | OFlags::CLOEXEC;
    open(path, flags, Mode::empty()).ok().map(File::from)
}

#[cfg(not(target_os = "linux"))]
fn past_the_cache(_path: &Path) -> Option<File> {
    None
}

impl PadFile {
    /// Opens the file beside a store, and says whether it was not there before.
    pub(super) fn open(store: &Path) -> io::Result<(PadFile, bool)> {
        // One store has one pad, by whichever name people know it.
        let mut path = store.canonicalize().unwrap_or_else(|_| store.to_owned()).into_os_string();
        path.push("-pad");
        let path = PathBuf::from(path);
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let file = opened.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => io::Error::new(
                io::ErrorKind::ResourceBusy,
                format!("another server keeps its tables in {}: stop it, or choose another file", store.display()),
            ),
            TryLockError::Error(error) => error,
        })?;
        let (way, is_new) = (Way::Cached(file.try_clone()?), file.metadata()?.len() == 0);
        let (name, block) = (String::new(), Blocks::default());
        Ok((PadFile { path, name, file, way, half: 0, written: 0, block, last: [0; 2] }, is_new))
    }

    /// The sheets that a server left in it under this name.
    pub(super) fn read(&mut self, name: &str) -> io::Result<BTreeMap<i64, String>> {
        let mut bytes = Vec::new();
        self.file.rewind()?;
        self.file.read_to_end(&mut bytes)?;
        Ok(bytes.chunks(HALF_BYTES).flat_map(|half| read_half(name, half)).collect())
    }

    /// Begins with an empty file of the full size and another name, once everything in it is filed.
    pub(super) fn clear(&mut self, name: String) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(&vec![0; 2 * HALF_BYTES])?;
        // What lies on the disk already has its place there, and is only written over.
        self.file.sync_all()?;
        self.way = Way::to(&self.path)?;
        (self.name, self.half, self.written, self.last) = (name, 0, 0, [0; 2]);
        self.block.length = 0;
        Ok(())
    }

    /// Writes a sheet, and waits until it is on disk. Says no where there is no room, because too much is not filed yet: every
    /// sheet before `unfiled` is.
    pub(super) fn write(&mut self, number: i64, lines: &str, unfiled: i64) -> io::Result<bool> {
        let length = HEAD + lines.len();
        if self.written + length > HALF_BYTES {
            let other = 1 - self.half;
            if length > HALF_BYTES || self.last[other] >= unfiled {
                return Ok(false);
            }
            (self.half, self.written) = (other, 0);
            self.block.length = 0;
        }
        let before = self.block.length;
        let place = self.half * HALF_BYTES + self.written - before;
        self.block.add(&head_of(&self.name, number, lines));
        self.block.add(lines.as_bytes());
        let filled = self.block.length;
        self.block.add(&ZEROS[..filled.next_multiple_of(BLOCK) - filled]);
        if let Err(error) = patiently(|| self.way.write(place as u64, self.block.bytes())) {
            // What stood in the block before still stands in it.
            self.block.length = before;
            return Err(error);
        }
        self.block.leave_from(filled / BLOCK * BLOCK, filled);
        self.written += length;
        self.last[self.half] = number;
        Ok(true)
    }

    /// Leaves nothing behind, once everything is filed.
    pub(super) fn remove(self) -> io::Result<()> {
        std::fs::remove_file(self.path)
    }
}

fn digest(name: &str, number: i64, lines: &[u8]) -> [u8; DIGEST] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(name.as_bytes()).update(&number.to_le_bytes()).update(lines);
    let mut digest = [0; DIGEST];
    hasher.finalize_xof().fill(&mut digest);
    digest
}

fn head_of(name: &str, number: i64, lines: &str) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[..LENGTH].copy_from_slice(&(lines.len() as u32).to_le_bytes());
    head[LENGTH..LENGTH + NUMBER].copy_from_slice(&number.to_le_bytes());
    head[LENGTH + NUMBER..].copy_from_slice(&digest(name, number, lines.as_bytes()));
    head
}

/// The sheets of a half, up to the first that is none or is older than the one before.
fn read_half(name: &str, mut bytes: &[u8]) -> Vec<Sheet> {
    let mut sheets: Vec<Sheet> = Vec::new();
    while let Some((number, lines, rest)) = read_sheet(name, bytes) {
        if sheets.last().is_some_and(|(before, _)| *before >= number) {
            break;
        }
        sheets.push((number, lines));
        bytes = rest;
    }
    sheets
}

fn read_sheet<'a>(name: &str, bytes: &'a [u8]) -> Option<(i64, String, &'a [u8])> {
    let (length, rest) = bytes.split_first_chunk::<LENGTH>()?;
    let (number, rest) = rest.split_first_chunk::<NUMBER>()?;
    let (known, rest) = rest.split_first_chunk::<DIGEST>()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let (lines, rest) = rest.split_at_checked(length)?;
    let number = i64::from_le_bytes(*number);
    let whole = length > 0 && digest(name, number, lines) == *known;
    Some((number, String::from_utf8(lines.to_vec()).ok()?, rest)).filter(|_| whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A store's name in a folder of its own.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Place {
            let folder = std::env::temp_dir().join(format!("longroll-pad-{}-{name}", std::process::id()));
            std::fs::create_dir_all(&folder).expect("a folder");
            Place(folder)
        }

        fn open(&self) -> (PadFile, BTreeMap<i64, String>) {
            let (mut pad, _) = PadFile::open(&self.0.join("store.db")).expect("it opens");
            let left = pad.read("name").expect("it reads");
            (pad, left)
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            drop(std::fs::remove_dir_all(&self.0));
        }
    }

    #[test]
    fn what_was_written_is_there_again() {
        let place = Place::new("again");
        let (mut pad, left) = place.open();
        assert!(left.is_empty());
        pad.clear("name".to_owned()).expect("it is empty");
        for (number, lines) in [(1, "one\n"), (2, "two\n"), (5, "five\n")] {
            assert!(pad.write(number, lines, 1).expect("it writes"));
        }
        drop(pad);
        let (pad, left) = place.open();
        let known = [(1, "one\n"), (2, "two\n"), (5, "five\n")].map(|(number, lines)| (number, lines.to_owned()));
        assert_eq!(left, BTreeMap::from(known));
        drop(pad);
        let (mut other, is_new) = PadFile::open(&place.0.join("store.db")).expect("it opens");
        assert!(!is_new && other.read("another name").expect("it is looked at").is_empty(), "another store's pad");
        drop(other);
        let (pad, _) = place.open();
        pad.remove().expect("it goes");
        assert!(place.open().1.is_empty());
    }

    #[test]
    fn a_sheet_that_is_cut_off_or_spoilt_ends_the_pad() {
        let place = Place::new("spoilt");
        let (mut pad, _) = place.open();
        pad.clear("name".to_owned()).expect("it is empty");
        for number in 1..=3 {
            assert!(pad.write(number, "a line\n", 1).expect("it writes"));
        }
        let path = pad.path.clone();
        drop(pad);
        let mut bytes = std::fs::read(&path).expect("it reads");
        let sheet = HEAD + "a line\n".len();
        for spoilt in [2 * sheet + 1, 2 * sheet + LENGTH, 2 * sheet + HEAD + 2] {
            bytes[spoilt] ^= 4;
            std::fs::write(&path, &bytes).expect("it writes");
            assert_eq!(place.open().1.into_keys().collect::<Vec<_>>(), [1, 2], "byte {spoilt}");
            bytes[spoilt] ^= 4;
        }
        std::fs::write(&path, &bytes[..3 * sheet - 1]).expect("it writes");
        assert_eq!(place.open().1.into_keys().collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn halves_change_places_when_the_other_is_filed() {
        let place = Place::new("halves");
        let (mut pad, _) = place.open();
        pad.clear("name".to_owned()).expect("it is empty");
        let lines = "x".repeat(HALF_BYTES / 4);
        for number in 1..=3 {
            assert!(pad.write(number, &lines, 1).expect("it writes"));
        }
        for number in 4..=6 {
            assert!(pad.write(number, &lines, 1).expect("it writes"), "the other half is empty");
        }
        assert!(!pad.write(7, &lines, 3).expect("it looks"), "sheet 3 is not filed");
        assert!(!pad.write(7, &"x".repeat(HALF_BYTES), 7).expect("it looks"), "it fits nowhere");
        assert!(pad.write(7, "short", 4).expect("it writes"), "there is room for a short one");
        assert!(pad.write(8, &lines, 4).expect("it writes"), "sheets 1 to 3 are filed");
        drop(pad);
        // Of sheets 1 to 3, those that were not written over are still there: they are older, and the half ends before them.
        assert_eq!(place.open().1.into_keys().collect::<Vec<_>>(), [4, 5, 6, 7, 8]);
    }

    #[test]
    fn blocks_lie_where_the_system_wants_them() {
        let mut blocks = Blocks::default();
        for length in [1, BLOCK - 1, BLOCK, 5 * BLOCK, HALF_BYTES] {
            blocks.add(&vec![7; length]);
            assert_eq!(blocks.bytes().as_ptr().align_offset(BLOCK), 0, "{length} bytes more");
            blocks.leave_from(blocks.length / 2, blocks.length);
            assert_eq!(blocks.bytes().as_ptr().align_offset(BLOCK), 0, "half of it left");
        }
    }

    #[test]
    fn two_servers_do_not_share_a_pad() {
        let place = Place::new("shared");
        let (_pad, _) = place.open();
        let refused = PadFile::open(&place.0.join("store.db")).err().expect("it is refused");
        assert!(refused.to_string().contains("another server"), "{refused}");
    }

    #[cfg(unix)]
    #[test]
    fn a_store_with_two_names_has_one_pad() {
        let place = Place::new("names");
        let (store, link) = (place.0.join("store.db"), place.0.join("link.db"));
        std::fs::write(&store, "").expect("a store");
        std::os::unix::fs::symlink(&store, &link).expect("a link");
        let (_pad, _) = place.open();
        let refused = PadFile::open(&link).err().expect("it is refused");
        assert!(refused.to_string().contains("another server"), "{refused}");
    }
}
