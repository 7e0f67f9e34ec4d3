//! Miscellany: going to ground at the start of a combat phase.

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Misc, Weapon};
use crate::rules::*;
use crate::unit::{Stand, check_stand};
use crate::{Book, Referee};

/// A stand that would go to ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GroundSituation {
    /// The stand.
    pub stand: Stand,
    /// It touches an enemy.
    #[serde(default)]
    pub in_contact: bool,
}

/// A stand gone to ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct GroundOutcome {
    /// Whether it loses its stationary marker.
    pub stationary_lost: bool,
    /// Additional throws against each hit.
    pub additional_saves: u8,
    /// Part of a move that standing up will cost, in thousandths.
    pub stand_up_thousandths: i32,
}

/// Going to ground as a procedure.
pub struct GoToGround;

impl Procedure for GoToGround {
    type Book = Book;
    type Situation = GroundSituation;
    type Outcome = GroundOutcome;

    const NAME: &'static str = "go-to-ground";
    const CHAPTER: &'static str = "Combat";
    const SUMMARY: &'static str = "Cartridge-armed troops on foot lie down at the start of a combat phase.";

    fn examples() -> Vec<(&'static str, GroundSituation)> {
        let stand = Stand { stationary: true, ..Stand::brigade(Weapon::CartCarbine, 3, 4) };
        vec![("a stationary brigade with cartridge carbines", GroundSituation { stand, in_contact: false })]
    }

    fn check(book: &Book, situation: &GroundSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let stand = &situation.stand;
        check_stand(book, &mut refusal, "stand", stand);
        refusal.unless(stand.is_asa(book) && !stand.march_column, "stand", VB_MSC_GTG, || {
            "only cartridge-armed troops on foot, not routed and out of column, go to ground".to_owned()
        });
        refusal.unless(!situation.in_contact, "in_contact", VB_MSC_GTG, || "nobody lies down in contact".to_owned());
        refusal.unless(!stand.gone_to_ground, "stand.gone_to_ground", VB_MSC_GTG, || "it lies already".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &GroundSituation, umpire: &mut U) -> Ruling<GroundOutcome, U> {
        umpire.cite(VB_MSC_GTG);
        umpire.cite(VB_MSC_GTG_SAVE);
        umpire.cite(VB_MSC_GTG_UP);
        if situation.stand.stationary {
            umpire.cite(VB_MSC_GTG_STATIONARY);
        }
        let saves = umpire.read(book.tables.misc.at(Misc::GroundSaves)).thousandths() / 1000;
        Ok(GroundOutcome {
            stationary_lost: situation.stand.stationary,
            additional_saves: u8::try_from(saves.clamp(0, 1)).unwrap_or_default(),
            stand_up_thousandths: umpire.read(book.tables.misc.at(Misc::StandUp)).thousandths(),
        })
    }

    fn line(outcome: &GroundOutcome) -> String {
        let marker = if outcome.stationary_lost { "; the stationary marker comes off" } else { "" };
        let throws = counted(outcome.additional_saves, "more throw", "more throws");
        format!("gone to ground: {throws} against each hit{marker}")
    }
}
