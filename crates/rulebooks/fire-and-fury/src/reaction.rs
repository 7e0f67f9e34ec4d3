//! Hasty reactions of the side that is charged by cavalry (4, 6.2): countercharge and hasty square.

use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, Side, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::legality::{self, Drill};
use crate::lines::MoveLine;
use crate::movement::{self, Going, Mover, MovingTroops};
use crate::pieces::{Class, Faction, Formation, Ground, Order, Rating};
use crate::questions;
use crate::rules::*;
use crate::{Book, Referee, active_side};

engine::keys! {
    /// What the charged unit does.
    pub enum Reaction {
        /// It stands.
        Stands = "stands",
        /// It countercharges halfway.
        Countercharges = "countercharges",
        /// It forms a hasty square.
        HastySquare = "hasty_square",
        /// It is a detachment and breaks.
        Breaks = "breaks",
    }
}

/// A unit of troops that is charged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Charged {
    /// The side that charges; the other one reacts.
    #[serde(default = "active_side")]
    pub side: Side,
    /// Whether the charger is mounted.
    #[serde(default = "yes")]
    pub charger_mounted: bool,
    /// Whether it is a breakthrough charge; nobody reacts to one.
    #[serde(default)]
    pub breakthrough: bool,
    /// How far charger and charged are apart, in inches.
    #[serde(default)]
    pub gap: Decimal,
    /// The worst ground between them.
    #[serde(default)]
    pub ground: Ground,
    /// What kind of troops are charged.
    #[serde(default)]
    pub class: Class,
    /// Whose troops they are.
    #[serde(default)]
    pub faction: Faction,
    /// How good they are.
    #[serde(default)]
    pub rating: Rating,
    /// Their order.
    #[serde(default)]
    pub order: Order,
    /// Their formation; broken troops have none, whatever stands here.
    #[serde(default)]
    pub formation: Formation,
    /// Whether they are a detachment of one stand.
    #[serde(default)]
    pub detachment: bool,
}

fn yes() -> bool {
    true
}

impl Charged {
    /// Trained regulars in line, charged by cavalry over so many inches.
    pub fn new(gap: Decimal) -> Self {
        Charged {
            side: active_side(),
            charger_mounted: true,
            breakthrough: false,
            gap,
            ground: Ground::default(),
            class: Class::default(),
            faction: Faction::default(),
            rating: Rating::default(),
            order: Order::default(),
            formation: Formation::default(),
            detachment: false,
        }
    }
}

/// What the charged unit does, and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ReactionOutcome {
    /// What it does.
    pub reaction: Reaction,
    /// Whether it names cold steel in its countercharge.
    pub cold_steel: bool,
    /// Its order afterwards.
    pub order: Order,
    /// Its formation afterwards; as before if it is broken.
    pub formation: Formation,
    /// How far it moves toward the charger, in inches.
    pub advance: Decimal,
    /// How far the charger then still has to go, in inches.
    pub charger_goes: Decimal,
}

/// Hasty reactions.
pub struct HastyReaction;

impl Procedure for HastyReaction {
    type Book = Book;
    type Situation = Charged;
    type Outcome = ReactionOutcome;

    const NAME: &'static str = "reaction";
    const CHAPTER: &'static str = "Charge";
    const SUMMARY: &'static str = "What a unit may do when cavalry charges it: countercharge, hasty square, or stand.";

    fn examples() -> Vec<(&'static str, Charged)> {
        let infantry = Charged::new(Decimal::from_int(10));
        let cavalry = Charged { class: Class::Cavalry, gap: Decimal::from_int(15), ..infantry.clone() };
        vec![
            ("raw infantry is charged by cavalry", Charged { rating: Rating::Raw, ..infantry.clone() }),
            ("cavalry is charged by cavalry", cavalry),
            ("infantry is charged by infantry", Charged { charger_mounted: false, ..infantry.clone() }),
            ("a detachment is charged", Charged { detachment: true, ..infantry }),
        ]
    }

    fn check(book: &Book, situation: &Charged) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let drill = Drill {
            class: situation.class,
            formation: situation.formation,
            order: situation.order,
            stands: 1,
            detachment: situation.detachment,
            outflanked: false,
        };
        legality::troops(book, &drill, "unit", &mut refusal);
        for reason in &mut refusal.reasons {
            reason.field = reason.field.trim_start_matches("unit.").to_owned();
        }
        refusal.unless(situation.gap >= Decimal::ZERO, "gap", FF_TMNV_H_CONDITION, || {
            "a distance is not negative".to_owned()
        });
        let (line, rule) = match situation.charger_mounted {
            true => (MoveLine::CavalryLine, FF_MOVE_CAV_LINE),
            false => (MoveLine::InfantryLine, FF_MOVE_INF_LINE),
        };
        let farthest = book.tables.field.rates.at(line, Going::Open, true).ok().and_then(|rate| rate.value);
        if let Some(inches) = farthest {
            refusal.unless(situation.gap <= inches, "gap", rule, || {
                format!("no such charger comes farther than {inches} inches, at double quick over open ground")
            });
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &Charged, umpire: &mut U) -> Ruling<ReactionOutcome, U> {
        react(book, situation, umpire)
    }

    fn line(outcome: &ReactionOutcome) -> String {
        let mut words = outcome.reaction.to_string();
        if outcome.cold_steel {
            words.push_str(" with cold steel");
        }
        if outcome.reaction == Reaction::Countercharges {
            words.push_str(&format!(
                ", {}, charger {}",
                counted(outcome.advance, "inch", "inches"),
                outcome.charger_goes
            ));
        }
        if outcome.order != Order::Good {
            words.push_str(&format!(", {}", outcome.order));
        }
        words
    }
}

/// 4, 6.2 Hasty maneuvers. R21: options of the side charged by cavalry, not maneuver results. A breakthrough allows none.
fn react<U: Referee>(book: &Book, charged: &Charged, umpire: &mut U) -> Ruling<ReactionOutcome, U> {
    umpire.cite(FF_TURN_MNV_2B);
    umpire.cite(FF_TMNV_H_CONDITION);
    let stands = ReactionOutcome {
        reaction: Reaction::Stands,
        cold_steel: false,
        order: charged.order,
        formation: charged.formation,
        advance: Decimal::ZERO,
        charger_goes: charged.gap,
    };
    if charged.detachment {
        umpire.cite(FF_SPEC_DET_BROKEN);
        return Ok(ReactionOutcome { reaction: Reaction::Breaks, order: Order::Broken, ..stands });
    }
    if !charged.charger_mounted || charged.breakthrough || charged.order != Order::Good {
        return Ok(stands);
    }
    if may_countercharge(charged) {
        return countercharge(book, charged, stands, umpire);
    }
    if may_square(book, charged) && umpire.yes(charged.side.enemy(), &questions::HASTY_SQUARE, None)? {
        umpire.cite(FF_TMNV_H_SQUARE);
        // S14: raw troops lose their order over it.
        let order = if charged.rating == Rating::Raw { Order::Disordered } else { Order::Good };
        return Ok(ReactionOutcome { reaction: Reaction::HastySquare, order, formation: Formation::Square, ..stands });
    }
    Ok(stands)
}

fn may_countercharge(charged: &Charged) -> bool {
    charged.class.is_mounted_in(charged.formation) && charged.formation != Formation::MarchColumn
}

/// S28: infantry in line or field column whose class forms square.
fn may_square(book: &Book, charged: &Charged) -> bool {
    let ready = matches!(charged.formation, Formation::Line | Formation::FieldColumn);
    ready && !charged.class.is_cavalry() && legality::forbidden(book, charged.class, Formation::Square).is_none()
}

/// S27: half the gap, at most a full move; the charger goes the rest.
fn countercharge<U: Referee>(
    book: &Book,
    charged: &Charged,
    stands: ReactionOutcome,
    umpire: &mut U,
) -> Ruling<ReactionOutcome, U> {
    const CHOICES: &[&str] = &["stand", "countercharge", "cold_steel"];
    let choice = umpire.choose(charged.side.enemy(), &questions::COUNTERCHARGE, None, CHOICES)?;
    if choice == 0 {
        return Ok(stands);
    }
    umpire.cite(FF_TMNV_H_COUNTER);
    let troops = MovingTroops {
        class: charged.class,
        faction: charged.faction,
        formation: charged.formation,
        order: Order::Good,
    };
    let mover = Mover::Troops(troops);
    movement::cite_line(&mover, umpire);
    let full = movement::rate(book, &mover, Going::from(charged.ground), false, umpire)?.unwrap_or_default();
    let advance = charged.gap.halved().min(full);
    Ok(ReactionOutcome {
        reaction: Reaction::Countercharges,
        cold_steel: choice == 2,
        advance,
        charger_goes: charged.gap - advance,
        ..stands
    })
}
