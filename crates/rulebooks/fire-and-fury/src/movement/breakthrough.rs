//! Breakthrough (5.5): how far a victorious attacker goes on, and whether it meets somebody.

use engine::book::Procedure;
use engine::{Decimal, Refusal, Ruling, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Going, Mover, MovingTroops, check_pace, check_troops, cite_line, rate};
use crate::charts::FormationRow;
use crate::pieces::{Class, Ground, Order};
use crate::rules::*;
use crate::{Book, Referee};

engine::keys! {
    /// How the attacker won.
    pub enum Victory {
        /// The enemy was swept from the field.
        Swept = "swept",
        /// The enemy was driven back.
        DrivenBack = "driven_back",
    }
}

engine::keys! {
    /// What the attacker does.
    pub enum AfterBreakthrough {
        /// It charges the closest enemy: a second combat.
        Charges = "charges",
        /// It makes the move and meets nobody.
        Moves = "moves",
        /// It carries the position instead.
        Carries = "carries",
    }
}

/// An attacker that has just won.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BreakthroughMove {
    /// The attacker.
    #[serde(default)]
    pub troops: MovingTroops,
    /// How it won.
    #[serde(default = "swept")]
    pub victory: Victory,
    /// Whether the combat was the second one already.
    #[serde(default)]
    pub second_combat: bool,
    /// How far the closest enemy is that it sees, in inches; nothing if it sees none.
    #[serde(default)]
    pub closest_enemy: Option<Decimal>,
    /// The worst ground on the way.
    #[serde(default)]
    pub ground: Ground,
}

fn swept() -> Victory {
    Victory::Swept
}

/// What it does, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct BreakthroughOutcome {
    /// What it does.
    pub then: AfterBreakthrough,
    /// How far it goes on, in inches; nothing if it carries the position.
    pub inches: Decimal,
}

/// The breakthrough move.
pub struct Breakthrough;

impl Procedure for Breakthrough {
    type Book = Book;
    type Situation = BreakthroughMove;
    type Outcome = BreakthroughOutcome;

    const NAME: &'static str = "breakthrough";
    const CHAPTER: &'static str = "Charge";
    const SUMMARY: &'static str =
        "Whether a victorious attacker charges on, rides on, or carries the position, and how far.";

    fn examples() -> Vec<(&'static str, BreakthroughMove)> {
        let infantry = BreakthroughMove {
            troops: MovingTroops::default(),
            victory: Victory::Swept,
            second_combat: false,
            closest_enemy: Some(Decimal::from_int(5)),
            ground: Ground::Open,
        };
        let troops = MovingTroops { class: Class::Cavalry, ..MovingTroops::default() };
        let far = Some(Decimal::from_int(12));
        vec![
            ("infantry breaks through to a second line", infantry),
            ("the second line is too far", BreakthroughMove { closest_enemy: far, ..infantry }),
            (
                "cavalry has driven back its enemy",
                BreakthroughMove { troops, victory: Victory::DrivenBack, closest_enemy: far, ..infantry },
            ),
            ("after the second combat", BreakthroughMove { second_combat: true, ..infantry }),
        ]
    }

    fn check(book: &Book, situation: &BreakthroughMove) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let troops = &situation.troops;
        check_troops(book, troops, "troops", &mut refusal);
        check_pace(&Mover::Troops(*troops), false, "troops", &mut refusal);
        refusal.unless(troops.order != Order::Broken, "troops.order", FF_CHG_SWEPT_ATT_BREAK, || {
            "broken troops have not won".to_owned()
        });
        let charges = book.tables.field.may_charge.at(FormationRow(troops.formation)).value;
        refusal.unless(charges, "troops.formation", FF_HOUSE_CHARGERS, || {
            format!("a {} does not charge", troops.formation)
        });
        let measured = situation.closest_enemy.is_none_or(|inches| inches >= Decimal::ZERO);
        refusal.unless(measured, "closest_enemy", FF_CHG_SWEPT_ATT_BREAK, || "a distance is not negative".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &BreakthroughMove, umpire: &mut U) -> Ruling<BreakthroughOutcome, U> {
        breakthrough(book, situation, umpire)
    }

    fn line(outcome: &BreakthroughOutcome) -> String {
        let inches = || counted(outcome.inches, "inch", "inches");
        match outcome.then {
            AfterBreakthrough::Charges => format!("charges on, {} to the second combat", inches()),
            AfterBreakthrough::Moves => format!("rides on {}", inches()),
            AfterBreakthrough::Carries => "carries the position".to_owned(),
        }
    }
}

/// 5.5 Breakthrough. Half a double quick move straight at the closest enemy in sight. R37, R38: compulsory, for infantry only
/// if the enemy is swept, and never after a second combat. S53: out of reach, cavalry still rides on, infantry carries.
fn breakthrough<U: Referee>(
    book: &Book,
    situation: &BreakthroughMove,
    umpire: &mut U,
) -> Ruling<BreakthroughOutcome, U> {
    let mounted = situation.troops.is_mounted();
    let carries = BreakthroughOutcome { then: AfterBreakthrough::Carries, inches: Decimal::ZERO };
    umpire.cite(FF_TURN_CHG_2);
    match situation.victory {
        Victory::Swept if situation.second_combat => umpire.cite(FF_CHG_SWEPT_ATT_CARRY),
        Victory::Swept => umpire.cite(FF_CHG_SWEPT_ATT_BREAK),
        Victory::DrivenBack if mounted && !situation.second_combat => umpire.cite(FF_CHG_DRIVEN_ATT_CAVALRY),
        Victory::DrivenBack => umpire.cite(FF_CHG_DRIVEN_ATT_CARRY),
    }
    if situation.second_combat || (situation.victory == Victory::DrivenBack && !mounted) {
        return Ok(carries);
    }
    let Some(enemy) = situation.closest_enemy else {
        return Ok(carries);
    };
    let mover = Mover::Troops(situation.troops);
    cite_line(&mover, umpire);
    let rate = rate(book, &mover, Going::from(situation.ground), true, umpire)?;
    let reach = rate.map_or(Decimal::ZERO, Decimal::halved);
    Ok(match (enemy <= reach, mounted) {
        (true, _) => {
            umpire.cite(FF_TURN_CHG_3);
            BreakthroughOutcome { then: AfterBreakthrough::Charges, inches: enemy }
        }
        (false, true) => BreakthroughOutcome { then: AfterBreakthrough::Moves, inches: reach },
        (false, false) => carries,
    })
}
