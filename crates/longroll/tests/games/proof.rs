//! Files that are changed, forged, branched, converted, cut off, or played by other charts.

use std::fs;

use engine::game::{Entry, Input, Source};

use crate::support::{FIRE, Folder, GAME, and, closed};

#[test]
fn one_changed_byte_anywhere_is_found_with_its_place() {
    let folder = closed();
    let whole = folder.read(GAME);
    for place in (0..whole.len()).step_by(whole.len() / 40) {
        let mut bytes = whole.clone();
        bytes[place] ^= 1;
        fs::write(folder.path("t.longroll"), bytes).unwrap();
        let ran = folder.run(&["verify", "t.longroll"]);
        assert!(matches!(ran.code, Some(1 | 2)), "byte {place}:\n{}", ran.out);
        ran.complains("t.longroll:");
    }
    // Cut off in the middle of a turn.
    fs::write(folder.path("t.longroll"), &whole[..whole.len() - 150]).unwrap();
    folder.run(&["verify", "t.longroll"]).exits(1).says("changed or cut off").complains("longroll game salvage");
}

#[test]
fn a_forged_die_is_named_with_its_turn() {
    let folder = closed();
    let mut save = folder.save(GAME);
    let Some(Entry::Turn(turn)) = save.entries.get_mut(2) else { panic!("turn 3 is missing") };
    let Some(Input::Dice(thrown)) = turn.inputs.get_mut(0) else { panic!("its die is missing") };
    assert_eq!(thrown.source, Source::Program(2));
    thrown.faces[0] = (thrown.faces[0] + 1) % 10;
    // The chain is made afresh, as a forger would.
    fs::write(folder.path("t.longroll"), save.to_text()).unwrap();
    let forged = folder.run(&["verify", "t.longroll"]).exits(1);
    assert!(forged.out.starts_with("Something is wrong with this game"), "{}", forged.out);
    forged.complains("t.longroll: turn 3: die #2 shows");
    let json = folder.run(&["verify", "t.longroll", "--json"]).exits(1).json();
    assert_eq!(json["proved"], false);
    assert_eq!(json["report"]["wrong_dice"][0]["number"], 2);
    folder.run(&["game", "show", "t.longroll"]).exits(0).complains("outcomes cannot be shown");

    // Another secret, and a typed die that the rules answered otherwise.
    let mut save = folder.save(GAME);
    save.secret = Some([7; 32]);
    fs::write(folder.path("t.longroll"), save.to_text()).unwrap();
    folder.run(&["verify", "t.longroll"]).exits(1).complains("not the one committed to");
    let mut save = folder.save(GAME);
    let Some(Entry::Turn(turn)) = save.entries.get_mut(1) else { panic!("turn 2 is missing") };
    let Some(Input::Dice(thrown)) = turn.inputs.get_mut(0) else { panic!("its die is missing") };
    thrown.faces[0] = 0;
    fs::write(folder.path("t.longroll"), save.to_text()).unwrap();
    folder.run(&["verify", "t.longroll"]).exits(1).complains("turn 2: the battle after it is not the recorded one");
}

#[test]
fn a_branch_is_a_game_of_its_own() {
    let folder = closed();
    let ran = folder.piping("a\nb\n", &["game", "branch", GAME, "2", "what-if.longroll"]).exits(0);
    ran.says("A word from Anna: a");
    let (old, new) = (folder.save(GAME), folder.save("what-if.longroll"));
    assert_ne!(old.header.commitment, new.header.commitment);
    assert_eq!(new.header.parent.unwrap().turn, 2);
    folder.run(&["game", "order", "what-if.longroll", "fire", "--example", "1"]).exits(0).says("Turn 1");
    folder.run(&["game", "close", "what-if.longroll"]).exits(0);
    folder.run(&["verify", "what-if.longroll"]).exits(0).says("The one die of the program is proved");
    folder.run(&["game", "branch", GAME, "9", "x.longroll"]).exits(2).complains("there is no turn 9");
    assert!(!folder.path("x.longroll").exists());
}

#[test]
fn both_forms_hold_the_same_game() {
    let folder = Folder::with_game();
    folder.run(&FIRE).exits(0);
    folder.run(&["game", "convert", GAME, "ford.bin"]).exits(0).says("compact");
    folder.run(&["game", "convert", "ford.bin", "again.longroll"]).exits(0).says("text").says("put it into");
    assert_eq!(folder.read(GAME), folder.read("again.longroll"));
    // The compact form is played on as such, with the key of the same stem.
    folder.run(&["game", "order", "ford.bin", "fire", "--example", "1"]).exits(0).says("Turn 2");
    folder.run(&["game", "close", "ford.bin"]).exits(0);
    assert!(folder.read("ford.bin").starts_with(b"LRSAVE"));
    folder.run(&["verify", "ford.bin"]).exits(0).says("its checksum holds");
    let mut bytes = folder.read("ford.bin");
    bytes[100] ^= 1;
    fs::write(folder.path("t.bin"), bytes).unwrap();
    folder.run(&["verify", "t.bin"]).exits(2).complains("checksum does not hold");
    folder.run(&["game", "salvage", "t.bin", "s.longroll"]).exits(2).complains("ask for another copy");
}

#[test]
fn what_is_whole_is_salvaged() {
    let folder = closed();
    let text = String::from_utf8(folder.read(GAME)).unwrap();
    let cut = text.find("turn 3").unwrap() + 20;
    fs::write(folder.path("t.longroll"), &text[..cut]).unwrap();
    folder.run(&["game", "show", "t.longroll"]).exits(2).complains("longroll game salvage t.longroll OUT");
    folder.run(&["game", "salvage", "t.longroll", "s.longroll"]).exits(0).says("2 turns").says("Because t.longroll:");
    assert_eq!(folder.save("s.longroll").lineage().turns(), 2);
    let json = folder.run(&["game", "salvage", GAME, "w.longroll", "--json"]).exits(0).json();
    assert_eq!(json["dropped-lines"], 0);
    assert_eq!(folder.read(GAME), folder.read("w.longroll"));
    fs::write(folder.path("n.longroll"), "nonsense").unwrap();
    folder.run(&["game", "salvage", "n.longroll", "m.longroll"]).exits(2).complains("this is not a save");
}

#[test]
fn house_rules_are_remembered_by_their_digest() {
    let folder = Folder::new();
    // Switches stand in the save itself; charts do not.
    for (house, hits) in [("house", 4), ("other", 5)] {
        let chart = format!(
            "stand\thits\tfigures\ninfantry\t{hits}\t3\ncavalry\t2\t2\ndismounted-cavalry\t2\t2\nartillery-crew\t2\t2\n"
        );
        fs::create_dir_all(folder.path(house).join("elephant")).unwrap();
        fs::write(folder.path(house).join("elephant/hits-per-stand.tsv"), chart).unwrap();
    }
    let with = ["--house", "house"];
    let new = ["game", "new", "elephant", GAME, "--seat", "Anna=x"];
    folder.run(&and(&new, &with)).exits(0).says("every later command on this game needs the same --house");
    folder.run(&FIRE).exits(2).complains("add --house FOLDER");
    folder.run(&and(&FIRE, &["--house", "other"])).exits(2).complains("give --house the folder it was begun with");
    folder.run(&and(&FIRE, &with)).exits(0);
    folder.run(&["game", "close", GAME]).exits(2).complains("add --house FOLDER");
    folder.run(&["game", "show", GAME]).exits(0).says("Commitment").complains("outcomes cannot be shown");
    folder.run(&and(&["game", "close", GAME], &with)).exits(0);
    // The dice are proved without the house rules; only the turns are not played again.
    folder.run(&["verify", GAME]).exits(0).says("is proved").says("not played again").says("add --house FOLDER");
    folder.run(&and(&["verify", GAME], &with)).exits(0).says("played again, and all came out as recorded");
    let plain = ["game", "new", "elephant", "plain.longroll", "--seat", "Anna=x"];
    folder.run(&plain).exits(0);
    let order = ["game", "order", "plain.longroll", "fire", "--example", "1"];
    folder.run(&and(&order, &with)).exits(2).complains("leave out --house");
}
