//! 3 Rally: routed stands that touch a corps or army commander (S44, R50).

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Level, Weapon};
use crate::rules::*;
use crate::unit::{Stand, check_stand};
use crate::{Book, Event, Referee};

keys! {
    /// The rank of a commander.
    pub enum Rank {
        /// Commands a division; rallies nobody.
        Division = "division",
        /// Commands a corps; rallies its stands, corps troops and army troops.
        Corps = "corps",
        /// Commands the army; rallies anybody.
        Army = "army",
    }
}

/// A routed stand and the commander it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RallySituation {
    /// The stand.
    pub stand: Stand,
    /// The commander it touches.
    pub commander: Rank,
    /// It belongs to the commander's corps, or to corps or army troops.
    #[serde(default = "yes")]
    pub own_corps: bool,
}

fn yes() -> bool {
    true
}

/// The stand after the rally phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct RallyOutcome {
    /// Whether it rallied: it faces any way, and neither moves nor fights this turn.
    pub rallied: bool,
    /// Its level.
    pub level: Level,
}

/// The rally as a procedure.
pub struct Rally;

impl Procedure for Rally {
    type Book = Book;
    type Situation = RallySituation;
    type Outcome = RallyOutcome;

    const NAME: &'static str = "rally";
    const CHAPTER: &'static str = "Rally";
    const SUMMARY: &'static str = "A routed stand that touches a corps or army commander rallies.";

    fn examples() -> Vec<(&'static str, RallySituation)> {
        let stand = Stand { level: Level::Rout, ..Stand::brigade(Weapon::RifledMusket, 3, 4) };
        vec![
            ("its corps commander", RallySituation { stand, commander: Rank::Corps, own_corps: true }),
            ("its division commander", RallySituation { stand, commander: Rank::Division, own_corps: true }),
        ]
    }

    fn check(book: &Book, situation: &RallySituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_stand(book, &mut refusal, "stand", &situation.stand);
        refusal.unless(situation.stand.level == Level::Rout, "stand.level", VB_RAL_WHO, || {
            "only routed stands rally".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &RallySituation, umpire: &mut U) -> Ruling<RallyOutcome, U> {
        umpire.cite(VB_RAL_WHO);
        let stand = &situation.stand;
        let fit = match situation.commander {
            Rank::Division => false,
            Rank::Corps => situation.own_corps,
            Rank::Army => true,
        };
        let stays = RallyOutcome { rallied: false, level: stand.level };
        if !fit {
            return Ok(stays);
        }
        // R50: no die, unless the table plays the variant.
        if book.switches.rally_roll {
            let fails_at = (stand.morale + 1).min(7);
            let failed = umpire.hits(1, fails_at, VB_RAL_WHO)? > 0;
            umpire.tell(|| Event::Rolled { happened: !failed });
            if failed {
                return Ok(stays);
            }
        }
        for rule in [VB_RAL_REMOVE_TEMP, VB_RAL_KEEP_PERM, VB_RAL_FACE, VB_RAL_NO_COMBAT, VB_MOR_LEVEL_PERM_TURN] {
            umpire.cite(rule);
        }
        let level = umpire.read(book.tables.rallies_to.at(Level::Rout)).unwrap_or(Level::Rout);
        umpire.tell(|| Event::Dropped { stand: 1, level });
        Ok(RallyOutcome { rallied: true, level })
    }

    fn line(outcome: &RallyOutcome) -> String {
        if outcome.rallied { format!("rallied: {}", outcome.level) } else { "still routed".to_owned() }
    }
}
