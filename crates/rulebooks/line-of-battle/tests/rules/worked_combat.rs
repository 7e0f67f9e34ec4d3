//! The worked examples of fire, morale and Charges, each named by its number in the dossier; the others are in
//! `worked_examples.rs`.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "a test fails by panicking"
)]

use crate::support::{Run, book, book_with, run};
use engine::Side;
use engine::book::Procedure;
use line_of_battle::Event;
use line_of_battle::charge::{Charge, ChargeEnd, ChargeOutcome, ChargeSituation};
use line_of_battle::charts::{
    CombatCell, CombatColumn, Cover, Gun, LeaderFate, LossCase, MoraleState, Rating, SmallArm, VolleyColumn,
};
use line_of_battle::closing::{ClosingOutcome, ClosingRoll, ClosingSituation};
use line_of_battle::fire::{Depleted, Fire, FireEnd, FireOutcome, FireSituation};
use line_of_battle::leaders::{LeaderLoss, LeaderSituation};
use line_of_battle::morale::{ChargeEdge, MoraleCheck, MoraleOutcome, MoraleSituation};
use line_of_battle::unit::{Ammunition, Arm, Formation, Leader, Stack, Unit, Weapon};
use line_of_battle::volley::{OpeningVolley, VolleyHex, VolleyOutcome, VolleySituation};
use serde_json::json;

const SHELL: u32 = 0;
const CANISTER: u32 = 1;

fn unit(rating: Rating, sp: u8) -> Unit {
    serde_json::from_value(json!({ "rating": rating, "printed": sp, "sp": sp })).expect("a unit")
}

fn armed(arm: SmallArm, sp: u8) -> Unit {
    Unit { weapon: Some(Weapon::SmallArms(arm)), ..unit(Rating::C, sp) }
}

fn battery(gun: Gun, sp: u8) -> Unit {
    let weapon = Some(Weapon::Artillery(gun));
    Unit { arm: Arm::Artillery, formation: Formation::Unlimbered, weapon, ..unit(Rating::C, sp) }
}

fn stack(units: Vec<Unit>) -> Stack {
    Stack { units, ..Stack::default() }
}

fn led(units: Vec<Unit>, morale: u8) -> Stack {
    Stack { units, leaders: vec![Leader { morale, commands: true, artillery: false }], in_company: false }
}

fn shot(firers: Vec<Unit>, range: u8, target: Unit) -> FireSituation {
    let situation = json!({
        "side": "union", "firer": stack(firers), "range": range, "target": stack(vec![target]),
    });
    serde_json::from_value(situation).expect("a situation")
}

fn fire(situation: &FireSituation, dice: &[u8], answers: &[u32]) -> Run<FireOutcome> {
    run::<Fire>(&book(), situation, dice, answers)
}

/// Firing SPs, net shift, column and result of the shot.
fn resolved(run: &Run<FireOutcome>) -> (u8, i16, Option<CombatColumn>, Option<CombatCell>) {
    let fired = |event: &Event| match event {
        Event::Fired { sps, shift, shifted, result, .. } => Some((*sps, *shift, *shifted, *result)),
        _ => None,
    };
    run.record.events.iter().find_map(fired).expect("a shot")
}

fn closing(stack: Stack) -> ClosingSituation {
    serde_json::from_value(json!({ "stack": stack })).expect("a situation")
}

#[test]
fn lb_e08_closing_rolls() {
    let close = |situation: &ClosingSituation, die| run::<ClosingRoll>(&book(), situation, &[die], &[]);
    let canister = ClosingSituation { canister: true, ..closing(led(vec![unit(Rating::B, 5)], 2)) };
    let run_b = close(&canister, 3);
    assert_eq!(run_b.modifiers(), [("LB-CLOSE-MOD-LEADER", 1), ("LB-CLOSE-MOD-CANISTER", -1)]);
    assert_eq!(run_b.outcome, ClosingOutcome::Closes);
    let beside = |rating| ClosingSituation { began_adjacent: true, ..closing(stack(vec![unit(rating, 5)])) };
    assert!((1..=6).all(|die| close(&beside(Rating::C), die).outcome == ClosingOutcome::Balks));
    assert_eq!(close(&beside(Rating::A), 5).outcome, ClosingOutcome::Closes);
    let poor = close(&closing(stack(vec![unit(Rating::E, 5)])), 4);
    assert_eq!(poor.outcome, ClosingOutcome::Balks);
    assert!(poor.cites("LB-CLOSE-D"));
}

fn volley(hex: VolleyHex, dice: &[u8]) -> Run<VolleyOutcome> {
    let situation = VolleySituation {
        side: Side::Union,
        stack: stack(vec![unit(Rating::C, 5)]),
        charging: hex.charged,
        volleys: vec![hex],
    };
    run::<OpeningVolley>(&book(), &situation, dice, &[])
}

fn volley_column(run: &Run<VolleyOutcome>) -> Option<VolleyColumn> {
    run.record.events.iter().find_map(|event| match event {
        Event::Volleyed { column, .. } => Some(*column),
        _ => None,
    })
}

#[test]
fn lb_e09_opening_volleys_and_their_shifts() {
    let hex = VolleyHex { range: 2, charged: false, canister: false, wrecked: false, sharpshooters: false };
    let battery = volley(VolleyHex { canister: true, ..hex }, &[4]);
    assert_eq!((volley_column(&battery), battery.outcome.loss), (Some(VolleyColumn::RangeOne), 1));
    let charged = VolleyHex { range: 1, charged: true, ..hex };
    let muzzles = volley(VolleyHex { canister: true, ..charged }, &[5]);
    assert_eq!((volley_column(&muzzles), muzzles.outcome.loss), (Some(VolleyColumn::ShiftOnly), 2));
    let off = volley(VolleyHex { range: 3, wrecked: true, ..hex }, &[]);
    assert_eq!((volley_column(&off), off.outcome.loss), (None, 0));
    assert_eq!(off.modifiers(), [("LB-OV-MOD-WRECKED", -1)]);
    let wreck = volley(VolleyHex { wrecked: true, ..charged }, &[6]);
    assert_eq!((volley_column(&wreck), wreck.outcome.loss), (Some(VolleyColumn::RangeOne), 1));
}

#[test]
fn lb_e10_small_arms_into_the_rear() {
    let mut situation = shot(vec![armed(SmallArm::RifledMusket, 5)], 3, unit(Rating::C, 5));
    situation.rear = true;
    situation.target = led(vec![unit(Rating::C, 5)], 0);
    let run = fire(&situation, &[4, 4, 3, 3, 3, 3], &[]);
    assert_eq!(resolved(&run), (5, 0, Some(CombatColumn::FourFive), Some(CombatCell::One)));
    assert_eq!(run.modifiers()[..2], [("LB-SHIFT-SA-3", -2), ("LB-SHIFT-TGT-REAR", 2)]);
    assert_eq!(run.outcome.target.sp(), 4);
    assert!(run.cites("LB-LDR-NONE") && run.cites("LB-MOR-MOD-REAR"));
}

#[test]
fn lb_e11_threshold_met_and_missed() {
    let mixed = |rifles, smoothbores| {
        let firers = vec![armed(SmallArm::RifledMusket, rifles), armed(SmallArm::Smoothbore, smoothbores)];
        fire(&shot(firers, 1, unit(Rating::C, 5)), &[3, 3, 3, 3], &[])
    };
    let met = mixed(4, 3);
    assert_eq!(resolved(&met), (7, 1, Some(CombatColumn::A), Some(CombatCell::One)));
    assert!(met.modifiers().contains(&("LB-SHIFT-FP-BUCK", 1)) && met.cites("LB-THRESH-6-8"));
    let missed = mixed(5, 2);
    assert_eq!(resolved(&missed), (7, 0, Some(CombatColumn::SixEight), Some(CombatCell::Morale)));
}

#[test]
fn lb_e12_both_edges_of_the_table() {
    let left = fire(&shot(vec![armed(SmallArm::RifledMusket, 1)], 4, unit(Rating::C, 5)), &[], &[]);
    assert_eq!((left.outcome.end, resolved(&left)), (FireEnd::OffTable, (1, -3, None, None)));
    let mut right = shot(vec![armed(SmallArm::Spencer, 8)], 1, unit(Rating::C, 4));
    right.rear = true;
    right.target.units[0].state = MoraleState::Disorganized;
    let run = fire(&right, &[6, 6], &[]);
    assert_eq!(resolved(&run), (8, 5, Some(CombatColumn::D), Some(CombatCell::Four)));
    assert!(run.outcome.target.is_destroyed());
}

#[test]
fn lb_e13_artillery_with_cbf_and_shell_depletion() {
    let mut situation = shot(vec![battery(Gun::Napoleon, 4)], 7, unit(Rating::C, 5));
    situation.cbf = 1;
    situation.target.units[0].state = MoraleState::Disorganized;
    situation.shelter.cover = vec![Cover::Breastworks];
    let run = fire(&situation, &[5, 6, 3, 3], &[]);
    let shifts = [("LB-SHIFT-ARTY-6-9", -1), ("LB-SHIFT-CBF", -1), ("LB-SHIFT-TGT-DG", 1), ("LB-SHIFT-TGT-PROT", -1)];
    assert_eq!(run.modifiers()[..4], shifts);
    assert_eq!(resolved(&run), (4, -2, Some(CombatColumn::One), Some(CombatCell::One)));
    assert_eq!(run.outcome.depleted, Some(Depleted { unit: 0, ammunition: Ammunition::Shell }));
}

#[test]
fn lb_e14_canister() {
    let situation = shot(vec![battery(Gun::Napoleon, 6)], 2, unit(Rating::C, 8));
    let canister = fire(&situation, &[4, 5, 3, 3], &[CANISTER]);
    assert_eq!(resolved(&canister), (6, 2, Some(CombatColumn::B), Some(CombatCell::Two)));
    assert_eq!(canister.outcome.depleted, Some(Depleted { unit: 0, ammunition: Ammunition::Canister }));
    assert!(canister.modifiers().contains(&("LB-SHIFT-FP-CAN-DENSE", 2)));
    let shell = fire(&situation, &[4, 5, 3, 3], &[SHELL]);
    assert_eq!(resolved(&shell), (6, 0, Some(CombatColumn::SixEight), Some(CombatCell::One)));
    assert_eq!(shell.outcome.depleted, None);
}

fn morale(stack: Stack) -> MoraleSituation {
    serde_json::from_value(json!({ "stack": stack, "range": 2 })).expect("a situation")
}

fn check(situation: &MoraleSituation, dice: &[u8]) -> Run<MoraleOutcome> {
    run::<MoraleCheck>(&book(), situation, dice, &[])
}

fn after(run: &Run<MoraleOutcome>) -> (MoraleState, u8, u8) {
    let top = run.outcome.stack.units[0];
    (top.state, run.outcome.retreat, top.sp)
}

fn in_state(rating: Rating, sp: u8, state: MoraleState) -> Unit {
    Unit { state, ..unit(rating, sp) }
}

#[test]
fn lb_e15_range_ten_or_more() {
    let mut situation = shot(vec![battery(Gun::Rifled, 4)], 12, in_state(Rating::C, 5, MoraleState::Disorganized));
    situation.rear = true;
    let far = fire(&situation, &[5, 5, 3, 3], &[]);
    assert_eq!(resolved(&far), (4, -2, Some(CombatColumn::One), Some(CombatCell::One)));
    assert!(far.cites("LB-RANGE10-SHIFTS"));
    let shaken = Unit { printed: 8, ..in_state(Rating::C, 3, MoraleState::Shaken) };
    let wreck = MoraleSituation { range: 12, cowardly_legs: true, small_arms: false, ..morale(led(vec![shaken], 1)) };
    let run = check(&wreck, &[4, 5]);
    assert_eq!(run.modifiers(), [("LB-MOR-MOD-LEADER", -1)]);
    assert_eq!(after(&run), (MoraleState::Shaken, 1, 3));
}

#[test]
fn lb_e16_dg_firers() {
    let halved = Unit { state: MoraleState::Disorganized, ..armed(SmallArm::RifledMusket, 5) };
    let both = fire(&shot(vec![halved, armed(SmallArm::RifledMusket, 2)], 1, unit(Rating::C, 5)), &[4, 4, 3, 3], &[]);
    assert_eq!(resolved(&both), (4, 0, Some(CombatColumn::FourFive), Some(CombatCell::One)));
    let one = Unit { state: MoraleState::Disorganized, ..armed(SmallArm::RifledMusket, 1) };
    let alone = fire(&shot(vec![one], 1, unit(Rating::C, 5)), &[4, 4, 3, 3], &[]);
    assert_eq!(resolved(&alone), (1, 0, Some(CombatColumn::One), Some(CombatCell::Morale)));
}

#[test]
fn lb_e17_sharpshooters() {
    let sharps = Unit { sharpshooter: true, ..armed(SmallArm::Sharps, 3) };
    let open = Unit { formation: Formation::OpenOrder, ..sharps.clone() };
    let capable = fire(&shot(vec![open], 4, unit(Rating::C, 5)), &[4, 5, 3, 3], &[]);
    assert_eq!(resolved(&capable), (3, -1, Some(CombatColumn::One), Some(CombatCell::Morale)));
    let formed = fire(&shot(vec![sharps], 4, unit(Rating::C, 5)), &[4, 5], &[]);
    assert_eq!(resolved(&formed), (3, -3, Some(CombatColumn::MinusB), Some(CombatCell::Nothing)));
}

#[test]
fn lb_e18_morale_added_modifiers() {
    let shaken = stack(vec![in_state(Rating::C, 5, MoraleState::Shaken)]);
    let run = check(&MoraleSituation { cowardly_legs: true, ..morale(shaken) }, &[4, 4]);
    assert_eq!(run.modifiers(), [("LB-MOR-MOD-SHDG", 1), ("LB-MOR-MOD-LEGS", 1)]);
    assert_eq!(after(&run), (MoraleState::Disorganized, 3, 4));
}

#[test]
fn lb_e19_blood_lust_and_the_leader() {
    let adjacent = MoraleSituation { range: 1, ..morale(led(vec![unit(Rating::A, 6)], 2)) };
    let five = check(&adjacent, &[2, 3]);
    assert_eq!(after(&five), (MoraleState::Normal, 0, 6));
    assert!(five.cites("LB-MOR-NOTE-3"));
    assert_eq!(after(&check(&adjacent, &[2, 2])).0, MoraleState::BloodLust);
    let away = MoraleSituation { range: 3, ..morale(stack(vec![unit(Rating::A, 6)])) };
    assert_eq!(after(&check(&away, &[2, 2])).0, MoraleState::Normal);
}

#[test]
fn open_order_units_never_become_blood_lusted_wherever_they_are_in_a_stack() {
    let open = |formation| Unit { open_order: true, formation, ..unit(Rating::B, 3) };
    for skirmishers in
        [open(Formation::Line), open(Formation::OpenOrder), Unit { sharpshooter: true, ..unit(Rating::B, 3) }]
    {
        let both = stack(vec![unit(Rating::A, 6), skirmishers.clone()]);
        let run = check(&MoraleSituation { range: 1, ..morale(both) }, &[2, 2]);
        let states: Vec<MoraleState> = run.outcome.stack.units.iter().map(|unit| unit.state).collect();
        assert_eq!(states, [MoraleState::BloodLust, MoraleState::Normal], "{skirmishers:?}");
        assert!(run.cites("LB-OO-NOBL"));
        let alone = stack(vec![Unit { rating: Rating::A, ..skirmishers }]);
        assert_eq!(after(&check(&MoraleSituation { range: 1, ..morale(alone) }, &[2, 2])).0, MoraleState::Normal);
    }
}

#[test]
fn open_order_units_never_charge_however_they_stand() {
    let open = Unit { open_order: true, ..unit(Rating::B, 5) };
    for skirmishers in [Unit { sharpshooter: true, ..unit(Rating::B, 5) }, open] {
        let situation = charge(stack(vec![unit(Rating::B, 5), skirmishers]), stack(vec![unit(Rating::C, 5)]));
        let refusal = Charge::check(&book(), &situation).expect_err("one of them is an Open Order unit");
        assert!(refusal.to_string().contains("LB-OO-NOCHARGE"), "{refusal}");
    }
}

#[test]
fn every_leader_in_a_hex_rolls_for_leader_loss() {
    let leader = |morale| Leader { morale, commands: true, artillery: false };
    let defender =
        Stack { units: vec![unit(Rating::C, 4)], leaders: (0..9).map(|_| leader(1)).collect(), in_company: false };
    let situation = charge(led(vec![unit(Rating::B, 9)], 1), defender);
    Charge::check(&book(), &situation).expect("nine leaders may be in a hex");
    let mut umpire = engine::Rollout::<_, Event>::seeded(3);
    let outcome = Charge::run(&book(), &situation, &mut umpire).expect("it is carried out");
    assert_eq!(outcome.defender.leaders.len(), 9);
}

#[test]
fn lb_e20_adding_states() {
    let broken = morale(stack(vec![in_state(Rating::D, 5, MoraleState::Disorganized)]));
    assert_eq!(after(&check(&broken, &[4, 4])), (MoraleState::Routed, 3, 4));
    let routed = stack(vec![in_state(Rating::C, 5, MoraleState::Routed)]);
    let routed = MoraleSituation { range: 1, ..morale(routed) };
    assert_eq!(after(&check(&routed, &[1, 1])).0, MoraleState::Shaken);
    let steady = morale(stack(vec![in_state(Rating::B, 5, MoraleState::Disorganized)]));
    assert_eq!(after(&check(&steady, &[2, 3])), (MoraleState::Disorganized, 0, 5));
}

#[test]
fn lb_e21_a_blood_lusted_stack_fails() {
    let run = check(&morale(stack(vec![in_state(Rating::B, 5, MoraleState::BloodLust)])), &[6, 6]);
    assert_eq!(run.modifiers(), []);
    assert_eq!(after(&run), (MoraleState::Disorganized, 0, 5));
    assert!(run.cites("LB-ADD-STAR"));
}

fn charge(attacker: Stack, defender: Stack) -> ChargeSituation {
    let situation = json!({ "side": "confederate", "attacker": attacker, "defender": defender });
    serde_json::from_value(situation).expect("a situation")
}

fn run_charge(situation: &ChargeSituation, dice: &[u8]) -> Run<ChargeOutcome> {
    run::<Charge>(&book(), situation, dice, &[])
}

#[test]
fn lb_e22_a_whole_charge() {
    let attacker = led(vec![in_state(Rating::B, 9, MoraleState::BloodLust)], 1);
    let situation = charge(attacker, stack(vec![unit(Rating::C, 4)]));
    let run = run_charge(&situation, &[4, 4, 3, 3, 2, 3]);
    let added = [("LB-MOR-MOD-SMALL", 1), ("LB-CHG-MOD-LOTS-ATT", 2), ("LB-CHG-MOD-BL", 1), ("LB-CHG-MOD-LEADER", 1)];
    assert_eq!(run.modifiers(), added);
    assert_eq!((run.outcome.end, run.outcome.retreat), (ChargeEnd::Won, 3));
    assert_eq!((run.outcome.attacker.sp(), run.outcome.defender.sp()), (8, 2));
    assert_eq!(run.outcome.defender.units[0].state, MoraleState::Disorganized);
}

#[test]
fn lb_e23_charge_differences() {
    let difference = |attacker_sp, defender_sp| {
        let edge = ChargeEdge { attacker_sp, defender_sp, blood_lust: false, leader: 0 };
        let situation = MoraleSituation { range: 1, charge: Some(edge), ..morale(stack(vec![unit(Rating::C, 9)])) };
        check(&situation, &[3, 3]).modifiers()[0]
    };
    assert_eq!(difference(5, 9), ("LB-CHG-MOD-BIG-DEF", -1));
    assert_eq!(difference(5, 7), ("LB-CHG-MOD-SAME-DEF", 0));
    assert_eq!(difference(5, 5), ("LB-CHG-MOD-SAME-ATT", 1));
    assert_eq!(difference(4, 9), ("LB-CHG-MOD-LOTS-DEF", -2));
    assert_eq!(difference(8, 5), ("LB-CHG-MOD-BIG-ATT", 2));
}

#[test]
fn lb_e24_small_attacker_and_breastworks() {
    let small = charge(stack(vec![unit(Rating::A, 3)]), led(vec![unit(Rating::C, 5)], 1));
    let run = run_charge(&small, &[6, 1, 3, 3]);
    assert!(run.cites("LB-CHG-SEQ-2-SMALL") && !run.cites("LB-LDR-TABLE"));
    assert_eq!(run.outcome.defender.sp(), 5);
    let mut works = charge(stack(vec![unit(Rating::A, 6)]), stack(vec![unit(Rating::C, 5)]));
    works.shelter.cover = vec![Cover::Breastworks];
    let run = run_charge(&works, &[6, 1, 3, 3]);
    assert!(run.cites("LB-CHG-SEQ-2-WORKS"));
    assert_eq!(run.outcome.defender.sp(), 5);
    works.shelter.cover.clear();
    assert_eq!(run_charge(&works, &[6, 1, 2, 2]).outcome.defender.sp(), 4);
}

#[test]
fn lb_e25_leader_loss() {
    let loss = |case, sharpshooters, dice: &[u8]| {
        run::<LeaderLoss>(&book(), &LeaderSituation { case, sharpshooters }, dice, &[]).outcome
    };
    assert_eq!(loss(LossCase::Other, true, &[5, 5]), LeaderFate::Wounded);
    assert_eq!(loss(LossCase::Other, true, &[6, 6]), LeaderFate::Killed);
    assert_eq!(loss(LossCase::Capture, false, &[5, 5]), LeaderFate::Captured);
    assert_eq!(loss(LossCase::ChargeAttacker, false, &[4, 4]), LeaderFate::Wounded);
}

#[test]
fn lb_e32_a_mounted_charge() {
    let horse = Unit { arm: Arm::Cavalry, formation: Formation::Mounted, ..unit(Rating::B, 6) };
    let situation =
        ChargeSituation { rear: true, ..charge(stack(vec![horse]), stack(vec![battery(Gun::Napoleon, 4)])) };
    let dice = [3, 3, 3, 4];
    let run = run_charge(&situation, &dice);
    let added = [
        ("LB-CLOSE-MOD-REAR", 1),
        ("LB-MOR-MOD-REAR", 2),
        ("LB-MOR-MOD-SMALL", 1),
        ("LB-MOR-MOD-ARTYCAV", 1),
        ("LB-CHG-MOD-BIG-DEF", -1),
    ];
    assert_eq!(run.modifiers(), added);
    assert_eq!((run.outcome.end, run.outcome.retreat), (ChargeEnd::Won, 3));
    assert_eq!((run.outcome.attacker.sp(), run.outcome.defender.sp()), (5, 2));
    let pistols = crate::support::run::<Charge>(&book_with(&[("mounted-pistols", "on")]), &situation, &dice, &[]);
    assert!(pistols.modifiers().contains(&("LB-CHG-MOD-SAME-ATT", 1)));
    assert_eq!((pistols.outcome.retreat, pistols.outcome.defender.sp()), (4, 1));
}

#[test]
fn what_cannot_be_is_refused_with_its_rule() {
    let rules = |situation: &FireSituation| -> Vec<&'static str> {
        let refusal = Fire::check(&book(), situation).expect_err("it is refused");
        refusal.reasons.iter().filter_map(|reason| reason.rule).map(engine::Rule::id).collect()
    };
    assert_eq!(rules(&shot(vec![armed(SmallArm::Pistol, 5)], 9, unit(Rating::C, 5))), ["LB-ARMS-P"]);
    let column = Unit { formation: Formation::Column, ..armed(SmallArm::RifledMusket, 5) };
    assert_eq!(rules(&shot(vec![column], 1, unit(Rating::C, 5))), ["LB-FORM-INF-COLUMN"]);
    let mixed = vec![armed(SmallArm::RifledMusket, 5), battery(Gun::Napoleon, 4)];
    assert!(rules(&shot(mixed, 1, unit(Rating::C, 5))).contains(&"LB-FORM-ART-STACK"));
    let skirmishers = Unit { formation: Formation::OpenOrder, ..unit(Rating::B, 4) };
    let refusal = Charge::check(&book(), &charge(stack(vec![skirmishers]), stack(vec![unit(Rating::C, 4)])));
    assert!(
        refusal
            .expect_err("it is refused")
            .reasons
            .iter()
            .any(|reason| { reason.rule.is_some_and(|rule| rule.id() == "LB-OO-NOCHARGE") })
    );
}

#[test]
fn skirmishers_withdraw_unless_they_may_stand() {
    let skirmishers = Unit { formation: Formation::OpenOrder, ..unit(Rating::C, 3) };
    let mut situation = shot(vec![armed(SmallArm::RifledMusket, 5)], 2, skirmishers);
    situation.moved = true;
    let run = fire(&situation, &[], &[]);
    assert_eq!((run.outcome.end, run.outcome.retreat), (FireEnd::Withdrew, 2));
    situation.volleys =
        vec![VolleyHex { range: 2, charged: false, canister: false, wrecked: false, sharpshooters: false }];
    let stands = crate::support::run::<Fire>(&book_with(&[("ooc-may-stand", "on")]), &situation, &[1, 3, 3], &[0]);
    assert_eq!(stands.outcome.end, FireEnd::Fired);
    assert!(stands.cites("LB-OV-R2") && stands.cites("LB-OO-2"));
}
