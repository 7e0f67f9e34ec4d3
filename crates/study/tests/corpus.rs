//! Finished games of every wargame, played again to the same last hash. A rule that changes is noticed here.
//!
//! `make corpus` fights them anew; a release never does, because saves of older versions have to open.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use engine::book::{AnyField, AnyRulebook, Line};
use engine::chart::{Overlay, OverlayFile};
use engine::game::{Header, Save};
use engine::{GivenAnswers, Rule, Seat, Secret};
use rayon::prelude::*;

fn files() -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut files = Vec::new();
    for about in shelf::titles() {
        let Ok(folder) = fs::read_dir(corpus.join(about.slug)) else { continue };
        files.extend(folder.map(|entry| entry.expect("a file").path()));
    }
    files.retain(|path| path.extension().is_some_and(|kind| kind == "longroll"));
    files.sort();
    files
}

/// The rulebook with the switches a game was played with.
fn book(header: &Header) -> Box<dyn AnyRulebook> {
    let line = |(name, value): &(String, String)| format!("{name} = \"{value}\"\n");
    let (name, text) = ("switches.toml".to_owned(), header.switches.iter().map(line).collect());
    let file = OverlayFile { path: name.clone(), slug: header.rulebook.clone(), name, text };
    shelf::take(&header.rulebook, Some(&Overlay { files: vec![file] })).expect("the rulebook opens")
}

/// The save, and the field it was fought on.
fn take_field(bytes: &[u8]) -> Result<(Save, Box<dyn AnyField>), String> {
    let save = Save::from_bytes(bytes).map_err(|fault| fault.to_string())?;
    let mark = save.header.folder.as_ref().ok_or("it has no map")?;
    let folder = shelf::battle(&mark.name).ok_or("its battle is not shipped")?;
    let field = book(&save.header).take_field(&folder).ok_or("it is no wargame")?;
    Ok((save, field.map_err(|faults| format!("{faults:?}"))?))
}

fn check(path: &Path) -> Result<(), String> {
    let bytes = fs::read(path).expect("it can be read");
    let (_, field) = take_field(&bytes)?;
    let report = field.verify(&bytes).map_err(|fault| fault.to_string())?;
    match report.replay.as_deref() {
        Some("") if report.wrong_dice.is_empty() => {}
        other => return Err(format!("played again it differs: {other:?}, {:?}", report.wrong_dice)),
    }
    let game = field.open(&bytes, None).map_err(|fault| fault.to_string())?;
    if game.side_to_act().is_some() {
        return Err("it is not finished".to_owned());
    }
    Ok(())
}

#[test]
fn every_finished_game_is_played_again_to_the_same_last_hash() {
    let files = files();
    let check = |path: &PathBuf| check(path).err().map(|why| format!("{}: {why}", path.display()));
    let wrong: Vec<String> = files.par_iter().filter_map(check).collect();
    assert!(wrong.is_empty(), "{} of {} games\n{}", wrong.len(), files.len(), wrong.join("\n"));
    println!("{} games played again", files.len());
}

/// Modifiers of the throws of an order, throw by throw: those that lie between one that is awaited and the next.
fn by_throw(lines: &[Line]) -> Vec<Vec<(Rule, i16)>> {
    let mut throws = vec![Vec::new()];
    for line in lines {
        match line {
            Line::Awaited { .. } => throws.push(Vec::new()),
            Line::Modified { rule, amount, .. } => throws.last_mut().expect("one at least").push((*rule, *amount)),
            _ => {}
        }
    }
    throws
}

#[test]
fn what_goes_into_a_charge_is_told_beforehand_throw_by_throw() {
    let (mut charges, mut longest, mut read) = (0, 0, 0);
    for path in
        files().iter().filter(|path| path.ends_with("elephant/training-crossroads-sergeant-sergeant-1881.longroll"))
    {
        let bytes = fs::read(path).expect("it can be read");
        let (save, field) = take_field(&bytes).expect("it opens");
        let game = field.open(&bytes, None).expect("it opens");
        for number in 1..=game.turn() {
            let turn = save.turn(number).expect("it is there");
            if !turn.command.contains("\"do\":\"charge\"") {
                continue;
            }
            let command = serde_json::from_str(&turn.command).expect("it is JSON");
            let seats: Vec<Seat> = save.header.seats.clone();
            let before = game.branch(number - 1, seats, Secret::new([7; 32])).expect("it branches");
            let lines = before.working(&command, &GivenAnswers::new()).expect("it is worked out");
            read += lines.iter().filter(|line| matches!(line, Line::Awaited { column: Some(_), .. })).count();
            let told = by_throw(&lines);
            // What hangs on no die is told just as it then went into the order.
            let story = game.story(number, None).expect("it is told");
            let first =
                story.lines.iter().position(|line| matches!(line, Line::Rolled { .. })).unwrap_or(story.lines.len());
            assert_eq!(told[0], by_throw(&story.lines[..first])[0], "order {number}: {told:?}");
            charges += 1;
            longest = longest.max(told.iter().filter(|throw| !throw.is_empty()).count());
        }
    }
    assert!(charges > 0 && longest > 1, "{charges} charges, {longest} throws with modifiers");
    assert!(read > 0, "the column in which fire is read is told");
}
