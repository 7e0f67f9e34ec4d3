//! Digging, building and blowing up (section 12.4), and the campaign map (12.6).

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Refusal, Ruling, Side, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Limit, Via, Work};
use crate::citations::via_rule;
use crate::rules::*;
use crate::unit::{Arm, Formation, Unit, check_unit};
use crate::{Book, Referee};

/// A unit that digs or builds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkSituation {
    /// The unit.
    pub unit: Unit,
    /// What it makes.
    pub work: Work,
    /// Metres of it.
    pub metres: u16,
    /// Turns already spent on it.
    #[serde(default)]
    pub turns_spent: u16,
    /// Whether the unit moved or fired this turn.
    #[serde(default)]
    pub busy: bool,
}

/// How long it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct WorkOutcome {
    /// Sections of 25 metres.
    pub sections: u16,
    /// Turns in all.
    pub turns: u32,
    /// Sections finished after this turn.
    pub finished: u16,
}

/// 12.4, digging and building, as a procedure.
pub struct Dig;

impl Procedure for Dig {
    type Book = Book;
    type Situation = WorkSituation;
    type Outcome = WorkOutcome;

    const NAME: &'static str = "dig";
    const CHAPTER: &'static str = "Engineering";
    const SUMMARY: &'static str = "How many turns a unit takes to dig or build works and obstacles.";

    fn examples() -> Vec<(&'static str, WorkSituation)> {
        let of = |work| WorkSituation { unit: Unit::infantry(20), work, metres: 50, turns_spent: 3, busy: false };
        Work::ALL.iter().map(|work| (work.name(), of(*work))).collect()
    }

    fn check(book: &Book, situation: &WorkSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let unit = &situation.unit;
        check_unit(book, &mut refusal, "unit", unit);
        refusal.unless(situation.metres >= 1, "metres", BY_FORT_TABLE, || "give 1 metre at least".to_owned());
        let least = book.limit(Limit::WorkFigures);
        refusal
            .unless(unit.figures >= least, "unit.figures", BY_FORT_TABLE, || format!("{least} figures dig, no fewer"));
        let digs = unit.arm == Arm::Infantry && unit.formation != Formation::Square;
        refusal.unless(digs, "unit.arm", BY_FORT_TABLE, || "only infantry digs".to_owned());
        refusal.unless(!situation.busy, "busy", BY_FORT_TABLE, || {
            "a unit that moved or fired this turn does not dig".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &WorkSituation, umpire: &mut U) -> Ruling<WorkOutcome, U> {
        umpire.cite(BY_FORT_TABLE);
        let per_section = umpire.read(book.tables.ground.work_turns.at(situation.work)).max(1);
        let length = umpire.read(book.tables.limits.at(Limit::WorkSection)).max(1);
        let sections = situation.metres.div_ceil(length);
        let spent = u32::from(situation.turns_spent) + 1;
        let finished = (spent / u32::from(per_section)).min(sections.into()) as u16;
        Ok(WorkOutcome { sections, turns: u32::from(sections) * u32::from(per_section), finished })
    }

    fn line(outcome: &WorkOutcome) -> String {
        {
            let take = if outcome.sections == 1 { "takes" } else { "take" };
            let (sections, turns) =
                (counted(outcome.sections, "section", "sections"), counted(outcome.turns, "turn", "turns"));
            format!("{sections} {take} {turns}; {} finished", outcome.finished)
        }
    }
}

keys! {
    /// Something that can be blown up.
    pub enum Charged {
        /// A bridge: then it is gone.
        Bridge = "bridge",
        /// A wall section: then it is breached.
        Wall = "wall",
        /// An obstacle: then it is cleared.
        Obstacle = "obstacle",
        /// Abandoned guns: then they are spiked.
        Guns = "guns",
    }
}

/// A party that blows something up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DemolitionSituation {
    /// What it blows up.
    pub what: Charged,
    /// Whether it has spent a whole Movement Phase at it before this one.
    #[serde(default = "yes")]
    pub prepared: bool,
}

fn yes() -> bool {
    true
}

/// Whether it worked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct DemolitionOutcome {
    /// Whether it is blown up.
    pub success: bool,
}

/// 12.4, demolition, as a procedure.
pub struct Demolition;

impl Procedure for Demolition {
    type Book = Book;
    type Situation = DemolitionSituation;
    type Outcome = DemolitionOutcome;

    const NAME: &'static str = "demolition";
    const CHAPTER: &'static str = "Engineering";
    const SUMMARY: &'static str = "A party blows up a bridge, a wall, an obstacle or guns.";

    fn examples() -> Vec<(&'static str, DemolitionSituation)> {
        vec![("a bridge", DemolitionSituation { what: Charged::Bridge, prepared: true })]
    }

    fn check(_: &Book, situation: &DemolitionSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        refusal.unless(situation.prepared, "prepared", BY_DEMO_TABLE, || {
            "the party must touch it for a whole Movement Phase first".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, _: &DemolitionSituation, umpire: &mut U) -> Ruling<DemolitionOutcome, U> {
        let die = umpire.d6(BY_DEMO_TABLE)?;
        let success = umpire.read(book.tables.ground.demolition.at(die)?).0;
        umpire.cite(if success { BY_DEMO_SUCCESS } else { BY_DEMO_FAILURE });
        Ok(DemolitionOutcome { success })
    }

    fn line(outcome: &DemolitionOutcome) -> String {
        if outcome.success { "blown up" } else { "it fails: try again next turn" }.to_owned()
    }
}

keys! {
    /// What marches on the campaign map.
    pub enum Column {
        /// Infantry, guns and wagons.
        Infantry = "infantry",
        /// Cavalry and horse artillery.
        Cavalry = "cavalry",
    }
}

/// A force on the campaign map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StrategicSituation {
    /// Whose force it is.
    pub side: Side,
    /// What it is made of; the slower part of a mixed force.
    pub force: Column,
    /// How it travels.
    pub via: Via,
}

/// How far it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct StrategicOutcome {
    /// Links it makes in a day.
    pub links: u16,
}

/// 12.6 as a procedure.
pub struct StrategicMove;

impl Procedure for StrategicMove {
    type Book = Book;
    type Situation = StrategicSituation;
    type Outcome = StrategicOutcome;

    const NAME: &'static str = "strategic-move";
    const CHAPTER: &'static str = "Campaign";
    const SUMMARY: &'static str = "How many links a force makes in a day by road, railroad or river.";

    fn examples() -> Vec<(&'static str, StrategicSituation)> {
        vec![
            (
                "a Union corps by rail",
                StrategicSituation { side: Side::Union, force: Column::Infantry, via: Via::Railroad },
            ),
            (
                "rebel cavalry by rail",
                StrategicSituation { side: Side::Confederate, force: Column::Cavalry, via: Via::Railroad },
            ),
            (
                "rebel infantry by road",
                StrategicSituation { side: Side::Confederate, force: Column::Infantry, via: Via::Road },
            ),
            (
                "Union cavalry by river",
                StrategicSituation { side: Side::Union, force: Column::Cavalry, via: Via::River },
            ),
        ]
    }

    fn check(_: &Book, _: &StrategicSituation) -> Result<(), Refusal> {
        Ok(())
    }

    fn run<U: Referee>(book: &Book, situation: &StrategicSituation, umpire: &mut U) -> Ruling<StrategicOutcome, U> {
        umpire.cite(BY_STRAT_TABLE);
        umpire.cite(via_rule(situation.via));
        let rebel = usize::from(situation.side == Side::Confederate);
        let column = situation.force.index() * 2 + rebel;
        Ok(StrategicOutcome { links: umpire.read(book.tables.wide.links.at(situation.via, column)?) })
    }

    fn line(outcome: &StrategicOutcome) -> String {
        format!("{} a day", counted(outcome.links, "link", "links"))
    }
}
