//! Leaders (procedure 5.6): the fallen leader table.
//!
//! Not here: what letters do (maneuver, charge), command radius and replacing leaders (the turn).

use engine::book::Procedure;
use engine::chart::CellValue;
use engine::{Asks, Pair, Refusal, Ruling, Umpire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::Value;
use crate::event::{Event, LeaderRolled};
use crate::lines::FallenRow;
use crate::rules::*;
use crate::{Book, Referee};

engine::keys! {
    /// Who is in danger.
    pub enum Officer {
        /// A leader, a scout or another personality.
        Leader = "leader",
        /// The brave colonel of a unit.
        BraveColonel = "brave_colonel",
    }
}

engine::keys! {
    /// What becomes of him.
    pub enum LeaderFate {
        /// Dead: removed from the game (R43: also from the campaign).
        Dead = "dead",
        /// Removed from the battle.
        OutOfBattle = "out_of_battle",
        /// Wounded: a modifier to the maneuver rolls he conducts for the rest of the battle.
        Wounded = "wounded",
        /// Knocked down: he misses his side's next player turn.
        KnockedDown = "knocked_down",
        /// His horse is killed: on foot until the end of his side's next player turn.
        Dismounted = "dismounted",
        /// Nothing happens to him.
        Unhurt = "unhurt",
        /// Captured: removed from the game.
        Captured = "captured",
    }
}

impl CellValue for LeaderFate {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "removed from the game" => Ok(LeaderFate::Dead),
            "removed from the battle" => Ok(LeaderFate::OutOfBattle),
            "-1 to maneuver rolls for the rest of the battle" => Ok(LeaderFate::Wounded),
            "removed for one turn" => Ok(LeaderFate::KnockedDown),
            "dismounted for one turn" => Ok(LeaderFate::Dismounted),
            "no effect" => Ok(LeaderFate::Unhurt),
            _ => Err(format!("`{text}` is not the fate of a leader")),
        }
    }
}

engine::keys! {
    /// What becomes of a unit's brave colonel as such (S61).
    pub enum ColonelFate {
        /// He goes on leading his unit.
        Leads = "leads",
        /// He goes on leading it, wounded: a modifier to its maneuver rolls.
        LeadsWounded = "leads_wounded",
        /// The unit has no brave colonel for one turn.
        AwayOneTurn = "away_one_turn",
        /// The unit has no brave colonel any more.
        Lost = "lost",
    }
}

/// An officer in danger.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OfficerInDanger {
    /// Who he is.
    pub officer: Officer,
    /// Whether he is attached to a unit that was just swept from the field or repulsed in a charge.
    pub swept_or_repulsed: bool,
}

impl Default for OfficerInDanger {
    fn default() -> Self {
        OfficerInDanger { officer: Officer::Leader, swept_or_repulsed: false }
    }
}

/// What became of an officer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct FallenOutcome {
    /// What the table says.
    pub fate: LeaderFate,
    /// What that means for a brave colonel; nothing for a leader.
    pub colonel: Option<ColonelFate>,
}

/// The fallen leader roll.
pub struct FallenLeader;

impl Procedure for FallenLeader {
    type Book = Book;
    type Situation = OfficerInDanger;
    type Outcome = FallenOutcome;

    const NAME: &'static str = "fallen-leader";
    const CHAPTER: &'static str = "Leaders";
    const SUMMARY: &'static str = "What becomes of a leader or brave colonel when fire or a charge comes too close.";

    fn examples() -> Vec<(&'static str, OfficerInDanger)> {
        let danger = |officer, swept_or_repulsed| OfficerInDanger { officer, swept_or_repulsed };
        vec![
            ("a leader under fire", danger(Officer::Leader, false)),
            ("a leader with a swept regiment", danger(Officer::Leader, true)),
            ("a brave colonel under fire", danger(Officer::BraveColonel, false)),
            ("a brave colonel whose charge is repulsed", danger(Officer::BraveColonel, true)),
        ]
    }

    fn check(_: &Book, _: &OfficerInDanger) -> Result<(), Refusal> {
        Ok(())
    }

    fn run<U: Referee>(book: &Book, situation: &OfficerInDanger, umpire: &mut U) -> Ruling<FallenOutcome, U> {
        fallen_leader(book, *situation, umpire)
    }

    fn line(outcome: &FallenOutcome) -> String {
        let fate = outcome.fate.to_string();
        match outcome.colonel {
            Some(colonel) => format!("{fate}; brave colonel: {colonel}"),
            None => fate,
        }
    }
}

/// 5.6 Fallen leader. Two dice added; a marked result becomes a capture if he was attached to a unit swept or repulsed in a
/// charge and either die shows a 6.
pub(crate) fn fallen_leader<U: Referee>(
    book: &Book,
    danger: OfficerInDanger,
    umpire: &mut U,
) -> Ruling<FallenOutcome, U> {
    let table = &book.tables.fallen;
    let dice = umpire.pair(FF_FALL)?;
    let row = umpire.read(table.row(dice.sum())?);
    umpire.cite(row.rule());
    let mut fate = umpire.read(table.fate.at(row));
    if danger.swept_or_repulsed && captured(book, row, dice, umpire) {
        umpire.cite(FF_FALL_CAPTURE);
        fate = LeaderFate::Captured;
    }
    let colonel = (danger.officer == Officer::BraveColonel).then(|| colonel_fate(fate));
    umpire.tell(|| Event::LeaderRolled(LeaderRolled { officer: danger.officer, fate }));
    Ok(FallenOutcome { fate, colonel })
}

/// R42: the marked results are those that can turn into a capture.
fn captured<U: Umpire>(book: &Book, row: FallenRow, dice: Pair, umpire: &mut U) -> bool {
    let face = umpire.read(book.tables.whole(Value::CaptureFace));
    let shows_it = i16::from(dice.low) == face || i16::from(dice.high) == face;
    umpire.read(book.tables.fallen.capturable.at(row)) && shows_it
}

/// S61: a brave colonel is a trait of his unit; it goes with him, for a turn if he is knocked down.
fn colonel_fate(fate: LeaderFate) -> ColonelFate {
    match fate {
        LeaderFate::Dead | LeaderFate::OutOfBattle | LeaderFate::Captured => ColonelFate::Lost,
        LeaderFate::Wounded => ColonelFate::LeadsWounded,
        LeaderFate::KnockedDown => ColonelFate::AwayOneTurn,
        LeaderFate::Dismounted | LeaderFate::Unhurt => ColonelFate::Leads,
    }
}
