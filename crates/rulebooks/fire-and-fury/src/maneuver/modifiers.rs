//! Maneuver: the die roll modifiers, in printed order.
//!
//! Not here: Hesitant and Steady, which look at the result after all other modifiers (see [`super::after_the_fact`]).

use engine::{Modifiers, Umpire};

use super::situation::{CheckedUnit, ManeuverCheck};
use crate::Book;
use crate::charts::Value;
use crate::lines::{ManeuverLine, MoraleLine};
use crate::pieces::{Class, Command, Effectiveness, Formation, Letter, Order, Rating};
use crate::rules::*;

/// 5.1 steps 2 and 3. All modifiers but Hesitant and Steady; each line at most once (S36).
pub(super) fn gather<U: Umpire>(book: &Book, check: &ManeuverCheck, unit: &CheckedUnit, umpire: &mut U) -> Modifiers {
    let tables = &book.tables;
    let mut list = Modifiers::new();
    personality(book, check, unit, umpire, &mut list);
    let mut line = |applies: bool, line: ManeuverLine| {
        list.add_if(applies, line.rule(), || tables.maneuver.at(line));
    };

    // One line for both: an attached leader and a brave colonel never give +2.
    let colonel = matches!(unit, CheckedUnit::Troops(troops) if troops.brave_colonel);
    line(unit.attached_leader().is_some() || colonel, ManeuverLine::Attached);

    let command = command(unit, umpire);
    line(command == Command::Out, ManeuverLine::OutOfCommand);
    line(command == Command::Provisional, ManeuverLine::Provisional);
    line(command == Command::In, ManeuverLine::InCommand);

    // R03: a battery always counts as fresh.
    let effectiveness = match unit {
        CheckedUnit::Troops(troops) => troops.effectiveness,
        CheckedUnit::Guns(_) => Effectiveness::Fresh,
    };
    line(effectiveness == Effectiveness::Fresh, ManeuverLine::Fresh);
    line(effectiveness == Effectiveness::Worn, ManeuverLine::Worn);
    line(effectiveness == Effectiveness::Spent, ManeuverLine::Spent);

    line(unit.rating() == Rating::Crack, ManeuverLine::Crack);
    line(unit.rating() == Rating::Veteran, ManeuverLine::Veteran);
    line(unit.rating() == Rating::Trained, ManeuverLine::Trained);
    line(unit.rating() == Rating::Raw, ManeuverLine::Raw);

    line(steadied_by_formation(unit, umpire), ManeuverLine::Formation);
    // One line for both: outflanked and broken never give -4.
    line(unit.outflanked() || unit.order() == Order::Broken, ManeuverLine::Outflanked);

    if book.switches.army_morale {
        army_morale(book, check, &mut list);
    }
    list
}

/// Leader personality modifiers. Energetic and Laggard always; Disliked if attached to this unit; Gallant if the unit is to
/// charge (S06) or is disordered or broken. Each wound of the conducting leader counts, and of a brave colonel for his unit.
fn personality<U: Umpire>(
    book: &Book,
    check: &ManeuverCheck,
    unit: &CheckedUnit,
    umpire: &mut U,
    list: &mut Modifiers,
) {
    let letters = &book.tables.letters_in_maneuver;
    let disliked = unit.attached_leader().is_some_and(|leader| leader.is(Letter::D));
    list.add_if(disliked, FF_LDR_D, || letters.at(Letter::D));
    list.add_if(has_letter(check, unit, Letter::E), FF_LDR_E, || letters.at(Letter::E));
    let gallant_helps = unit.charge_intent() || unit.order() != Order::Good;
    let gallant = gallant_helps && has_letter(check, unit, Letter::G);
    if gallant {
        umpire.cite(FF_LDR_G);
        list.add(FF_LDR_G_MNV, letters.at(Letter::G));
    }
    list.add_if(has_letter(check, unit, Letter::L), FF_LDR_L, || letters.at(Letter::L));
    if list.iter().len() > 0 {
        umpire.cite(FF_MNV_MOD_PERSONALITY);
        umpire.cite(FF_LDR_TABLE);
    }

    // S62: wounds add up. S61: a wounded brave colonel hinders his own unit.
    let commanded = unit.radius() == Command::In;
    let conductor = check.leader.as_ref().filter(|_| commanded).map_or(0, |leader| leader.wounds);
    let colonel = match unit {
        CheckedUnit::Troops(troops) => troops.colonel_wounds,
        CheckedUnit::Guns(_) => 0,
    };
    let wounds = i16::from(conductor) + i16::from(colonel);
    if wounds > 0 {
        list.add_times(FF_FALL_9, book.tables.whole(Value::Wound), wounds);
    }
}

/// S05: the letters of the conducting leader count for units in his command (his faction, chain and radius), those of an
/// attached leader for his unit; the same letter counts once.
pub(super) fn has_letter(check: &ManeuverCheck, unit: &CheckedUnit, letter: Letter) -> bool {
    let conducting = check.leader.as_ref().is_some_and(|leader| leader.letters.contains(&letter));
    let attached = unit.attached_leader().is_some_and(|leader| leader.is(letter));
    attached || (conducting && unit.radius() == Command::In)
}

/// Militia are always in provisional command, detachments always in command; others where they stand.
fn command<U: Umpire>(unit: &CheckedUnit, umpire: &mut U) -> Command {
    match unit {
        CheckedUnit::Troops(troops) if troops.detachment => {
            umpire.cite(FF_SPEC_DET_COMMAND);
            Command::In
        }
        CheckedUnit::Troops(troops) if troops.class == Class::Militia => {
            umpire.cite(FF_SPEC_MILITIA_COMMAND);
            Command::Provisional
        }
        _ => unit.radius(),
    }
}

/// Field or march column, garrison, limbered gun, or linear cover. A broken unit has no formation.
fn steadied_by_formation<U: Umpire>(unit: &CheckedUnit, umpire: &mut U) -> bool {
    match unit {
        CheckedUnit::Troops(troops) => {
            let formed = troops.order != Order::Broken;
            let steady =
                matches!(troops.formation, Formation::FieldColumn | Formation::MarchColumn | Formation::Garrison);
            troops.linear_cover || (formed && steady)
        }
        CheckedUnit::Guns(guns) => {
            if guns.wagons {
                umpire.cite(FF_SPEC_WAGONS);
            }
            guns.limbered || guns.wagons || guns.linear_cover
        }
    }
}

/// S70: the parent rules' army morale, if the switch is on. Greater losses count only with heavy casualties.
fn army_morale(book: &Book, check: &ManeuverCheck, list: &mut Modifiers) {
    let army = check.army;
    let mut line =
        |applies: bool, line: MoraleLine| list.add_if(applies, line.rule(), || book.tables.army_morale.at(line));
    line(army.key_position_lost, MoraleLine::KeyPosition);
    line(army.heavy_casualties, MoraleLine::HeavyCasualties);
    line(army.heavy_casualties && army.greater_losses, MoraleLine::GreaterLosses);
}
