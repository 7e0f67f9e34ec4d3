//! Fire: the die roll modifiers (procedure 5.2, steps 5 and 6), in printed order.

use engine::{Asks, Fault, Modifiers, Umpire};

use super::points::{self, Character, Tally};
use super::situation::{FireCombat, GunTarget, Target, TroopTarget};
use crate::Book;
use crate::lines::{BandLine, FireLine};
use crate::pieces::{Cover, Formation, Order};
use crate::rules::*;

/// All modifiers of a fire; each line at most once, different lines add up (S36).
pub(super) fn gather<U: Umpire>(
    book: &Book,
    combat: &FireCombat,
    tally: &Tally,
    character: Character,
    umpire: &mut U,
) -> Result<Modifiers, Fault> {
    let mut list = Modifiers::new();
    let (bracket, looked) = book.tables.brackets.at(tally.total.floor())?;
    list.add(bracket.rule(), looked);

    let mut line = |applies: bool, line: FireLine| {
        list.add_if(applies, line.rule(), || book.tables.fire.at(line));
    };
    line(character.machine_guns, FireLine::MachineGun);
    line(character.in_charge, FireLine::InCharge);
    if character.in_charge {
        combat.firers.iter().filter_map(points::charge_line).for_each(|rule| umpire.cite(rule));
    }
    line(character.raw, FireLine::Raw);

    let cover = match &combat.target {
        Target::Troops(troops) => {
            line(is_exposed(troops, umpire), FireLine::Exposed);
            line(troops.is_in(Formation::MarchColumn) || troops.enfiladed, FireLine::MarchOrEnfilade);
            cover_of_troops(troops)
        }
        Target::Guns(guns) => {
            line(is_easy_gun_target(book, combat, guns, umpire), FireLine::GunTarget);
            guns.cover
        }
    };
    // S37: only the most protective line counts.
    line(cover == Cover::Partial, FireLine::PartialCover);
    line(cover == Cover::Full, FireLine::FullCover);
    line(cover == Cover::Fortified, FireLine::Fortified);
    Ok(list)
}

/// Field column, cavalry, marched by the flank, about faced, passage of lines, or broken. S15: a square counts as a field
/// column. S16: mass has no line.
fn is_exposed<U: Umpire>(troops: &TroopTarget, umpire: &mut U) -> bool {
    let reasons = [
        (troops.is_in(Formation::FieldColumn) || troops.is_in(Formation::Square), FF_FIRE_MOD_EXPOSED_COLUMN),
        (troops.is_mounted(), FF_FIRE_MOD_EXPOSED_CAVALRY),
        (troops.marched_by_flank, FF_FIRE_MOD_EXPOSED_FLANK),
        (troops.about_faced, FF_FIRE_MOD_EXPOSED_ABOUT),
        (troops.passed_lines, FF_FIRE_MOD_EXPOSED_PASSAGE),
        (troops.order == Order::Broken, FF_FIRE_MOD_EXPOSED_BROKEN),
    ];
    for (applies, rule) in reasons {
        if applies {
            umpire.cite(rule);
        }
    }
    reasons.iter().any(|(applies, _)| *applies)
}

/// Limbered, enfiladed, or in close range.
///
/// RULING: one firer within close range is enough; the line describes the target, not the firers.
fn is_easy_gun_target<U: Umpire>(book: &Book, combat: &FireCombat, guns: &GunTarget, umpire: &mut U) -> bool {
    let close = umpire.read(book.tables.bands.at(BandLine::MusketryClose)).0;
    guns.limbered || guns.enfiladed || combat.firers.iter().any(|firer| firer.range() <= close)
}

/// Extended line counts as partial cover in the open, and as full cover in partial cover; no more (S37).
fn cover_of_troops(troops: &TroopTarget) -> Cover {
    match (troops.is_extended(), troops.cover) {
        (true, Cover::Open) => Cover::Partial,
        (true, Cover::Partial) => Cover::Full,
        (_, cover) => cover,
    }
}
