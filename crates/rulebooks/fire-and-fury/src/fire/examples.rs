//! Fires worth looking at, the plainest first.

use engine::{Decimal, Side};

use super::situation::{
    Charging, FireCombat, FireStep, Firer, GunFirer, GunTarget, GunWeapon, NearLeader, Target, TroopFirer, TroopTarget,
    TroopWeapon,
};
use crate::losses::{Piece, TroopState};
use crate::pieces::{Class, Cover, Formation, Order, Rating};

pub(super) fn all() -> Vec<(&'static str, FireCombat)> {
    vec![
        ("a volley into partial cover", volley()),
        ("buck and ball against a charge with cold steel", buck_and_ball()),
        ("canister into a column, with its general close by", canister()),
        ("counter-battery fire", counter_battery()),
        ("muskets, a mitrailleuse and guns on a massed target", combined()),
        ("carbines against charging cavalry", against_cavalry()),
    ]
}

fn combat(firers: Vec<Firer>, target: Target) -> FireCombat {
    FireCombat { side: Side::Union, step: FireStep::Defensive, firers, target, behind: Vec::new(), leaders: Vec::new() }
}

fn muskets(weapon: TroopWeapon, stands: u8, range: i32) -> TroopFirer {
    TroopFirer::new(weapon, stands, Decimal::from_int(range))
}

fn guns(weapon: GunWeapon, stands: usize, range: i32) -> Firer {
    Firer::Guns(GunFirer::new(weapon, stands, Decimal::from_int(range)))
}

fn volley() -> FireCombat {
    let target = TroopTarget { cover: Cover::Partial, ..TroopTarget::new(7) };
    combat(vec![Firer::Troops(muskets(TroopWeapon::Rm, 8, 6))], Target::Troops(target))
}

fn buck_and_ball() -> FireCombat {
    let firer = TroopFirer { in_charge: true, ..muskets(TroopWeapon::Sm, 6, 0) };
    let charging = Charging::ColdSteel;
    let target = TroopTarget { rating: Rating::Veteran, charging, brave_colonel: true, ..TroopTarget::new(8) };
    combat(vec![Firer::Troops(firer)], Target::Troops(target))
}

fn canister() -> FireCombat {
    let target = TroopTarget { rating: Rating::Raw, formation: Formation::FieldColumn, ..TroopTarget::new(9) };
    FireCombat {
        leaders: vec![NearLeader { distance: Decimal::from_int(2) }],
        ..combat(vec![guns(GunWeapon::Hs, 2, 5)], Target::Troops(target))
    }
}

fn counter_battery() -> FireCombat {
    let mut target = GunTarget { rating: Rating::Veteran, limbered: true, ..GunTarget::new(3) };
    if let Some(stand) = target.stands.first_mut() {
        stand.damaged = true;
    }
    combat(vec![guns(GunWeapon::Hr, 3, 40)], Target::Guns(target))
}

fn combined() -> FireCombat {
    let raw = TroopFirer { rating: Rating::Raw, order: Order::Disordered, ..muskets(TroopWeapon::Rm, 6, 5) };
    let firers = vec![Firer::Troops(raw), guns(GunWeapon::Mg, 1, 5), guns(GunWeapon::Ls, 2, 9)];
    let behind = vec![
        Piece::Troops(TroopState { stands: 6, order: Order::Good }),
        Piece::Troops(TroopState { stands: 3, order: Order::Disordered }),
    ];
    FireCombat { behind, ..combat(firers, Target::Troops(TroopTarget::new(8))) }
}

fn against_cavalry() -> FireCombat {
    let firer = TroopFirer {
        class: Class::MountedInfantry,
        formation: Formation::DismountedExtended,
        ..muskets(TroopWeapon::Blc, 5, 0)
    };
    let firer = TroopFirer { in_charge: true, ..firer };
    let target = TroopTarget { class: Class::Lancer, charging: Charging::Yes, ..TroopTarget::new(6) };
    combat(vec![Firer::Troops(firer)], Target::Troops(target))
}
