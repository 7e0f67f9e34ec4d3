//! The worked examples of the dossier, each named by its number. None needs a map: what a map would tell (distances, edges, who
//! touches whom) stands in the situation.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "a test fails by panicking"
)]

use crate::support::{
    book, book_with, enemy, fire, inches, leads, pools, refused_fire, rifles, run, stationary, targets, tenths, touch,
    walk,
};
use engine::{Decimal, Side};
use volley_and_bayonet::charge::{Charge, ChargeEnd, ChargeSituation, Charged};
use volley_and_bayonet::charts::{Gun, Kind, Level, Marsh, Terrain, Weapon};
use volley_and_bayonet::combat::{
    Attacker, Defender, Engagement, EngagementSituation, Fire, FireSituation, Manner, Target, Winner,
};
use volley_and_bayonet::command::{Assignment, Command, CommandSituation, InCommand};
use volley_and_bayonet::exhaustion::{DivisionState, Exhaustion, ExhaustionSituation};
use volley_and_bayonet::leaders::{ArmyCommander, ArmyCommanderSituation};
use volley_and_bayonet::morale::{
    CloseFire, Enemy, Friend, MoraleOutcome, MoraleSituation, MoraleTest, Rout, RoutCause, RoutPath, RoutSituation,
};
use volley_and_bayonet::movement::{Act, MovementSituation, Stop};
use volley_and_bayonet::rally::{Rally, RallySituation, Rank};
use volley_and_bayonet::terrain::{Building, MarshRoll, MarshSituation, TownDice, TownSituation};
use volley_and_bayonet::unit::{Construction, Edge, Stand};

#[test]
fn vb_ex_1_march_column_from_line() {
    let formed = walk(&MovementSituation::of(rifles(), vec![Act::FormColumn { face: true }, Act::along(24)]), &[], &[]);
    assert_eq!((formed.outcome.stop, formed.outcome.inches), (Stop::Done, inches(24)));
    assert_eq!((formed.outcome.left, formed.outcome.march_markers), (Decimal::ZERO, Some(3)));
    assert!(formed.cites("VB-MARCH-ROAD-TRIPLE") && formed.cites("VB-MARCH-FACING"));
    let column = Stand { march_column: true, ..rifles() };
    let road = walk(&MovementSituation::of(column, vec![Act::along(60)]), &[], &[]);
    assert_eq!((road.outcome.stop, road.outcome.inches), (Stop::Budget, inches(48)));
    let country = walk(&MovementSituation::of(column, vec![Act::ahead(60)]), &[], &[]);
    assert_eq!(country.outcome.inches, inches(32));
}

#[test]
fn vb_ex_2_dismounting() {
    let acts = vec![Act::ahead(6), Act::Dismount, Act::ahead(9)];
    let ride = walk(&MovementSituation::of(Stand::cavalry(4, 4), acts), &[], &[]);
    assert_eq!((ride.outcome.stop, ride.outcome.inches), (Stop::Budget, inches(10)));
    assert!(ride.cites("VB-MSC-MOUNT") && ride.cites("VB-MOV-INF-16"));
    let acts = vec![Act::ahead(6), Act::Dismount, Act::GoStationary];
    let still = walk(&MovementSituation::of(Stand::cavalry(4, 4), acts), &[], &[]);
    assert_eq!(
        (still.outcome.stop, still.outcome.stationary, still.outcome.reach),
        (Stop::Forbidden, false, inches(4))
    );
}

#[test]
fn vb_ex_3_cavalry_with_a_gun_in_a_forest() {
    let stand = Stand { dedicated_gun: true, ..Stand::cavalry(4, 4) };
    let acts = vec![Act::ahead(4), Act::through(5, Terrain::Forest), Act::ahead(0), Act::Recover];
    let ride = walk(&MovementSituation::of(stand, acts), &[], &[]);
    assert_eq!((ride.outcome.stop, ride.outcome.acts_done), (Stop::Budget, 3));
    assert_eq!((ride.outcome.reach, ride.outcome.left), (inches(6), tenths(3)));
    assert_eq!(ride.outcome.level, Level::TempDisorder);
    assert!(ride.cites("VB-MOV-CAV-20-GUN") && ride.cites("VB-TER-FOREST-M"));
}

#[test]
fn vb_ex_4_out_of_command() {
    let situation = CommandSituation {
        stand: rifles(),
        assignment: Assignment::Division,
        to_commander: Some(inches(7)),
        touches_in_command: false,
        to_any_commander: None,
        to_any_in_command: None,
        contact_broken: false,
    };
    let command = run::<Command>(&book(), &situation, &[], &[]);
    assert_eq!((command.outcome.command, command.outcome.budget), (InCommand::Out, tenths(5)));
    let out = |acts| MovementSituation { in_command: false, ..MovementSituation::of(rifles(), acts) };
    let moved = walk(&out(vec![Act::ahead(20)]), &[], &[]);
    assert_eq!((moved.outcome.inches, moved.outcome.level), (inches(8), Level::TempDisorder));
    let faced = walk(&out(vec![Act::Face]), &[], &[]);
    assert_eq!((faced.outcome.stop, faced.outcome.level), (Stop::Done, Level::Good));
    let Act::Move { inches: far, terrain, on_road, new_block, into_zone, earlier, onto_stand, .. } = Act::ahead(4)
    else {
        unreachable!("a leg is a move")
    };
    let toward =
        Act::Move { inches: far, terrain, on_road, new_block, toward_enemy: true, into_zone, earlier, onto_stand };
    let forward = walk(&out(vec![toward]), &[], &[]);
    assert_eq!((forward.outcome.stop, forward.outcome.level), (Stop::Command, Level::Good));
    assert!(forward.cites("VB-CMD-OUT-NO-ADVANCE"));
    assert_eq!(walk(&out(vec![Act::GoStationary]), &[], &[]).outcome.stop, Stop::Command);
}

#[test]
fn vb_ex_5_marsh() {
    let brigade = walk(&MovementSituation::of(rifles(), vec![Act::through(4, Terrain::Marsh)]), &[4], &[]);
    assert_eq!((brigade.outcome.reach, brigade.outcome.level), (inches(8), Level::Good));
    let guns = Stand { limbered: true, ..Stand::guns(Gun::RifledField, 2, 4) };
    let marsh = run::<MarshRoll>(&book(), &MarshSituation { stand: guns, earlier: 1 }, &[3], &[]);
    assert_eq!(marsh.modifiers(), [("VB-TER-MARSH-M-PLUS", 1), ("VB-TER-MARSH-M-PLUS", 1)]);
    assert_eq!((marsh.outcome.marsh, marsh.outcome.factor, marsh.outcome.disordered), (Marsh::Mired, 4, true));
    let mut act = Act::through(4, Terrain::Marsh);
    if let Act::Move { earlier, .. } = &mut act {
        *earlier = 1;
    }
    let battalion = walk(&MovementSituation::of(guns, vec![act]), &[3], &[]);
    assert_eq!((battalion.outcome.stop, battalion.outcome.left), (Stop::Done, Decimal::ZERO));
    assert_eq!(battalion.outcome.level, Level::TempDisorder);
}

#[test]
fn vb_ex_6_morale_works_and_flank() {
    let musket = enemy(Weapon::RifledMusket);
    let situation = MoraleSituation {
        terrain: Terrain::HastyWorks,
        contacts: vec![touch(musket, Edge::Front, true), touch(musket, Edge::Side, false)],
        ..MoraleSituation::of(stationary(rifles()))
    };
    let test = run::<MoraleTest>(&book(), &situation, &[5], &[]);
    assert_eq!(test.modifiers(), [("VB-MOR-MOD-WORKS", 1), ("VB-MOR-MOD-FLANKED", -1)]);
    assert_eq!(targets(&test), [4]);
    assert_eq!(test.outcome.level, Level::TempDisorder);
}

#[test]
fn vb_ex_7_cavalry_charging_breechloaders() {
    let path = vec![Act::through(6, Terrain::BrokenGround), Act::ahead(4)];
    let target = |stand| Charged {
        stand,
        terrain: Terrain::Clear,
        edge: Edge::Front,
        visible: true,
        beaten_in_this_forest: false,
        holds_far_bank: false,
    };
    let charge = |stand| ChargeSituation {
        side: Side::Confederate,
        charger: Stand::cavalry(4, 5),
        terrain: Terrain::Clear,
        in_command: true,
        exhausted: false,
        in_contact: false,
        path: path.clone(),
        target: target(stand),
    };
    let cartridges = stationary(Stand::brigade(Weapon::CartRifle, 4, 4));
    let halted = run::<Charge>(&book(), &charge(cartridges), &[], &[]);
    assert_eq!((halted.outcome.end, halted.outcome.level), (ChargeEnd::Repulsed, Level::TempDisorder));
    // An inch away it stands inside the rifles' close range.
    let shaken = Stand { level: Level::TempDisorder, ..Stand::cavalry(4, 5) };
    let close = CloseFire::of(Enemy { stationary: true, ..enemy(Weapon::CartRifle) }, inches(1));
    let test = run::<MoraleTest>(
        &book(),
        &MoraleSituation { close_fire: vec![close], ..MoraleSituation::of(shaken) },
        &[2],
        &[],
    );
    assert_eq!(test.modifiers(), [("VB-MOR-MOD-DISORDERED", -1)]);
    assert_eq!((targets(&test), test.outcome.level), (vec![4], Level::TempDisorder));
    // Rifled muskets do not repulse.
    let home = run::<Charge>(&book(), &charge(stationary(rifles())), &[], &[]);
    assert_eq!((home.outcome.end, home.outcome.level), (ChargeEnd::Contact, Level::TempDisorder));
    let contacts = vec![touch(Enemy { stationary: true, ..enemy(Weapon::RifledMusket) }, Edge::Front, false)];
    let disordered = MoraleSituation { charged: true, contacts, ..MoraleSituation::of(shaken) };
    assert_eq!(targets(&run::<MoraleTest>(&book(), &disordered, &[2], &[])), [4]);
    // Undisordered horse on the stationary breechloaders.
    let contacts = vec![touch(Enemy { stationary: true, ..enemy(Weapon::CartRifle) }, Edge::Front, false)];
    let orderly = MoraleSituation { charged: true, contacts, ..MoraleSituation::of(Stand::cavalry(4, 5)) };
    let test = run::<MoraleTest>(&book(), &orderly, &[2], &[]);
    let both = [("VB-MOR-MOD-CHARGE-CART-STATIONARY", -1), ("VB-MOR-MOD-CHARGE-CART-CAVALRY", -1)];
    assert_eq!((test.modifiers(), targets(&test)), (both.to_vec(), vec![3]));
}

#[test]
fn vb_ex_8_repulse() {
    let contacts = vec![touch(Enemy { stationary: true, ..enemy(Weapon::CartRifle) }, Edge::Front, false)];
    let situation = MoraleSituation { charged: true, contacts, ..MoraleSituation::of(rifles()) };
    let test = run::<MoraleTest>(&book(), &situation, &[4], &[]);
    assert_eq!(test.modifiers(), [("VB-MOR-MOD-CHARGE-CART-STATIONARY", -1)]);
    assert_eq!(targets(&test), [3]);
    assert_eq!((test.outcome.level, test.outcome.repulsed), (Level::TempDisorder, true));
    let answer =
        fire(stationary(Stand::brigade(Weapon::CartRifle, 4, 4)), inches(1), Target::of(rifles()), &[1; 6], &[]);
    assert_eq!(pools(&answer), [(6, 6, 0)]);
}

#[test]
fn vb_ex_9_rout() {
    let stand = Stand { level: Level::TempDisorder, dedicated_gun: true, morale: 5, ..rifles() };
    let guns = Enemy { gun: Some(Gun::SbField), ..Enemy::new(Kind::ArtBattalion) };
    let close = CloseFire::of(guns, inches(3));
    let situation = MoraleSituation { close_fire: vec![close], ..MoraleSituation::of(stand) };
    let test = run::<MoraleTest>(&book(), &situation, &[5], &[]);
    assert_eq!((test.modifiers(), targets(&test)), (vec![("VB-MOR-MOD-DISORDERED", -1)], vec![4]));
    let expected = MoraleOutcome { tested: true, level: Level::Rout, sp: 3, repulsed: false, rout_inches: inches(16) };
    assert_eq!(test.outcome, expected);
    assert!(test.cites("VB-ROUT-GUN") && test.cites("VB-ROUT-MARK"));
}

#[test]
fn vb_ex_10_smoothbore_guns_edge_of_close_range() {
    let guns = stationary(Stand::guns(Gun::SbField, 3, 4));
    let close = fire(guns, inches(4), Target::of(rifles()), &[4, 3], &[]);
    assert_eq!((pools(&close), close.outcome.casualties), (vec![(2, 4, 1)], 1));
    let long = fire(guns, tenths(41), Target::of(rifles()), &[4, 3], &[]);
    assert_eq!((pools(&long), long.outcome.casualties), (vec![(2, 6, 0)], 0));
}

#[test]
fn vb_ex_11_a_battery_that_is_not_stationary() {
    let battery = Stand::guns(Gun::RifledField, 1, 4);
    let shot = fire(battery, inches(3), Target::of(rifles()), &[6, 4], &[]);
    assert_eq!((pools(&shot), shot.outcome.casualties), (vec![(1, 6, 1)], 0));
    assert!(shot.cites("VB-SAVE-S"));
    let close = CloseFire::of(Enemy { gun: Some(Gun::RifledField), ..Enemy::new(Kind::ArtBattery) }, inches(3));
    let situation = MoraleSituation { close_fire: vec![close], ..MoraleSituation::of(rifles()) };
    assert!(run::<MoraleTest>(&book(), &situation, &[1], &[]).outcome.tested);
}

#[test]
fn vb_ex_12_dedicated_gun_outranging_the_muskets() {
    let brigade = Stand { dedicated_gun: true, reinforcing: 1, ..stationary(Stand::brigade(Weapon::Smoothbore, 4, 4)) };
    let far = fire(brigade, inches(3), Target::of(rifles()), &[6], &[]);
    assert_eq!((pools(&far), far.outcome.casualties), (vec![(1, 6, 1)], 1));
    let near = fire(brigade, inches(2), Target::of(rifles()), &[6, 5, 3, 6, 1, 2], &[]);
    assert_eq!((pools(&near), near.outcome.casualties), (vec![(5, 6, 2), (1, 6, 0)], 2));
    assert!(near.cites("VB-DICE-NOTE-REINFORCE") && near.cites("VB-DICE-NOTE-GUN"));
}

#[test]
fn vb_ex_13_cartridge_rifles_and_repeaters() {
    let brigade = Stand { dedicated_gun: true, ..stationary(Stand::brigade(Weapon::CartRifle, 4, 4)) };
    let rifles_at_five = fire(brigade, inches(5), Target::of(rifles()), &[6, 6, 2, 1, 4, 5], &[]);
    assert_eq!((pools(&rifles_at_five), rifles_at_five.outcome.casualties), (vec![(6, 6, 2)], 2));
    let spencers = Stand { repeater: true, ..brigade };
    let at_three = fire(spencers, inches(3), Target::of(rifles()), &[5, 5, 1, 2, 6, 4, 5], &[]);
    assert_eq!((pools(&at_three), at_three.outcome.casualties), (vec![(6, 5, 3), (1, 6, 0)], 3));
}

#[test]
fn vb_ex_14_two_reasons_one_saving_throw() {
    let shaken = Stand { level: Level::TempDisorder, ..rifles() };
    let skirmisher = Stand { weapon: Some(Weapon::RifledMusket), ..Stand::new(Kind::InfSkirmisher, 1, 4) };
    let target = Target { terrain: Terrain::Forest, open_order: true, ..Target::of(skirmisher) };
    let shot = fire(shaken, inches(3), target, &[6, 6, 5, 2], &[]);
    assert_eq!((pools(&shot), shot.outcome.casualties), (vec![(2, 6, 2)], 1));
    for rule in ["VB-SAVE-DISORDERED", "VB-SAVE-OPEN-SKIRMISHER", "VB-SAVE-TERRAIN", "VB-TER-FOREST-C-STF"] {
        assert!(shot.cites(rule), "{rule}");
    }
}

/// The dossier throws hit by hit (3 and 4, then 1 and 2); here all first throws come before the second ones.
#[test]
fn vb_ex_15_gone_to_ground() {
    let target = Target {
        terrain: Terrain::Forest,
        ..Target::of(Stand { gone_to_ground: true, ..Stand::brigade(Weapon::CartRifle, 4, 4) })
    };
    let shot = fire(rifles(), inches(3), target, &[6, 6, 3, 1, 4, 2], &[]);
    assert_eq!((pools(&shot), shot.outcome.casualties), (vec![(2, 6, 2)], 1));
    assert!(shot.cites("VB-MSC-GTG-SAVE"));
}

#[test]
fn vb_ex_16_cavalry_opting_for_saves() {
    // No one stand of guns scores three hits: a brigade with its gun stands for them.
    let firer = Stand { dedicated_gun: true, ..rifles() };
    let shot = fire(firer, inches(4), Target::of(Stand::cavalry(4, 5)), &[6, 6, 6, 4, 1], &[2]);
    assert_eq!((shot.outcome.casualties, shot.outcome.retreat_inches), (2, inches(12)));
    assert!(shot.cites("VB-SAVE-CAVALRY"));
}

fn two_against_one() -> EngagementSituation {
    let attacker = Attacker::of(Stand { sp: 5, ..rifles() }, Manner::CHARGE);
    let defender = Stand { dedicated_gun: true, sp: 5, ..stationary(rifles()) };
    EngagementSituation { side: Side::Union, defender: Defender::of(defender), attackers: vec![attacker, attacker] }
}

const MELEE: [u8; 16] = [6, 2, 6, 1, 3, 3, 6, 5, 6, 6, 1, 2, 3, 4, 5, 6];

#[test]
fn vb_ex_17_two_brigades_against_one_front() {
    let dice = [&MELEE[..], &[6, 1]].concat();
    let melee = run::<Engagement>(&book(), &two_against_one(), &dice, &[8]);
    assert_eq!(pools(&melee), [(4, 6, 2), (4, 6, 1), (8, 6, 3), (0, 6, 0)]);
    let outcome = &melee.outcome;
    assert_eq!(
        (outcome.defender.casualties, outcome.attackers[0].casualties, outcome.attackers[1].casualties),
        (3, 3, 0)
    );
    assert!(melee.cites("VB-MEL-TIE"));
}

#[test]
fn vb_ex_18_tie_roll_with_a_reroll() {
    let dice = [&MELEE[..], &[3, 3, 5, 2]].concat();
    let melee = run::<Engagement>(&book(), &two_against_one(), &dice, &[8]);
    assert_eq!(leads(&melee), [0, 3]);
    assert_eq!(melee.modifiers(), []);
    let outcome = &melee.outcome;
    assert_eq!(outcome.winner, Winner::Attacker);
    assert_eq!((outcome.defender.level, outcome.defender.retreat_inches), (Level::TempDisorder, inches(8)));
    assert_eq!(outcome.attackers[0].level, Level::Good);
}

#[test]
fn vb_ex_19_cavalry_on_disordered_infantry() {
    let defender = Stand { level: Level::TempDisorder, ..rifles() };
    let situation = EngagementSituation {
        side: Side::Union,
        defender: Defender::of(defender),
        attackers: vec![Attacker::of(Stand::cavalry(4, 5), Manner::CHARGE)],
    };
    let melee = run::<Engagement>(&book(), &situation, &[5, 4, 5, 5, 5, 3], &[]);
    assert_eq!(pools(&melee), [(2, 5, 1), (4, 6, 0)]);
    assert!(melee.cites("VB-DICE-NOTE-CAV-MELEE") && melee.cites("VB-SAVE-DISORDERED"));
    let outcome = &melee.outcome;
    assert_eq!((outcome.winner, outcome.defender.casualties), (Winner::Attacker, 1));
    assert_eq!(outcome.defender.retreat_inches, inches(8));
}

#[test]
fn vb_ex_20_tie_roll_cavalry_against_infantry() {
    let situation = EngagementSituation {
        side: Side::Union,
        defender: Defender::of(rifles()),
        attackers: vec![Attacker::of(Stand::cavalry(4, 5), Manner::CHARGE)],
    };
    let melee = run::<Engagement>(&book(), &situation, &[1, 1, 1, 1, 1, 1, 2, 5], &[]);
    assert_eq!(melee.modifiers(), [("VB-MOR-MOD-INF-BY-CAV", -1), ("VB-MEL-TIE-UNSECURED", -2)]);
    assert_eq!(leads(&melee), [1]);
    let outcome = &melee.outcome;
    assert_eq!((outcome.winner, outcome.defender.level), (Winner::Attacker, Level::TempDisorder));
    assert_eq!(outcome.defender.retreat_inches, inches(8));
}

#[test]
fn vb_ex_21_town_three_sides() {
    let town = |stand, sides| TownSituation {
        side: Side::Union,
        building: Building::Town,
        occupants: vec![stand],
        melee: false,
        sides,
    };
    let three = run::<TownDice>(&book(), &town(stationary(rifles()), 3), &[], &[1, 1]);
    assert_eq!((three.outcome.total, &three.outcome.sides[..]), (5, &[2, 2, 1][..]));
    let not_stationary = run::<TownDice>(&book(), &town(rifles(), 2), &[], &[]);
    assert_eq!((not_stationary.outcome.total, &not_stationary.outcome.sides[..]), (2, &[1, 1][..]));
    let fires = |firer, used, dice: &[u8]| {
        let situation = FireSituation {
            side: Side::Union,
            phasing: false,
            firer,
            firer_terrain: Terrain::Town,
            town_dice_used: used,
            distance: inches(3),
            target: Target::of(rifles()),
        };
        let run = run::<Fire>(&book(), &situation, dice, &[]);
        assert!(run.cites("VB-TER-TOWN-C-QUARTER"));
        run.outcome.dice
    };
    let firer = stationary(rifles());
    assert_eq!([fires(firer, 0, &[1, 1]), fires(firer, 2, &[1, 1]), fires(firer, 4, &[1])], [2, 2, 1]);
    assert_eq!([fires(rifles(), 0, &[1]), fires(rifles(), 1, &[1])], [1, 1]);
    let situation = MoraleSituation {
        terrain: Terrain::Town,
        contacts: vec![touch(enemy(Weapon::RifledMusket), Edge::Rear, false)],
        ..MoraleSituation::of(rifles())
    };
    let test = run::<MoraleTest>(&book(), &situation, &[5], &[]);
    assert_eq!(test.modifiers(), [("VB-MOR-MOD-WORKS", 1)]);
    assert!(test.cites("VB-TER-TOWN-C-NOFLANK"));
}

#[test]
fn vb_ex_22_stone_village() {
    let skirmisher = Stand { weapon: Some(Weapon::RifledMusket), ..Stand::new(Kind::InfSkirmisher, 1, 4) };
    let target = Target {
        terrain: Terrain::Village,
        construction: Construction::Stone,
        open_order: true,
        ..Target::of(skirmisher)
    };
    let guns = stationary(Stand::guns(Gun::SbField, 2, 4));
    let shot = fire(guns, inches(3), target, &[6, 5, 2], &[]);
    assert_eq!((pools(&shot), shot.outcome.casualties), (vec![(2, 6, 1)], 1));
    let close =
        CloseFire::of(Enemy { gun: Some(Gun::SbField), stationary: true, ..Enemy::new(Kind::ArtBattalion) }, inches(3));
    let situation = MoraleSituation {
        terrain: Terrain::Village,
        construction: Construction::Stone,
        close_fire: vec![close],
        ..MoraleSituation::of(skirmisher)
    };
    assert!(!run::<MoraleTest>(&book(), &situation, &[], &[]).outcome.tested);
    let theirs = FireSituation {
        side: Side::Union,
        phasing: false,
        firer: guns,
        firer_terrain: Terrain::Clear,
        town_dice_used: 0,
        distance: inches(3),
        target,
    };
    let silent = run::<Fire>(&book(), &theirs, &[], &[]);
    assert_eq!(silent.outcome.dice, 0);
    assert!(silent.cites("VB-TER-STONE-OCCUPIER"));
}

#[test]
fn vb_ex_23_exhaustion_and_collapse() {
    let situation = ExhaustionSituation {
        exhaustion_level: None,
        strength_at_start: 16,
        casualties_before: 6,
        casualties_this_turn: 2,
        state: DivisionState::Fresh,
        stands: vec![
            rifles(),
            Stand { level: Level::TempDisorder, ..rifles() },
            Stand { level: Level::PermDisorder, ..rifles() },
            Stand { level: Level::Rout, ..rifles() },
        ],
    };
    let collapse = run::<Exhaustion>(&book(), &situation, &[2], &[]);
    assert_eq!(collapse.outcome.state, DivisionState::Collapsed);
    let levels: Vec<_> = collapse.outcome.stands.iter().map(|stand| (stand.level, stand.sp)).collect();
    assert_eq!(levels, [(Level::PermDisorder, 4), (Level::Rout, 3), (Level::Rout, 3), (Level::Eliminated, 0)]);
    let stands = run::<Exhaustion>(&book(), &situation, &[3], &[]);
    assert_eq!(stands.outcome.state, DivisionState::Exhausted);
}

#[test]
fn vb_ex_24_rally() {
    let stand = Stand { level: Level::Rout, ..rifles() };
    let situation = RallySituation { stand, commander: Rank::Corps, own_corps: true };
    let rally = run::<Rally>(&book(), &situation, &[], &[]);
    assert_eq!((rally.outcome.rallied, rally.outcome.level), (true, Level::PermDisorder));
    let rallied = Stand { level: Level::PermDisorder, rallied: true, ..rifles() };
    assert_eq!(refused_fire(rallied), ["VB-RAL-NO-COMBAT"]);
    let later = fire(Stand { rallied: false, ..rallied }, inches(3), Target::of(rifles()), &[6, 1, 4], &[]);
    assert_eq!(later.outcome.casualties, 0);
    // The variant of a third-party sheet.
    let rolled = book_with(&[("rally_roll", "on")]);
    assert!(!run::<Rally>(&rolled, &situation, &[5], &[]).outcome.rallied);
}

#[test]
fn vb_ex_25_forced_pass_through_chain() {
    let friend = |level| Friend { stand: Stand { level, ..rifles() }, crosses: Vec::new() };
    let situation = RoutSituation {
        side: Side::Union,
        stand: Stand { level: Level::TempDisorder, ..rifles() },
        cause: RoutCause::Failed,
        path: RoutPath::Clear,
        enemy_in_contact: false,
        crosses: vec![0, 1],
        friends: vec![friend(Level::TempDisorder), friend(Level::Good)],
    };
    let rout = run::<Rout>(&book(), &situation, &[4, 3], &[]);
    assert_eq!(targets(&rout), [3, 4]);
    let friends: Vec<_> = rout.outcome.friends.iter().map(|friend| (friend.level, friend.sp)).collect();
    assert_eq!(friends, [(Level::Rout, 3), (Level::Good, 4)]);
    assert_eq!((rout.outcome.sp, rout.outcome.inches), (3, inches(16)));
}

#[test]
fn vb_ex_26_army_commander() {
    let killed = run::<ArmyCommander>(&book(), &ArmyCommanderSituation { casualties: 2 }, &[6], &[]);
    assert!(killed.outcome.killed);
    let target = Target::of(Stand { army_commander: true, ..rifles() });
    let shot = fire(rifles(), inches(3), target, &[6, 6, 6], &[]);
    assert_eq!((shot.outcome.casualties, shot.outcome.commander_killed), (2, true));
    let situation = MoraleSituation {
        contacts: vec![touch(enemy(Weapon::RifledMusket), Edge::Front, false)],
        ..MoraleSituation::of(Stand { army_commander: true, ..rifles() })
    };
    let test = run::<MoraleTest>(&book(), &situation, &[5], &[]);
    assert_eq!(test.modifiers(), [("VB-MOR-MOD-ARMY-COMMANDER", 1)]);
}
