//! Battles on a map: played over a pipe, saved, stepped through, played on, and studied. Whatever wargame there is.

use std::fs;
use std::path::PathBuf;

use longroll::terminal::Look;
use longroll::theatre::wargames;
use serde_json::Value;

use crate::support::{command, run};

const BATTLE: &str = "training-toll-gate";

/// An empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A text without its line breaks.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A battle between generals, fought to its end and kept in a file.
fn fought(slug: &str, file: &str) -> Value {
    let arguments = ["play", BATTLE, "--rulebook", slug, "--union", "sergeant", "--confederate", "recruit"];
    let ran = run(&[&arguments[..], &["--seed", "3", "--save", file, "--json"]].concat()).exits(0);
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn a_scripted_game_is_played_over_a_pipe() {
    let typed =
        "map\noob\nlist\nhint\nodds 1\n1\ngo 3\nundo yes\nhelp\n{\"do\":\"nonsense\"}\n9999\nnobody\njournal 2\nquit\n";
    for slug in wargames() {
        let arguments = ["play", BATTLE, "--rulebook", slug, "--seed", "3", "--union", "you", "--confederate", "you"];
        let ran = command().reading(typed).run(&arguments).exits(0);
        for said in
            ["gives that order", "No: there is no order 9999", "no single unit", "The sergeant: ", "Back to turn"]
        {
            assert!(ran.out.contains(said), "{slug} does not say {said:?}:\n{}\n{}", ran.out, ran.err);
        }
        assert!(ran.out.contains("Union (1 to "), "{slug}:\n{}", ran.out);
    }
}

#[test]
fn nobody_goes_back_past_a_die_against_a_general() {
    let typed = "go 12\nundo\nundo yes\n".repeat(4) + "quit\n";
    for slug in wargames() {
        let ran = command().reading(typed.clone()).run(&["play", BATTLE, "--rulebook", slug, "--seed", "3"]).exits(0);
        let said = flat(&format!("{}{}", ran.out, ran.err));
        assert!(said.contains("no general goes back past a die"), "{slug}:\n{said}");
        assert!(!said.contains("if everybody at the table agrees"), "{slug}:\n{said}");
    }
}

#[test]
fn a_whole_battle_is_played_to_its_end_by_somebody_who_lets_the_sergeant_choose() {
    for slug in wargames() {
        let arguments = ["play", BATTLE, "--rulebook", slug, "--seed", "5", "--confederate", "recruit"];
        let ran = command().reading("go all\n").run(&[&arguments[..], &["--union", "you"]].concat()).exits(0);
        assert!(ran.out.contains(" orders\n") && ran.out.contains("win"), "{slug}:\n{}", ran.out);
    }
}

#[test]
fn brawners_farm_is_played_to_its_end_in_the_terminal() {
    let arguments = ["play", "brawners-farm", "--rulebook", "elephant", "--seed", "1862", "--union", "you"];
    let ran = command().reading("map\noob\nhint\ngo all\n").run(&arguments).exits(0);
    assert!(ran.out.contains("Turn 10") && ran.out.contains(" orders\n"), "{}", ran.out);
    // What there is to do is told to whoever types, and to nobody else: cards are drawn many times in a battle.
    assert!(ran.out.matches("Draw the next card").count() <= 1, "{}", ran.out);
}

#[test]
fn whoever_plays_alone_is_not_told_what_the_enemy_writes() {
    let typed = "{\"do\":\"end-step\"}\n{\"do\":\"end-phase\"}\ngo 60\nquit\n";
    let arguments = ["play", "brawners-farm", "--rulebook", "line-of-battle", "--seed", "3"];
    let sides = ["--union", "sergeant", "--confederate", "you"];
    let alone = flat(&command().reading(typed).run(&[&arguments[..], &sides].concat()).exits(0).out);
    assert!(alone.contains("Union to act"), "{alone}");
    for secret in ["an order goes to King's", "an order reaches King's", "the order of King's"] {
        assert!(!alone.contains(secret), "{secret:?} in {alone}");
    }
    // Whoever is not on the map yet has a name all the same.
    assert!(!alone.contains(" unit 1") && !alone.contains(" unit 2"), "{alone}");
    // What his own side does is told as before.
    assert!(alone.contains("now in"), "{alone}");
}

#[test]
fn typed_dice_are_asked_for() {
    for slug in wargames() {
        let typed = "go 1\nr\ngo 1\nr\ngo 1\nr\nquit\n";
        let arguments = ["play", BATTLE, "--rulebook", slug, "--seed", "3", "--dice", "typed"];
        let ran = command().reading(typed).run(&[&arguments[..], &["--union", "you", "--confederate", "you"]].concat());
        assert!(ran.exits(0).out.contains("Throw "), "{slug}");
    }
}

#[test]
fn a_battle_in_a_file_is_proved_shown_stepped_through_and_played_on() {
    for slug in wargames() {
        let folder = folder(&format!("theatre-{slug}"));
        let file = folder.join("battle.longroll").display().to_string();
        let told = fought(slug, &file);
        assert_eq!((&told["over"], told["file"].as_str()), (&Value::Bool(true), Some(file.as_str())), "{told}");
        let orders = told["orders"].as_u64().unwrap();
        let proved: Value = serde_json::from_str(&run(&["verify", &file, "--json"]).exits(0).out).unwrap();
        assert_eq!((&proved["proved"], &proved["replayed"]), (&Value::Bool(true), &Value::Bool(true)), "{proved}");
        assert!(run(&["game", "show", &file]).exits(0).out.contains(&format!("{orders} turns")));
        run(&["game", "show", &file, "--turn", "1"]).exits(0);
        run(&["game", "order", &file, "fire", "--example", "1"]).exits(2);
        let all = run(&["replay", &file, "--all"]).exits(0).out;
        assert!(all.lines().count() as u64 > orders, "{all}");
        let stepped = command().reading("n\nn\np\n2\nend\nn\nmap\noob\nwhat\nq\n").run(&["replay", &file]).exits(0);
        for said in ["Before the first order.", "goes no further", "No: n, p"] {
            assert!(stepped.out.contains(said), "{slug} {said}:\n{}", stepped.out);
        }
        let on = folder.join("on.longroll").display().to_string();
        let typed = format!("1\nplay on {on}\ngo 1\nquit\n");
        command().reading(typed).run(&["replay", &file, "--union", "you", "--confederate", "you"]).exits(0);
        let branched = run(&["game", "show", &on]).exits(0).out;
        assert!(branched.contains("Branched after turn 1"), "{branched}");
        command().reading("go 1\nquit\n").run(&["play", &on, "--union", "you", "--confederate", "you"]).exits(0);
        // The same seed gives the same game.
        let again = folder.join("again.longroll").display().to_string();
        assert_eq!(fought(slug, &again)["chain"], told["chain"], "{slug}");
    }
}

#[test]
fn a_map_fits_its_page() {
    for slug in wargames() {
        for (width, boxes) in [(40, false), (80, true), (120, true)] {
            let look = Look { width, colour: false, boxes };
            let ran = command().reading("quit\n").looking(look).run(&["play", BATTLE, "--rulebook", slug]).exits(0);
            for line in ran.out.lines().filter(|line| !line.contains("to act") && !line.contains("(1 to")) {
                assert!(longroll::text::width(line) <= width, "{slug} at {width}: {line}");
            }
            assert!(boxes || ran.out.is_ascii(), "{slug}: {}", ran.out);
        }
    }
}

#[test]
fn a_study_is_a_table_json_csv_and_a_page_and_certifies_a_battle() {
    for slug in wargames() {
        let folder = folder(&format!("study-{slug}"));
        let name = folder.join("gate").display().to_string();
        fs::create_dir_all(&name).unwrap();
        for (file, bytes) in shelf::battle(BATTLE).unwrap().files {
            fs::write(folder.join("gate").join(file), bytes).unwrap();
        }
        let study = |more: &[&str]| {
            let arguments = ["study", &name, "--rulebook", slug, "--battles", "4", "--confederate", "recruit"];
            run(&[&arguments[..], more].concat()).exits(0).out
        };
        let table = study(&["--certify"]);
        assert!(table.contains("4 battles, sergeant against recruit, who changed sides halfway"), "{table}");
        let json: Value = serde_json::from_str(&study(&["--json"])).unwrap();
        assert_eq!((&json["findings"]["battles"], &json["rulebook"]), (&Value::from(4), &Value::from(slug)));
        assert_eq!(study(&["--format", "csv"]).lines().count(), 5);
        assert!(study(&["--format", "html"]).contains("<svg "));
        assert_eq!(study(&["--format", "csv", "--threads", "1"]), study(&["--format", "csv", "--threads", "2"]));
        let checked = flat(&run(&["battle", "check", &name]).exits(0).out);
        assert!(checked.contains(&format!("balance, {slug}: union")) && !checked.contains("out of date"), "{checked}");
        let plan = folder.join("gate/battle.toml");
        fs::write(&plan, fs::read_to_string(&plan).unwrap() + "\n").unwrap();
        assert!(flat(&run(&["battle", "check", &name]).exits(0).out).contains("out of date"));
        fs::write(folder.join("gate/balance.json"), "{").unwrap();
        run(&["battle", "check", &name]).exits(2);
    }
}

#[test]
fn switches_are_set_for_a_game_and_found_again_in_its_save() {
    for slug in wargames() {
        let book = shelf::take(slug, None).unwrap();
        let switch = book.charts().switches().iter().find(|switch| switch.choices.len() == 2).unwrap();
        let other = switch.choices.iter().find(|choice| **choice != switch.default).unwrap();
        let folder = folder(&format!("switch-{slug}"));
        let file = folder.join("battle.longroll").display().to_string();
        let set = format!("{}={other}", switch.id);
        let arguments = ["play", BATTLE, "--rulebook", slug, "--switch", &set, "--save", &file];
        command().reading("quit\n").run(&arguments).exits(0);
        command().reading("quit\n").run(&["play", &file]).exits(0);
        let wrong = ["play", BATTLE, "--rulebook", slug, "--switch", "moonshine=on"];
        assert!(run(&wrong).exits(2).err.contains("moonshine"));
    }
}

#[test]
fn what_cannot_be_played_is_refused_with_advice() {
    for (arguments, said) in [
        (&["play", "brawners-fram", "--rulebook", "elephant"][..], "did you mean brawners-farm?"),
        (&["play", BATTLE], "which rulebook"),
        (&["play", BATTLE, "--rulebook", "fire-and-fury"], "does not play whole battles on a map yet"),
        (&["play", BATTLE, "--rulebook", "elephant", "--union", "sergant"], "did you mean sergeant?"),
        (&["play", BATTLE, "--rulebook", "elephant", "--json"], "conversation"),
        (&["study", BATTLE, "--rulebook", "elephant", "--union", "you"], "there is no general"),
    ] {
        let ran = run(arguments).exits(2);
        assert!(flat(&ran.err).contains(said), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn coverage_counts_played_battles() {
    for slug in wargames() {
        let count = |battles: &str| {
            let ran = run(&["coverage", slug, "--tries", "20", "--battles", battles, "--json"]).exits(0);
            let told: Value = serde_json::from_str(&ran.out).unwrap();
            assert_eq!(told[0]["not-settled"], Value::Array(Vec::new()), "{slug}");
            told[0]["fired"].as_u64().unwrap()
        };
        assert!(count("6") > count("0"), "{slug}");
    }
}

#[test]
fn battles_are_found_by_name_everywhere() {
    for name in shelf::BATTLES {
        run(&["battle", "check", name]).exits(0);
    }
    run(&["battle", "map", BATTLE]).exits(0);
    run(&["battle", "muster", BATTLE, "--rulebook", "elephant"]).exits(0);
}
