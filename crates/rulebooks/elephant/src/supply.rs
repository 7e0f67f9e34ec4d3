//! Ammunition that comes back: the supply wagon of the brigade (optional rule).

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::Distance;
use crate::rules::*;
use crate::{Book, Referee};

/// A unit begins its turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResupplySituation {
    /// Whether it is marked Out of Ammunition.
    pub out_of_ammo: bool,
    /// Yards to the supply wagon of its own brigade; nothing where that is lost or never was.
    #[serde(default)]
    pub wagon_yards: Option<u16>,
}

/// Whether it can shoot properly again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ResupplyOutcome {
    /// Whether this table counts ammunition at all.
    pub played: bool,
    /// Whether it is marked Out of Ammunition now.
    pub out_of_ammo: bool,
}

/// Resupply as a procedure of its own.
pub struct Resupply;

impl Procedure for Resupply {
    type Book = Book;
    type Situation = ResupplySituation;
    type Outcome = ResupplyOutcome;

    const NAME: &'static str = "resupply";
    const CHAPTER: &'static str = "Fire";
    const SUMMARY: &'static str = "A unit without ammunition begins its turn near its brigade's wagon (optional rule).";

    fn examples() -> Vec<(&'static str, ResupplySituation)> {
        vec![
            ("the wagon has come up", ResupplySituation { out_of_ammo: true, wagon_yards: Some(40) }),
            ("the wagon is still far off", ResupplySituation { out_of_ammo: true, wagon_yards: Some(120) }),
            ("the wagon is lost", ResupplySituation { out_of_ammo: true, wagon_yards: None }),
        ]
    }

    fn check(_: &Book, situation: &ResupplySituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        refusal.unless(situation.out_of_ammo, "out_of_ammo", SE_OPT_AMMO_RESUPPLY, || {
            "it still has ammunition".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &ResupplySituation, umpire: &mut U) -> Ruling<ResupplyOutcome, U> {
        umpire.cite(SE_OPT_AMMO_RESUPPLY);
        let played = book.switches.ammunition;
        let reach = umpire.read(book.tables.distances.at(Distance::Resupply));
        let near = situation.wagon_yards.is_some_and(|yards| yards <= reach);
        Ok(ResupplyOutcome { played, out_of_ammo: played && situation.out_of_ammo && !near })
    }

    fn line(outcome: &ResupplyOutcome) -> String {
        match (outcome.played, outcome.out_of_ammo) {
            (false, _) => "this table does not count ammunition",
            (true, true) => "still out of ammunition",
            (true, false) => "resupplied",
        }
        .to_owned()
    }
}
