//! Maneuver checks (procedure 5.1): white die minus colored die, modifiers, effect.
//!
//! Not here: who has to check and when (the turn), what a maneuver allows and how far units move (movement).

mod effects;
mod examples;
mod modifiers;
mod situation;

use std::fmt::Write;

pub use effects::{Forced, Grade, ManeuverEffect, ManeuverOutcome, Maneuvered};
use engine::book::Procedure;
use engine::{Asks, Modifiers, Refusal, Ruling, Umpire, counted};
pub use situation::{ArmyMorale, CheckedGuns, CheckedTroops, CheckedUnit, Conductor, ManeuverCheck, UNITS_MAX};

use crate::event::{Event, ManeuverChecked};
use crate::pieces::{Command, Letter, Order};
use crate::rules::*;
use crate::{Book, Referee};
use effects::Applied;

/// The maneuver check.
pub struct Maneuver;

impl Procedure for Maneuver {
    type Book = Book;
    type Situation = ManeuverCheck;
    type Outcome = ManeuverOutcome;

    const NAME: &'static str = "maneuver";
    const CHAPTER: &'static str = "Maneuver";
    const SUMMARY: &'static str = "How one unit, or a leader's units together, obey an order to move or to rally.";

    fn examples() -> Vec<(&'static str, ManeuverCheck)> {
        examples::all()
    }

    fn check(book: &Book, situation: &ManeuverCheck) -> Result<(), Refusal> {
        situation::check(book, situation)
    }

    fn run<U: Referee>(book: &Book, situation: &ManeuverCheck, umpire: &mut U) -> Ruling<ManeuverOutcome, U> {
        maneuver_check(book, situation, umpire)
    }

    fn line(outcome: &ManeuverOutcome) -> String {
        outcome.units.iter().map(in_words).collect::<Vec<_>>().join("; ")
    }
}

/// The unchanging facts of one check.
#[derive(Clone, Copy)]
struct Checking<'a> {
    book: &'a Book,
    check: &'a ManeuverCheck,
}

/// 5.1 Maneuver check. S02: with the switch `group_check`, the units of one leader share one pair of dice; each adds its
/// own modifiers and reads its own effect. Without it, each unit rolls alone.
fn maneuver_check<U: Referee>(book: &Book, check: &ManeuverCheck, umpire: &mut U) -> Ruling<ManeuverOutcome, U> {
    umpire.cite(FF_TURN_MNV_2A);
    let checking = Checking { book, check };
    let mut outcome = ManeuverOutcome::default();
    if book.switches.group_check {
        let difference = umpire.difference(FF_PROC_MNV_1)?;
        for _ in &check.units {
            check_next_unit(&checking, &mut outcome, difference, umpire)?;
        }
        return Ok(outcome);
    }
    for _ in &check.units {
        outcome = umpire.step(&checking, outcome, roll_for_next_unit::<U>)?;
    }
    Ok(outcome)
}

/// The next unit rolls alone.
fn roll_for_next_unit<U: Referee>(
    checking: &Checking<'_>,
    mut outcome: ManeuverOutcome,
    umpire: &mut U,
) -> Ruling<ManeuverOutcome, U> {
    let difference = umpire.difference(FF_PROC_MNV_1)?;
    check_next_unit(checking, &mut outcome, difference, umpire)?;
    Ok(outcome)
}

/// Steps 2 to 5 for the next unit: modifiers, the letters after the fact, effect.
fn check_next_unit<U: Referee>(
    checking: &Checking<'_>,
    outcome: &mut ManeuverOutcome,
    difference: i16,
    umpire: &mut U,
) -> Ruling<(), U> {
    let Checking { book, check } = *checking;
    let index = outcome.units.len();
    let Some(unit) = check.units.get(index) else {
        return Ok(());
    };
    umpire.cite(FF_PROC_MNV_2);
    umpire.cite(FF_MNV_MOD);
    cite_leader_scope(check, unit, umpire);
    let modifiers = modifiers::gather(book, check, unit, umpire);
    let subtotal = difference + umpire.apply(&modifiers);
    let late = after_the_fact(book, check, unit, subtotal, umpire);
    let result = subtotal + umpire.apply(&late);

    umpire.cite(FF_PROC_MNV_3);
    umpire.cite(FF_MNV_TABLE);
    let row = book.tables.maneuver_effects.row(unit.order() == Order::Good, difference == 0, result)?;
    let row = umpire.read(row);
    let applied = Applied { side: check.side, index: index as u16, unit, difference };
    let maneuvered = effects::apply(row, &applied, umpire)?;
    umpire.tell(|| {
        Event::ManeuverChecked(ManeuverChecked {
            unit: index as u16 + 1,
            difference,
            result,
            effect: maneuvered.effect,
        })
    });
    outcome.units.push(maneuvered);
    Ok(())
}

/// The leaders block: letters work only for the leader's own faction, radius and chain.
fn cite_leader_scope<U: Umpire>(check: &ManeuverCheck, unit: &CheckedUnit, umpire: &mut U) {
    let Some(leader) = &check.leader else {
        return;
    };
    if leader.letters.is_empty() {
        umpire.cite(FF_LDR_NONE);
        return;
    }
    match unit.radius() {
        Command::In => {}
        Command::Provisional => umpire.cite(FF_LDR_SCOPE_CHAIN),
        Command::Out => umpire.cite(FF_LDR_SCOPE_RADIUS),
    }
}

/// 5.1 step 4. Hesitant takes one from a good order result above 0, Steady adds one to a result below 0, both judged after
/// all other modifiers. A result of exactly 0 moves neither way.
fn after_the_fact<U: Umpire>(
    book: &Book,
    check: &ManeuverCheck,
    unit: &CheckedUnit,
    subtotal: i16,
    umpire: &mut U,
) -> Modifiers {
    let letters = &book.tables.letters_in_maneuver;
    let mut late = Modifiers::new();
    let hesitant = subtotal > 0 && unit.order() == Order::Good && modifiers::has_letter(check, unit, Letter::H);
    late.add_if(hesitant, FF_LDR_H, || letters.at(Letter::H));
    if subtotal < 0 && modifiers::has_letter(check, unit, Letter::S) {
        umpire.cite(FF_LDR_S);
        late.add(FF_LDR_S_MNV, letters.at(Letter::S));
    }
    late
}

fn in_words(unit: &Maneuvered) -> String {
    let mut words = unit.effect.to_string();
    let forced = match unit.forced {
        Forced::Free => "",
        Forced::Hold => ", holds",
        Forced::OutOfCloseRange => ", retreats out of close range",
        Forced::FullRetreat => ", full retreat",
    };
    words.push_str(forced);
    if unit.order != Order::Good {
        // Writing to a string cannot fail.
        let _ = write!(words, ", {}", unit.order);
    }
    if unit.stands_lost > 0 {
        let _ = write!(words, ", {} lost", counted(unit.stands_lost, "stand", "stands"));
    }
    if let Some(formation) = unit.formation {
        let _ = write!(words, ", forms {formation}");
    }
    if unit.guns_lost {
        words.push_str(", guns lost");
    } else if unit.silenced {
        words.push_str(", silenced");
    }
    words
}
