//! What the pages of the project show of the command line is what it prints.

use std::fs;
use std::path::PathBuf;

use crate::support::run;

/// The pages that show commands with what they print, from the folder of the project.
const PAGES: [&str; 1] = ["README.md"];
const FENCE: &str = "```";

/// The page with every command in it run again.
fn printed_anew(page: &str) -> String {
    let mut text = String::new();
    let mut in_command = false;
    for line in page.lines() {
        if line == FENCE {
            in_command = false;
        }
        if let Some(command) = line.strip_prefix("$ longroll ") {
            let ran = run(&command.split(' ').collect::<Vec<_>>());
            text += &format!("{line}\n{}{}", ran.out, ran.err);
            in_command = true;
        } else if !in_command {
            text += &format!("{line}\n");
        }
    }
    text
}

#[test]
fn pages_show_what_commands_print() {
    for name in PAGES {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
        let page = fs::read_to_string(&path).unwrap();
        assert!(page.contains("$ longroll "), "{name} shows no commands");
        let anew = printed_anew(&page);
        if std::env::var_os("TRYCMD").is_some_and(|value| value == "overwrite") {
            fs::write(&path, anew).unwrap();
        } else {
            assert!(page == anew, "{name} is stale; TRYCMD=overwrite cargo test -p longroll writes it anew:\n{anew}");
        }
    }
}
