//! Mustering: men and guns become pieces, and none get lost.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::Path;

use battle::muster::{Grain, GunScale, Muster, Scale, apportion, muster};
use battle::plan::Arm;
use battle::{Battle, folder, open};
use proptest::prelude::*;

fn shipped(name: &str) -> Battle {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(name);
    open(&folder::read(&path).expect("files")).expect("a good battle")
}

fn pieces(battle: &Battle, muster: &Muster, formation: &str) -> Vec<u32> {
    let place = battle.plan.formations.iter().position(|one| one.id.as_str() == formation).expect("formation");
    muster.units.iter().filter(|unit| unit.formation == place).map(|unit| unit.pieces).collect()
}

/// Twenty men a figure, two guns a model.
const FIGURES: Scale = Scale { foot: 20, horse: 20, guns: GunScale::About(2), grain: Grain::Regiment };
/// Eighty men a stand, two or three guns a stand.
const STANDS: Scale = Scale { foot: 80, horse: 80, guns: GunScale::AtMost(3), grain: Grain::Regiment };
/// A hundred men or one gun a strength point.
const HUNDREDS: Scale = Scale { foot: 100, horse: 100, guns: GunScale::About(1), grain: Grain::Regiment };
/// Five hundred men or six guns a strength point, brigade by brigade.
const BRIGADES: Scale = Scale { foot: 500, horse: 500, guns: GunScale::About(6), grain: Grain::Brigade };

#[test]
fn regiments_are_counted_within_their_brigade() {
    let battle = shipped("brawners-farm");
    // 504, 430, 580 and 423 men are 1937, and six guns stand beside them.
    let figures = muster(&battle, &FIGURES);
    assert_eq!(pieces(&battle, &figures, "gibbon"), [25, 22, 29, 21, 3]);
    let stands = muster(&battle, &STANDS);
    assert_eq!(pieces(&battle, &stands, "gibbon"), [6, 6, 7, 5, 2]);
    let points = muster(&battle, &HUNDREDS);
    assert_eq!(pieces(&battle, &points, "gibbon"), [5, 4, 6, 4, 6]);
    assert_eq!(points.units.iter().map(|unit| unit.guns).sum::<u32>(), 20);
}

#[test]
fn brigades_muster_as_one_and_batteries_by_themselves() {
    let battle = shipped("first-bull-run");
    let muster = muster(&battle, &BRIGADES);
    assert_eq!(pieces(&battle, &muster, "burn"), [6]);
    assert_eq!(pieces(&battle, &muster, "jack"), [5]);
    let foot: u32 = muster.units.iter().filter(|unit| unit.arm == Arm::Infantry).map(|unit| unit.men).sum();
    let listed = battle.plan.formations.iter().flat_map(|formation| &formation.units);
    assert_eq!(foot, listed.filter(|unit| unit.arm == Arm::Infantry).map(|unit| unit.men).sum::<u32>());
}

#[test]
fn batteries_that_come_on_together_are_one_and_no_guns_are_rounded_up() {
    let battle = shipped("mcphersons-ridge");
    let mustered = muster(&battle, &BRIGADES);
    // Twenty guns, and sixteen.
    assert_eq!(pieces(&battle, &mustered, "pegram"), [3]);
    assert_eq!(pieces(&battle, &mustered, "mcintosh"), [3]);
    // Two sections that stand apart are two.
    assert_eq!(pieces(&battle, &mustered, "calef"), [1, 1]);
    let listed = battle.plan.formations.iter().flat_map(|formation| &formation.units).flat_map(|unit| &unit.guns);
    assert_eq!(mustered.units.iter().map(|unit| unit.guns).sum::<u32>(), listed.map(|guns| guns.count).sum::<u32>());
}

#[test]
fn leaders_and_the_chain_of_command_come_along() {
    let battle = shipped("first-bull-run");
    let muster = muster(&battle, &BRIGADES);
    let command = |id: &str| {
        let found = muster.commands.iter().find(|one| battle.plan.formations[one.formation].id.as_str() == id);
        found.expect("command")
    };
    let jackson = command("jackson-division");
    let leader = &battle.plan.leaders[jackson.leader.expect("leader")];
    assert_eq!(leader.name, "Brig. Gen. T. J. Jackson");
    let above = jackson.above.expect("corps");
    assert_eq!(battle.plan.formations[above].id.as_str(), "beauregard");
    assert_eq!(command("jack").above, Some(jackson.formation));
    assert_eq!(jackson.side.as_str(), "confederate");
    assert_eq!(muster.commands.len(), battle.plan.formations.len());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// The whole is kept, everybody who is there gets a piece, and nobody is more than a piece away from his due unless the
    /// pieces that small units must have are taken from him.
    #[test]
    fn totals_are_kept(strengths in proptest::collection::vec(0_u32..2_000, 0..12), per in 1_u32..600) {
        let shares = apportion(&strengths, per);
        let men: u32 = strengths.iter().sum();
        let present = strengths.iter().filter(|men| **men > 0).count() as u32;
        let due = (2 * men + per) / (2 * per);
        prop_assert_eq!(shares.iter().sum::<u32>(), due.max(present));
        for (share, men) in shares.iter().zip(&strengths) {
            prop_assert_eq!(*share == 0, *men == 0);
            prop_assert!(*share <= men / per + 1);
        }
    }
}
