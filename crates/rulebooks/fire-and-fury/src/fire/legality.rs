//! Who may fire at what (procedure 5.2, steps 1 to 3): refuses a fire that cannot be, with every reason.

use engine::{Decimal, Refusal};

use super::points;
use super::situation::{
    BEHIND_MAX, Charging, FIRERS_MAX, FireCombat, FireStep, Firer, GunFirer, LEADERS_MAX, Target, TroopFirer,
    TroopTarget, WeaponLine,
};
use crate::Book;
use crate::legality::{self, Drill};
use crate::lines::BandLine;
use crate::losses::Piece;
use crate::pieces::{Formation, Order, STANDS_MAX};
use crate::rules::*;

/// Refuses a fire that cannot be, with every reason.
pub fn check(book: &Book, combat: &FireCombat) -> Result<(), Refusal> {
    let mut refusal = Refusal::new();
    let count = combat.firers.len();
    refusal.unless((1..=FIRERS_MAX).contains(&count), "firers", FF_FIRE_PTS, || {
        format!("1 to {FIRERS_MAX} units fire at one target together")
    });
    for (index, firer) in combat.firers.iter().enumerate() {
        let kind = match firer {
            Firer::Troops(_) => "troops",
            Firer::Guns(_) => "guns",
        };
        let path = format!("firers[{index}].{kind}");
        match firer {
            Firer::Troops(troops) => check_troop_firer(book, combat, troops, &path, &mut refusal),
            Firer::Guns(guns) => check_gun_firer(guns, &path, &mut refusal),
        }
        check_reach(book, combat.step, firer, &path, &mut refusal);
    }
    match &combat.target {
        Target::Troops(troops) => check_troop_target(book, combat.step, troops, &mut refusal),
        Target::Guns(guns) => {
            legality::guns(&guns.stands, "target.guns.stands", &mut refusal);
            refusal.unless(!(guns.limbered && guns.enfiladed), "target.guns.enfiladed", FF_HOUSE_FLANKS, || {
                "limbered guns have no front line to be enfiladed".to_owned()
            });
        }
    }
    check_bystanders(combat, &mut refusal);
    refusal.verdict()
}

/// 5.2 step 1. Broken troops, march columns, countercharging units, units that retreated and units that named cold steel do
/// not fire; mounted cavalry only in line or extended line and at close range (S34).
fn check_troop_firer(book: &Book, combat: &FireCombat, troops: &TroopFirer, path: &str, refusal: &mut Refusal) {
    let drill = Drill {
        class: troops.class,
        formation: troops.formation,
        order: troops.order,
        stands: troops.stands,
        detachment: troops.detachment,
        outflanked: false,
    };
    legality::troops(book, &drill, path, refusal);
    let field = |name: &str| format!("{path}.{name}");
    refusal.unless(troops.order != Order::Broken, &field("order"), FF_HOUSE_FIRERS, || {
        "broken troops do not fire".to_owned()
    });
    refusal.unless(troops.formation != Formation::MarchColumn, &field("formation"), FF_HOUSE_FIRERS, || {
        "a march column does not fire".to_owned()
    });
    refusal.unless(!troops.countercharging, &field("countercharging"), FF_TMNV_H_COUNTER, || {
        "countercharging cavalry does not fire".to_owned()
    });
    refusal.unless(!troops.cold_steel, &field("cold_steel"), FF_HOUSE_FIRERS, || {
        "a unit that named cold steel does not fire this turn".to_owned()
    });
    refusal.unless(!troops.retreated, &field("retreated"), FF_HOUSE_FIRERS, || {
        "a unit that retreated does not fire this player turn".to_owned()
    });
    if troops.class.is_mounted_in(troops.formation) {
        let deployed = matches!(troops.formation, Formation::Line | Formation::Extended);
        refusal.unless(deployed, &field("formation"), FF_HOUSE_FIRERS, || {
            "mounted cavalry fires only in line or extended line".to_owned()
        });
        let close = book.tables.bands.at(BandLine::MusketryClose).value.0;
        refusal.unless(troops.range <= close, &field("range"), FF_BAND_M_CLOSE, || {
            format!("mounted cavalry fires only at close range, up to {close} inches")
        });
    }
    let charge = match (&combat.target, combat.step) {
        (Target::Troops(target), FireStep::Defensive) => target.charging != Charging::No,
        (Target::Guns(_), FireStep::Defensive) => false,
        (_, FireStep::Offensive) => true,
    };
    refusal.unless(!troops.in_charge || charge, &field("in_charge"), FF_FIRE_MOD_IN_CHARGE, || {
        "defensive fire is in a charge only if the target is charging".to_owned()
    });
}

fn check_gun_firer(guns: &GunFirer, path: &str, refusal: &mut Refusal) {
    let stands = format!("{path}.stands");
    legality::guns(&guns.stands, &stands, refusal);
    refusal.unless(
        guns.stands.is_empty() || guns.stands.iter().any(|stand| !stand.silenced),
        &stands,
        FF_GMNV_WH_RALLY,
        || "every stand is silenced; rally the battery first".to_owned(),
    );
    refusal.unless(!guns.limbered, &format!("{path}.limbered"), FF_GMNV_WH_UNLIMBER_FIRE, || {
        "limbered guns do not fire; unlimber first".to_owned()
    });
}

/// Range: a blank column cannot be fired at, and the last figure of BLR and MG is French only (R54).
fn check_reach(book: &Book, step: FireStep, firer: &Firer, path: &str, refusal: &mut Refusal) {
    let range = firer.range();
    let field = format!("{path}.range");
    let rule = match firer.line() {
        WeaponLine::Musketry(line) => line.rule(),
        WeaponLine::Cannonade(line) => line.rule(),
    };
    if range < Decimal::ZERO {
        refusal.unless(false, &field, rule, || "a distance is not negative".to_owned());
        return;
    }
    let reaches = points::printed(book, firer).is_some();
    refusal.unless(reaches, &field, rule, || format!("{range} inches is beyond the reach of this weapon"));
    let french = !points::is_french_only(book, firer) || firer.is_french();
    refusal.unless(!reaches || french, &field, FF_MUSK_FRENCH, || {
        format!("only the French reach {range} inches with this weapon")
    });
    let double_quick = match firer {
        Firer::Troops(troops) => troops.double_quick,
        Firer::Guns(guns) => guns.double_quick,
    };
    let barred = book.switches.dq_no_fire && double_quick && step == FireStep::Offensive;
    refusal.unless(!barred, &format!("{path}.double_quick"), FF_MNV_GO_DOUBLE_QUICK, || {
        "a unit that moved at the double quick does not fire in the offensive step (switch dq_no_fire)".to_owned()
    });
}

fn check_troop_target(book: &Book, step: FireStep, troops: &TroopTarget, refusal: &mut Refusal) {
    let drill = Drill {
        class: troops.class,
        formation: troops.formation,
        order: troops.order,
        stands: troops.stands,
        detachment: troops.detachment,
        outflanked: false,
    };
    legality::troops(book, &drill, "target.troops", refusal);
    let no_front = troops.order != Order::Broken && (troops.formation.is_all_round() || troops.is_extended());
    refusal.unless(!(troops.enfiladed && no_front), "target.troops.enfiladed", FF_HOUSE_FLANKS, || {
        format!("{} cannot be enfiladed", troops.formation)
    });
    let charging = troops.charging != Charging::No;
    refusal.unless(!charging || step == FireStep::Defensive, "target.troops.charging", FF_TURN_FIRE_1, || {
        "a charging unit is fired at in the defensive step".to_owned()
    });
    refusal.unless(!(charging && troops.detachment), "target.troops.charging", FF_SPEC_DET_NO_CHARGE, || {
        "a detachment may not charge".to_owned()
    });
    let may_charge =
        troops.order != Order::Broken && !troops.formation.is_all_round() && troops.formation != Formation::MarchColumn;
    refusal.unless(!charging || may_charge, "target.troops.charging", FF_HOUSE_CHARGERS, || {
        "broken troops, march columns, squares and garrisons do not charge".to_owned()
    });
}

fn check_bystanders(combat: &FireCombat, refusal: &mut Refusal) {
    refusal.unless(combat.behind.len() <= BEHIND_MAX, "behind", FF_FIRE_ADD_MASSED, || {
        format!("at most {BEHIND_MAX} units stand behind the target")
    });
    for (index, piece) in combat.behind.iter().enumerate() {
        let kind = match piece {
            Piece::Troops(_) => "troops",
            Piece::Guns(_) => "guns",
        };
        let path = format!("behind[{index}].{kind}.stands");
        match piece {
            Piece::Troops(troops) => {
                refusal.unless((1..=STANDS_MAX).contains(&troops.stands), &path, FF_SCALE_STAND, || {
                    format!("a unit has 1 to {STANDS_MAX} stands")
                });
            }
            Piece::Guns(guns) => legality::guns(&guns.stands, &path, refusal),
        }
    }
    refusal.unless(combat.leaders.len() <= LEADERS_MAX, "leaders", FF_FIRE_ADD_FALLEN, || {
        format!("name at most {LEADERS_MAX} leaders")
    });
    for (index, leader) in combat.leaders.iter().enumerate() {
        refusal.unless(
            leader.distance >= Decimal::ZERO,
            &format!("leaders[{index}].distance"),
            FF_FIRE_ADD_FALLEN,
            || "a distance is not negative".to_owned(),
        );
    }
}
