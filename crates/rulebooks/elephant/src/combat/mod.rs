//! The Combat Phase: units in contact (P9).
//!
//! [`fighter`] is what a unit brings, [`shifts`] the column shifts, [`mod@strike`] one die and what it does. Not here: how
//! units are paired when many touch, and where the beaten go; those need a map.

mod fighter;
mod shifts;
mod strike;

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, Side, Umpire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use fighter::{Ending, Fighter, Position};
pub(crate) use fighter::{FIGHTERS_MAX, Standing, check_fighter, check_sides};
pub(crate) use strike::strike;

use crate::charts::{Grade, Weapon};
use crate::rules::*;
use crate::unit::{Arm, Commander, Condition, Formation, settle_grade};
use crate::{Book, Referee};

/// Units in contact: one against one, several against one, or one against several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CombatSituation {
    /// The side that attacks.
    pub side: Side,
    /// The attacking units. Each rolls its own die.
    pub attackers: Vec<Fighter>,
    /// The defending units, the one the charge named first.
    pub defenders: Vec<Fighter>,
}

/// One unit after Combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct FighterOutcome {
    /// How it ended.
    pub ending: Ending,
    /// Stands of its losses that were captured.
    pub captured: u16,
    /// The unit afterwards.
    pub condition: Condition,
    /// What became of the commander with it.
    pub commander: crate::charts::Casualty,
}

/// Every unit after Combat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct CombatOutcome {
    /// The attackers, in the order given.
    #[schemars(with = "Vec<FighterOutcome>")]
    pub attackers: ArrayVec<FighterOutcome, FIGHTERS_MAX>,
    /// The defenders, in the order given.
    #[schemars(with = "Vec<FighterOutcome>")]
    pub defenders: ArrayVec<FighterOutcome, FIGHTERS_MAX>,
}

/// The state of a fight between two dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fight {
    pub attackers: ArrayVec<Standing, FIGHTERS_MAX>,
    pub defenders: ArrayVec<Standing, FIGHTERS_MAX>,
    /// The attacker whose die comes next.
    pub next: u8,
    /// P9 step 3: both sides' strength when the fight begins; odds are not taken again between the dice.
    pub strengths: Strengths,
}

/// What the stands of both sides count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Strengths {
    pub attacker: Decimal,
    pub defender: Decimal,
}

/// What does not change during a fight.
pub(crate) struct FightFacts<'a> {
    pub book: &'a Book,
    pub side: Side,
    pub attackers: &'a [Fighter],
    pub defenders: &'a [Fighter],
}

/// P9 as a procedure of its own.
pub struct Combat;

impl Procedure for Combat {
    type Book = Book;
    type Situation = CombatSituation;
    type Outcome = CombatOutcome;

    const NAME: &'static str = "combat";
    const CHAPTER: &'static str = "Combat";
    const SUMMARY: &'static str =
        "Units in contact fight: stands lost or captured, retreats, or both sides stay engaged.";

    fn examples() -> Vec<(&'static str, CombatSituation)> {
        let regiment = |stands, grade| Fighter { grade, ..Fighter::infantry(stands) };
        let (regular, elite) = (Grade::Regular, Grade::Elite);
        vec![
            (
                "ten stands against nine behind a wall",
                CombatSituation {
                    side: Side::Union,
                    attackers: vec![regiment(10, Grade::Veteran)],
                    defenders: vec![Fighter { position: Position::FenceOrWall, ..regiment(9, regular) }],
                },
            ),
            (
                "two regiments on one",
                CombatSituation {
                    side: Side::Confederate,
                    attackers: vec![regiment(8, regular), regiment(6, elite)],
                    defenders: vec![Fighter {
                        commander: Some(Commander { rating: 1, wounded: false }),
                        ..regiment(7, regular)
                    }],
                },
            ),
            (
                "lancers into the flank of guns in woods",
                CombatSituation {
                    side: Side::Confederate,
                    attackers: vec![Fighter {
                        arm: Arm::Cavalry,
                        mounted: true,
                        weapon: Some(Weapon::Pistol),
                        flank_or_rear: true,
                        in_woods: true,
                        ..regiment(8, regular)
                    }],
                    defenders: vec![Fighter {
                        arm: Arm::FieldArtillery,
                        formation: Formation::Unlimbered,
                        ..regiment(3, Grade::Green)
                    }],
                },
            ),
            (
                "one regiment against two, the lost stands to be shared out",
                CombatSituation {
                    side: Side::Union,
                    attackers: vec![Fighter { ranks: 3, ..regiment(12, elite) }],
                    defenders: vec![regiment(2, regular), regiment(1, Grade::Poor)],
                },
            ),
        ]
    }

    fn check(book: &Book, situation: &CombatSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let sides = [("attackers", &situation.attackers), ("defenders", &situation.defenders)];
        for (name, units) in sides {
            refusal.unless((1..=FIGHTERS_MAX).contains(&units.len()), name, SE_COMBAT_PAIRS, || {
                format!("1 to {FIGHTERS_MAX} units fight on a side")
            });
            for (index, unit) in units.iter().enumerate() {
                check_fighter(book, &mut refusal, &format!("{name}[{index}]"), unit);
            }
        }
        let (attackers, defenders): (Vec<_>, Vec<_>) =
            (situation.attackers.iter().collect(), situation.defenders.iter().collect());
        check_sides(&mut refusal, ("attackers", &attackers), ("defenders", &defenders));
        let pairs = situation.attackers.len() == 1 || situation.defenders.len() == 1;
        refusal.unless(pairs, "defenders", SE_COMBAT_PAIRS, || {
            "units fight in as many pairs as possible: one side of a fight has a single unit".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Umpire<Event = crate::Event>>(
        book: &Book,
        situation: &CombatSituation,
        umpire: &mut U,
    ) -> Ruling<CombatOutcome, U> {
        let facts =
            FightFacts { book, side: situation.side, attackers: &situation.attackers, defenders: &situation.defenders };
        let mut fight = umpire.step(&facts, Fight::new(&facts), take_odds)?;
        for _ in 0..situation.attackers.len() {
            fight = umpire.step(&facts, fight, strike)?;
        }
        Ok(CombatOutcome {
            attackers: fight.attackers.iter().map(Standing::outcome).collect(),
            defenders: fight.defenders.iter().map(Standing::outcome).collect(),
        })
    }

    fn line(outcome: &CombatOutcome) -> String {
        let side = |units: &[FighterOutcome]| {
            let each = |unit: &FighterOutcome| format!("{} ({})", unit.ending.said(), unit.condition);
            units.iter().map(each).collect::<Vec<_>>().join(", ")
        };
        format!("attacker {}; defender {}", side(&outcome.attackers), side(&outcome.defenders))
    }

    fn gist(outcome: &CombatOutcome) -> String {
        let side = |units: &[FighterOutcome]| {
            let each = |unit: &FighterOutcome| match unit.condition.lost {
                0 => unit.ending.said().to_owned(),
                lost => format!("{}, {lost} lost in all", unit.ending.said()),
            };
            units.iter().map(each).collect::<Vec<_>>().join("; ")
        };
        format!("attacker {}; defender {}", side(&outcome.attackers), side(&outcome.defenders))
    }
}

impl Fight {
    /// The fight before its first die.
    pub(crate) fn new(facts: &FightFacts<'_>) -> Self {
        let stand = |unit: &Fighter| Standing::new(unit.grade, unit.condition, unit.commander.as_ref());
        Fight {
            attackers: facts.attackers.iter().map(stand).collect(),
            defenders: facts.defenders.iter().map(stand).collect(),
            next: 0,
            strengths: Strengths::default(),
        }
    }
}

/// P9 steps 2 and 3: Green units show their worth, and the strengths are counted once for all dice.
pub(crate) fn take_odds<U: Referee>(facts: &FightFacts<'_>, mut fight: Fight, umpire: &mut U) -> Ruling<Fight, U> {
    umpire.cite_all([SE_COMBAT_COUNT, SE_COMBAT_PAIRS]);
    if facts.attackers.len() + facts.defenders.len() > 2 {
        umpire.cite_all([SE_COMBAT_TOTAL, SE_COMBAT_MULTI]);
    }
    for standing in fight.attackers.iter_mut().chain(&mut fight.defenders) {
        // S 39: a Green unit shows its worth in its first Combat at the latest.
        standing.grade = settle_grade(facts.book, standing.grade, umpire)?;
    }
    fight.strengths = Strengths {
        attacker: strength(facts.book, facts.attackers, &fight.attackers, umpire),
        defender: strength(facts.book, facts.defenders, &fight.defenders, umpire),
    };
    Ok(fight)
}

/// P9 step 2: what all stands of one side count.
fn strength<U: Referee>(book: &Book, units: &[Fighter], standings: &[Standing], umpire: &mut U) -> Decimal {
    units
        .iter()
        .zip(standings)
        .filter(|(_, standing)| standing.ending.is_in_contact())
        .map(|(unit, standing)| {
            let (value, rule) = unit.stand_value();
            umpire.cite(rule);
            umpire.read(book.tables.stand_values.at(value)).times(standing.condition.stands.into())
        })
        .sum()
}
