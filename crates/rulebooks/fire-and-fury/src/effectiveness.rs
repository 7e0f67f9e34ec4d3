//! Fresh, worn and spent (S69): by the thresholds a battle prints, or by the house table.

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, Umpire, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::Tables;
use crate::pieces::{Effectiveness, STANDS_MAX, Spirit};
use crate::rules::*;
use crate::{Book, Referee};

/// When losses tell on a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endurance {
    /// The stands it started with.
    pub start_stands: u8,
    /// At how many stands it is worn, where the battle says so.
    pub worn_at: Option<u8>,
    /// At how many stands it is spent, where the battle says so.
    pub spent_at: Option<u8>,
    /// What decides where the battle says nothing.
    pub spirit: Spirit,
}

impl Endurance {
    /// At how many stands it is worn, and at how many spent.
    fn thresholds<U: Umpire>(&self, tables: &Tables, umpire: &mut U) -> (u8, u8) {
        let spent_at = self.spent_at.unwrap_or_else(|| {
            self.start_stands.saturating_sub(umpire.read(tables.spent_when_lost.at(self.spirit)).of(self.start_stands))
        });
        let worn_at = self.worn_at.unwrap_or_else(|| {
            self.start_stands.saturating_sub(umpire.read(tables.worn_when_lost.at(self.spirit)).of(self.start_stands))
        });
        (worn_at, spent_at)
    }

    /// What it is with so many stands left.
    pub fn with_stands<U: Umpire>(&self, tables: &Tables, stands: u8, umpire: &mut U) -> Effectiveness {
        let (worn_at, spent_at) = self.thresholds(tables, umpire);
        if stands <= spent_at {
            Effectiveness::Spent
        } else if stands <= worn_at {
            Effectiveness::Worn
        } else {
            Effectiveness::Fresh
        }
    }
}

/// A unit of troops and its losses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Losses {
    /// The stands it started the battle with.
    pub start_stands: u8,
    /// The stands it has lost.
    #[serde(default)]
    pub lost: u8,
    /// At how many stands it is worn; by its spirit if not given.
    #[serde(default)]
    pub worn_at: Option<u8>,
    /// At how many stands it is spent; by its spirit if not given.
    #[serde(default)]
    pub spent_at: Option<u8>,
    /// How soon losses tell on it, where no thresholds are given.
    #[serde(default)]
    pub spirit: Spirit,
}

/// What the losses made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct EffectivenessOutcome {
    /// Its stands; with none it is destroyed.
    pub stands: u8,
    /// At how many stands it is worn.
    pub worn_at: u8,
    /// At how many stands it is spent.
    pub spent_at: u8,
    /// Fresh, worn or spent.
    pub effectiveness: Effectiveness,
}

/// Fresh, worn or spent.
pub struct FreshWornSpent;

impl Procedure for FreshWornSpent {
    type Book = Book;
    type Situation = Losses;
    type Outcome = EffectivenessOutcome;

    const NAME: &'static str = "effectiveness";
    const CHAPTER: &'static str = "Special rules";
    const SUMMARY: &'static str = "When losses make a unit worn and spent, and what it is now.";

    fn examples() -> Vec<(&'static str, Losses)> {
        let reliable = Losses { start_stands: 9, lost: 3, worn_at: None, spent_at: None, spirit: Spirit::Reliable };
        vec![
            ("a reliable regiment of nine stands", reliable),
            ("a spirited one", Losses { spirit: Spirit::Spirited, lost: 6, ..reliable }),
            ("thresholds of the battle", Losses { worn_at: Some(5), spent_at: Some(3), ..reliable }),
        ]
    }

    fn check(_: &Book, situation: &Losses) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let start = situation.start_stands;
        refusal.unless((1..=STANDS_MAX).contains(&start), "start_stands", FF_SCALE_STAND, || {
            format!("a unit has 1 to {STANDS_MAX} stands")
        });
        refusal
            .unless(situation.lost <= start, "lost", FF_SCALE_STAND, || "it has not so many stands to lose".to_owned());
        for (field, at) in [("worn_at", situation.worn_at), ("spent_at", situation.spent_at)] {
            refusal.unless(at.is_none_or(|at| at < start), field, FF_MNV_MOD_FRESH, || {
                "a unit starts fresh, so the threshold lies below its first strength".to_owned()
            });
        }
        let in_order = match (situation.worn_at, situation.spent_at) {
            (Some(worn), Some(spent)) => spent <= worn,
            _ => true,
        };
        refusal.unless(in_order, "spent_at", FF_MNV_MOD_SPENT, || "a unit is worn before it is spent".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &Losses, umpire: &mut U) -> Ruling<EffectivenessOutcome, U> {
        let endurance = Endurance {
            start_stands: situation.start_stands,
            worn_at: situation.worn_at,
            spent_at: situation.spent_at,
            spirit: situation.spirit,
        };
        let stands = situation.start_stands.saturating_sub(situation.lost);
        let (worn_at, spent_at) = endurance.thresholds(&book.tables, umpire);
        let effectiveness = endurance.with_stands(&book.tables, stands, umpire);
        umpire.cite(match effectiveness {
            Effectiveness::Fresh => FF_MNV_MOD_FRESH,
            Effectiveness::Worn => FF_MNV_MOD_WORN,
            Effectiveness::Spent => FF_MNV_MOD_SPENT,
        });
        Ok(EffectivenessOutcome { stands, worn_at, spent_at, effectiveness })
    }

    fn line(outcome: &EffectivenessOutcome) -> String {
        let EffectivenessOutcome { stands, worn_at, spent_at, effectiveness } = outcome;
        match stands {
            0 => "destroyed".to_owned(),
            _ => {
                let stands = counted(stands, "stand", "stands");
                format!("{effectiveness} with {stands}; worn at {worn_at}, spent at {spent_at}")
            }
        }
    }
}
