//! Which troops may stand how: the special rules that every situation has to keep.
//!
//! Not here: which formation may be changed into which, and how; that is [`crate::troop_maneuver`].

use engine::{Refusal, Rule};

use crate::Book;
use crate::pieces::{Class, Faction, Formation, GUN_STANDS_MAX, GunStand, Order, STANDS_MAX};
use crate::rules::*;

/// What the special rules ask about a unit of troops.
pub(crate) struct Drill {
    pub class: Class,
    pub formation: Formation,
    pub order: Order,
    pub stands: u8,
    pub detachment: bool,
    pub outflanked: bool,
}

/// Refuses troops that cannot be, with the special rule that forbids them.
pub(crate) fn troops(book: &Book, drill: &Drill, path: &str, refusal: &mut Refusal) {
    let stands = format!("{path}.stands");
    refusal.unless((1..=STANDS_MAX).contains(&drill.stands), &stands, FF_SCALE_STAND, || {
        format!("a unit has 1 to {STANDS_MAX} stands; with none it is destroyed")
    });
    refusal.unless(!drill.detachment || drill.stands == 1, &stands, FF_SPEC_DET_ONE_STAND, || {
        "a detachment has exactly one stand".to_owned()
    });
    if drill.order != Order::Broken {
        formation(book, drill, &format!("{path}.formation"), refusal);
    }
    refusal.unless(
        !(drill.outflanked && drill.formation.is_all_round() && drill.order != Order::Broken),
        &format!("{path}.outflanked"),
        FF_HOUSE_FLANKS,
        || format!("a {} has no flank", drill.formation),
    );
}

fn formation(book: &Book, drill: &Drill, path: &str, refusal: &mut Refusal) {
    if let Some((rule, why)) = forbidden(book, drill.class, drill.formation) {
        refusal.unless(false, path, rule, || why.to_owned());
    }
}

/// The special rule that keeps such troops from a formation, if one does, and what it says.
pub(crate) fn forbidden(book: &Book, class: Class, formation: Formation) -> Option<(Rule, &'static str)> {
    use Formation as F;
    if class.is_guerrilla() {
        let garrison = formation == F::Garrison && book.switches.guerrilla_garrison;
        // S78: the cavalry rows have no mass, so mounted guerrillas do not form it.
        let mass = formation == F::Mass && class == Class::Guerrilla;
        let fine = matches!(formation, F::Extended | F::MarchColumn) || mass || garrison;
        let why = "guerrillas form extended line, mass (on foot) or march column";
        return (!fine).then_some((FF_SPEC_GUERRILLA_FORMATIONS, why));
    }
    let may_square = match class {
        Class::Regular => true,
        Class::Militia => book.switches.militia_may_square,
        _ => false,
    };
    let on_foot = formation == F::DismountedExtended || (formation == F::Garrison && class.is_cavalry());
    let may_dismount = matches!(class, Class::Cavalry | Class::MountedInfantry);
    match formation {
        F::Mass => Some((FF_SPEC_REGULAR_NO_MASS, "only guerrillas form mass")),
        F::Square if !may_square => Some((FF_SPEC_REGULAR_SQUARE, "only regular infantry forms square")),
        _ if on_foot && !may_dismount => Some((
            FF_SPEC_CAV_DISMOUNT,
            "only mounted infantry and the cavalry that may dismount fight on foot from their horses",
        )),
        _ => None,
    }
}

/// Whether a faction's troops may get off their horses: mounted infantry, and the cavalry of two factions.
pub(crate) fn may_dismount(class: Class, faction: Faction) -> bool {
    match class {
        Class::MountedInfantry => true,
        Class::Cavalry => faction.cavalry_dismounts(),
        _ => false,
    }
}

/// The same as [`forbidden`] for troops whose faction is known.
pub(crate) fn forbidden_to(
    book: &Book,
    class: Class,
    faction: Faction,
    formation: Formation,
) -> Option<(Rule, &'static str)> {
    let on_foot = class.is_cavalry() && !class.is_mounted_in(formation);
    let faction_rule = (on_foot && !class.is_guerrilla() && !may_dismount(class, faction))
        .then_some((FF_SPEC_CAV_DISMOUNT, "only mounted infantry, US cavalry and Confederado cavalry may dismount"));
    forbidden(book, class, formation).or(faction_rule)
}

/// Refuses a battery that cannot be.
pub(crate) fn guns(stands: &[GunStand], path: &str, refusal: &mut Refusal) {
    refusal.unless((1..=GUN_STANDS_MAX).contains(&stands.len()), path, FF_SCALE_GUN, || {
        format!("a battery has 1 to {GUN_STANDS_MAX} gun stands; write each as {{}}")
    });
}
