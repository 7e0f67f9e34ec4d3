//! Whatever stands in a file, no command panics.

use std::fs;

use longroll::terminal::Terminal;
use proptest::prelude::*;

use crate::support::{Folder, GAME, and, closed};

fn nonsense(bytes: &[u8]) {
    let folder = Folder::new();
    let path = folder.path("any.longroll");
    fs::write(&path, bytes).unwrap();
    let file = path.display().to_string();
    let out = folder.path("out").display().to_string();
    for command in [
        vec!["game", "show", &file],
        vec!["game", "show", &file, "--turn", "1"],
        vec!["game", "replay", &file],
        vec!["verify", &file],
        vec!["game", "order", &file, "fire", "--example", "1"],
        vec!["game", "salvage", &file, &out],
    ] {
        for json in [false, true] {
            let command = if json { and(&command, &["--json"]) } else { command.clone() };
            let input = std::io::Cursor::new(Vec::new());
            let mut terminal = Terminal::given(input, std::io::sink(), std::io::sink());
            let code = longroll::run(["longroll"].iter().chain(&command), &mut terminal);
            assert!(code <= 2, "{command:?}");
        }
    }
}

/// A closed game as text, to be spoiled.
fn example_text() -> &'static [u8] {
    static TEXT: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
    TEXT.get_or_init(|| closed().read(GAME))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_taken_calmly(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        nonsense(&bytes);
        nonsense(&[b"LRSAVE\r\n".as_slice(), &bytes].concat());
        nonsense(&[b"longroll save 1\n".as_slice(), &bytes].concat());
    }

    #[test]
    fn any_spoiled_game_is_taken_calmly(at in any::<prop::sample::Index>(), to in any::<u8>(), cut in any::<bool>()) {
        let mut bytes = example_text().to_vec();
        let at = at.index(bytes.len());
        bytes[at] = to;
        if cut {
            bytes.truncate(at);
        }
        nonsense(&bytes);
    }
}

#[test]
fn folders_and_missing_files_are_named() {
    let folder = Folder::new();
    folder.run(&["game", "show", "."]).exits(2).complains("this is a folder");
    folder.run(&["verify", "none.longroll"]).exits(2).complains("there is no such file");
}
