//! Arcs: whom a unit can fire at, and from where fire comes (sections 5.3 and 8.4).

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::Limit;
use crate::cover::check_shelters;
use crate::rules::*;
use crate::unit::{Direction, Formation, Unit, check_unit};
use crate::{Book, Referee};

/// Two units, and the angles between them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArcSituation {
    /// The unit that would fire.
    pub firer: Unit,
    /// The unit it would fire at.
    pub target: Unit,
    /// Degrees between the firer's facing and the nearest point of the target, 0 to 180.
    pub off_firer: u16,
    /// Degrees between the target's facing and the middle of the firer's front, 0 to 180.
    pub off_target: u16,
}

/// What the angles mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ArcOutcome {
    /// Whether the target is in the firer's arc.
    pub in_arc: bool,
    /// From where the fire comes, seen from the target.
    pub from: Direction,
}

/// Half a turn: no angle is wider.
const HALF_TURN: u16 = 180;

/// 8.4 as a procedure.
pub struct Arc;

impl Procedure for Arc {
    type Book = Book;
    type Situation = ArcSituation;
    type Outcome = ArcOutcome;

    const NAME: &'static str = "arc";
    const CHAPTER: &'static str = "Turn";
    const SUMMARY: &'static str = "Whether a target is in a unit's arc, and whether it is taken in flank or rear.";

    fn examples() -> Vec<(&'static str, ArcSituation)> {
        let plain =
            ArcSituation { firer: Unit::infantry(20), target: Unit::infantry(20), off_firer: 45, off_target: 30 };
        let skirmishers = Unit { formation: Formation::Skirmish, ..Unit::infantry(8) };
        vec![
            ("face to face at the edge of the arc", plain.clone()),
            ("from the side", ArcSituation { off_target: 90, ..plain.clone() }),
            ("from behind", ArcSituation { off_target: 136, ..plain.clone() }),
            (
                "skirmishers on all sides",
                ArcSituation { firer: skirmishers.clone(), target: skirmishers, off_firer: 170, off_target: 170 },
            ),
        ]
    }

    fn check(book: &Book, situation: &ArcSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        for (field, unit) in [("firer", &situation.firer), ("target", &situation.target)] {
            check_unit(book, &mut refusal, field, unit);
            check_shelters(&mut refusal, &format!("{field}.shelters"), unit);
        }
        for (field, degrees) in [("off_firer", situation.off_firer), ("off_target", situation.off_target)] {
            refusal.unless(degrees <= HALF_TURN, field, BY_MOR_MOD_FLANK, || {
                format!("an angle is 0 to {HALF_TURN} degrees")
            });
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &ArcSituation, umpire: &mut U) -> Ruling<ArcOutcome, U> {
        let arc = umpire.read(book.tables.limits.at(Limit::Arc));
        let rear = umpire.read(book.tables.limits.at(Limit::Rear));
        let in_arc = situation.firer.is_all_round() || situation.off_firer <= arc;
        let from = match situation.off_target {
            _ if situation.target.is_all_round() => Direction::Front,
            degrees if degrees <= arc => Direction::Front,
            degrees if degrees <= rear => Direction::Flank,
            _ => Direction::Rear,
        };
        match from {
            Direction::Front => {}
            Direction::Flank => umpire.cite_all([BY_FIRE_MOD_EXPOSED, BY_MOR_MOD_FLANK]),
            Direction::Rear => umpire.cite(BY_MOR_MOD_FLANK),
        }
        Ok(ArcOutcome { in_arc, from })
    }

    fn line(outcome: &ArcOutcome) -> String {
        let arc = if outcome.in_arc { "in the arc" } else { "out of the arc" };
        format!("{arc}; from the {}", outcome.from)
    }
}
