//! Towns and villages: who fits in, and a quarter of the dice through each side.

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, Side, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Building;
use crate::charts::{TownItem, Weapon};
use crate::combat::total_dice;
use crate::questions::TOWN_DICE;
use crate::rules::*;
use crate::unit::{Body, Stand, check_stand};
use crate::{Book, Referee};

/// LIMIT: sides of a block.
const SIDES_MAX: usize = 4;
/// LIMIT: stands of all kinds in one block.
const OCCUPANTS_MAX: usize = 8;

/// The stands that hold a town block or village.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TownSituation {
    /// The side that holds it.
    pub side: Side,
    /// What is held.
    #[serde(default)]
    pub building: Building,
    /// Who holds it.
    pub occupants: Vec<Stand>,
    /// Melee dice are wanted instead of fire dice.
    #[serde(default)]
    pub melee: bool,
    /// How many sides fight.
    pub sides: u8,
}

/// The dice through each side.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct TownOutcome {
    /// All dice of the occupiers.
    pub total: u8,
    /// Dice through each side that fights.
    #[schemars(with = "Vec<u8>")]
    pub sides: ArrayVec<u8, SIDES_MAX>,
}

/// Town dice as a procedure.
pub struct TownDice;

impl Procedure for TownDice {
    type Book = Book;
    type Situation = TownSituation;
    type Outcome = TownOutcome;

    const NAME: &'static str = "town-dice";
    const CHAPTER: &'static str = "Terrain";
    const SUMMARY: &'static str = "Who fits into a town block, and how many dice fight through each side.";

    fn examples() -> Vec<(&'static str, TownSituation)> {
        let brigade = Stand { stationary: true, ..Stand::brigade(Weapon::RifledMusket, 4, 4) };
        let skirmisher =
            Stand { weapon: Some(Weapon::RifledMusket), ..Stand::new(crate::charts::Kind::InfSkirmisher, 1, 4) };
        let plain = TownSituation {
            side: Side::Union,
            building: Building::Town,
            occupants: vec![brigade],
            melee: false,
            sides: 3,
        };
        vec![
            ("a stationary brigade, three sides", plain.clone()),
            (
                "four skirmishers and some guns",
                TownSituation {
                    occupants: vec![
                        skirmisher,
                        skirmisher,
                        skirmisher,
                        skirmisher,
                        Stand::guns(crate::charts::Gun::SbField, 2, 4),
                    ],
                    sides: 2,
                    melee: true,
                    ..plain
                },
            ),
        ]
    }

    fn check(book: &Book, situation: &TownSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let number = |item| book.tables.town.at(item).value.thousandths() / 1000;
        let sides = number(TownItem::Sides).clamp(1, SIDES_MAX as i32);
        refusal.unless((1..=sides).contains(&situation.sides.into()), "sides", VB_TER_TOWN_C_QUARTER, || {
            format!("1 to {sides} sides fight")
        });
        refusal.unless(
            (1..=OCCUPANTS_MAX).contains(&situation.occupants.len()),
            "occupants",
            VB_TER_TOWN_C_HOLDS,
            || format!("1 to {OCCUPANTS_MAX} stands hold it"),
        );
        for (index, stand) in situation.occupants.iter().enumerate() {
            check_stand(book, &mut refusal, &format!("occupants[{index}]"), stand);
        }
        let count = |is: &dyn Fn(&Stand) -> bool| situation.occupants.iter().filter(|stand| is(stand)).count() as i32;
        let skirmishers = count(&|stand| stand.body() == Body::InfSkirmisher);
        let brigades = count(&|stand| matches!(stand.body(), Body::InfBrigade | Body::CavDismounted));
        match situation.building {
            Building::Town => {
                let room = if brigades > 0 {
                    brigades <= number(TownItem::Brigades) && skirmishers == 0
                } else {
                    skirmishers <= number(TownItem::Skirmishers)
                };
                refusal.unless(room, "occupants", VB_TER_TOWN_C_HOLDS, || {
                    "a block holds one infantry brigade or four infantry skirmishers".to_owned()
                });
            }
            Building::Village => {
                let alone = situation.occupants.len() as i32 == skirmishers
                    && skirmishers <= number(TownItem::VillageSkirmishers);
                refusal.unless(alone, "occupants", VB_TER_VILLAGE_C_HOLDS, || {
                    "a village holds one infantry skirmisher only".to_owned()
                });
            }
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &TownSituation, umpire: &mut U) -> Ruling<TownOutcome, U> {
        umpire.cite(match situation.building {
            Building::Town => VB_TER_TOWN_C_HOLDS,
            Building::Village => VB_TER_VILLAGE_C_HOLDS,
        });
        let mut total: u8 = 0;
        for stand in &situation.occupants {
            total = total.saturating_add(total_dice(book, stand, situation.melee, umpire)?);
        }
        if situation.occupants.iter().filter(|stand| stand.body() == Body::InfSkirmisher).count() > 1 {
            umpire.cite(VB_TER_TOWN_C_ONE_DEFENDER);
        }
        let mut sides = ArrayVec::new();
        if situation.building == Building::Village {
            // RULING: only a block quarters its dice; a village's one skirmisher fights with its die on any one side.
            sides.push(total);
            return Ok(TownOutcome { total, sides });
        }
        let each = side_dice(book, total, umpire);
        let mut left = total;
        for side in 0..situation.sides.min(SIDES_MAX as u8) {
            let later = situation.sides - side - 1;
            let most = each.min(left);
            let least = left.saturating_sub(each.saturating_mul(later)).min(most);
            let least = if left >= each.saturating_mul(later + 1) { most } else { least };
            let dice = umpire.number(situation.side, &TOWN_DICE, Some(side.into()), least.into(), most.into())? as u8;
            left -= dice;
            sides.push(dice);
        }
        Ok(TownOutcome { total, sides })
    }

    fn line(outcome: &TownOutcome) -> String {
        let sides = outcome.sides.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
        format!("{} in all; through the sides: {sides}", counted(outcome.total, "die", "dice"))
    }
}

/// A quarter of the dice, rounded up.
pub(crate) fn side_dice<U: Referee>(book: &Book, total: u8, umpire: &mut U) -> u8 {
    umpire.cite(VB_TER_TOWN_C_QUARTER);
    let part = umpire.read(book.tables.town.at(TownItem::Part));
    let thousandths = part.times(total.into()).thousandths();
    u8::try_from((thousandths + 999) / 1000).unwrap_or(total).min(total)
}
