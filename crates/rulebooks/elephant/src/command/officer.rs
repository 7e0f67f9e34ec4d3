//! How officers get about: their own move, and the escape of one whom the enemy touches.

use engine::book::Procedure;
use engine::{Asks, Decimal, Die, Refusal, Ruling, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Limit, Mover, OfficerRow};
use crate::rules::*;
use crate::{Book, Referee};

keys! {
    /// How an officer goes.
    pub enum OfficerWay {
        /// By himself, attached to nobody or leaving his unit.
        Alone = "alone",
        /// With the infantry, guns or wagons he is attached to: their move is his.
        WithUnit = "with-unit",
        /// With the cavalry he is attached to: at its rate.
        WithCavalry = "with-cavalry",
    }
}

/// An officer about to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfficerMoveSituation {
    /// How he goes.
    pub way: OfficerWay,
    /// Whether he carries a light wound.
    #[serde(default)]
    pub wounded: bool,
    /// With cavalry: whether it moved of its own will in the previous turn. In its first turn it has few dice.
    #[serde(default)]
    pub cavalry_moved_last_turn: bool,
    /// Whether the unit he is attached to is in contact with the enemy.
    #[serde(default)]
    pub in_contact: bool,
    /// Whether the unit he is attached to retreated or routed this turn or the turn before.
    #[serde(default)]
    pub carried: bool,
}

/// How far he may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct OfficerMoveOutcome {
    /// Inches, whatever the ground; nothing where he goes as far as his unit does.
    pub inches: Option<Decimal>,
}

/// An officer's move as a procedure of its own.
pub struct MoveOfficer;

impl Procedure for MoveOfficer {
    type Book = Book;
    type Situation = OfficerMoveSituation;
    type Outcome = OfficerMoveOutcome;

    const NAME: &'static str = "move-officer";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str = "How far an officer may go this turn, by himself or with his unit.";

    fn examples() -> Vec<(&'static str, OfficerMoveSituation)> {
        let alone = OfficerMoveSituation {
            way: OfficerWay::Alone,
            wounded: false,
            cavalry_moved_last_turn: false,
            in_contact: false,
            carried: false,
        };
        vec![
            ("a brigadier rides to his next regiment", alone.clone()),
            ("a lightly wounded one", OfficerMoveSituation { wounded: true, ..alone.clone() }),
            ("one who stays with his infantry", OfficerMoveSituation { way: OfficerWay::WithUnit, ..alone.clone() }),
            (
                "one who is carried off with a routed unit",
                OfficerMoveSituation { way: OfficerWay::WithUnit, carried: true, ..alone.clone() },
            ),
            (
                "one who rides with cavalry on the move",
                OfficerMoveSituation { way: OfficerWay::WithCavalry, cavalry_moved_last_turn: true, ..alone.clone() },
            ),
            ("one whose cavalry starts from rest", OfficerMoveSituation { way: OfficerWay::WithCavalry, ..alone }),
        ]
    }

    fn check(_: &Book, situation: &OfficerMoveSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let leaves = situation.way == OfficerWay::Alone;
        refusal.unless(!(leaves && situation.in_contact), "in_contact", SE_CMDR_FATE, || {
            "he may not leave his unit until its Combat is resolved".to_owned()
        });
        refusal.unless(!(leaves && situation.carried), "carried", SE_CMDR_CARRIED, || {
            "he goes with his withdrawing unit for one full turn".to_owned()
        });
        let rides = situation.way == OfficerWay::WithCavalry;
        refusal.unless(
            rides || !situation.cavalry_moved_last_turn,
            "cavalry_moved_last_turn",
            SE_CMDR_MOVE_CAV,
            || "it only matters to an officer who goes with cavalry".to_owned(),
        );
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &OfficerMoveSituation, umpire: &mut U) -> Ruling<OfficerMoveOutcome, U> {
        let tables = &book.tables;
        if situation.in_contact {
            umpire.cite(SE_CMDR_FATE);
        }
        if situation.carried {
            umpire.cite(SE_CMDR_CARRIED);
        }
        let inches = match situation.way {
            OfficerWay::WithUnit => return Ok(OfficerMoveOutcome { inches: None }),
            OfficerWay::WithCavalry => {
                umpire.cite(SE_CMDR_MOVE_CAV);
                let dice = if situation.cavalry_moved_last_turn {
                    umpire.cite(SE_MOVE_CAV);
                    umpire.read(tables.movement_dice.at(Mover::Cavalry))
                } else {
                    umpire.cite(SE_MOVE_CAV_FIRST);
                    umpire.read(tables.limits.at(Limit::CavalryFirstTurn))
                };
                umpire.sum(dice as u8, Die::Average, SE_MOVE_TABLE)?.into()
            }
            OfficerWay::Alone if situation.wounded => {
                umpire.cite(SE_CAS_LIGHT);
                umpire.read(tables.limits.at(Limit::OfficerWounded)).into()
            }
            OfficerWay::Alone => {
                umpire.cite(SE_CMDR_MOVE);
                umpire.read(tables.officer_move.at(OfficerRow::Officer)).0.into()
            }
        };
        Ok(OfficerMoveOutcome { inches: Some(Decimal::from_int(inches)) })
    }

    fn line(outcome: &OfficerMoveOutcome) -> String {
        match outcome.inches {
            Some(inches) => format!("{}, whatever the ground", counted(inches, "inch", "inches")),
            None => "as far as his unit goes".to_owned(),
        }
    }
}

/// A formed enemy unit would touch an officer who stands alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfficerEscapeSituation {
    /// Inches to the nearest friendly unit; nothing where there is none.
    #[serde(default)]
    pub friend_inches: Option<Decimal>,
}

/// What becomes of him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct OfficerEscapeOutcome {
    /// Whether he is captured; otherwise he now stands with his friends.
    pub captured: bool,
}

/// S 29 as a procedure of its own: a lone officer goes to a friend whom his move reaches, else he is captured.
pub struct OfficerEscape;

impl Procedure for OfficerEscape {
    type Book = Book;
    type Situation = OfficerEscapeSituation;
    type Outcome = OfficerEscapeOutcome;

    const NAME: &'static str = "officer-escape";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str = "The enemy reaches an officer who stands alone: he joins a friend, or is captured.";

    fn examples() -> Vec<(&'static str, OfficerEscapeSituation)> {
        let near = |inches| OfficerEscapeSituation { friend_inches: Some(Decimal::from_int(inches)) };
        vec![
            ("a regiment of his own stands twelve inches away", near(12)),
            ("the nearest friend is too far away", near(24)),
            ("nobody is left", OfficerEscapeSituation { friend_inches: None }),
        ]
    }

    fn check(_: &Book, situation: &OfficerEscapeSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let sane = situation.friend_inches.is_none_or(|inches| inches >= Decimal::ZERO);
        refusal.unless(sane, "friend_inches", SE_CMDR_MOVE, || "give 0 or more".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(
        book: &Book,
        situation: &OfficerEscapeSituation,
        umpire: &mut U,
    ) -> Ruling<OfficerEscapeOutcome, U> {
        umpire.cite(SE_CMDR_MOVE);
        let reach = Decimal::from_int(umpire.read(book.tables.officer_move.at(OfficerRow::Officer)).0.into());
        Ok(OfficerEscapeOutcome { captured: situation.friend_inches.is_none_or(|inches| inches > reach) })
    }

    fn line(outcome: &OfficerEscapeOutcome) -> String {
        if outcome.captured { "captured" } else { "he joins the nearest friendly unit" }.to_owned()
    }
}
