//! What stands around the map: every briefing is legal and leads to an end.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::Path;

use engine::stage::{Act, Bout, General, Outlook, Prospect, Wants};
use engine::{Fast, Question, Silent};
use line_of_battle::Event;
use line_of_battle::play::{Battle, Theatre, muster};

const TRAINING: [&str; 3] = ["training-toll-gate", "training-mill-creek", "training-crossroads"];
const ALL: [&str; 4] = ["training-toll-gate", "training-mill-creek", "training-crossroads", "mcphersons-ridge"];

fn theatre(name: &str) -> (Theatre, Battle) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../battles").join(name);
    let files = battle::folder::read(&folder).expect("the folder reads");
    muster(crate::support::book(), &battle::open(&files).expect("the battle opens")).expect("the battle musters")
}

/// How one of these generals chooses.
#[derive(Clone, Copy, Debug)]
enum Manner {
    First,
    Last,
    Random,
    Greedy,
}

struct Trial {
    manner: Manner,
    dice: Fast,
}

impl Trial {
    fn new(manner: Manner) -> Trial {
        Trial { manner, dice: Fast::seeded(0) }
    }
}

/// What a plain man makes of a prospect.
fn worth(prospect: &Prospect) -> i32 {
    let hurt = prospect.harm * 2 - prospect.risk;
    let moves = prospect.nearer / 10 - prospect.apart / 40 + prospect.cover / 20 - prospect.flanked * 30;
    let sort = match prospect.act {
        Act::Duty => 1_000,
        Act::Charge => (prospect.chance - 400) / 4,
        Act::Command => prospect.nearer / 20,
        Act::Withdraw => (prospect.worn - 400) / 4,
        _ => 0,
    };
    hurt + moves + sort + prospect.merit
}

impl General for Trial {
    fn name(&self) -> &'static str {
        "trial"
    }

    fn wants(&self) -> Wants {
        Wants::Briefing
    }

    fn begin(&mut self, seed: u64) {
        self.dice = Fast::seeded(seed);
    }

    fn choose(&mut self, _: &Outlook, prospects: &[Prospect]) -> usize {
        match self.manner {
            Manner::First => 0,
            Manner::Last => prospects.len() - 1,
            Manner::Random => self.dice.below(prospects.len() as u32) as usize,
            Manner::Greedy => (0..prospects.len()).max_by_key(|place| worth(&prospects[*place])).unwrap_or(0),
        }
    }

    fn answer(&mut self, question: &Question) -> u32 {
        self.dice.below(question.choices.count())
    }
}

/// Fights a battle between two manners; a refused order fails.
fn fight(theatre: &Theatre, start: &Battle, manners: [Manner; 2], seed: u64) -> engine::stage::Fought {
    let [mut one, mut other] = manners.map(Trial::new);
    let mut bout = Bout::new(theatre, [&mut one, &mut other]);
    bout.keeps_laws = true;
    let fought = bout.fight(start, seed, &mut Fast::seeded(seed), &mut Silent::<Event>::new());
    match fought {
        Ok((end, fought)) => {
            assert!(end.over);
            fought
        }
        Err(fault) => panic!("{manners:?}, seed {seed}: {fault}"),
    }
}

#[test]
fn every_briefed_order_is_legal_and_every_battle_ends() {
    for name in ALL {
        let (theatre, start) = theatre(name);
        for manner in [Manner::First, Manner::Last, Manner::Random, Manner::Greedy] {
            for seed in 0..3 {
                fight(&theatre, &start, [manner, manner], seed);
            }
        }
    }
}

#[test]
fn a_greedy_general_beats_a_random_one() {
    for name in TRAINING {
        let (theatre, start) = theatre(name);
        let (mut won, mut lost) = (0, 0);
        for seed in 0..6 {
            let fought = fight(&theatre, &start, [Manner::Greedy, Manner::Random], seed);
            let back = fight(&theatre, &start, [Manner::Random, Manner::Greedy], seed);
            let ahead = fought.tally.points[0] - fought.tally.points[1] + back.tally.points[1] - back.tally.points[0];
            won += i32::from(ahead > 0);
            lost += i32::from(ahead < 0);
        }
        assert!(won > lost, "{name}: won {won}, lost {lost}");
    }
}
