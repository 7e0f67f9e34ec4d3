//! The turn: who does what in a phase (section 3), and what wears a unit out or refits it at its start (section 11).

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Refusal, Rule, Ruling, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Limit, Part, Phase};
use crate::rules::*;
use crate::{Book, Referee};

/// A phase of the turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PhaseSituation {
    /// Which phase.
    pub phase: Phase,
}

/// What the players do in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct PhaseOutcome {
    /// What the first player does.
    pub first: Part,
    /// What the second player does.
    pub second: Part,
}

const fn phase_rule(phase: Phase) -> Rule {
    match phase {
        Phase::Morale => BY_TURN_MORALE,
        Phase::FirstFire => BY_TURN_FIRE1,
        Phase::FirstMovement => BY_TURN_MOVE1,
        Phase::SecondFire => BY_TURN_FIRE2,
        Phase::SecondMovement => BY_TURN_MOVE2,
        Phase::Melee => BY_TURN_MELEE,
    }
}

/// Section 3 as a procedure.
pub struct WhoActs;

impl Procedure for WhoActs {
    type Book = Book;
    type Situation = PhaseSituation;
    type Outcome = PhaseOutcome;

    const NAME: &'static str = "phase";
    const CHAPTER: &'static str = "Turn";
    const SUMMARY: &'static str = "What each player does in a phase of the turn.";

    fn examples() -> Vec<(&'static str, PhaseSituation)> {
        Phase::ALL.iter().map(|phase| (phase.name(), PhaseSituation { phase: *phase })).collect()
    }

    fn check(_: &Book, _: &PhaseSituation) -> Result<(), Refusal> {
        Ok(())
    }

    fn run<U: Referee>(book: &Book, situation: &PhaseSituation, umpire: &mut U) -> Ruling<PhaseOutcome, U> {
        umpire.cite(BY_TURN_TABLE);
        umpire.cite(phase_rule(situation.phase));
        let phases = &book.tables.turn.phases;
        let first = umpire.read(phases.at(situation.phase, 0)?);
        let second = umpire.read(phases.at(situation.phase, 1)?);
        Ok(PhaseOutcome { first, second })
    }

    fn line(outcome: &PhaseOutcome) -> String {
        format!("first player: {}; second player: {}", outcome.first, outcome.second)
    }
}

/// A unit out of ammunition at the start of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResupplySituation {
    /// Whether it is out of ammunition.
    pub out_of_ammo: bool,
    /// Metres to the wagon of its own brigade, if there is one.
    #[serde(default)]
    pub wagon_m: Option<u16>,
}

/// Its cartridge boxes afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ResupplyOutcome {
    /// Whether it is still out of ammunition.
    pub out_of_ammo: bool,
}

/// Section 11, ammunition, as a procedure.
pub struct Resupply;

impl Procedure for Resupply {
    type Book = Book;
    type Situation = ResupplySituation;
    type Outcome = ResupplyOutcome;

    const NAME: &'static str = "resupply";
    const CHAPTER: &'static str = "Turn";
    const SUMMARY: &'static str =
        "A unit out of ammunition finds its brigade's wagon at the start of a turn, or does not.";

    fn examples() -> Vec<(&'static str, ResupplySituation)> {
        vec![
            ("a wagon at hand", ResupplySituation { out_of_ammo: true, wagon_m: Some(40) }),
            ("a wagon too far away", ResupplySituation { out_of_ammo: true, wagon_m: Some(51) }),
        ]
    }

    fn check(_: &Book, _: &ResupplySituation) -> Result<(), Refusal> {
        Ok(())
    }

    fn run<U: Referee>(book: &Book, situation: &ResupplySituation, umpire: &mut U) -> Ruling<ResupplyOutcome, U> {
        // Nobody runs out of ammunition where the rule is not played.
        if !book.switches.out_of_ammunition || !situation.out_of_ammo {
            return Ok(ResupplyOutcome { out_of_ammo: false });
        }
        umpire.cite(BY_FIRE_MOD_OUT_OF_AMMO);
        let reach = umpire.read(book.tables.limits.at(Limit::AmmunitionReach));
        Ok(ResupplyOutcome { out_of_ammo: situation.wagon_m.is_none_or(|metres| metres > reach) })
    }

    fn line(outcome: &ResupplyOutcome) -> String {
        if outcome.out_of_ammo { "still out of ammunition" } else { "its boxes are full" }.to_owned()
    }
}

/// What a unit did in the turn just ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FatigueSituation {
    /// Its points of fatigue so far.
    #[serde(default)]
    pub points: u8,
    /// Whether it went at double time.
    #[serde(default)]
    pub double_time: bool,
    /// Whether it charged.
    #[serde(default)]
    pub charged: bool,
    /// Whether it was in a melee.
    #[serde(default)]
    pub fought: bool,
    /// Whether it moved.
    #[serde(default)]
    pub moved: bool,
    /// Whether it fired.
    #[serde(default)]
    pub fired: bool,
    /// Metres to the nearest enemy, if there is one.
    #[serde(default)]
    pub enemy_m: Option<u16>,
}

/// How tired it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct FatigueOutcome {
    /// Its points of fatigue.
    pub points: u8,
    /// Whether it is fatigued.
    pub fatigued: bool,
}

/// Section 11, fatigue, as a procedure.
pub struct Fatigue;

impl Procedure for Fatigue {
    type Book = Book;
    type Situation = FatigueSituation;
    type Outcome = FatigueOutcome;

    const NAME: &'static str = "fatigue";
    const CHAPTER: &'static str = "Turn";
    const SUMMARY: &'static str = "A turn of hard marching or fighting tires a unit, a turn of rest refreshes it.";

    fn examples() -> Vec<(&'static str, FatigueSituation)> {
        let rested = FatigueSituation {
            points: 4,
            double_time: false,
            charged: false,
            fought: false,
            moved: false,
            fired: false,
            enemy_m: Some(600),
        };
        vec![
            (
                "the fourth turn of hard work",
                FatigueSituation { points: 3, charged: true, fought: true, moved: true, ..rested.clone() },
            ),
            ("a turn of rest", rested),
        ]
    }

    fn check(_: &Book, situation: &FatigueSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let moved = situation.moved || !(situation.double_time || situation.charged);
        refusal.unless(moved, "moved", BY_TURN_TABLE, || "whoever goes at double time or charges has moved".to_owned());
        refusal.unless(!(situation.double_time && situation.charged), "double_time", BY_MOVE_DOUBLE_COLUMN, || {
            "a charge is the whole move: there is no double time in it".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &FatigueSituation, umpire: &mut U) -> Ruling<FatigueOutcome, U> {
        // Nobody tires where the rule is not played.
        if !book.switches.fatigue {
            return Ok(FatigueOutcome { points: 0, fatigued: false });
        }
        umpire.cite(BY_FIRE_MOD_FATIGUED);
        let FatigueSituation { points, double_time, charged, fought, moved, fired, enemy_m } = *situation;
        let peace = umpire.read(book.tables.limits.at(Limit::RestDistance));
        let rests = !(moved || fired || fought) && enemy_m.is_none_or(|metres| metres > peace);
        let points = match (double_time || charged || fought, rests) {
            (true, _) => points.saturating_add(1),
            (false, true) => points.saturating_sub(1),
            (false, false) => points,
        };
        let from = umpire.read(book.tables.limits.at(Limit::FatigueFrom));
        Ok(FatigueOutcome { points, fatigued: u16::from(points) >= from })
    }

    fn line(outcome: &FatigueOutcome) -> String {
        let tired = if outcome.fatigued { ": fatigued" } else { "" };
        format!("{} of fatigue{tired}", counted(outcome.points, "point", "points"))
    }
}
