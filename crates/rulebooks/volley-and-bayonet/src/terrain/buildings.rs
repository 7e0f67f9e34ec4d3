//! Wooden buildings: catching fire and burning out (S58, S83).

use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{BuildingItem, Kind, Level, Limit, Terrain, Weapon};
use crate::rules::*;
use crate::unit::{Construction, Stand, check_stand};
use crate::{Book, Event, Referee};

keys! {
    /// A kind of building.
    #[derive(Default)]
    pub enum Building {
        /// A town block.
        #[default]
        Town = "town",
        /// A village.
        Village = "village",
    }
}

/// A building at the end of a combat phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BuildingSituation {
    /// What it is.
    #[serde(default)]
    pub building: Building,
    /// What it is made of.
    #[serde(default)]
    pub construction: Construction,
    /// Artillery fired at it in this phase.
    #[serde(default)]
    pub artillery_fired: bool,
    /// It was attacked by melee in this phase.
    #[serde(default)]
    pub meleed: bool,
    /// The stand that holds it.
    #[serde(default)]
    pub occupant: Option<Stand>,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct BurningOutcome {
    /// Whether it burns now.
    pub burning: bool,
    /// The level of its occupant.
    pub level: Option<Level>,
    /// Inches the occupant retreats.
    pub retreat_inches: Decimal,
}

/// Catching fire as a procedure.
pub struct BuildingFire;

impl Procedure for BuildingFire {
    type Book = Book;
    type Situation = BuildingSituation;
    type Outcome = BurningOutcome;

    const NAME: &'static str = "building-fire";
    const CHAPTER: &'static str = "Terrain";
    const SUMMARY: &'static str = "A building that guns fired at or that was meleed may catch fire.";

    fn examples() -> Vec<(&'static str, BuildingSituation)> {
        let skirmisher = Stand { weapon: Some(Weapon::RifledMusket), ..Stand::new(Kind::InfSkirmisher, 1, 4) };
        let plain = BuildingSituation {
            building: Building::Village,
            construction: Construction::Wooden,
            artillery_fired: true,
            meleed: false,
            occupant: Some(skirmisher),
        };
        vec![
            ("a wooden village shelled", plain),
            ("a stone one", BuildingSituation { construction: Construction::Stone, ..plain }),
        ]
    }

    fn check(book: &Book, situation: &BuildingSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        if let Some(stand) = &situation.occupant {
            check_stand(book, &mut refusal, "occupant", stand);
            let terrain = match situation.building {
                Building::Town => Terrain::Town,
                Building::Village => Terrain::Village,
            };
            super::check_occupant(book, &mut refusal, "occupant", stand, terrain);
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &BuildingSituation, umpire: &mut U) -> Ruling<BurningOutcome, U> {
        let level = situation.occupant.map(|stand| stand.level);
        let quiet = BurningOutcome { burning: false, level, retreat_inches: Decimal::ZERO };
        let endangered =
            situation.construction == Construction::Wooden && (situation.artillery_fired || situation.meleed);
        if !endangered {
            return Ok(quiet);
        }
        let needed = umpire.read(book.tables.buildings.at(BuildingItem::Ignite)).0;
        let burning = umpire.hits(1, needed, VB_TER_WOOD_IGNITE)? > 0;
        umpire.tell(|| Event::Rolled { happened: burning });
        let Some(stand) = situation.occupant.filter(|_| burning) else {
            return Ok(BurningOutcome { burning, ..quiet });
        };
        umpire.cite(VB_TER_WOOD_EVACUATE);
        let level = if stand.level == Level::Good { Level::TempDisorder } else { stand.level };
        let retreat_inches = stand.full_move(book).scaled(book.limit(Limit::RetreatPart));
        Ok(BurningOutcome { burning, level: Some(level), retreat_inches })
    }

    fn line(outcome: &BurningOutcome) -> String {
        match (outcome.burning, outcome.level) {
            (false, _) => "it does not burn".to_owned(),
            (true, Some(level)) => {
                format!("it burns: {level}, {} back", counted(outcome.retreat_inches, "inch", "inches"))
            }
            (true, None) => "it burns".to_owned(),
        }
    }
}

/// A burning building at the start of a game turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireOutSituation {
    /// What it is.
    #[serde(default)]
    pub building: Building,
    /// Game turns since it caught fire.
    pub turns_since: u8,
}

keys! {
    /// What a building is now.
    pub enum Ruin {
        /// It still burns.
        Burning = "burning",
        /// Burned out: broken ground that blocks sight.
        BrokenGround = "broken_ground",
        /// Burned out: clear ground.
        Clear = "clear",
    }
}

/// Burning out as a procedure.
pub struct FireOut;

impl Procedure for FireOut {
    type Book = Book;
    type Situation = FireOutSituation;
    type Outcome = Ruin;

    const NAME: &'static str = "fire-out";
    const CHAPTER: &'static str = "Terrain";
    const SUMMARY: &'static str = "Whether the fire in a building has gone out.";

    fn examples() -> Vec<(&'static str, FireOutSituation)> {
        vec![
            ("a village two turns on", FireOutSituation { building: Building::Village, turns_since: 2 }),
            ("a town the turn after", FireOutSituation { building: Building::Town, turns_since: 1 }),
        ]
    }

    fn check(_: &Book, _: &FireOutSituation) -> Result<(), Refusal> {
        Ok(())
    }

    fn run<U: Referee>(book: &Book, situation: &FireOutSituation, umpire: &mut U) -> Ruling<Ruin, U> {
        umpire.cite(VB_TER_WOOD_OUT_WHEN);
        if situation.turns_since < book.count(Limit::FireOutFrom) {
            return Ok(Ruin::Burning);
        }
        let item = match situation.building {
            Building::Town => BuildingItem::OutTown,
            Building::Village => BuildingItem::OutVillage,
        };
        let needed = umpire.read(book.tables.buildings.at(item)).0;
        let out = umpire.hits(1, needed, VB_TER_WOOD_OUT_ROLL)? > 0;
        umpire.tell(|| Event::Rolled { happened: out });
        if !out {
            return Ok(Ruin::Burning);
        }
        umpire.cite(VB_TER_WOOD_AFTER);
        Ok(if book.switches.burned_out_broken { Ruin::BrokenGround } else { Ruin::Clear })
    }

    fn line(outcome: &Ruin) -> String {
        match outcome {
            Ruin::Burning => "it still burns".to_owned(),
            Ruin::BrokenGround => "the fire is out: broken ground that blocks sight".to_owned(),
            Ruin::Clear => "the fire is out: clear ground".to_owned(),
        }
    }
}
