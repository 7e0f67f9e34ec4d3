//! From the first word to the closing, over pipes, as JSON, and in a terminal.

use std::fs;

use engine::game::Input;
use longroll::terminal::{Look, Terminal};
use serde_json::Value;

use crate::support::{FIRE, Folder, GAME, VOLLEY, and};

#[test]
fn the_whole_life_of_a_game() {
    let folder = Folder::with_game();
    folder.run(&and(&FIRE, &["--dice", "7"])).exits(0).says("7, typed").says("Turn 1 of ford.longroll, chain ");
    folder.run(&FIRE).exits(0).says("Turn 2");
    folder.run(&and(&VOLLEY, &["--answer", "combine-fire=combined"])).exits(0).says("combined (confederate)");
    folder.run(&["game", "show", GAME]).exits(0).says("Seats: Anna, Ben").says("d10 7 typed").says("3 turns");

    // Dice fell: nobody goes back alone.
    let undo = ["game", "undo", GAME, "1"];
    folder.run(&undo).exits(1).complains("needed from Anna, Ben").complains("add --consent Anna --consent Ben");
    folder.run(&and(&undo, &["--consent", "Anna"])).exits(1).complains("needed from Ben").complains("--consent Ben");
    folder.run(&and(&undo, &["--consent", "Clara"])).exits(1).complains("\"Clara\" has no seat");
    assert_eq!(folder.save(GAME).lineage().present(), [1, 2, 3]);
    folder.run(&and(&undo, &["--consent", "Anna", "--consent", "Ben"])).exits(0).says("turns 2, 3 no longer count");
    folder.run(&["game", "show", GAME]).exits(0).says("2 undone").says("3 undone");
    folder.run(&["game", "show", GAME, "--turn", "3"]).exits(0).says("Turn 3, undone: fire");

    // The secret is still hidden, and the game not proved.
    let early = folder.run(&["verify", GAME]).exits(1);
    early.says("the game is not closed").complains("longroll game close ford.longroll");
    folder.run(&FIRE).exits(0).says("Turn 4");
    folder.run(&["game", "close", GAME]).exits(0).says("longroll verify ford.longroll");
    let program = folder.save(GAME).program_dice();
    let proved = folder.run(&["verify", GAME]).exits(0);
    assert!(proved.out.starts_with(&format!("All {program} dice of the program are proved; 1 was typed")));
    proved.says("played again, and all came out as recorded");

    folder.run(&FIRE).exits(1).complains("the game is closed");
    folder.run(&["game", "close", GAME]).exits(1).complains("the game is closed");
    folder.run(&["game", "undo", GAME, "0", "--consent", "Anna", "--consent", "Ben"]).exits(1);
    folder.run(&["game", "replay", GAME]).exits(0).says("Turn 1: fire").says("Turn 4: fire");
    assert!(!folder.run(&["game", "replay", GAME]).out.contains("Turn 2"));
    folder.run(&["game", "replay", GAME, "--to", "3"]).exits(0).says("Turn 2, undone: fire");
    folder.run(&["game", "replay", GAME, "--to", "9"]).exits(2).complains("choose one from 1 to 4");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 2, "only the game and its key are there");
}

#[test]
fn the_commitment_is_shown_before_any_word_is_asked_for() {
    let folder = Folder::new();
    let ran = folder.piping("magnolia\n", &["game", "new", "elephant", GAME, "--seat", "Anna", "--seat", "Ben"]);
    let ran = ran.exits(0).complains("no word from Ben");
    let save = folder.save(GAME);
    let commitment = ran.out.find(&save.header.commitment.to_string()).unwrap();
    assert!(commitment < ran.out.find("A word from Anna").unwrap());
    assert_eq!(save.header.title, "ford");
    assert_eq!(save.header.seats[0].word, "magnolia");
    assert_eq!(save.header.seats[1].word, "");
    let key = String::from_utf8(folder.read("ford.longroll-key")).unwrap();
    assert!(key.contains(&save.header.commitment.to_string()));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(folder.path("ford.longroll-key")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let twice = ["game", "new", "elephant", "b.longroll", "--seat", "Anna", "--seat", "Anna=x"];
    folder.run(&twice).exits(2).complains("two seats are called \"Anna\"");
    let early = folder.run(&["game", "new", "elephant", "c.longroll", "--seat", "Anna=x", "--json"]).exits(0);
    let begun = early.json();
    assert_eq!(begun["key"], "c.longroll-key");
    early.complains("before the commitment was shown").complains(begun["commitment"].as_str().unwrap());
}

#[test]
fn nothing_is_ever_written_over() {
    let folder = Folder::with_game();
    let (game, key) = (folder.read(GAME), folder.read("ford.longroll-key"));
    folder.run(&["game", "new", "elephant", GAME, "--seat", "Anna=x"]).exits(2).complains("exists already");
    // The same key would serve another game.
    folder.run(&["game", "new", "elephant", "ford.txt", "--seat", "Anna=x"]).exits(2).complains("ford.longroll-key");
    folder.run(&["game", "new", "elephant", "x.longroll-key"]).exits(2).complains("the name of a key");
    for command in ["convert", "salvage"] {
        folder.run(&["game", command, GAME, GAME]).exits(2).complains("exists already");
    }
    folder.run(&["game", "branch", GAME, "0", GAME]).exits(2).complains("exists already");
    assert_eq!((folder.read(GAME), folder.read("ford.longroll-key")), (game, key));
    folder.run(&["game", "new", "elephant", "no/where.longroll"]).exits(2).complains("cannot be written");
    folder.run(&["game", "new", "elefant", "e.longroll"]).exits(2).complains("did you mean elephant?");
}

#[test]
fn without_the_key_dice_can_only_be_typed() {
    let folder = Folder::with_game();
    fs::rename(folder.path("ford.longroll-key"), folder.path("kept")).unwrap();
    folder.run(&FIRE).exits(2).complains("ford.longroll-key: the key").complains("--typed or --dice");
    folder.run(&and(&FIRE, &["--dice", "7"])).exits(0);
    folder.run(&["game", "close", GAME]).exits(2).complains("without it the secret cannot be shown");
    folder.run(&["game", "show", GAME]).exits(0).says("d10 7 typed");
    folder.run(&["verify", GAME]).exits(0).says("threw no dice").says("1 was typed");

    folder.run(&["game", "new", "elephant", "other.longroll", "--seat", "Anna=x"]).exits(0);
    fs::copy(folder.path("other.longroll-key"), folder.path("ford.longroll-key")).unwrap();
    folder.run(&FIRE).exits(2).complains("the key of another game").complains("put its own key there");
    fs::write(folder.path("ford.longroll-key"), b"\xff\0nonsense").unwrap();
    folder.run(&FIRE).exits(2).complains("no key, or a damaged one");
    fs::rename(folder.path("kept"), folder.path("ford.longroll-key")).unwrap();
    folder.run(&FIRE).exits(0).says("Turn 2");
}

#[test]
fn an_order_that_waits_goes_on_later() {
    let folder = Folder::with_game();
    let waits = folder.run(&VOLLEY).exits(2);
    let waits = waits.complains("combined, separate").complains("longroll game answer ford.longroll combined");
    waits.complains("longroll game withdraw ford.longroll");
    folder.run(&FIRE).exits(2).complains("the order waits for an answer");
    folder.run(&["game", "show", GAME]).exits(0).says("An order waits: fire").says("longroll game answer");
    folder.run(&["game", "dice", GAME, "7"]).exits(1).complains("longroll game answer ford.longroll combined");
    folder.run(&["game", "answer", GAME, "perhaps"]).exits(2).complains("choose one of combined, separate");
    folder.run(&["game", "withdraw", GAME]).exits(0).says("taken back");
    folder.run(&["game", "withdraw", GAME]).exits(2).complains("no order waits");

    // Typed: a question, then dice, given too many and too few, by hand and by the program.
    folder.run(&and(&VOLLEY, &["--typed"])).exits(2);
    folder.run(&["game", "answer", GAME, "comb"]).exits(2).complains("throw one d10").complains("longroll game roll");
    let before = folder.read(GAME);
    folder.run(&["game", "dice", GAME, "11"]).exits(2).complains("cannot show 11");
    folder.run(&["game", "dice", GAME, "6,6,6,6,6,6"]).exits(2).complains("never thrown");
    assert_eq!(folder.read(GAME), before);
    folder.run(&["game", "dice", GAME, "6"]).exits(2).complains("thrown so far: d10 6 typed").complains("2d6");
    folder.run(&["game", "withdraw", GAME]).exits(1).complains("dice have fallen for it (d10)");
    folder.run(&["game", "undo", GAME, "0"]).exits(1).complains("a command waits");
    folder.run(&["game", "close", GAME]).exits(1).complains("a command waits");
    let rolled = folder.run(&["game", "roll", GAME]);
    assert!(matches!(rolled.code, Some(0 | 2)), "{}", rolled.err);
    if rolled.code == Some(2) {
        // A wounded commander takes one more die.
        folder.run(&["game", "roll", GAME]).exits(0);
    }
    let show = folder.run(&["game", "show", GAME, "--json"]).exits(0).json();
    assert_eq!(show["turns"][0]["dice"][0]["typed"], true);
    assert_eq!(show["turns"][0]["dice"][1]["first"], 1);
    assert_eq!(show["waiting"], Value::Null);
}

#[test]
fn dice_that_have_fallen_stay_fallen() {
    let folder = Folder::with_game();
    // The program throws, and then a question comes; the die is in the file before anybody is asked. The die decides
    // whether there is a question at all, so it is tried until there is one.
    for _ in 0..60 {
        let ran = folder.run(&["game", "order", GAME, "combat", "--example", "4", "--json"]);
        let Some(2) = ran.code else { continue };
        let waiting = ran.json();
        assert_eq!(waiting["progress"], "waiting");
        assert_eq!(waiting["waiting"]["waits-for"], "answer");
        let pending = folder.save(GAME).pending.unwrap();
        assert!(pending.inputs.iter().any(|input| matches!(input, Input::Dice(_))));
        folder.run(&["game", "withdraw", GAME]).exits(1);
        while folder.run(&["game", "answer", GAME, "0"]).code == Some(2) {}
        folder.run(&["game", "close", GAME]).exits(0);
        folder.run(&["verify", GAME]).exits(0);
        return;
    }
    panic!("no question in sixty fights");
}

#[test]
fn dice_and_words_come_over_a_pipe() {
    let folder = Folder::with_game();
    folder.piping("7\n", &and(&FIRE, &["--typed"])).exits(0).says("7, typed");
    folder.piping("", &and(&FIRE, &["--typed"])).exits(2).complains("longroll game dice ford.longroll N");
    folder.run(&["game", "dice", GAME, "3", "--json"]).exits(0);
    let situation = folder.run(&["resolve", "elephant", "fire", "--example", "1", "--json"]).json()["situation"].take();
    folder.piping(&situation.to_string(), &["game", "order", GAME, "fire", "--input", "-", "--dice", "4"]).exits(0);
    folder.run(&["game", "order", GAME, "fire"]).exits(2).complains("there is no situation");
    folder.run(&["game", "order", GAME, "charrge", "--example", "1"]).exits(2).complains("has no procedure");
    let no = folder.run(&and(&FIRE, &["--set", "target.stands=0", "--dice", "1"]));
    assert!(matches!(no.code, Some(1 | 2)));
    assert_eq!(folder.save(GAME).lineage().turns(), 3);
}

#[test]
fn every_command_speaks_json() {
    let folder = Folder::with_game();
    let json = |arguments: &[&str]| folder.run(&and(arguments, &["--json"])).exits(0).json();
    assert_eq!(json(&FIRE)["progress"], "done");
    assert_eq!(json(&and(&FIRE, &["--dice", "7"]))["turn"], 2);
    let shown = json(&["game", "show", GAME, "--events"]);
    assert_eq!(shown["turns"][1]["dice"][0]["typed"], true);
    assert!(shown["turns"][0]["events"].is_array());
    assert_eq!(json(&["game", "show", GAME, "--turn", "2"])["dice"][0], 7);
    assert_eq!(json(&["game", "replay", GAME])["turns"].as_array().unwrap().len(), 2);
    assert_eq!(json(&["game", "undo", GAME, "1", "--consent", "Anna", "--consent", "Ben"])["undone"][0], 2);
    assert_eq!(json(&["game", "branch", GAME, "1", "b.longroll", "--seat", "Anna=x"])["parent"]["turn"], 1);
    assert_eq!(json(&["game", "convert", GAME, "f.bin"])["form"], "compact");
    let refused = folder.run(&["game", "undo", GAME, "0", "--json"]).exits(1);
    let error: Value = serde_json::from_str(&refused.err).unwrap();
    assert_eq!(error["code"], 1);
    assert_eq!(json(&["game", "close", GAME])["closed"], true);
    let verified = json(&["verify", GAME]);
    assert_eq!(verified["proved"], true);
    assert_eq!(verified["report"]["replay"], "");
}

#[test]
fn every_command_has_examples() {
    let folder = Folder::new();
    let names = "new order answer dice roll withdraw show replay undo branch close convert salvage".split_whitespace();
    for name in names {
        folder.run(&["game", name, "--help"]).exits(0).says("Examples:").says("Exit codes:");
    }
    folder.run(&["verify", "--help"]).exits(0).says("Examples:");
    folder.run(&["game", "--help"]).exits(0).says("Examples:");
}

/// Runs a command in this process, with somebody at a terminal who types this.
fn at_a_terminal(typed: &str, arguments: &[&str]) -> u8 {
    let look = Look { width: 80, colour: false, boxes: true };
    let input = std::io::Cursor::new(typed.to_owned().into_bytes());
    let mut terminal = Terminal::given(input, std::io::sink(), std::io::sink()).looking(look, true);
    longroll::run(["longroll"].iter().chain(arguments), &mut terminal)
}

#[test]
fn in_a_terminal_everything_is_asked_for() {
    let folder = Folder::new();
    let path = folder.path(GAME).display().to_string();
    let new = ["game", "new", "elephant", &path, "--seat", "Anna", "--seat", "Ben"];
    assert_eq!(at_a_terminal("magnolia\n43\n", &new), 0);
    let order = ["game", "order", &path, "fire", "--example", "2"];
    assert_eq!(at_a_terminal("separate\n", &order), 0);
    // Asked, then left: the order waits, and goes on.
    assert_eq!(at_a_terminal("q\n", &order), 2);
    assert_eq!(at_a_terminal("", &["game", "answer", &path, "combined"]), 0);
    let typed = ["game", "order", &path, "fire", "--example", "1", "--typed"];
    assert_eq!(at_a_terminal("nine\n9\n", &typed), 0);
    assert_eq!(at_a_terminal("r\n", &typed), 0);
    assert_eq!(folder.save(GAME).lineage().turns(), 4);
    assert_eq!(at_a_terminal("\nb\n3\nx\nq\n", &["game", "replay", &path]), 0);
    assert_eq!(at_a_terminal("", &["game", "close", &path]), 0);
    assert_eq!(at_a_terminal("", &["verify", &path]), 0);
}
