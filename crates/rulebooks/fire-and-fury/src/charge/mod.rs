//! Charge combat (procedures 5.3 and 5.4): each side rolls one die and adds its own modifiers.
//!
//! Not here: declaring and moving a charge, carrying the position and the breakthrough move (they need a map). The combat of
//! a breakthrough charge is this one again, with `second_combat`.

mod examples;
mod modifiers;
mod results;
mod situation;
mod state;

use std::fmt::Write;

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, counted};
pub use situation::{ChargeCombat, ChargeGuns, ChargeTroops, Defender, UNITS_MAX};
pub use state::{AfterCharge, ChargeOutcome, ChargeResult, FallenInCharge, Movement};

use crate::event::{ChargeDecided, ChargeRolled, Event, UnitMoves};
use crate::leaders::{self, Officer, OfficerInDanger};
use crate::losses::Piece;
use crate::pieces::Order;
use crate::rules::*;
use crate::{Book, Referee};
use state::{Fight, Role, Struggle};

/// The charge combat.
pub struct Charge;

impl Procedure for Charge {
    type Book = Book;
    type Situation = ChargeCombat;
    type Outcome = ChargeOutcome;

    const NAME: &'static str = "charge";
    const CHAPTER: &'static str = "Charge";
    const SUMMARY: &'static str = "Who is driven off when a charge goes home, and what it costs.";

    fn examples() -> Vec<(&'static str, ChargeCombat)> {
        examples::all()
    }

    fn check(book: &Book, situation: &ChargeCombat) -> Result<(), Refusal> {
        situation::check(book, situation)
    }

    fn run<U: Referee>(book: &Book, situation: &ChargeCombat, umpire: &mut U) -> Ruling<ChargeOutcome, U> {
        charge_combat(book, situation, umpire)
    }

    fn line(outcome: &ChargeOutcome) -> String {
        in_words(outcome)
    }
}

/// 5.3 and 5.4 Charge combat: roll until it is decided, then the leaders of a swept or repulsed side.
fn charge_combat<U: Referee>(book: &Book, combat: &ChargeCombat, umpire: &mut U) -> Ruling<ChargeOutcome, U> {
    umpire.cite(if combat.second_combat { FF_TURN_CHG_3 } else { FF_TURN_CHG_1 });
    let fight = Fight { book, combat };
    let mut struggle = Struggle::new(&fight);
    if combat.defenders.iter().all(situation::is_detachment) {
        break_detachments(&mut struggle, umpire);
    } else {
        struggle.choose_leads(&fight, umpire)?;
    }
    // It ends: every Desperate Struggle costs each side a stand.
    while struggle.result.is_none() {
        struggle = umpire.step(&fight, struggle, roll_off::<U>)?;
    }
    if let Some(role) = struggle.leaders_of {
        for _ in officers(&fight, role) {
            struggle = umpire.step(&fight, struggle, roll_for_next_officer::<U>)?;
        }
    }
    Ok(conclude(&fight, struggle, umpire))
}

/// S55: a detachment that is charged breaks and full retreats without a combat; the charger stops where it is.
fn break_detachments<U: Referee>(struggle: &mut Struggle, umpire: &mut U) {
    umpire.cite(FF_SPEC_DET_BROKEN);
    for after in &mut struggle.defenders {
        if let Piece::Troops(troops) = &mut after.unit {
            troops.order = Order::Broken;
        }
        after.movement = Movement::FullRetreat;
    }
    let result = ChargeResult::DetachmentBroken;
    struggle.result = Some(result);
    umpire.tell(|| Event::ChargeDecided(ChargeDecided { result }));
}

/// One roll of both sides, and its result.
fn roll_off<U: Referee>(fight: &Fight<'_>, mut struggle: Struggle, umpire: &mut U) -> Ruling<Struggle, U> {
    let mut attacker = umpire.d6(FF_PROC_CHG_1)?;
    let mut defender = umpire.d6(FF_PROC_CHG_1)?;
    attacker += modifiers::sum(fight, &struggle, Role::Attacker, umpire);
    defender += modifiers::sum(fight, &struggle, Role::Defender, umpire);
    if attacker < defender {
        attacker += modifiers::steady(fight, &struggle, Role::Attacker, umpire);
    } else if defender < attacker {
        defender += modifiers::steady(fight, &struggle, Role::Defender, umpire);
    }
    umpire.tell(|| Event::ChargeRolled(ChargeRolled { attacker, defender }));
    let difference = attacker - defender;
    umpire.cite(FF_CHG_TABLE);
    let row = umpire.read(fight.book.tables.charge_effects.row(difference)?);
    results::apply(fight, &mut struggle, row, difference, umpire)?;
    if let Some(result) = struggle.result {
        umpire.tell(|| Event::ChargeDecided(ChargeDecided { result }));
    }
    Ok(struggle)
}

/// The leaders and brave colonels of a side, unit by unit, each unit's leader first.
fn officers<'a>(fight: &'a Fight<'_>, role: Role) -> impl Iterator<Item = (u8, Officer)> + 'a {
    (0..fight.count(role)).flat_map(move |index| {
        let unit = fight.unit(role, index);
        let leader = unit.attached_leader().map(|_| (index as u8, Officer::Leader));
        let colonel = unit.has_brave_colonel().then_some((index as u8, Officer::BraveColonel));
        leader.into_iter().chain(colonel)
    })
}

/// Swept and Repulsed: attached leaders and brave colonels roll, and may be captured.
fn roll_for_next_officer<U: Referee>(fight: &Fight<'_>, mut struggle: Struggle, umpire: &mut U) -> Ruling<Struggle, U> {
    let next = struggle.leaders_of.and_then(|role| officers(fight, role).nth(struggle.fallen.len()));
    if let Some((unit, officer)) = next {
        let danger = OfficerInDanger { officer, swept_or_repulsed: true };
        let outcome = leaders::fallen_leader(fight.book, danger, umpire)?;
        struggle.fallen.push(FallenInCharge { unit, officer, outcome });
    }
    Ok(struggle)
}

/// What is left of everybody, and what they do now.
fn conclude<U: Referee>(fight: &Fight<'_>, mut struggle: Struggle, umpire: &mut U) -> ChargeOutcome {
    for role in [Role::Attacker, Role::Defender] {
        for (index, after) in struggle.units_mut(role).iter_mut().enumerate() {
            if after.unit.is_destroyed() {
                after.movement = Movement::Lost;
            }
            let (unit, movement) = (fight.owner(role, index).piece, after.movement);
            umpire.tell(|| Event::UnitMoves(UnitMoves { unit: unit + 1, movement }));
        }
    }
    // A combat is left only once it is decided.
    let result = struggle.result.unwrap_or(ChargeResult::FoughtOut);
    ChargeOutcome {
        result,
        breakthrough: struggle.attackers.iter().any(|after| after.movement == Movement::Breakthrough),
        attackers: struggle.attackers,
        defenders: struggle.defenders,
        fallen: struggle.fallen,
    }
}

fn in_words(outcome: &ChargeOutcome) -> String {
    let mut words = outcome.result.to_string();
    for (who, units) in [("attacker", &outcome.attackers), ("defender", &outcome.defenders)] {
        for after in units {
            // Writing to a string cannot fail.
            let stands = after.unit.stands();
            let _ = write!(words, "; {who} {}", counted(stands, "stand", "stands"));
            match &after.unit {
                Piece::Troops(troops) if troops.order != Order::Good => {
                    let _ = write!(words, " {}", troops.order);
                }
                Piece::Guns(guns) if !guns.stands.is_empty() && guns.is_silenced() => words.push_str(" silenced"),
                _ => {}
            }
            let _ = write!(words, ", {}", after.movement);
        }
    }
    for fallen in &outcome.fallen {
        let _ = write!(words, "; {} {}", fallen.officer, fallen.outcome.fate);
    }
    words
}
