//! The Melee Phase (section 5.7).
//!
//! [`fighter`] is what a unit brings, [`shifts`] the column shifts, [`strike`] one die. Not here: where the beaten go (see
//! `withdrawal`) and whether their ground is taken; those need a map.

mod fighter;
mod shifts;
mod strike;

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::{Asks, Decimal, Fraction, Refusal, Ruling, Side};
pub use fighter::{Ending, Fighter, FighterOutcome};
use fighter::{FIGHTERS_MAX, Standing};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strike::Settled;

use crate::charts::{Grade, LeaderType, Level, Limit, MeleeShift, Weapon};
use crate::command::{Led, Superior};
use crate::cover::Shelter;
use crate::rules::*;
use crate::unit::{CavalryClass, Direction, Formation, MeleeWeapon, Owner, Unit, settle_grade};
use crate::{Book, Referee};

/// A melee: one side has a single unit, the other one to four.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeleeSituation {
    /// The side that attacks.
    pub side: Side,
    /// Its units. Of several with the same number of figures the first one leads.
    pub attackers: Vec<Fighter>,
    /// The units that defend.
    pub defenders: Vec<Fighter>,
    /// Whether this is the first round.
    #[serde(default = "yes")]
    pub first_round: bool,
}

fn yes() -> bool {
    true
}

/// Everyone after a round of melee.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct MeleeOutcome {
    /// The attackers, in the order given.
    #[schemars(with = "Vec<FighterOutcome>")]
    pub attackers: ArrayVec<FighterOutcome, FIGHTERS_MAX>,
    /// The defenders, in the order given.
    #[schemars(with = "Vec<FighterOutcome>")]
    pub defenders: ArrayVec<FighterOutcome, FIGHTERS_MAX>,
}

/// Everything that lives on from one die to the next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Fight {
    attackers: ArrayVec<Standing, FIGHTERS_MAX>,
    defenders: ArrayVec<Standing, FIGHTERS_MAX>,
    /// The defender has RT in some cell.
    defender_beaten: bool,
    /// Whose die is next.
    next: u8,
}

/// What does not change during a round.
struct FightFacts<'a> {
    book: &'a Book,
    situation: &'a MeleeSituation,
    /// What attackers and defenders count.
    odds: [Decimal; 2],
    /// The column of these odds.
    column: usize,
    attacker_led: Led,
    defender_led: Led,
}

/// Where the commanders of the defenders begin to be counted in questions.
const DEFENDERS_FIRST: u16 = 10;

/// 5.7 as a procedure.
pub struct Melee;

impl Procedure for Melee {
    type Book = Book;
    type Situation = MeleeSituation;
    type Outcome = MeleeOutcome;

    const NAME: &'static str = "melee";
    const CHAPTER: &'static str = "Melee";
    const SUMMARY: &'static str = "One round of melee: odds, shifts, a die for each attacking unit.";

    fn examples() -> Vec<(&'static str, MeleeSituation)> {
        examples()
    }

    fn check(book: &Book, situation: &MeleeSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let sides = [("attackers", &situation.attackers), ("defenders", &situation.defenders)];
        for (name, fighters) in sides {
            refusal.unless((1..=FIGHTERS_MAX).contains(&fighters.len()), name, BY_MEL_ODDS, || {
                format!("1 to {FIGHTERS_MAX} units fight on a side")
            });
            for (index, fighter) in fighters.iter().enumerate() {
                fighter.check(book, &mut refusal, &format!("{name}[{index}]"));
            }
        }
        let pairs = situation.attackers.len() == 1 || situation.defenders.len() == 1;
        refusal.unless(pairs, "defenders", BY_MEL_ODDS, || {
            "units fight in as many pairs as can be made: one side of a melee has a single unit".to_owned()
        });
        for (name, ours, theirs) in [
            ("attackers", &situation.attackers, &situation.defenders),
            ("defenders", &situation.defenders, &situation.attackers),
        ] {
            let flanked = ours.iter().any(|fighter| fighter.strikes != Direction::Front);
            let all_round = theirs.iter().all(|fighter| fighter.unit.is_all_round());
            refusal.unless(!(flanked && all_round), name, BY_MEL_MOD_FLANK, || {
                "the enemy here has neither flank nor rear".to_owned()
            });
        }
        let uphill = |fighters: &[Fighter]| fighters.iter().any(|fighter| fighter.uphill);
        let both = uphill(&situation.attackers) && uphill(&situation.defenders);
        refusal.unless(!both, "defenders", BY_MEL_MOD_UPHILL, || "only one side stands uphill of the other".to_owned());
        for (index, fighter) in situation.attackers.iter().enumerate() {
            let attacks = fighter.unit.arm.is_foot_or_horse();
            refusal.unless(attacks, &format!("attackers[{index}].unit.arm"), BY_MOVE_ART_NOCHARGE, || {
                format!("{} never attacks", fighter.unit.arm)
            });
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &MeleeSituation, umpire: &mut U) -> Ruling<MeleeOutcome, U> {
        umpire.cite(BY_TURN_MELEE);
        umpire.cite(BY_MEL_ODDS);
        let mut fight = Fight {
            attackers: situation.attackers.iter().map(Standing::of).collect(),
            defenders: situation.defenders.iter().map(Standing::of).collect(),
            defender_beaten: false,
            next: 0,
        };
        for standing in fight.attackers.iter_mut().chain(&mut fight.defenders) {
            // 5.1 step 1: a green unit shows its worth before its first melee.
            standing.body.grade = settle_grade(book, standing.body.grade, umpire)?;
        }
        let usual = book.tables.melee.attacker.at(MeleeShift::General).value;
        let attacker = Owner { side: situation.side, first_piece: 0 };
        let defender = Owner { side: situation.side.enemy(), first_piece: DEFENDERS_FIRST };
        let attacker_led = lead(book, &situation.attackers, &mut fight.attackers, usual, attacker, umpire)?;
        let defender_led = lead(book, &situation.defenders, &mut fight.defenders, usual, defender, umpire)?;
        let (ours, theirs) = (worth(book, &situation.attackers, umpire), worth(book, &situation.defenders, umpire));
        let odds = [ours.shown(), theirs.shown()];
        let column = book.tables.melee.columns.step(odds[0], odds[1]);
        let facts = FightFacts { book, situation, odds, column, attacker_led, defender_led };
        for _ in 0..situation.attackers.len() {
            fight = umpire.step(&facts, fight, strike::strike)?;
        }
        Ok(outcome(situation, &fight, &strike::settle(&fight, umpire)))
    }

    fn line(outcome: &MeleeOutcome) -> String {
        let side = |units: &[FighterOutcome]| {
            let each = |unit: &FighterOutcome| {
                let guns = if unit.guns_left { ", its guns left behind" } else { "" };
                format!("{} ({}{guns})", unit.ending, unit.condition)
            };
            units.iter().map(each).collect::<Vec<_>>().join(", ")
        };
        format!("attacker {}; defender {}", side(&outcome.attackers), side(&outcome.defenders))
    }
}

/// 5.7, case `general`: one commander a side, the first who is attached.
fn lead<U: Referee>(
    book: &Book,
    fighters: &[Fighter],
    standings: &mut [Standing],
    usual: i16,
    owner: Owner,
    umpire: &mut U,
) -> Ruling<Led, U> {
    for (fighter, standing) in fighters.iter().zip(standings) {
        match standing.body.staff.lead(book, &fighter.unit.chain, usual, owner, umpire)? {
            Led::Nobody => {}
            led => return Ok(led),
        }
    }
    Ok(Led::Nobody)
}

/// 5.7 step 1: what all figures of a side are worth.
fn worth<U: Referee>(book: &Book, fighters: &[Fighter], umpire: &mut U) -> Fraction {
    fighters.iter().fold(Fraction::ZERO, |sum, fighter| {
        umpire.read(book.tables.turn.worth.at(fighter.unit.stand()));
        if fighter.rides_in_forest() {
            umpire.cite(BY_TER_FOREST);
            umpire.read(book.tables.limits.at(Limit::ForestWorthPercent));
        }
        sum.plus(fighter.worth(book, fighter.unit.figures))
    })
}

fn outcome(situation: &MeleeSituation, fight: &Fight, settled: &Settled) -> MeleeOutcome {
    let defenders_stay = !settled.defender_leaves && fight.defenders.iter().any(|standing| !standing.is_gone());
    let attackers = settled.attackers.iter().zip(&fight.attackers);
    let attackers_stay = attackers.clone().any(|(leaves, standing)| !leaves && !standing.is_gone());
    let ours = attackers.zip(&situation.attackers).map(|((leaves, standing), fighter)| {
        standing.outcome(fighter, Settled::ending(standing.is_gone(), *leaves, defenders_stay))
    });
    let theirs = fight.defenders.iter().zip(&situation.defenders).map(|(standing, fighter)| {
        standing.outcome(fighter, Settled::ending(standing.is_gone(), settled.defender_leaves, attackers_stay))
    });
    MeleeOutcome { attackers: ours.collect(), defenders: theirs.collect() }
}

fn examples() -> Vec<(&'static str, MeleeSituation)> {
    let of = |attackers, defenders| MeleeSituation { side: Side::Union, attackers, defenders, first_round: true };
    let regiment = |figures, grade| Fighter::new(Unit { grade, ..Unit::infantry(figures) });
    let behind = |figures, shelter| Fighter::new(Unit { shelters: vec![shelter], ..Unit::infantry(figures) });
    let general = |level| vec![Superior::new(level, LeaderType::Able, 0).attached()];
    vec![
        (
            "downhill against a fence",
            of(vec![Fighter { uphill: true, ..regiment(24, Grade::Regular) }], vec![behind(16, Shelter::Fence)]),
        ),
        ("veterans against regulars", of(vec![regiment(20, Grade::Veteran)], vec![regiment(20, Grade::Regular)])),
        (
            "a poor regiment against a redoubt, generals on both sides",
            of(
                vec![Fighter::new(Unit { grade: Grade::Poor, chain: general(Level::Division), ..Unit::infantry(12) })],
                vec![Fighter::new(Unit {
                    shelters: vec![Shelter::Redoubt],
                    chain: general(Level::Brigade),
                    ..Unit::infantry(20)
                })],
            ),
        ),
        (
            "a few strike many in the flank",
            of(
                vec![Fighter { strikes: Direction::Flank, ..regiment(10, Grade::Regular) }],
                vec![regiment(24, Grade::Regular)],
            ),
        ),
        (
            "heavy cavalry rides at a double line",
            of(
                vec![Fighter {
                    charged: true,
                    ..Fighter::new(Unit { cavalry_class: CavalryClass::Heavy, ..Unit::cavalry(18) })
                }],
                vec![Fighter::new(Unit { formation: Formation::DoubleLine, ..Unit::infantry(12) })],
            ),
        ),
        (
            "lancers out of a ford at pikes",
            of(
                vec![Fighter {
                    charged: true,
                    in_water: true,
                    ..Fighter::new(Unit { melee_weapon: MeleeWeapon::Lance, ..Unit::cavalry(16) })
                }],
                vec![Fighter::new(Unit {
                    melee_weapon: MeleeWeapon::Pike,
                    formation: Formation::Column,
                    ..Unit::infantry(20)
                })],
            ),
        ),
        (
            "two regiments of cavalry at a battery, the second round",
            MeleeSituation {
                first_round: false,
                ..of(
                    vec![
                        Fighter::new(Unit { weapon: Some(Weapon::Shotgun), ..Unit::cavalry(8) }),
                        Fighter::new(Unit::cavalry(6)),
                    ],
                    vec![Fighter::new(Unit::battery(3, Weapon::TwelvePounderNapoleon))],
                )
            },
        ),
        (
            "one against two, the losses to be shared out",
            of(
                vec![Fighter::new(Unit { overenthusiastic: true, grade: Grade::Elite, ..Unit::infantry(28) })],
                vec![regiment(6, Grade::Green), regiment(2, Grade::Poor)],
            ),
        ),
        (
            "shotguns against cavalry, both sides short of cartridges",
            of(
                vec![Fighter {
                    charged: true,
                    ..Fighter::new(Unit { weapon: Some(Weapon::Shotgun), out_of_ammo: true, ..Unit::cavalry(12) })
                }],
                vec![Fighter::new(Unit { out_of_ammo: true, ..Unit::cavalry(12) })],
            ),
        ),
    ]
}
