//! Whole battles, played at random: they end, keep every law, and come out the same when they are played again.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::sync::Arc;

use elephant::charts::Scale;
use elephant::play::{Battle, Command, Phase, Theatre, broken_laws, muster};
use elephant::{Book, Event};
use engine::book::Rulebook;
use engine::chart::Key;
use engine::game::{DiceMode, Game, Progress, Rules, Setup};
use engine::official::{Counted, Policy};
use engine::{Fast, Halt, Official, Play, Question, Record, Seat, Secret, Silent, Waiting};
use field::ground::Point;

use crate::support::plan;

/// LIMIT: orders in a battle; far more than one needs.
const ORDERS_MAX: usize = 20_000;

pub fn battle(name: &str, scale: Scale) -> (Theatre, Battle) {
    muster(trial::with(&[("scale", scale.name())]), &plan(name)).expect("it can be mustered")
}

/// Whoever sees is seen, by the ground of the shipped battles: what hides is measured from the same end both ways.
#[test]
fn on_the_ground_of_shipped_battles_sight_is_the_same_both_ways() {
    for name in ["training-mill-creek", "training-crossroads", "brawners-farm", "mcphersons-ridge", "puebla"] {
        let plan = plan(name);
        let (theatre, _) = muster(trial::printed(), &plan).expect("it can be mustered");
        let edge = plan.ground.extent().north_east;
        // A lattice that meets no line of the ground exactly.
        let places: Vec<Point> = (1..=9)
            .flat_map(|x| (1..=9).map(move |y| Point::new(edge.x / 10 * x + 137 * y, edge.y / 10 * y + 211 * x)))
            .collect();
        let (mut seen, mut hidden) = (0_u32, 0_u32);
        for (number, from) in places.iter().enumerate() {
            for to in &places[..number] {
                let (there, back) = (theatre.sees_past_units(*from, *to), theatre.sees_past_units(*to, *from));
                assert_eq!(there, back, "{name}: {from:?} and {to:?}");
                *(if there { &mut seen } else { &mut hidden }) += 1;
            }
        }
        assert!(seen > 100 && hidden > 100, "{name}: {seen} seen, {hidden} hidden");
    }
}

/// How many random battles are fought; `make soak` asks for more.
fn games() -> u64 {
    std::env::var("LONGROLL_BATTLES").ok().and_then(|text| text.parse().ok()).unwrap_or(30)
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
fn play(theatre: &Theatre, start: &Battle, seed: u64, what: &str) -> (Battle, Vec<(Command, u64)>) {
    let mut dice = Fast::seeded(seed);
    let mut battle = start.clone();
    let mut orders = Vec::new();
    while battle.phase != Phase::Over {
        assert!(orders.len() < ORDERS_MAX, "{what}, seed {seed}: no end in turn {} {:?}", battle.turn, battle.phase);
        let command = choose(theatre, &battle, &mut dice);
        let of_order = (u64::from(dice.below(u32::MAX)) << 32) | u64::from(dice.below(u32::MAX));
        let mut copy = battle.clone();
        match obey(theatre, &mut copy, &command, of_order, Silent::new()) {
            Ok(()) => {
                battle = copy;
                orders.push((command.clone(), of_order));
                let broken = broken_laws(theatre, &battle);
                assert!(
                    broken.is_empty(),
                    "{what}, seed {seed}, order {}: {command:?}\n{}",
                    orders.len(),
                    broken.join("\n")
                );
            }
            Err(Halt::Refused(refusal)) => {
                assert!(!refusal.reasons.is_empty(), "{command:?} is refused without a reason");
            }
            Err(halt) => panic!("{what}, seed {seed}: {command:?}: {halt:?}"),
        }
    }
    (battle, orders)
}

fn obey<R: Record<Event = Event>>(
    theatre: &Theatre,
    battle: &mut Battle,
    command: &Command,
    seed: u64,
    record: R,
) -> Result<(), Halt<std::convert::Infallible>> {
    let mut answers = Fast::seeded(seed ^ 0x5eed);
    let policy = Policy(move |question: &Question| answers.below(question.choices.count()));
    let mut umpire = Official { dice: Fast::seeded(seed), answers: policy, record };
    theatre.obey(battle, command, &mut umpire)
}

/// The kinds of orders that were obeyed, with how often, and the rules that fired.
struct Seen {
    kinds: BTreeMap<String, u32>,
    rules: Counted<Event>,
}

/// One battle, and the same once more: it comes out alike.
fn random_battle(theatre: &Theatre, start: &Battle, seed: u64, what: &str, seen: &mut Seen) {
    let (end, orders) = play(theatre, start, seed, what);
    for (command, _) in &orders {
        let written = serde_json::to_value(command).expect("an order can be written down");
        *seen.kinds.entry(written["do"].as_str().unwrap_or_default().to_owned()).or_default() += 1;
    }
    assert!(end.turn <= theatre.turns);
    let mut again = start.clone();
    for (command, seed) in &orders {
        obey(theatre, &mut again, command, *seed, &mut seen.rules).expect("what was obeyed is obeyed again");
    }
    assert_eq!(again, end, "{what}, seed {seed}: played again it comes out otherwise");
}

/// The switches that play looks at, each with its choices.
const SWITCHES: [(&str, &[&str]); 13] = [
    ("scale", &["regimental-1", "regimental-2", "brigade"]),
    ("overenthusiastic", &["on", "off"]),
    ("road-bonus", &["on", "off"]),
    ("ammunition", &["on", "off"]),
    ("out-of-ammo-columns", &["1", "2"]),
    ("csa-artillery-fire", &["on", "off"]),
    ("fifty-yards", &["on", "off"]),
    ("fire-at-officers", &["on", "off"]),
    ("front-rank-fire", &["on", "off"]),
    ("skirmisher-full-move", &["on", "off"]),
    ("horse-holders", &["on", "off"]),
    ("exceptional-officers", &["on", "off"]),
    ("umpire-panic", &["on", "off"]),
];

/// The battles that are fought at random.
const FIELDS: [&str; 3] = ["training-toll-gate", "training-mill-creek", "training-crossroads"];

/// A large one, for long runs only.
const LARGE_FIELD: &str = "brawners-farm";

#[test]
fn random_battles_end_and_keep_the_laws() {
    let ledger = Book::ledger();
    let mut seen = Seen { kinds: BTreeMap::new(), rules: Counted::with_room(ledger.len()) };
    for seed in 0..games() {
        let mut dice = Fast::seeded(seed ^ 0x0ba7_71e5);
        let switches: Vec<(&str, &str)> = SWITCHES
            .iter()
            .map(|(name, choices)| (*name, choices[dice.below(choices.len() as u32) as usize]))
            .collect();
        // The smallest field most often: a battle on it takes a tenth of the time.
        let small = FIELDS[[0, 0, 0, 0, 1, 2][dice.below(6) as usize]];
        let field = if games() > 100 && dice.below(40) == 0 { LARGE_FIELD } else { small };
        let (theatre, start) = muster(trial::with(&switches), &plan(field)).expect("it can be mustered");
        let broken = broken_laws(&theatre, &start);
        assert!(broken.is_empty(), "{field} with {switches:?} at the start:\n{}", broken.join("\n"));
        random_battle(&theatre, &start, seed, &format!("{field} with {switches:?}"), &mut seen);
    }
    let kinds = seen.kinds;
    println!("{kinds:?}");
    for kind in ["draw-card", "test", "declare-fire", "resolve-fire", "announce-charge", "charge", "fight", "advance"] {
        assert!(kinds.contains_key(kind), "nobody ever ordered {kind}: {kinds:?}");
    }
    let quiet: Vec<&str> =
        ledger.rules().filter(|rule| !seen.rules.rules.contains(*rule)).map(engine::Rule::id).collect();
    println!("{} of {} rules fire in play; not {quiet:?}", ledger.len() - quiet.len(), ledger.len());
    assert!(seen.rules.rules.len() * 100 >= ledger.len() * PLAYED_PER_CENT, "rules do not fire in play: {quiet:?}");
}

/// How much of the ledger a few random battles fire; the rest is found by the sweep over all procedures.
const PLAYED_PER_CENT: usize = 55;

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
