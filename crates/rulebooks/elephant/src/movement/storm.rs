//! What an Overenthusiastic unit must do: go for the nearest enemy as fast as it can.

use engine::book::Procedure;
use engine::{Decimal, Die, Refusal, Ruling, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{MoveSituation, allowance, cavalry_charge_dice, dice_count};
use crate::charts::{Mover, Penalty};
use crate::rules::*;
use crate::{Book, Referee};

/// An Overenthusiastic unit at the start of its Movement Phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StormSituation {
    /// What it is: formed infantry or mounted cavalry.
    pub mover: Mover,
    /// Cavalry: whether it moved of its own will in the previous turn.
    #[serde(default)]
    pub moved_last_turn: bool,
    /// Yards to contact with the nearest enemy unit in sight; nothing where none is in sight.
    #[serde(default)]
    pub enemy_yards: Option<u16>,
    /// What the way there meets.
    #[serde(default)]
    pub path: Vec<Penalty>,
}

keys! {
    /// What it must do.
    pub enum Must {
        /// It must announce a charge on that enemy.
        Charge = "charge",
        /// It must move its whole allowance straight at that enemy.
        Advance = "advance",
        /// No enemy is in sight, or this table does not play the rule: it acts freely.
        ActFreely = "act-freely",
    }
}

/// What comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct StormOutcome {
    /// What it must do.
    pub must: Must,
    /// The most inches its dice could carry it.
    pub reach_inches: Decimal,
}

/// The forced attack as a procedure of its own.
pub struct Storm;

impl Procedure for Storm {
    type Book = Book;
    type Situation = StormSituation;
    type Outcome = StormOutcome;

    const NAME: &'static str = "overenthusiastic";
    const CHAPTER: &'static str = "Charge";
    const SUMMARY: &'static str = "Whether an Overenthusiastic unit must charge the nearest enemy, or run at it.";

    fn examples() -> Vec<(&'static str, StormSituation)> {
        let line =
            StormSituation { mover: Mover::Infantry, moved_last_turn: false, enemy_yards: Some(400), path: Vec::new() };
        vec![
            ("a regiment with the enemy 400 yards away", line.clone()),
            (
                "the same with woods and a wall in between",
                StormSituation { path: vec![Penalty::Woods, Penalty::Wall], ..line.clone() },
            ),
            (
                "cavalry on the move",
                StormSituation {
                    mover: Mover::Cavalry,
                    moved_last_turn: true,
                    enemy_yards: Some(1_000),
                    ..line.clone()
                },
            ),
            ("nobody in sight", StormSituation { enemy_yards: None, ..line }),
        ]
    }

    fn check(_: &Book, situation: &StormSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let may = matches!(situation.mover, Mover::Infantry | Mover::Cavalry);
        refusal.unless(may, "mover", SE_MORALE_RES_OVER, || {
            "only formed infantry and mounted cavalry are Overenthusiastic".to_owned()
        });
        refusal.unless(
            !situation.moved_last_turn || situation.mover == Mover::Cavalry,
            "moved_last_turn",
            SE_MOVE_CAV_FIRST,
            || "it only matters to cavalry".to_owned(),
        );
        for penalty in &situation.path {
            refusal.unless(penalty.is_on_the_way(), "path", SE_CHARGE_2, || {
                format!("{penalty} does not happen on the way of a charge")
            });
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &StormSituation, umpire: &mut U) -> Ruling<StormOutcome, U> {
        let enemy = situation.enemy_yards.filter(|_| book.switches.overenthusiastic);
        let Some(enemy_yards) = enemy else {
            return Ok(StormOutcome { must: Must::ActFreely, reach_inches: Decimal::ZERO });
        };
        umpire.cite(SE_MORALE_RES_OVER);
        let dice = match situation.mover {
            Mover::Cavalry => {
                let woods = situation.path.contains(&Penalty::Woods);
                cavalry_charge_dice(book, situation.moved_last_turn, woods, umpire)
            }
            mover => dice_count(book, &MoveSituation::of(mover), umpire),
        };
        let most = i16::from(dice) * i16::from(Die::Average.span().1);
        let reach = allowance(book, dice, most, [&situation.path, &[]], umpire);
        let scale = i32::from(book.yards_per_inch()?);
        let reaches = reach.times(scale) >= Decimal::from_int(enemy_yards.into());
        Ok(StormOutcome { must: if reaches { Must::Charge } else { Must::Advance }, reach_inches: reach })
    }

    fn line(outcome: &StormOutcome) -> String {
        let inches = || counted(outcome.reach_inches, "inch", "inches");
        match outcome.must {
            Must::Charge => format!("it must charge: its dice can carry it {}", inches()),
            Must::Advance => format!("it must run at the enemy: no roll carries it beyond {}", inches()),
            Must::ActFreely => "it acts freely".to_owned(),
        }
    }
}
