//! Units that pass through each other, willingly or not.

use engine::book::Procedure;
use engine::chart::{CellValue, Lines};
use engine::{Asks, Refusal, Rule, Ruling, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::Limit;
use crate::rules::*;
use crate::unit::{Arm, Condition, Formation, check_condition, check_formation, stand_kind};
use crate::{Book, Referee};

keys! {
    /// A line of the chart of passages.
    pub enum Passage {
        /// Infantry skirmishers or dismounted cavalry through infantry.
        SkirmishInfantry = "skirmish-infantry",
        /// Infantry skirmishers or dismounted cavalry through limbered artillery.
        SkirmishLimbered = "skirmish-limbered",
        /// Formed infantry through formed infantry that does not move this turn.
        FormedStill = "formed-still",
        /// Formed infantry through formed infantry that moves this turn.
        FormedMoved = "formed-moved",
        /// Skirmishing cavalry through skirmishing cavalry.
        CavalrySkirmish = "cavalry-skirmish",
        /// Anybody through unlimbered artillery.
        Unlimbered = "unlimbered",
        /// Any other.
        Other = "other",
    }
}

/// What a passage does to the two units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassageEffect {
    /// Nothing.
    Free,
    /// Each takes a hit and a Panic Marker.
    Collision,
}

impl CellValue for PassageEffect {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "free" => Ok(PassageEffect::Free),
            "each unit one hit and one Panic Marker" => Ok(PassageEffect::Collision),
            _ => Err("write free, or each unit one hit and one Panic Marker".to_owned()),
        }
    }
}

/// Whether a passage shortens the move by an inch a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassageCost(bool);

impl CellValue for PassageCost {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(PassageCost(false)),
            _ if text.starts_with("-1 inch/die") => Ok(PassageCost(true)),
            _ => Err("write none or -1 inch/die".to_owned()),
        }
    }
}

/// The chart of passages.
#[derive(Clone, Debug)]
pub struct PassageTables {
    effects: Lines<Passage, PassageEffect>,
    costs: Lines<Passage, PassageCost>,
}

impl PassageTables {
    pub(crate) fn open(charts: &engine::chart::ChartSet) -> Result<Self, engine::Fault> {
        let chart = charts.chart("interpenetration")?;
        Ok(PassageTables { effects: Lines::open(chart, "id", "effect")?, costs: Lines::open(chart, "id", "cost")? })
    }
}

/// One of the two units of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Passer {
    /// Its arm.
    pub arm: Arm,
    /// How it stands.
    pub formation: Formation,
    /// Whether it is mounted (cavalry only).
    #[serde(default)]
    pub mounted: bool,
    /// Its stands, hits, Panic Markers and losses.
    pub condition: Condition,
}

impl Passer {
    fn is_foot_skirmish(&self) -> bool {
        self.formation == Formation::Skirmish && !self.mounted
    }

    fn is_formed_infantry(&self) -> bool {
        self.arm == Arm::Infantry && self.formation != Formation::Skirmish
    }
}

/// A unit passes through a friend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PassageSituation {
    /// The unit that moves.
    pub mover: Passer,
    /// The unit it passes through.
    pub through: Passer,
    /// Whether the unit passed through moves during this turn too.
    #[serde(default)]
    pub through_moves: bool,
}

/// What the passage did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct PassageOutcome {
    /// Whether the mover pays an inch a die for it.
    pub costs_an_inch_a_die: bool,
    /// Whether the two collided.
    pub collision: bool,
    /// The mover afterwards.
    pub mover: Condition,
    /// The unit passed through, afterwards.
    pub through: Condition,
}

/// Interpenetration as a procedure of its own.
pub struct PassThroughFriends;

impl Procedure for PassThroughFriends {
    type Book = Book;
    type Situation = PassageSituation;
    type Outcome = PassageOutcome;

    const NAME: &'static str = "interpenetration";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str = "A unit passes through a friend: what it costs, and whether they collide.";

    fn examples() -> Vec<(&'static str, PassageSituation)> {
        let line = Passer {
            arm: Arm::Infantry,
            formation: Formation::Line,
            mounted: false,
            condition: Condition { stands: 8, hits: 2, panic: 0, lost: 0 },
        };
        let through = |mover, through, through_moves| PassageSituation { mover, through, through_moves };
        let skirmishers = Passer { formation: Formation::Skirmish, ..line };
        let guns = Passer {
            arm: Arm::FieldArtillery,
            formation: Formation::Unlimbered,
            condition: Condition::fresh(3),
            ..line
        };
        let limbered = Passer { formation: Formation::Limbered, ..guns };
        let troopers =
            Passer { arm: Arm::Cavalry, formation: Formation::Skirmish, mounted: true, condition: Condition::fresh(6) };
        vec![
            ("a line passes a line that stands still", through(line, line, false)),
            ("a line passes a line that moves too", through(line, line, true)),
            ("skirmishers fall back through a line", through(skirmishers, line, false)),
            ("skirmishers pass limbered guns", through(skirmishers, limbered, false)),
            ("a line passes guns in battery", through(line, guns, false)),
            ("troopers in open order pass each other", through(troopers, troopers, false)),
            ("troopers ride through a line", through(Passer { formation: Formation::Line, ..troopers }, line, false)),
        ]
    }

    fn check(book: &Book, situation: &PassageSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        for (name, unit) in [("mover", &situation.mover), ("through", &situation.through)] {
            check_formation(&mut refusal, &format!("{name}.formation"), unit.arm, unit.formation, unit.mounted);
            let kind = stand_kind(unit.arm, unit.mounted);
            check_condition(book, &mut refusal, &format!("{name}.condition"), kind, &unit.condition);
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &PassageSituation, umpire: &mut U) -> Ruling<PassageOutcome, U> {
        let (passage, rule) = passage_of(situation);
        umpire.cite(rule);
        let cost = umpire.read(book.passages.costs.at(passage));
        let effect = umpire.read(book.passages.effects.at(passage));
        // R 39: skirmishers on foot never pay.
        let pays = cost.0 && !situation.mover.is_foot_skirmish();
        if pays {
            umpire.cite(SE_PEN_INTERPEN);
        }
        let mut outcome = PassageOutcome {
            costs_an_inch_a_die: pays,
            collision: effect == PassageEffect::Collision,
            mover: situation.mover.condition,
            through: situation.through.condition,
        };
        if outcome.collision {
            umpire.cite(SE_PANIC_CAUSE_INTERPEN);
            let hits = book.limit(Limit::InterpenetrationHits) as u8;
            let kind = |unit: &Passer| stand_kind(unit.arm, unit.mounted);
            outcome.mover.take_hits(book, kind(&situation.mover), hits, umpire);
            outcome.through.take_hits(book, kind(&situation.through), hits, umpire);
        }
        Ok(outcome)
    }

    fn line(outcome: &PassageOutcome) -> String {
        let cost = if outcome.costs_an_inch_a_die { "an inch a die" } else { "no deduction" };
        if outcome.collision {
            format!("{cost}; both collide: mover {}, other {}", outcome.mover, outcome.through)
        } else {
            format!("{cost}; no collision")
        }
    }
}

/// The line of the chart for these two, and its rule.
fn passage_of(situation: &PassageSituation) -> (Passage, Rule) {
    let (mover, through) = (&situation.mover, &situation.through);
    let cavalry_skirmish = |unit: &Passer| unit.mounted && unit.formation == Formation::Skirmish;
    if through.formation == Formation::Unlimbered {
        (Passage::Unlimbered, SE_INTERPEN_GUNS)
    } else if mover.is_foot_skirmish() && through.arm == Arm::Infantry {
        (Passage::SkirmishInfantry, SE_INTERPEN_SKIRM)
    } else if mover.is_foot_skirmish() && through.arm.is_artillery() {
        (Passage::SkirmishLimbered, SE_INTERPEN_SKIRM)
    } else if mover.is_formed_infantry() && through.is_formed_infantry() {
        if situation.through_moves {
            (Passage::FormedMoved, SE_INTERPEN_OTHER)
        } else {
            (Passage::FormedStill, SE_INTERPEN_FORMED)
        }
    } else if cavalry_skirmish(mover) && cavalry_skirmish(through) {
        (Passage::CavalrySkirmish, SE_INTERPEN_CAVSKIRM)
    } else {
        (Passage::Other, SE_INTERPEN_OTHER)
    }
}
