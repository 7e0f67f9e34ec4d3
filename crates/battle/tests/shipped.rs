//! Every battle that is shipped holds, and has its history.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use battle::{Battle, folder, open, open_for};

const RULEBOOKS: [&str; 5] = ["elephant", "line-of-battle", "billy-yank", "fire-and-fury", "volley-and-bayonet"];

/// All battle folders, with what is in them.
fn shipped() -> Vec<(String, Battle)> {
    let battles = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles");
    let mut folders: Vec<PathBuf> = fs::read_dir(battles)
        .expect("battles")
        .map(|entry| entry.expect("entry").path())
        .filter(|path| path.is_dir() && !path.ends_with("schema"))
        .collect();
    folders.sort();
    let mut wrong = Vec::new();
    let mut battles = Vec::new();
    for path in folders {
        let name = path.file_name().expect("name").to_string_lossy().into_owned();
        let files = folder::read(&path).expect("files");
        let unread = RULEBOOKS.iter().filter_map(|slug| open_for(&files, slug).err()).flatten();
        wrong.extend(unread.map(|fault| format!("{name}/{fault}")));
        match open(&files) {
            Ok(battle) => battles.push((name, battle)),
            Err(faults) => wrong.extend(faults.iter().map(|fault| format!("{name}/{fault}"))),
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
    battles
}

#[test]
fn every_shipped_battle_holds_and_tells_its_history() {
    let battles = shipped();
    assert!(battles.len() >= 8, "{} battles", battles.len());
    for (name, battle) in &battles {
        let history = battle.history.as_deref().unwrap_or_default();
        assert!(history.contains("## Losses") || name.starts_with("training"), "{name} tells no losses");
        assert!(history.contains("## Sources") || name.starts_with("training"), "{name} names no sources");
        assert!(!battle.plan.objectives.is_empty() && !battle.plan.leaders.is_empty(), "{name}");
    }
}

#[test]
fn objectives_lie_on_the_map_and_everybody_stands_or_arrives() {
    for (name, battle) in shipped() {
        for objective in &battle.plan.objectives {
            let at = battle.objective_at(objective).expect("a place");
            assert!(battle.ground.extent().contains(at), "{name}: {}", objective.id);
        }
        for formation in &battle.plan.formations {
            for unit in &formation.units {
                assert!(unit.at.is_some() != battle.arrival(formation, unit).is_some(), "{name}: {}", unit.id);
            }
        }
    }
}
