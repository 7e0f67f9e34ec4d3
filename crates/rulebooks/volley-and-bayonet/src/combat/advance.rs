//! The advance after a won melee (P12 step 10, S38).

use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, Side, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Level, Limit, Special, Terrain, Weapon};
use crate::questions::ADVANCE;
use crate::rules::*;
use crate::terrain::movement_rule;
use crate::unit::{Stand, check_stand, is_building};
use crate::{Book, Referee};

/// LIMIT: stands that won a melee together.
const WINNERS_MAX: usize = 5;

/// A side that won a melee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdvanceSituation {
    /// The side that won.
    pub side: Side,
    /// Its stands that were in the melee.
    pub stands: Vec<Stand>,
    /// The building or fort the beaten stand held and the advance would enter; clear if none.
    #[serde(default)]
    pub into: Terrain,
    /// It burns.
    #[serde(default)]
    pub burning: bool,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct AdvanceOutcome {
    /// The stand that advances, counted from 1; 0 for none.
    pub stand: u8,
    /// Inches it may go.
    pub inches: Decimal,
    /// Its level afterwards.
    pub level: Option<Level>,
}

/// The advance as a procedure.
pub struct Advance;

impl Procedure for Advance {
    type Book = Book;
    type Situation = AdvanceSituation;
    type Outcome = AdvanceOutcome;

    const NAME: &'static str = "advance";
    const CHAPTER: &'static str = "Combat";
    const SUMMARY: &'static str = "The winner of a melee advances one of its stands, or none.";

    fn examples() -> Vec<(&'static str, AdvanceSituation)> {
        let brigade = Stand::brigade(Weapon::RifledMusket, 4, 4);
        let plain = AdvanceSituation { side: Side::Union, stands: vec![brigade], into: Terrain::Clear, burning: false };
        vec![
            ("a brigade that took the ridge", plain.clone()),
            (
                "over the works of a fort",
                AdvanceSituation { stands: vec![brigade, brigade], into: Terrain::Fort, ..plain.clone() },
            ),
            ("into a town block", AdvanceSituation { into: Terrain::Town, ..plain }),
        ]
    }

    fn check(book: &Book, situation: &AdvanceSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        refusal.unless((1..=WINNERS_MAX).contains(&situation.stands.len()), "stands", VB_COM_ADVANCE, || {
            format!("1 to {WINNERS_MAX} stands won")
        });
        for (index, stand) in situation.stands.iter().enumerate() {
            check_stand(book, &mut refusal, &format!("stands[{index}]"), stand);
        }
        let fits = situation.into == Terrain::Clear || is_building(situation.into);
        refusal.unless(fits, "into", VB_COM_ADVANCE, || "name the building or fort that was held, or clear".to_owned());
        refusal.unless(
            !situation.burning || fits && situation.into != Terrain::Clear,
            "burning",
            VB_TER_WOOD_IGNITE,
            || "open ground does not burn".to_owned(),
        );
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &AdvanceSituation, umpire: &mut U) -> Ruling<AdvanceOutcome, U> {
        umpire.cite(VB_COM_ADVANCE);
        let named = umpire.number(situation.side, &ADVANCE, None, 0, situation.stands.len() as u16)?;
        let chosen = usize::from(named).checked_sub(1).and_then(|place| situation.stands.get(place));
        let Some(stand) = chosen else {
            return Ok(AdvanceOutcome { stand: 0, inches: Decimal::ZERO, level: None });
        };
        let inches = book.limit(Limit::Advance);
        let mut level = stand.level;
        let cell = book.tables.going.at(situation.into, stand.column()).filter(|_| !situation.burning);
        if let Some(cell) = cell {
            let going = umpire.read(cell);
            umpire.cite(movement_rule(situation.into, stand.column()));
            let crosses = matches!(going.special, Special::Fort | Special::Entrance | Special::Breach);
            if crosses {
                umpire.cite(VB_TER_FORT_M_CROSS);
            }
            if (crosses || going.de || going.di) && level == Level::Good {
                level = Level::TempDisorder;
            }
        }
        Ok(AdvanceOutcome { stand: named as u8, inches, level: Some(level) })
    }

    fn line(outcome: &AdvanceOutcome) -> String {
        match outcome.level {
            Some(level) => {
                let inches = counted(outcome.inches, "inch", "inches");
                format!("stand {} advances up to {inches}: {level}", outcome.stand)
            }
            None => "nobody advances".to_owned(),
        }
    }
}
