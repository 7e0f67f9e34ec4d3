//! Worked examples W13 to W21 and W30: fire combat.

#![expect(clippy::unwrap_used, clippy::panic, reason = "these are helpers of tests")]

use crate::common::{Refereed, referee};
use engine::{Decimal, Side};
use fire_and_fury::event::Event;
use fire_and_fury::fire::{
    ChargeAfterFire, Charging, Fire, FireCombat, FireEffect, FireOutcome, FireStep, Firer, GunFirer, GunTarget,
    GunWeapon, LowAmmo, NearLeader, Target, TroopFirer, TroopTarget, TroopWeapon,
};
use fire_and_fury::losses::{Piece, TroopState};
use fire_and_fury::pieces::{Cover, Formation, Order, Rating};

fn inches(range: i32) -> Decimal {
    Decimal::from_int(range)
}

fn muskets(weapon: TroopWeapon, stands: u8, range: i32) -> Firer {
    Firer::Troops(TroopFirer::new(weapon, stands, inches(range)))
}

fn guns(weapon: GunWeapon, stands: usize, range: i32) -> Firer {
    Firer::Guns(GunFirer::new(weapon, stands, inches(range)))
}

fn combat(firers: Vec<Firer>, target: Target) -> FireCombat {
    let (behind, leaders) = (Vec::new(), Vec::new());
    FireCombat { side: Side::Union, step: FireStep::Defensive, firers, target, behind, leaders }
}

fn at_troops(firers: Vec<Firer>, target: TroopTarget) -> FireCombat {
    combat(firers, Target::Troops(target))
}

fn points(fire: &Refereed<FireOutcome>) -> Decimal {
    let points = |event: &Event| match event {
        Event::FirePoints(total) => Some(total.points),
        _ => None,
    };
    fire.record.events.iter().find_map(points).unwrap()
}

fn total(fire: &Refereed<FireOutcome>) -> i16 {
    let total = |event: &Event| match event {
        Event::FireResolved(resolved) => Some(resolved.total),
        _ => None,
    };
    fire.record.events.iter().find_map(total).unwrap()
}

/// Order and stands lost of a troop target.
fn troops(fire: &Refereed<FireOutcome>) -> (Order, u8) {
    match &fire.outcome.target.unit {
        Piece::Troops(troops) => (troops.order, fire.outcome.target.stands_lost),
        Piece::Guns(_) => panic!("the target is guns"),
    }
}

#[test]
fn w13_everyday_case() {
    let target = TroopTarget { cover: Cover::Partial, ..TroopTarget::new(7) };
    let fire = referee::<Fire>(&at_troops(vec![muskets(TroopWeapon::Rm, 8, 6)], target), &[4, 5], &[]);
    assert_eq!(points(&fire), inches(8));
    assert_eq!(fire.modifiers(), [("FF-FIRE-PTS-6", 0), ("FF-FIRE-MOD-PARTIAL", -1)]);
    assert_eq!(total(&fire), 8);
    assert!(fire.cites("FF-FIRE-ROW-TELLING-C") && fire.cites("FF-MUSK-RM") && fire.cites("FF-BAND-M-CLOSE"));
    assert_eq!(troops(&fire), (Order::Disordered, 1));
    assert_eq!(fire.outcome.charge, ChargeAfterFire::NotCharging);
}

#[test]
fn w14_buck_and_ball_against_a_charge() {
    for (charging, charge) in [(Charging::ColdSteel, ChargeAfterFire::Home), (Charging::Yes, ChargeAfterFire::Checked)]
    {
        let firer = TroopFirer { in_charge: true, ..TroopFirer::new(TroopWeapon::Sm, 6, inches(0)) };
        let target = TroopTarget { rating: Rating::Veteran, charging, ..TroopTarget::new(8) };
        let fire = referee::<Fire>(&at_troops(vec![Firer::Troops(firer)], target), &[5, 4], &[]);
        assert_eq!(points(&fire), inches(6));
        assert_eq!(fire.modifiers(), [("FF-FIRE-PTS-6", 0), ("FF-FIRE-MOD-IN-CHARGE", 1)]);
        assert_eq!(total(&fire), 10);
        assert!(fire.cites("FF-FIRE-ROW-TELLING-B") && fire.cites("FF-FIRE-MOD-BUCKBALL"));
        assert_eq!(troops(&fire), (Order::Disordered, 1));
        assert_eq!(fire.outcome.charge, charge);
    }
}

#[test]
fn w15_fractions() {
    let firer = TroopFirer { order: Order::Disordered, ..TroopFirer::new(TroopWeapon::Rm, 5, inches(12)) };
    let target = TroopTarget { rating: Rating::Raw, ..TroopTarget::new(8) };
    let fire = referee::<Fire>(&at_troops(vec![Firer::Troops(firer)], target), &[6, 4], &[]);
    assert_eq!(points(&fire), "1.25".parse().unwrap());
    assert_eq!(fire.modifiers(), [("FF-FIRE-PTS-1", -4)]);
    assert_eq!(total(&fire), 6);
    assert!(fire.cites("FF-FIRE-ROW-GALLING") && fire.cites("FF-FIRE-PT-DISORDERED"));
    assert_eq!(troops(&fire), (Order::Disordered, 0));
}

#[test]
fn w16_canister_into_a_column_double_six() {
    let target = TroopTarget { rating: Rating::Raw, formation: Formation::FieldColumn, ..TroopTarget::new(9) };
    let leaders = vec![NearLeader { distance: inches(3) }];
    let combat = FireCombat { leaders, ..at_troops(vec![guns(GunWeapon::Hs, 2, 5)], target) };
    // The leader's own roll follows: 3 and 2, nothing happens to him.
    let fire = referee::<Fire>(&combat, &[6, 6, 3, 2], &[]);
    assert_eq!(points(&fire), inches(8));
    assert_eq!(fire.modifiers(), [("FF-FIRE-PTS-6", 0), ("FF-FIRE-MOD-EXPOSED", 1)]);
    assert_eq!(total(&fire), 13);
    assert!(fire.cites("FF-FIRE-ROW-WITHERING") && fire.cites("FF-BAND-C-CANISTER"));
    assert!(fire.cites("FF-FIRE-ADD-AMMO") && fire.cites("FF-FIRE-ADD-FALLEN") && fire.cites("FF-FALL-5"));
    assert_eq!(troops(&fire), (Order::Disordered, 2));
    assert_eq!(fire.outcome.low_ammo, Some(LowAmmo { firer: 0, stand: Some(0) }));
    assert_eq!(fire.outcome.fallen.unwrap().leader, Some(0));
}

#[test]
fn w16_no_leader_within_four_inches_no_roll() {
    let target = TroopTarget { rating: Rating::Raw, formation: Formation::FieldColumn, ..TroopTarget::new(9) };
    let leaders = vec![NearLeader { distance: "4.5".parse().unwrap() }];
    let combat = FireCombat { leaders, ..at_troops(vec![guns(GunWeapon::Hs, 2, 5)], target) };
    assert_eq!(referee::<Fire>(&combat, &[6, 6], &[]).outcome.fallen, None);
}

#[test]
fn w17_lively_cannonade_disorders() {
    let combat = at_troops(vec![guns(GunWeapon::Lr, 3, 50)], TroopTarget::new(8));
    let fire = referee::<Fire>(&combat, &[5, 2], &[]);
    assert_eq!((points(&fire), total(&fire)), (inches(3), 5));
    assert_eq!(fire.modifiers(), [("FF-FIRE-PTS-3", -2)]);
    assert!(fire.cites("FF-FIRE-ROW-LIVELY") && fire.cites("FF-FIRE-EFF-LIVELY"));
    assert_eq!(troops(&fire), (Order::Disordered, 0));
}

#[test]
fn w17_lively_musketry_does_nothing() {
    let combat = at_troops(vec![muskets(TroopWeapon::Ir, 6, 8)], TroopTarget::new(8));
    let fire = referee::<Fire>(&combat, &[5, 2], &[]);
    assert_eq!((points(&fire), total(&fire)), (inches(3), 5));
    assert!(fire.cites("FF-FIRE-ROW-LIVELY") && fire.cites("FF-FIRE-EFF-LIVELY-MUSKETRY"));
    assert_eq!(troops(&fire), (Order::Good, 0));
}

#[test]
fn w18_withering_at_fifteen_or_more() {
    let target = TroopTarget { enfiladed: true, ..TroopTarget::new(8) };
    let behind = vec![Piece::Troops(TroopState { stands: 5, order: Order::Good })];
    let combat = FireCombat { behind, ..at_troops(vec![muskets(TroopWeapon::Blr, 10, 3)], target) };
    let fire = referee::<Fire>(&combat, &[6, 5], &[]);
    assert_eq!(points(&fire), inches(20));
    assert_eq!(fire.modifiers(), [("FF-FIRE-PTS-20", 4), ("FF-FIRE-MOD-MARCH-ENFILADE", 2)]);
    assert_eq!(total(&fire), 17);
    assert!(fire.cites("FF-FIRE-ROW-WITHERING") && fire.cites("FF-FIRE-EFF-WITHERING-15"));
    assert_eq!(troops(&fire), (Order::Disordered, 3));
    // The unit behind suffers Telling, without the extra stand.
    assert!(fire.cites("FF-FIRE-ADD-MASSED"));
    assert_eq!(fire.outcome.behind[0].unit, Piece::Troops(TroopState { stands: 4, order: Order::Disordered }));
}

#[test]
fn w19_french_only() {
    let firer = TroopFirer { french: true, ..TroopFirer::new(TroopWeapon::Blr, 12, inches(25)) };
    let target = TroopTarget { rating: Rating::Veteran, brave_colonel: true, ..TroopTarget::new(8) };
    // The brave colonel's roll follows.
    let fire = referee::<Fire>(&at_troops(vec![Firer::Troops(firer)], target.clone()), &[5, 5, 1, 1], &[]);
    assert_eq!(points(&fire), inches(3));
    assert_eq!(fire.modifiers(), [("FF-FIRE-PTS-3", -2)]);
    assert_eq!(total(&fire), 8);
    assert!(fire.cites("FF-FIRE-ROW-TELLING-C") && fire.cites("FF-MUSK-FRENCH") && fire.cites("FF-FIRE-ADD-FALLEN"));
    assert_eq!(troops(&fire), (Order::Disordered, 1));
    assert_eq!(fire.outcome.fallen.unwrap().leader, None);

    let others = at_troops(vec![muskets(TroopWeapon::Blr, 12, 25)], target.clone());
    let refusal = check(&others).unwrap_err();
    assert_eq!(refusal.reasons[0].rule.unwrap().id(), "FF-MUSK-FRENCH");
    assert!(check(&at_troops(vec![muskets(TroopWeapon::Blr, 12, 15)], target.clone())).is_ok());

    let mitrailleuse = |french| Firer::Guns(GunFirer { french, ..GunFirer::new(GunWeapon::Mg, 4, inches(55)) });
    assert!(check(&at_troops(vec![mitrailleuse(false)], target.clone())).is_err());
    let fire = referee::<Fire>(&at_troops(vec![mitrailleuse(true)], target), &[1, 2], &[]);
    assert_eq!(points(&fire), inches(1));
}

fn check(combat: &FireCombat) -> Result<(), engine::Refusal> {
    <Fire as engine::book::Procedure>::check(&crate::common::book(), combat)
}

#[test]
fn w20_counter_battery() {
    let target = GunTarget { rating: Rating::Veteran, limbered: true, ..GunTarget::new(2) };
    let leaders = vec![NearLeader::default()];
    let combat = FireCombat { leaders, ..combat(vec![guns(GunWeapon::Hr, 2, 40)], Target::Guns(target)) };
    let fire = referee::<Fire>(&combat, &[4, 4], &[]);
    assert_eq!(points(&fire), inches(4));
    assert_eq!(fire.modifiers(), [("FF-FIRE-PTS-4", -1), ("FF-FIRE-MOD-GUN-TARGET", 1)]);
    assert_eq!(total(&fire), 8);
    assert!(fire.cites("FF-FIRE-ROW-TELLING-C") && fire.cites("FF-FIRE-EFF-TELLING-GUNS"));
    let Piece::Guns(guns) = &fire.outcome.target.unit else { panic!("the target is guns") };
    let states: Vec<_> = guns.stands.iter().map(|stand| (stand.damaged, stand.silenced)).collect();
    assert_eq!(states, [(true, false), (false, true)]);
    // Guns are silenced, not disordered.
    assert_eq!(fire.outcome.fallen, None);
}

#[test]
fn w21_mixed_fire_and_the_half_rule() {
    let with = |stands| vec![muskets(TroopWeapon::Rm, stands, 5), guns(GunWeapon::Mg, 1, 5)];
    let fire = referee::<Fire>(&at_troops(with(6), TroopTarget::new(8)), &[4, 3], &[]);
    assert_eq!((points(&fire), total(&fire)), (inches(8), 7));
    assert_eq!(fire.modifiers(), [("FF-FIRE-PTS-6", 0)]);
    assert!(fire.cites("FF-FIRE-ROW-GALLING"));
    assert_eq!(troops(&fire), (Order::Disordered, 0));

    let fire = referee::<Fire>(&at_troops(with(2), TroopTarget::new(8)), &[4, 3], &[]);
    assert_eq!((points(&fire), total(&fire)), (inches(4), 8));
    assert_eq!(fire.modifiers(), [("FF-FIRE-PTS-4", -1), ("FF-FIRE-MOD-MACHINE-GUN", 2)]);
    assert!(fire.cites("FF-FIRE-ROW-TELLING-C"));
    assert_eq!(troops(&fire), (Order::Disordered, 1));
}

#[test]
fn w30_fire_point_brackets_at_the_edges() {
    let book = crate::common::book();
    let edges = [("0.75", -5), ("1", -4), ("5.75", -1), ("6", 0), ("8.5", 0), ("24.5", 4), ("25", 5), ("60", 5)];
    for (points, modifier) in edges {
        let (_, looked) = book.tables.brackets.at(points.parse().unwrap()).unwrap();
        assert_eq!(looked.value, modifier, "{points} points");
    }
}

#[test]
fn checked_cavalry_may_recall() {
    let firer = TroopFirer { in_charge: true, ..TroopFirer::new(TroopWeapon::Rp, 8, inches(0)) };
    let class = fire_and_fury::pieces::Class::Cavalry;
    let target = TroopTarget { class, charging: Charging::Yes, ..TroopTarget::new(6) };
    let combat = at_troops(vec![Firer::Troops(firer)], target);
    for (answer, charge) in [(0, ChargeAfterFire::Recalled), (1, ChargeAfterFire::Checked)] {
        let fire = referee::<Fire>(&combat, &[6, 5], &[answer]);
        assert_eq!((fire.questions(), fire.outcome.charge), (vec!["recall"], charge));
    }
}

#[test]
fn the_owner_picks_gun_stands_that_differ() {
    let mut target = GunTarget::new(3);
    target.stands[1].damaged = true;
    target.stands[2].silenced = true;
    let combat = combat(vec![muskets(TroopWeapon::Rm, 8, 7)], Target::Guns(target));
    // 4 points, -1: total 8, Telling. Damage the third stand rather than the first; then silence the second.
    let fire = referee::<Fire>(&combat, &[5, 4], &[1, 1]);
    assert_eq!(fire.questions(), ["gun-stand-damaged", "gun-stand-silenced"]);
    let Piece::Guns(guns) = &fire.outcome.target.unit else { panic!("the target is guns") };
    let states: Vec<_> = guns.stands.iter().map(|stand| (stand.damaged, stand.silenced)).collect();
    assert_eq!(states, [(false, false), (true, true), (true, true)]);
}

#[test]
fn the_firing_side_picks_who_runs_low() {
    let firers = vec![
        muskets(TroopWeapon::Rm, 4, 6),
        Firer::Troops(TroopFirer {
            formation: Formation::FieldColumn,
            ..TroopFirer::new(TroopWeapon::Rm, 8, inches(6))
        }),
        guns(GunWeapon::Ls, 2, 9),
    ];
    // The column fired only a quarter of its stands: the line and one gun stand are left to choose from.
    let fire = referee::<Fire>(&at_troops(firers, TroopTarget::new(8)), &[6, 6], &[1]);
    assert_eq!(fire.questions(), ["low-ammo"]);
    assert_eq!(fire.outcome.low_ammo, Some(LowAmmo { firer: 2, stand: Some(0) }));
}

#[test]
fn equally_close_leaders_are_a_choice_of_their_side() {
    let target = TroopTarget { brave_colonel: true, ..TroopTarget::new(8) };
    let leaders = vec![NearLeader { distance: inches(1) }, NearLeader { distance: inches(0) }];
    let combat = FireCombat { leaders, ..at_troops(vec![muskets(TroopWeapon::Rm, 8, 6)], target) };
    let fire = referee::<Fire>(&combat, &[5, 5, 6, 5], &[1]);
    assert_eq!(fire.questions(), ["leader-tie"]);
    assert_eq!(fire.record.questions[0].0.side, Side::Confederate);
    assert_eq!(fire.outcome.fallen.unwrap().leader, None);
    assert_eq!(fire.outcome.effect, FireEffect::Telling);
}

#[test]
fn halvings_multiply_and_nothing_is_rounded() {
    // Four firers of a thirty-second of a point times eight stands each make exactly one point.
    let firer = Firer::Troops(TroopFirer {
        class: fire_and_fury::pieces::Class::Guerrilla,
        formation: Formation::Mass,
        order: Order::Disordered,
        low_ammo: true,
        french: true,
        ..TroopFirer::new(TroopWeapon::Blr, 8, inches(30))
    });
    let fire = referee::<Fire>(&at_troops(vec![firer; 4], TroopTarget::new(8)), &[1, 2], &[]);
    assert_eq!(points(&fire), inches(1));
    assert_eq!(fire.modifiers(), [("FF-FIRE-PTS-1", -4)]);
}
