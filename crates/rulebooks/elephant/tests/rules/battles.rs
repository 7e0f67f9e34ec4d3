//! Whole battles, played at random: they end, keep every law, and come out the same when they are played again.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use elephant::Book;
use elephant::charts::Scale;
use elephant::play::{Battle, Command, Phase, Theatre, broken_laws, muster};
use engine::book::Rulebook;
use engine::chart::ChartSet;
use engine::game::{DiceMode, Game, Progress, Rules, Setup};
use engine::official::Policy;
use engine::{Fast, Halt, Official, Play, Question, Seat, Secret, Silent, Waiting};

/// LIMIT: orders in a battle; far more than one needs.
const ORDERS_MAX: usize = 20_000;

fn book(scale: Scale) -> Book {
    let charts = ChartSet::open(Book::ABOUT.slug, Book::sources(), None).expect("the printed charts open");
    let mut book = Book::open(charts).expect("the printed charts hold");
    book.switches.scale = scale;
    book
}

fn battle(name: &str, scale: Scale) -> (Theatre, Battle) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../battles").join(name);
    let files = battle::folder::read(&folder).expect("the folder can be read");
    let plan = battle::open(&files).expect("the battle is in order");
    muster(book(scale), &plan).expect("it can be mustered")
}

/// An order at random among those offered.
fn choose(theatre: &Theatre, battle: &Battle, dice: &mut Fast) -> Command {
    let mut offered = Vec::new();
    let side = theatre.side_to_act(battle).expect("somebody acts until it is over");
    theatre.candidates(battle, side, &mut |command| {
        offered.push(command);
        true
    });
    assert!(!offered.is_empty(), "nothing is offered in {:?}", battle.phase);
    let place = dice.below(offered.len() as u32) as usize;
    offered.swap_remove(place)
}

/// Plays to the end; gives every order with the seed of its dice.
fn play(theatre: &Theatre, start: &Battle, seed: u64) -> (Battle, Vec<(Command, u64)>) {
    let mut dice = Fast::seeded(seed);
    let mut battle = start.clone();
    let mut orders = Vec::new();
    while battle.phase != Phase::Over {
        assert!(orders.len() < ORDERS_MAX, "seed {seed}: no end in turn {} {:?}", battle.turn, battle.phase);
        let command = choose(theatre, &battle, &mut dice);
        let of_order = (u64::from(dice.below(u32::MAX)) << 32) | u64::from(dice.below(u32::MAX));
        let mut copy = battle.clone();
        match obey(theatre, &mut copy, &command, of_order) {
            Ok(()) => {
                battle = copy;
                orders.push((command.clone(), of_order));
                let broken = broken_laws(theatre, &battle);
                assert!(broken.is_empty(), "seed {seed}, order {}: {command:?}\n{}", orders.len(), broken.join("\n"));
            }
            Err(Halt::Refused(refusal)) => {
                assert!(!refusal.reasons.is_empty(), "{command:?} is refused without a reason");
            }
            Err(halt) => panic!("seed {seed}: {command:?}: {halt:?}"),
        }
    }
    (battle, orders)
}

fn obey(
    theatre: &Theatre,
    battle: &mut Battle,
    command: &Command,
    seed: u64,
) -> Result<(), Halt<std::convert::Infallible>> {
    let mut answers = Fast::seeded(seed ^ 0x5eed);
    let policy = Policy(move |question: &Question| answers.below(question.choices.count()));
    let mut umpire = Official { dice: Fast::seeded(seed), answers: policy, record: Silent::new() };
    theatre.obey(battle, command, &mut umpire)
}

/// The kinds of orders that were obeyed, with how often.
type Kinds = BTreeMap<String, u32>;

fn random_battles(name: &str, scale: Scale, games: u64) -> Kinds {
    let (theatre, start) = battle(name, scale);
    assert_eq!(broken_laws(&theatre, &start), Vec::<String>::new(), "{name} at the start");
    let mut kinds = Kinds::new();
    for seed in 0..games {
        let (end, orders) = play(&theatre, &start, seed);
        for (command, _) in &orders {
            let written = serde_json::to_value(command).expect("an order can be written down");
            *kinds.entry(written["do"].as_str().unwrap_or_default().to_owned()).or_default() += 1;
        }
        assert!(end.turn <= theatre.turns);
        let mut again = start.clone();
        for (command, seed) in &orders {
            obey(&theatre, &mut again, command, *seed).expect("what was obeyed is obeyed again");
        }
        assert_eq!(again, end, "{name}, seed {seed}: played again it comes out otherwise");
    }
    println!("{name} at {scale}: {kinds:?}");
    kinds
}

#[test]
fn random_battles_end_and_keep_the_laws() {
    let kinds = random_battles("training-toll-gate", Scale::RegimentalTwo, 20);
    for kind in ["draw-card", "test", "declare-fire", "resolve-fire", "announce-charge", "charge", "fight", "advance"] {
        assert!(kinds.contains_key(kind), "nobody ever ordered {kind}: {kinds:?}");
    }
}

#[test]
fn so_do_they_at_the_other_scales() {
    random_battles("training-toll-gate", Scale::RegimentalOne, 4);
    random_battles("training-mill-creek", Scale::RegimentalTwo, 4);
    random_battles("training-crossroads", Scale::Brigade, 3);
}

#[test]
fn every_shipped_battle_musters_in_good_order() {
    for name in ["brawners-farm", "first-bull-run", "mcphersons-ridge", "puebla"] {
        for scale in [Scale::RegimentalOne, Scale::RegimentalTwo, Scale::Brigade] {
            let (theatre, start) = battle(name, scale);
            assert_eq!(broken_laws(&theatre, &start), Vec::<String>::new(), "{name} at {scale}");
        }
    }
}

#[test]
fn a_game_is_its_list_of_inputs() {
    let (theatre, start) = battle("training-toll-gate", Scale::RegimentalTwo);
    let theatre = Arc::new(theatre);
    let rules = Rules { rulebook: Book::ABOUT.slug.to_owned(), charts: [0; 32], switches: Vec::new(), folder: None };
    let setup = Setup {
        rules: rules.clone(),
        title: "The toll gate".to_owned(),
        seats: vec![Seat::new("blue", "one"), Seat::new("grey", "two")],
    };
    let secret = Secret::new([7; 32]);
    let mut game = Game::new(Arc::clone(&theatre), setup, start, secret.clone()).expect("the game begins");
    let mut dice = Fast::seeded(1863);
    for _ in 0..150 {
        if game.battle().phase == Phase::Over {
            break;
        }
        let command = choose(&theatre, game.battle(), &mut dice);
        let mut progress = game.order(command, DiceMode::Live);
        while let Ok(Progress::Waiting(Waiting::Answer(question))) = progress {
            let answer = dice.below(question.choices.count());
            progress = game.answer(&question.choices.text(answer));
        }
        if let Err(Halt::Fault(fault)) = progress {
            panic!("{fault}");
        }
    }
    let text = game.to_text();
    let opened = Game::open_bytes(theatre, &rules, text.as_bytes(), Some(secret)).expect("the save opens");
    assert_eq!(opened.battle(), game.battle());
}
