//! Skirmishers in the way of a charging cavalry brigade (P4, S73).

use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, Side, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{ChargeItem, Kind, Terrain, Weapon};
use crate::questions::SKIRM_EVADE;
use crate::rules::*;
use crate::unit::{Body, Stand, check_stand};
use crate::{Book, Referee};

/// A skirmisher that cavalry rides at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RiddenSituation {
    /// The skirmisher's side.
    pub side: Side,
    /// The skirmisher.
    pub skirmisher: Stand,
    /// The terrain it is in.
    #[serde(default)]
    pub terrain: Terrain,
    /// Inches to the nearest town, forest or friendly unrouted brigade, if there is one.
    #[serde(default)]
    pub to_cover: Option<Decimal>,
}

keys! {
    /// What becomes of the skirmisher.
    pub enum Fate {
        /// It falls back ahead of the horse; the cavalry rides on.
        FallsBack = "falls_back",
        /// It runs for cover; the cavalry rides on.
        ReachesCover = "reaches_cover",
        /// It is ridden down; the cavalry rides on.
        Destroyed = "destroyed",
        /// It stands in broken ground: the cavalry halts in contact, both test and melee.
        Stands = "stands",
    }
}

/// The skirmisher afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct SkirmisherOutcome {
    /// What became of it.
    pub fate: Fate,
    /// Inches it goes.
    pub inches: Decimal,
    /// Strength points lost.
    pub casualties: u8,
}

/// P4 as a procedure.
pub struct SkirmishersRidden;

impl Procedure for SkirmishersRidden {
    type Book = Book;
    type Situation = RiddenSituation;
    type Outcome = SkirmisherOutcome;

    const NAME: &'static str = "skirmishers-ridden";
    const CHAPTER: &'static str = "Charge";
    const SUMMARY: &'static str =
        "A charging cavalry brigade rides at a skirmisher: it falls back, hides, stands or is destroyed.";

    fn examples() -> Vec<(&'static str, RiddenSituation)> {
        let skirmisher = Stand { weapon: Some(Weapon::RifledMusket), ..Stand::new(Kind::InfSkirmisher, 1, 4) };
        let plain = RiddenSituation {
            side: Side::Union,
            skirmisher,
            terrain: Terrain::Clear,
            to_cover: Some(Decimal::from_int(7)),
        };
        vec![
            ("infantry skirmishers near a forest", plain),
            ("infantry skirmishers in the open", RiddenSituation { to_cover: None, ..plain }),
            ("infantry skirmishers in broken ground", RiddenSituation { terrain: Terrain::BrokenGround, ..plain }),
            ("cavalry skirmishers", RiddenSituation { skirmisher: Stand::new(Kind::CavSkirmisher, 1, 4), ..plain }),
        ]
    }

    fn check(book: &Book, situation: &RiddenSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let stand = &situation.skirmisher;
        check_stand(book, &mut refusal, "skirmisher", stand);
        refusal.unless(stand.is_skirmisher(), "skirmisher.kind", VB_CHG_CAV_THROUGH, || {
            "cavalry rides through skirmishers only".to_owned()
        });
        let fine = situation.to_cover.is_none_or(|inches| inches >= Decimal::ZERO);
        refusal.unless(fine, "to_cover", VB_CHG_INFSK_EVADE, || "a distance is not negative".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &RiddenSituation, umpire: &mut U) -> Ruling<SkirmisherOutcome, U> {
        let stand = &situation.skirmisher;
        let rides_on = |umpire: &mut U| {
            umpire.cite(VB_CHG_CAV_THROUGH);
            umpire.cite(VB_CHG_CAV_BEYOND);
        };
        if stand.body() == Body::CavSkirmisher {
            rides_on(umpire);
            umpire.cite(VB_CHG_CAVSK_EVADE);
            let inches = umpire.read(book.tables.charge.at(ChargeItem::CavSkirmEvade));
            return Ok(SkirmisherOutcome { fate: Fate::FallsBack, inches, casualties: 0 });
        }
        if situation.terrain == Terrain::BrokenGround {
            umpire.cite(VB_TER_BROKEN_C_SKIRM);
            return Ok(SkirmisherOutcome { fate: Fate::Stands, inches: Decimal::ZERO, casualties: 0 });
        }
        rides_on(umpire);
        let part = umpire.read(book.tables.charge.at(ChargeItem::InfSkirmEvade));
        let reach = stand.full_move(book).scaled(part);
        if let Some(inches) = situation.to_cover.filter(|inches| *inches <= reach) {
            umpire.cite(VB_CHG_INFSK_EVADE);
            if umpire.yes(situation.side, &SKIRM_EVADE, None)? {
                return Ok(SkirmisherOutcome { fate: Fate::ReachesCover, inches, casualties: 0 });
            }
        }
        umpire.cite(VB_CHG_INFSK_DESTROYED);
        Ok(SkirmisherOutcome { fate: Fate::Destroyed, inches: Decimal::ZERO, casualties: stand.sp })
    }

    fn line(outcome: &SkirmisherOutcome) -> String {
        match outcome.fate {
            Fate::FallsBack => {
                format!("it falls back {}; the cavalry rides on", counted(outcome.inches, "inch", "inches"))
            }
            Fate::ReachesCover => "it reaches cover; the cavalry rides on".to_owned(),
            Fate::Destroyed => format!("it is ridden down: {} SP lost", outcome.casualties),
            Fate::Stands => "it stands its ground: morale and melee".to_owned(),
        }
    }
}
