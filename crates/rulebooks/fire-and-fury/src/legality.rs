//! Which troops may stand how: the special rules that every situation has to keep.
//!
//! Not here: which formation may be changed into which, and how; that is maneuver on a map.

use engine::Refusal;

use crate::Book;
use crate::pieces::{Class, Formation, GUN_STANDS_MAX, GunStand, Order, STANDS_MAX};
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
    refusal.unless_senseless((1..=STANDS_MAX).contains(&drill.stands), &stands, || {
        format!("a unit has 1 to {STANDS_MAX} stands; with none it is destroyed")
    });
    refusal.unless(!drill.detachment || drill.stands == 1, &stands, FF_SPEC_DET_ONE_STAND, || {
        "a detachment has exactly one stand".to_owned()
    });
    if drill.order != Order::Broken {
        formation(book, drill, &format!("{path}.formation"), refusal);
    }
    refusal.unless_senseless(
        !(drill.outflanked && drill.formation.is_all_round() && drill.order != Order::Broken),
        &format!("{path}.outflanked"),
        || format!("a {} has no flank", drill.formation),
    );
}

fn formation(book: &Book, drill: &Drill, path: &str, refusal: &mut Refusal) {
    use Formation as F;
    let (class, formation) = (drill.class, drill.formation);
    if class.is_guerrilla() {
        let garrison = formation == F::Garrison && book.switches.guerrilla_garrison;
        // S78: the cavalry rows have no mass, so mounted guerrillas do not form it.
        let mass = formation == F::Mass && class == Class::Guerrilla;
        let fine = matches!(formation, F::Extended | F::MarchColumn) || mass || garrison;
        refusal.unless(fine, path, FF_SPEC_GUERRILLA_FORMATIONS, || {
            "guerrillas form extended line, mass (on foot) or march column".to_owned()
        });
        return;
    }
    refusal.unless(formation != F::Mass, path, FF_SPEC_REGULAR_NO_MASS, || "only guerrillas form mass".to_owned());
    let may_square = match class {
        Class::Regular => true,
        Class::Militia => book.switches.militia_may_square,
        _ => false,
    };
    refusal.unless(formation != F::Square || may_square, path, FF_SPEC_REGULAR_SQUARE, || {
        "only regular infantry forms square".to_owned()
    });
    let on_foot = formation == F::DismountedExtended || (formation == F::Garrison && class.is_cavalry());
    let may_dismount = matches!(class, Class::Cavalry | Class::MountedInfantry);
    refusal.unless(!on_foot || may_dismount, path, FF_SPEC_CAV_DISMOUNT, || {
        "only mounted infantry and the cavalry that may dismount fight on foot from their horses".to_owned()
    });
}

/// Refuses a battery that cannot be.
pub(crate) fn guns(stands: &[GunStand], path: &str, refusal: &mut Refusal) {
    refusal.unless_senseless((1..=GUN_STANDS_MAX).contains(&stands.len()), path, || {
        format!("a battery has 1 to {GUN_STANDS_MAX} gun stands; write each as {{}}")
    });
}
