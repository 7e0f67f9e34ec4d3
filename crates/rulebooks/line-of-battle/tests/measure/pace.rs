//! How many decisions a second: random games of a battle, with the full list of legal commands built before every one.
//!
//!     cargo run --release -p line-of-battle --example pace -- training-crossroads 20
#![allow(clippy::expect_used, reason = "a measurement fails by panicking")]

use std::path::Path;

use engine::{Fast, GivenAnswers, Official, Play, Policy, Silent};
use line_of_battle::Event;
use line_of_battle::play::{Battle, Command, Step, Theatre, muster};
use rustix::time::{ClockId, clock_gettime};

/// Nanoseconds this thread has had of a processor, whatever else ran beside it.
fn cpu() -> u64 {
    let ran = clock_gettime(ClockId::ThreadCPUTime);
    u64::try_from(ran.tv_sec * 1_000_000_000 + ran.tv_nsec).unwrap_or_default()
}

fn theatre(name: &str) -> (Theatre, Battle) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../battles").join(name);
    let files = battle::folder::read(&folder).expect("the folder reads");
    let opened = battle::open(&files).expect("the battle opens");
    muster(trial::printed(), &opened).expect("the battle musters")
}

/// How long previews of Charges and shots take, over one random game.
fn previews(theatre: &Theatre, start: &Battle) {
    let mut battle = start.clone();
    let mut chooser = Fast::seeded(5);
    let policy = Policy(|_: &engine::Question| 0);
    let mut umpire = Official { dice: Fast::seeded(9), answers: policy, record: Silent::<Event>::new() };
    let (mut times, mut states) = (Vec::new(), 0);
    while let Some(side) = theatre.side_to_act(&battle) {
        let mut all: Vec<Command> = Vec::new();
        theatre.candidates(&battle, side, &mut |command| {
            all.push(command);
            true
        });
        let fights = |command: &&Command| match command {
            Command::Fire { .. } => true,
            Command::Move { steps, .. } => matches!(steps.last(), Some(Step::Charge(_))),
            _ => false,
        };
        let room = 400_usize.saturating_sub(times.len()).min(2);
        for command in all.iter().filter(fights).take(room) {
            let before = cpu();
            if let Ok(columns) = theatre.preview(&battle, command, &GivenAnswers::new()) {
                times.push((cpu() - before) / 1_000);
                states += columns.iter().map(|column| column.odds.states).sum::<u64>();
            }
        }
        let command = &all[chooser.below(all.len() as u32) as usize];
        theatre.obey(&mut battle, command, &mut umpire).expect("a candidate is legal");
    }
    times.sort_unstable();
    let at = |share: usize| times.get((times.len() * share / 100).min(times.len().saturating_sub(1))).unwrap_or(&0);
    println!(
        "{} previews: median {} us, nine in ten {} us, longest {} us; {} states each",
        times.len(),
        at(50),
        at(90),
        at(100),
        states / (times.len() as u64).max(1)
    );
}

fn main() {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_else(|| "training-crossroads".to_owned());
    let games: u64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(10);
    let (theatre, start) = theatre(&name);
    let (mut decisions, mut offered, mut turns) = (0_u64, 0_u64, 0_u64);
    let mut all: Vec<Command> = Vec::new();
    let (mut listing, mut obeying) = (0, 0);
    let begin = cpu();
    for seed in 0..games {
        let mut battle = start.clone();
        let mut chooser = Fast::seeded(seed);
        let mut answers = Fast::seeded(seed ^ 0x5eed);
        let policy = Policy(move |question: &engine::Question| answers.below(question.choices.count()));
        let mut umpire = Official { dice: Fast::seeded(seed + 1000), answers: policy, record: Silent::<Event>::new() };
        while let Some(side) = theatre.side_to_act(&battle) {
            all.clear();
            theatre.candidates(&battle, side, &mut |command| {
                all.push(command);
                true
            });
            offered += all.len() as u64;
            let command = &all[chooser.below(all.len() as u32) as usize];
            theatre.obey(&mut battle, command, &mut umpire).expect("a candidate is legal");
            decisions += 1;
        }
        turns += u64::from(battle.turn);
    }
    let all_time = cpu() - begin;
    // Once more, apart: listing alone, and obeying alone.
    for seed in 0..games.min(3) {
        let mut battle = start.clone();
        let mut chooser = Fast::seeded(seed);
        let policy = Policy(move |_: &engine::Question| 0);
        let mut umpire = Official { dice: Fast::seeded(seed + 1000), answers: policy, record: Silent::<Event>::new() };
        while let Some(side) = theatre.side_to_act(&battle) {
            let before = cpu();
            all.clear();
            theatre.candidates(&battle, side, &mut |command| {
                all.push(command);
                true
            });
            let listed = cpu();
            let command = &all[chooser.below(all.len() as u32) as usize];
            theatre.obey(&mut battle, command, &mut umpire).expect("a candidate is legal");
            listing += listed - before;
            obeying += cpu() - listed;
        }
    }
    previews(&theatre, &start);
    let share = 100 * listing / (listing + obeying).max(1);
    println!("{name}: {games} games, {} units, {} turns", theatre.units.len(), turns);
    println!("{decisions} decisions, {} commands offered each", offered / decisions.max(1));
    println!(
        "{} decisions a CPU second, {} ns each",
        decisions * 1_000_000_000 / all_time.max(1),
        all_time / decisions
    );
    println!("{share}% of it listing");
    println!("{} games a CPU second", games as f64 * 1e9 / all_time as f64);
}
