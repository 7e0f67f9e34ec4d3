//! What holds for every command, rulebook and procedure.

use std::process::Command as Process;

use crate::support::{Ran, command, run};
use longroll::terminal::{Look, Terminal};
use serde_json::Value;

const TERMINAL: Look = Look { width: 80, colour: false, boxes: true };

#[test]
fn commands_print_what_their_pages_say() {
    trycmd::TestCases::new().register_bin("longroll", trycmd::cargo::cargo_bin!("longroll")).case("tests/cmd/*.md");
}

/// Every procedure of every rulebook, with its examples.
fn procedures() -> Vec<(&'static str, &'static str, Vec<Value>)> {
    let mut list = Vec::new();
    for book in shelf::all().unwrap() {
        for procedure in book.procedures() {
            let examples = procedure.examples().into_iter().map(|(_, situation)| situation).collect();
            list.push((book.about().slug, procedure.name(), examples));
        }
    }
    list
}

/// Runs a command with as many `--answer` flags as its own hints ask for.
fn run_answering(arguments: &[&str]) -> Ran {
    let mut arguments: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
    for _ in 0..40 {
        let given: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let ran = run(&given);
        let Some((_, flag)) = ran.err.split_once("add --answer ") else {
            return ran;
        };
        let flag = flag.split([' ', '\n', '"']).next().unwrap_or_default().to_owned();
        arguments.extend(["--answer".to_owned(), flag]);
    }
    panic!("questions without end: {arguments:?}");
}

#[test]
fn every_example_of_every_procedure_is_settled() {
    for (slug, name, examples) in procedures() {
        for number in 1..=examples.len() {
            let number = number.to_string();
            let ran =
                run_answering(&["resolve", slug, name, "--example", &number, "--seed", "1862", "--json"]).exits(0);
            let settled: Value = serde_json::from_str(&ran.out).unwrap();
            let faces: Vec<String> = settled["dice"].as_array().unwrap().iter().map(Value::to_string).collect();
            if faces.is_empty() {
                continue;
            }
            // The same dice, given one by one, settle it the same way; one more or one less does not.
            let again = |faces: &[String]| {
                run_answering(&["resolve", slug, name, "--example", &number, "--dice", &faces.join(","), "--json"])
            };
            let same: Value = serde_json::from_str(&again(&faces).exits(0).out).unwrap();
            assert_eq!(same["outcome"], settled["outcome"], "{slug} {name} {number}");
            again(&[&faces[..], &["1".to_owned()]].concat()).exits(2);
            again(&faces[..faces.len() - 1]).exits(2);
        }
    }
}

#[test]
fn odds_of_first_examples_add_up_to_one() {
    for (slug, name, _) in procedures() {
        let ran = run(&["odds", slug, name, "--example", "1"]).exits(0);
        assert!(ran.out.contains("100.0%"), "{slug} {name}:\n{}", ran.out);
        assert!(ran.out.contains("in all, exact"), "{slug} {name}:\n{}", ran.out);
    }
}

#[test]
fn everything_fits_its_page() {
    for width in [40, 80, 120] {
        let look = Look { width, ..TERMINAL };
        for about in shelf::titles() {
            let slug = about.slug;
            let book = shelf::take(slug, None).unwrap();
            let mut commands: Vec<Vec<&str>> = vec![vec!["rulebooks"], vec!["charts", slug], vec!["procedures", slug]];
            commands.extend(book.charts().charts().iter().map(|chart| vec!["charts", slug, chart.id()]));
            for procedure in book.procedures() {
                commands.push(vec!["schema", slug, procedure.name(), "--fields"]);
                commands.push(vec!["odds", slug, procedure.name(), "--example", "1", "--verbose"]);
            }
            for arguments in commands {
                let ran = command().looking(look).run(&arguments).exits(0);
                for line in ran.out.lines() {
                    assert!(longroll::text::width(line) <= width, "{arguments:?} at {width}: {line}");
                }
            }
        }
    }
}

#[test]
fn json_is_json_everywhere() {
    let mut commands: Vec<Vec<&str>> = vec![vec!["rulebooks"], vec!["coverage", "--tries", "20"]];
    for about in shelf::titles() {
        commands.push(vec!["charts", about.slug]);
        commands.push(vec!["procedures", about.slug]);
        commands.extend(
            ["--outcome", "--events", "--questions", "--commands"].map(|flag| vec!["schema", about.slug, flag]),
        );
    }
    for (slug, name, _) in procedures() {
        commands.push(vec!["schema", slug, name]);
        commands.push(vec!["schema", slug, name, "--fields"]);
        commands.push(vec!["odds", slug, name, "--example", "1"]);
    }
    for mut arguments in commands {
        arguments.push("--json");
        let ran = run(&arguments).exits(0);
        serde_json::from_str::<Value>(&ran.out).unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
    }
    let ran = run(&["odds", "elefant", "fire", "--json"]).exits(2);
    let error: Value = serde_json::from_str(&ran.err).unwrap();
    assert_eq!(error["code"], 2);
    assert!(error["problems"][0]["hint"].as_str().unwrap().contains("elephant"), "{error}");
}

#[test]
fn a_command_line_that_cannot_be_read_is_refused_in_json_too() {
    let wrong: &[(&[&str], &str)] = &[
        (&["--json", "resolve", "elephant", "fire", "--example", "1", "--seed", "zz"], "hexadecimal digits"),
        (&["--json", "frobnicate"], "frobnicate"),
        (&["charts", "--json"], "<RULEBOOK>"),
        (&["odds", "elephant", "fire", "--example", "x", "--json"], "'x'"),
        (&["battle", "--json"], "requires a subcommand"),
        (&["tour", "--json"], "conversation"),
        (&["muster", "elephant", "--month", "13", "--json"], "1 to 12"),
    ];
    for (arguments, why) in wrong {
        let ran = run(arguments).exits(2);
        let error: Value = serde_json::from_str(&ran.err).unwrap_or_else(|error| panic!("{error}: {}", ran.err));
        assert_eq!((&error["code"], ran.out.as_str()), (&Value::from(2), ""));
        assert!(error["problems"][0]["why"].as_str().unwrap().contains(why), "{error}");
        assert!(error["problems"][0]["hint"].is_string(), "{error}");
    }
}

#[test]
fn what_a_program_is_told_is_json_on_both_streams() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("json-everywhere");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let [card, game] = ["card.json", "ford.longroll"].map(|name| folder.join(name).display().to_string());
    let commands: &[&[&str]] = &[
        &["man", "odds"],
        &["completions", "bash"],
        &["charts", "elephant", "fire-results", "--out", &card],
        &["game", "new", "elephant", &game, "--seat", "Anna", "--seat", "Ben=early"],
        &["resolve", "elephant", "fire", "--example", "1", "--typed"],
    ];
    for arguments in commands {
        let whole: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
        let ran = command().reading("12\n7\n").run(&whole).exits(0);
        serde_json::from_str::<Value>(&ran.out).unwrap_or_else(|error| panic!("{whole:?}: {error}: {}", ran.out));
        for line in ran.err.lines() {
            serde_json::from_str::<Value>(line).unwrap_or_else(|error| panic!("{whole:?}: {error}: {line}"));
        }
    }
}

#[test]
fn the_year_and_the_month_of_a_force_are_blamed_each_by_its_name() {
    for (flag, value) in [("--month", "13"), ("--year", "1870")] {
        let ran = run(&["muster", "elephant", flag, value]).exits(2);
        assert!(ran.err.contains(&format!("'{value}' for '{flag} ")), "{}", ran.err);
    }
}

#[test]
fn a_field_inside_a_kind_can_be_set() {
    let range = |path: &str| {
        let set = format!("{path}=5");
        let ran = run(&["resolve", "fire-and-fury", "fire", "--example", "1", "--set", &set, "--seed", "1", "--json"]);
        let settled: Value = serde_json::from_str(&ran.exits(0).out).unwrap();
        settled["situation"]["firers"][0]["troops"]["stands"].clone()
    };
    assert_eq!(range("firers[0].troops.stands"), 5);
}

#[test]
fn an_example_stands_beside_its_number() {
    for about in shelf::titles() {
        let list = run(&["procedures", about.slug]).exits(0).out;
        let alone = |line: &str| line.trim().parse::<u32>().is_ok();
        assert!(!list.lines().any(alone), "{list}");
    }
}

#[test]
fn a_die_below_nothing_is_refused_in_our_own_words() {
    let ran = run(&["resolve", "elephant", "fire", "--example", "1", "--dice", "-1"]).exits(2);
    assert!(ran.err.contains("a die shows a whole number"), "{}", ran.err);
}

#[test]
fn charts_are_boxed_in_a_terminal_and_plain_elsewhere() {
    let boxed = command().looking(TERMINAL).run(&["charts", "elephant", "fire-results"]).exits(0).out;
    assert!(boxed.contains('┌') && boxed.contains('│'), "{boxed}");
    let plain = run(&["charts", "elephant", "fire-results"]).exits(0).out;
    assert!(plain.is_ascii(), "{plain}");
    let bars = command().looking(TERMINAL).run(&["odds", "elephant", "fire", "--example", "1"]).exits(0).out;
    assert!(bars.contains('█'), "{bars}");
}

#[test]
fn a_lit_cell_is_found_with_and_without_colour() {
    let arguments = ["resolve", "elephant", "fire", "--example", "1", "--dice", "7", "--verbose", "--color"];
    let lit = run(&[&arguments[..], &["always"]].concat()).exits(0).out;
    assert!(lit.contains("\u{1b}[1m\u{1b}[30m\u{1b}[43m  1\u{1b}[0m"), "{lit}");
    let plain = run(&[&arguments[..], &["never"]].concat()).exits(0).out;
    assert!(plain.contains("[1]") && !plain.contains('\u{1b}'), "{plain}");
}

#[test]
fn colour_obeys_the_environment() {
    let coloured = |variables: &[(&str, &str)], arguments: &[&str]| {
        let mut process = Process::new(env!("CARGO_BIN_EXE_longroll"));
        process.args(["charts", "elephant", "fire-results"]).args(arguments);
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            process.env_remove(name);
        }
        process.envs(variables.iter().copied());
        let output = process.output().unwrap();
        assert!(output.status.success());
        output.stdout.contains(&0x1b)
    };
    assert!(!coloured(&[], &[]), "a pipe gets no colours");
    assert!(coloured(&[("CLICOLOR_FORCE", "1")], &[]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &[]));
    assert!(coloured(&[("NO_COLOR", "1")], &["--color", "always"]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1")], &["--color", "never"]));
}

#[test]
fn nobody_reading_on_is_no_failure() {
    struct Closed;
    impl std::io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    for arguments in
        [&["charts", "elephant"][..], &["odds", "elephant", "fire", "--example", "1"], &["tour"], &["--help"]]
    {
        let mut terminal = Terminal::given(std::io::empty(), Closed, Closed);
        assert_eq!(longroll::run(["longroll"].iter().chain(arguments), &mut terminal), 0, "{arguments:?}");
    }
}

#[test]
fn coverage_counts_every_rulebook() {
    let ran = run(&["coverage", "--tries", "50", "--missing"]).exits(0);
    for book in shelf::all().unwrap() {
        let (slug, rules) = (book.about().slug, book.ledger().len().to_string());
        let line = ran.out.lines().find(|line| line.starts_with(slug)).unwrap_or_default();
        assert!(line.split_whitespace().nth(1) == Some(&rules), "{slug}:\n{}", ran.out);
    }
    assert!(ran.out.contains("did not fire") && ran.out.contains("(layout)"), "{}", ran.out);
    let ran = run(&["coverage", "line-of-battle", "--tries", "50"]).exits(0);
    assert!(ran.out.contains("Line of Battle\n\nheading"), "{}", ran.out);
}

#[test]
fn manual_and_completions_come_from_the_same_source() {
    let page = run(&["man"]).exits(0).out;
    assert!(page.contains(".TH longroll") && page.contains("coverage"), "{page}");
    let page = run(&["man", "game", "undo"]).exits(0).out;
    assert!(page.contains(".TH longroll\\-game\\-undo") || page.contains(".TH longroll-game-undo"), "{page}");
    assert!(run(&["man", "oddz"]).exits(2).err.contains("did you mean odds?"));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(run(&["completions", shell]).exits(0).out.contains("longroll"), "{shell}");
    }
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/man");
    run(&["man", "--out", folder]).exits(0);
    assert!(std::fs::read_to_string(format!("{folder}/longroll-odds.1")).unwrap().contains("exact odds"));
}

#[test]
fn every_command_has_examples_in_its_help() {
    use clap::CommandFactory;
    let cli = longroll::cli::Cli::command();
    cli.clone().debug_assert();
    for command in cli.get_subcommands() {
        let help = run(&[command.get_name(), "--help"]).exits(0).out;
        assert!(help.contains("Examples:\n  "), "{help}");
        for line in help.lines() {
            assert!(longroll::text::width(line) <= 80, "{}: {line}", command.get_name());
        }
    }
}

#[test]
fn an_answer_given_twice_is_refused() {
    let twice = ["resolve", "elephant", "fire", "--example", "2", "--answer", "combine-fire=combined", "--answer"];
    let ran = command().run(&[&twice[..], &["combine-fire=separate"]].concat()).exits(2);
    assert!(ran.err.contains("combine-fire is answered twice"), "{}", ran.err);
    let help = command().run(&["resolve", "--help"]).exits(0);
    assert!(help.out.contains("NAME@N=VALUE"), "{}", help.out);
}

#[test]
fn modifiers_and_columns_are_named_as_the_card_names_them() {
    let fire = ["resolve", "fire-and-fury", "fire", "--example", "3", "--dice", "4,3"];
    let ran = command().run(&fire).exits(0);
    assert!(!ran.out.contains("+1 target\n"), "{}", ran.out);
    let shifted = ["resolve", "line-of-battle", "fire", "--example", "1", "--set", "range=4", "--dice", "6,5,3,3"];
    let ran = command().run(&shifted).exits(0);
    assert!(ran.out.contains("to -A"), "{}", ran.out);
}
