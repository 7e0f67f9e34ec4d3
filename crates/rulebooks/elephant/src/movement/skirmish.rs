//! Skirmishers who fall back (P8) and rejoin their parent unit.

use engine::book::Procedure;
use engine::{Asks, Decimal, Die, Refusal, Ruling, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Limit, Mover, StandKind};
use crate::rules::*;
use crate::unit::{Arm, Condition, check_condition, stand_kind};
use crate::{Book, Referee};

/// Skirmishers who are attacked, or called back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FallBackSituation {
    /// Their arm: infantry or cavalry.
    pub arm: Arm,
    /// Whether they are mounted (cavalry only).
    #[serde(default)]
    pub mounted: bool,
    /// Cavalry: whether they moved in the previous turn.
    #[serde(default)]
    pub moved_last_turn: bool,
    /// The skirmishers.
    pub skirmishers: Condition,
    /// Their parent unit; nothing where the whole unit skirmishes.
    #[serde(default)]
    pub parent: Option<Condition>,
}

/// Where they are now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct FallBackOutcome {
    /// The parent unit with the skirmishers back in it; nothing where there is none.
    pub rejoined: Option<Condition>,
    /// How far they go straight away from the attacker, in inches; zero if they rejoined.
    pub inches: Decimal,
}

/// P8 as a procedure of its own.
pub struct FallBack;

impl Procedure for FallBack {
    type Book = Book;
    type Situation = FallBackSituation;
    type Outcome = FallBackOutcome;

    const NAME: &'static str = "fall-back";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str = "Skirmishers fall back: into their parent unit, or as fast as they can.";

    fn examples() -> Vec<(&'static str, FallBackSituation)> {
        let plain = FallBackSituation {
            arm: Arm::Infantry,
            mounted: false,
            moved_last_turn: false,
            skirmishers: Condition { stands: 3, hits: 1, panic: 1, lost: 0 },
            parent: Some(Condition { stands: 7, hits: 2, panic: 2, lost: 0 }),
        };
        vec![
            ("a detachment rejoins its regiment", plain.clone()),
            ("a whole regiment in open order runs", FallBackSituation { parent: None, ..plain.clone() }),
            (
                "mounted skirmishers ride off",
                FallBackSituation { arm: Arm::Cavalry, mounted: true, moved_last_turn: true, parent: None, ..plain },
            ),
        ]
    }

    fn check(book: &Book, situation: &FallBackSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        refusal.unless(matches!(situation.arm, Arm::Infantry | Arm::Cavalry), "arm", SE_SKIRM_WHO, || {
            "only infantry and cavalry skirmish".to_owned()
        });
        refusal.unless(!situation.mounted || situation.arm == Arm::Cavalry, "mounted", SE_MOVE_CAV, || {
            "only cavalry is mounted".to_owned()
        });
        let kind = stand_kind(situation.arm, situation.mounted);
        check_condition(book, &mut refusal, "skirmishers", kind, &situation.skirmishers);
        if let Some(parent) = &situation.parent {
            check_condition(book, &mut refusal, "parent", kind, parent);
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &FallBackSituation, umpire: &mut U) -> Ruling<FallBackOutcome, U> {
        umpire.cite(SE_SKIRM_WHO);
        umpire.cite(SE_SKIRM_10_ATTACKED);
        umpire.cite(SE_SKIRM_10_MOVED);
        if let Some(parent) = situation.parent {
            umpire.cite(SE_SKIRM_1);
            umpire.cite(SE_SKIRM_8_SEPARATE);
            let kind = stand_kind(situation.arm, situation.mounted);
            let rejoined = rejoin(book, kind, situation.skirmishers, parent, umpire);
            return Ok(FallBackOutcome { rejoined: Some(rejoined), inches: Decimal::ZERO });
        }
        umpire.cite(SE_SKIRM_7);
        let dice = match (situation.mounted, situation.moved_last_turn) {
            (false, _) => umpire.read(book.tables.movement_dice.at(Mover::InfantrySkirmish)),
            (true, true) => umpire.read(book.tables.movement_dice.at(Mover::Cavalry)),
            (true, false) => {
                umpire.cite(SE_MOVE_CAV_FIRST);
                umpire.read(book.tables.limits.at(Limit::CavalryFirstTurn))
            }
        };
        let rolled = umpire.sum(dice as u8, Die::Average, SE_MOVE_SKIRM)?;
        Ok(FallBackOutcome { rejoined: None, inches: Decimal::from_int(rolled.into()) })
    }

    fn line(outcome: &FallBackOutcome) -> String {
        match outcome.rejoined {
            Some(parent) => format!("they rejoin: {parent}"),
            None => format!("they go {} straight away", counted(outcome.inches, "inch", "inches")),
        }
    }
}

/// Hits and markers of both are added; whole stands go at once.
fn rejoin<U: Referee>(
    book: &Book,
    kind: StandKind,
    skirmishers: Condition,
    parent: Condition,
    umpire: &mut U,
) -> Condition {
    umpire.cite(SE_SKIRM_2);
    umpire.cite(SE_SKIRM_8_REJOIN);
    let mut joined = Condition { stands: parent.stands + skirmishers.stands, ..parent };
    // Hits of a rejoining detachment bring no new markers: its own are added below.
    let markers = joined.panic;
    joined.take_hits(book, kind, skirmishers.hits, umpire);
    joined.panic = markers;
    joined.take_markers(book, skirmishers.panic, umpire);
    joined
}
