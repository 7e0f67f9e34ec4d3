//! The book, its scripted runs and its battles, in short.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::convert::Infallible;
use std::path::Path;

use engine::{Fast, Halt, Official, Play, Policy, Refusal, Rollout, Silent};
use field::hex::{Corner, Hex, Side};
use line_of_battle::play::{
    Battle, Command, FormationId, LeaderId, Shot, SomeUnits, Step, Theatre, UnitId, UnitNow, muster,
};
use line_of_battle::{Book, Event};
pub use trial::run;

/// What a scripted run gave.
pub type Run<O> = trial::Run<Event, O>;

/// Every optional rule.
pub const SWITCHES: [&str; 13] = [
    "reinforcement-grace",
    "replenishment",
    "danger-close",
    "recovery-ignore-artillery",
    "breastworks-building",
    "skedaddle",
    "mounted-pistols",
    "ooc-may-stand",
    "recovery-no-orders",
    "orchard-to-orchard",
    "routed-end-shakes",
    "fog-of-war",
    "night-orders",
];

/// The book as printed.
pub fn book() -> Book {
    trial::printed()
}

/// The book with some switches set.
pub fn book_with(switches: &[(&str, &str)]) -> Book {
    trial::with(switches)
}

/// A battle of the house, or one that only the tests have.
pub fn theatre_with(name: &str, switches: &[(&str, &str)]) -> (Theatre, Battle) {
    theatre_planned(name, switches, |_| {})
}

/// The same with something changed in its plan.
pub fn theatre_planned(
    name: &str,
    switches: &[(&str, &str)],
    change: impl FnOnce(&mut battle::plan::Plan),
) -> (Theatre, Battle) {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = crate_folder.join("tests/battles").join(name);
    let folder = if own.exists() { own } else { crate_folder.join("../../../battles").join(name) };
    let files = battle::folder::read(&folder).expect("the folder reads");
    let mut opened = match battle::open(&files) {
        Ok(opened) => opened,
        Err(faults) => panic!("{name}: {faults:#?}"),
    };
    change(&mut opened.plan);
    match muster(book_with(switches), &opened) {
        Ok(fielded) => fielded,
        Err(faults) => panic!("{name}: {faults:#?}"),
    }
}

/// The same as the book prints it.
pub fn theatre(name: &str) -> (Theatre, Battle) {
    theatre_with(name, &[])
}

/// Obeys with dice and answers that follow from a seed.
pub fn obey_seeded(
    theatre: &Theatre,
    battle: &Battle,
    command: &Command,
    seed: u64,
) -> Result<Battle, Halt<Infallible>> {
    let mut copy = battle.clone();
    let mut answers = Fast::seeded(seed ^ 0x5eed);
    let policy = Policy(move |question: &engine::Question| answers.below(question.choices.count()));
    let mut umpire = Official { dice: Fast::seeded(seed), answers: policy, record: Silent::<Event>::new() };
    theatre.obey(&mut copy, command, &mut umpire)?;
    Ok(copy)
}

/// Obeys with any dice; or the reasons why not.
pub fn obey(theatre: &Theatre, battle: &mut Battle, command: &Command) -> Result<(), Refusal> {
    let mut umpire = Rollout::<_, Event>::seeded(7);
    match theatre.obey(battle, command, &mut umpire) {
        Ok(()) => Ok(()),
        Err(Halt::Refused(refusal)) => Err(*refusal),
        Err(halt) => panic!("{command:?}: {halt:?}"),
    }
}

/// Why a command is refused.
pub fn refused(theatre: &Theatre, battle: &Battle, command: &Command) -> String {
    let refusal = obey(theatre, &mut battle.clone(), command).expect_err("the rules say no");
    refusal.to_string()
}

/// Every command that is offered.
pub fn offered(theatre: &Theatre, battle: &Battle) -> Vec<Command> {
    let mut all = Vec::new();
    if let Some(side) = theatre.side_to_act(battle) {
        theatre.candidates(battle, side, &mut |command| {
            all.push(command);
            true
        });
    }
    all
}

/// A unit by its name.
pub fn unit(theatre: &Theatre, name: &str) -> UnitId {
    theatre.unit_ids().find(|id| theatre.unit(*id).name == name).expect("there is such a unit")
}

/// A battle on a table, pieces by their names.
pub struct Table {
    pub theatre: Theatre,
    pub battle: Battle,
}

impl Table {
    /// A battle in the Activity Phase of the Union.
    pub fn in_activity(name: &str) -> Table {
        Table::in_activity_with(name, &[])
    }

    /// The same with some switches set.
    pub fn in_activity_with(name: &str, switches: &[(&str, &str)]) -> Table {
        let (theatre, mut battle) = theatre_with(name, switches);
        obey(&theatre, &mut battle, &Command::EndStep).expect("the Orders step ends");
        Table { theatre, battle }
    }

    pub fn in_orders(name: &str) -> Table {
        let (theatre, battle) = theatre(name);
        Table { theatre, battle }
    }

    pub fn unit(&self, name: &str) -> UnitId {
        unit(&self.theatre, name)
    }

    pub fn leader(&self, name: &str) -> LeaderId {
        let found = self.theatre.leaders.iter().position(|card| card.name == name);
        LeaderId(found.expect("there is such a leader") as u16)
    }

    pub fn formation(&self, name: &str) -> FormationId {
        let found = self.theatre.formation_ids().find(|id| self.theatre.formation(*id).name == name);
        found.expect("there is such a formation")
    }

    pub fn now(&mut self, name: &str) -> &mut UnitNow {
        let id = self.unit(name);
        &mut self.battle.units[id.index()]
    }

    pub fn at(&self, name: &str) -> Hex {
        self.battle.unit(self.unit(name)).at.expect("it is on the map")
    }

    /// Puts a unit farther north: the Union begins at the edge of the map.
    pub fn forward(&mut self, name: &str) {
        let hex = (0..3).fold(self.at(name), |hex, _| hex.neighbour(Side::new(0)));
        self.now(name).at = Some(hex);
    }

    /// Puts a unit next to another one, facing it.
    pub fn beside(&mut self, name: &str, other: &str, side: Side) {
        let hex = self.at(other).neighbour(side);
        let now = self.now(name);
        (now.at, now.facing) = (Some(hex), Corner::new(side.opposite().index() as u8));
    }

    /// A command is refused in these words.
    pub fn says(&self, command: &Command, words: &[&str]) {
        let why = refused(&self.theatre, &self.battle, command);
        for word in words {
            assert!(why.contains(word), "{command:?}: {why:?} does not say {word:?}");
        }
    }

    pub fn go(&self, name: &str, steps: &[Step]) -> Command {
        Command::Move { units: [self.unit(name)].into(), leaders: [].into(), steps: steps.into() }
    }

    pub fn fire(&self, name: &str, at: Hex) -> Command {
        let units: SomeUnits = [self.unit(name)].into();
        Command::Fire { units: units.clone(), leaders: [].into(), steps: [].into(), shots: vec![Shot { units, at }] }
    }
}
