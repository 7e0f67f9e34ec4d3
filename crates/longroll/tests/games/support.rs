//! The real program, in a folder of its own.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use engine::game::Save;
use serde_json::Value;

/// A folder that goes away with its test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("longroll-games-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    /// A folder with a game in it that Anna and Ben have begun.
    pub fn with_game() -> Self {
        let folder = Folder::new();
        let new = ["game", "new", "elephant", GAME, "--title", "The Ford", "--seat", "Anna", "--seat", "Ben"];
        folder.piping("magnolia\n43\n", &new).exits(0);
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    pub fn save(&self, name: &str) -> Save {
        Save::from_bytes(&self.read(name)).unwrap()
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        self.piping("", arguments)
    }

    pub fn piping(&self, input: &str, arguments: &[&str]) -> Ran {
        let mut program = Command::new(env!("CARGO_BIN_EXE_longroll"))
            .args(arguments)
            .current_dir(&self.0)
            .env("XDG_CACHE_HOME", &self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A program that does not read may be gone already.
        let _ = program.stdin.take().unwrap().write_all(input.as_bytes());
        let ended = program.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Ran { code: ended.status.code(), out: text(ended.stdout), err: text(ended.stderr) }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Ran {
    #[track_caller]
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "output:\n{}\nerrors:\n{}", self.out, self.err);
        self
    }

    /// Fails unless this stands in the errors, however they are wrapped.
    #[track_caller]
    pub fn complains(self, of: &str) -> Self {
        assert!(flat(&self.err).contains(of), "{of:?} is not in:\n{}", self.err);
        self
    }

    #[track_caller]
    pub fn says(self, what: &str) -> Self {
        assert!(flat(&self.out).contains(what), "{what:?} is not in:\n{}", self.out);
        self
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap()
    }
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub const GAME: &str = "ford.longroll";
pub const FIRE: [&str; 6] = ["game", "order", GAME, "fire", "--example", "1"];
pub const VOLLEY: [&str; 6] = ["game", "order", GAME, "fire", "--example", "2"];

pub fn and<'a>(arguments: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [arguments, more].concat()
}

/// A closed game with three turns and a typed die.
pub fn closed() -> Folder {
    let folder = Folder::with_game();
    folder.run(&FIRE).exits(0);
    folder.run(&and(&FIRE, &["--dice", "7"])).exits(0);
    folder.run(&FIRE).exits(0);
    folder.run(&["game", "close", GAME]).exits(0);
    folder
}
