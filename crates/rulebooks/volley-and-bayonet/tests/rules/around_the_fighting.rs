//! What no worked example shows: retreats with no room, reinforcing skirmishers, phases, scales, charges through skirmishers.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use crate::support::{book, enemy, inches, pools, rifles, run, stationary};
use engine::book::Procedure;
use engine::{Decimal, Side};
use volley_and_bayonet::charge::{Barred, Charge, ChargeEnd, ChargeSituation, Charged};
use volley_and_bayonet::charts::{Acts, Gun, Kind, Level, Phase, Terrain, Weapon};
use volley_and_bayonet::combat::{
    Attacker, Defender, Engagement, EngagementSituation, Manner, Reinforce, ReinforceSituation, Retreat, RetreatCause,
    RetreatOutcome, RetreatPath, RetreatSituation,
};
use volley_and_bayonet::morale::{CloseFire, Enemy, MoraleSituation, MoraleTest};
use volley_and_bayonet::movement::{Act, Movement, MovementSituation, Stop};
use volley_and_bayonet::turn::{PhaseSituation, Scale, ScaleSituation, WhoActs};
use volley_and_bayonet::unit::{Edge, Stand};

fn beaten(stand: Stand, path: RetreatPath, into: Terrain) -> RetreatOutcome {
    let situation = RetreatSituation { stand, cause: RetreatCause::Melee, throws: 0, path, into };
    run::<Retreat>(&book(), &situation, &[], &[]).outcome
}

#[test]
fn the_beaten_go_half_a_move_and_lose_what_has_no_room() {
    let clear = beaten(stationary(rifles()), RetreatPath::Clear, Terrain::Clear);
    assert_eq!((clear.level, clear.sp, clear.inches), (Level::TempDisorder, 4, inches(8)));
    assert!(clear.marker_lost);
    let blocked = beaten(rifles(), RetreatPath::Blocked, Terrain::Clear);
    assert_eq!((blocked.level, blocked.sp), (Level::TempDisorder, 3));
    assert_eq!(beaten(rifles(), RetreatPath::NoRoom, Terrain::Clear).level, Level::Eliminated);
    assert_eq!(beaten(rifles(), RetreatPath::OffTable, Terrain::Clear).sp, 0);
    let guns = beaten(Stand::guns(Gun::SbField, 2, 4), RetreatPath::Clear, Terrain::Clear);
    assert_eq!((guns.limbers, guns.inches), (true, inches(8)));
    let red = beaten(Stand { level: Level::PermDisorder, ..rifles() }, RetreatPath::Clear, Terrain::Town);
    assert_eq!(red.level, Level::PermDisorder, "nobody is disordered twice");
}

#[test]
fn horse_that_saves_itself_goes_six_inches_a_throw_in_good_order() {
    let situation = RetreatSituation {
        stand: Stand::cavalry(4, 4),
        cause: RetreatCause::Saves,
        throws: 2,
        path: RetreatPath::Clear,
        into: Terrain::Clear,
    };
    let saved = run::<Retreat>(&book(), &situation, &[], &[]);
    assert_eq!((saved.outcome.level, saved.outcome.inches), (Level::Good, inches(12)));
    assert!(saved.cites("VB-SAVE-CAVALRY"));
}

#[test]
fn a_second_skirmisher_adds_a_second_die() {
    let skirmisher = Stand { weapon: Some(Weapon::RifledMusket), ..Stand::new(Kind::InfSkirmisher, 1, 4) };
    let brigade = Stand { reinforcing: 1, ..rifles() };
    let joins = ReinforceSituation { skirmisher, brigade, touches: Edge::Side, same_division: true, same_facing: true };
    let joined = run::<Reinforce>(&book(), &joins, &[], &[]).outcome;
    assert_eq!((joined.reinforcing, joined.more_dice), (2, 2));
}

#[test]
fn only_phases_marked_so_are_for_both_sides() {
    let acts = |phase| run::<WhoActs>(&book(), &PhaseSituation { phase }, &[], &[]).outcome.acts;
    assert_eq!((acts(Phase::Rally), acts(Phase::Morale)), (Acts::Attacker, Acts::Both));
}

#[test]
fn a_mile_is_eighteen_inches() {
    let table = run::<Scale>(&book(), &ScaleSituation { yards: 1_800, hours: 8 }, &[], &[]).outcome;
    assert_eq!((table.inches, table.turns), (inches(18), 8));
}

fn charge(charger: Stand, target: Stand, terrain: Terrain) -> ChargeSituation {
    ChargeSituation {
        side: Side::Union,
        charger,
        terrain: Terrain::Clear,
        in_command: true,
        exhausted: false,
        in_contact: false,
        path: vec![Act::ahead(6)],
        target: Charged {
            stand: target,
            terrain,
            edge: Edge::Front,
            visible: true,
            beaten_in_this_forest: false,
            holds_far_bank: false,
        },
    }
}

#[test]
fn cavalry_rides_through_skirmishers_but_not_through_broken_ground() {
    let skirmisher = Stand { weapon: Some(Weapon::RifledMusket), ..Stand::new(Kind::InfSkirmisher, 1, 4) };
    let horse = Stand::cavalry(4, 4);
    let open = run::<Charge>(&book(), &charge(horse, skirmisher, Terrain::Clear), &[], &[]);
    assert_eq!(open.outcome.end, ChargeEnd::RodeThrough);
    assert!(open.cites("VB-CHG-CAV-THROUGH") && open.cites("VB-CHG-CAV-BEYOND"));
    let broken = run::<Charge>(&book(), &charge(horse, skirmisher, Terrain::BrokenGround), &[], &[]);
    assert_eq!(broken.outcome.end, ChargeEnd::Contact);
    let foot = run::<Charge>(&book(), &charge(rifles(), skirmisher, Terrain::Clear), &[], &[]);
    assert_eq!(foot.outcome.end, ChargeEnd::Contact);
}

#[test]
fn an_enemy_that_could_not_fire_causes_no_test() {
    let guns = Enemy { gun: Some(Gun::SbField), ..Enemy::new(Kind::ArtBattalion) };
    let tested = |close: CloseFire| {
        let situation = MoraleSituation { close_fire: vec![close], ..MoraleSituation::of(rifles()) };
        let dice: &[u8] = if close.terrain == Terrain::Clear && !close.in_contact { &[1] } else { &[] };
        run::<MoraleTest>(&book(), &situation, dice, &[]).outcome.tested
    };
    let close = CloseFire::of(guns, Decimal::from_int(3));
    assert!(tested(close));
    assert!(!tested(CloseFire { in_contact: true, ..close }));
    assert!(!tested(CloseFire { terrain: Terrain::Forest, ..close }));
    assert!(!tested(CloseFire { terrain: Terrain::Town, ..close }));
    assert!(tested(CloseFire::of(enemy(Weapon::CartRifle), Decimal::from_int(3))));
}

#[test]
fn nobody_ends_a_move_on_another_stand() {
    let mut leg = Act::ahead(4);
    if let Act::Move { onto_stand, .. } = &mut leg {
        *onto_stand = true;
    }
    let moved = run::<Movement>(&book(), &MovementSituation::of(rifles(), vec![leg]), &[], &[]);
    assert_eq!((moved.outcome.stop, moved.outcome.inches), (Stop::Forbidden, Decimal::ZERO));
    assert!(moved.cites("VB-MOV-NO-OVERLAP"));
}

#[test]
fn a_town_fires_and_is_answered_a_quarter_through_each_side() {
    let fires = |terrain| Attacker { terrain, ..Attacker::of(rifles(), Manner::fire(inches(3))) };
    let held = Defender { terrain: Terrain::Town, ..Defender::of(stationary(rifles())) };
    let attackers = vec![fires(Terrain::Clear), fires(Terrain::Clear), fires(Terrain::Clear)];
    let situation = EngagementSituation { side: Side::Union, defender: held, attackers };
    // Two dice of each attacker, then two, two and one out of the town.
    let answered = run::<Engagement>(&book(), &situation, &[1; 11], &[2, 2, 1]);
    assert_eq!(pools(&answered), [(2, 6, 0), (2, 6, 0), (2, 6, 0), (2, 6, 0), (2, 6, 0), (1, 6, 0)]);
    assert!(answered.cites("VB-TER-TOWN-C-QUARTER"));
    let silent_side = run::<Engagement>(&book(), &situation, &[1; 10], &[0, 2, 2]);
    assert_eq!(pools(&silent_side)[3..], [(2, 6, 0), (2, 6, 0)]);

    let occupier = Attacker { stand: stationary(rifles()), ..fires(Terrain::Town) };
    let out_of_town = |attacker| EngagementSituation {
        side: Side::Union,
        defender: Defender::of(rifles()),
        attackers: vec![attacker],
    };
    let first = run::<Engagement>(&book(), &out_of_town(occupier), &[1; 2], &[0]);
    assert_eq!(pools(&first), [(2, 6, 0)]);
    let third = run::<Engagement>(&book(), &out_of_town(Attacker { town_dice_used: 4, ..occupier }), &[1], &[0]);
    assert_eq!(pools(&third), [(1, 6, 0)]);
}

#[test]
fn a_charge_that_is_not_allowed_says_why() {
    let (_, plain) = Charge::examples().swap_remove(0);
    let end = |situation: &ChargeSituation| run::<Charge>(&book(), situation, &[], &[]);
    let lost = end(&ChargeSituation { in_command: false, ..plain.clone() });
    assert_eq!((lost.outcome.end, lost.outcome.barred), (ChargeEnd::NotAllowed, Some(Barred::OutOfCommand)));
    assert!(lost.cites("VB-CMD-OUT-NO-ADVANCE"));
    assert!(!lost.cites("VB-CHG-ONE-INCH"), "it does not close at all");
    assert!(Charge::line(&lost.outcome).contains("out of command"));
    let tired = end(&ChargeSituation { exhausted: true, ..plain.clone() });
    assert_eq!(tired.outcome.barred, Some(Barred::Exhausted));
    assert!(tired.cites("VB-CHG-ONE-INCH"));
    assert_eq!(end(&plain).outcome.barred, None);
}

#[test]
fn a_charge_without_a_move_is_for_stands_in_contact() {
    let (_, plain) = Charge::examples().swap_remove(0);
    let stays = ChargeSituation { in_contact: true, path: vec![], ..plain };
    assert_eq!(run::<Charge>(&book(), &stays, &[], &[]).outcome.end, ChargeEnd::Contact);
}
