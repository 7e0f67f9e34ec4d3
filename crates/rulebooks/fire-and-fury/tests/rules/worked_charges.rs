//! Worked examples W22 to W29: charge combat, fallen leaders, effectiveness.

use crate::common::{Refereed, referee};
use engine::{Rollout, Side};
use fire_and_fury::charge::{
    Charge, ChargeCombat, ChargeGuns, ChargeOutcome, ChargeResult, ChargeTroops, Defender, Movement,
};
use fire_and_fury::effectiveness::Endurance;
use fire_and_fury::event::Event;
use fire_and_fury::leaders::{ColonelFate, FallenLeader, LeaderFate, Officer, OfficerInDanger};
use fire_and_fury::losses::{Piece, TroopState};
use fire_and_fury::pieces::{
    AttachedLeader, Class, Effectiveness, Formation, Ground, Letter, Order, Position, Rating, Spirit,
};

fn combat(attacker: ChargeTroops, defender: ChargeTroops) -> ChargeCombat {
    ChargeCombat {
        side: Side::Union,
        second_combat: false,
        attackers: vec![attacker],
        defenders: vec![Defender::Troops(defender)],
    }
}

/// Attacker's and defender's totals of every roll.
fn totals(charge: &Refereed<ChargeOutcome>) -> Vec<(i16, i16)> {
    let totals = |event: &Event| match event {
        Event::ChargeRolled(rolled) => Some((rolled.attacker, rolled.defender)),
        _ => None,
    };
    charge.record.events.iter().filter_map(totals).collect()
}

fn troops(stands: u8, order: Order) -> Piece {
    Piece::Troops(TroopState { stands, order })
}

#[test]
fn w22_swept_from_the_field() {
    let attacker =
        ChargeTroops { rating: Rating::Crack, cold_steel: true, letters: vec![Letter::G], ..ChargeTroops::new(8) };
    let defender = ChargeTroops {
        start_stands: Some(8),
        position: Position::Favorable,
        attached_leader: Some(AttachedLeader::default()),
        ..ChargeTroops::new(6)
    };
    // The attached leader's roll follows: 6 and 2, captured.
    let charge = referee::<Charge>(&combat(attacker, defender), &[6, 2, 6, 2], &[]);
    assert_eq!(
        charge.modifiers(),
        [
            ("FF-CHG-MOD-CRACK", 2),
            ("FF-CHG-MOD-FRESH", 2),
            ("FF-CHG-MOD-COLD-STEEL", 1),
            ("FF-CHG-MOD-GALLANT", 1),
            ("FF-CHG-MOD-TRAINED", 0),
            ("FF-CHG-MOD-WORN", 0),
            ("FF-CHG-MOD-FAVORABLE", 1),
            ("FF-CHG-MOD-ATTACHED", 1),
        ]
    );
    // The leader makes it 4 instead of 3, so the difference is 8: 2 + 1 stands.
    assert_eq!(totals(&charge), [(12, 4)]);
    assert!(charge.cites("FF-CHG-SWEPT") && charge.cites("FF-CHG-SWEPT-ATT-BREAK"));
    assert_eq!(charge.outcome.defenders[0].unit, troops(3, Order::Broken));
    assert_eq!(charge.outcome.fallen[0].outcome.fate, LeaderFate::Captured);
}

#[test]
fn w22_swept_from_the_field_without_a_leader() {
    let attacker =
        ChargeTroops { rating: Rating::Crack, cold_steel: true, letters: vec![Letter::G], ..ChargeTroops::new(8) };
    let defender = ChargeTroops { start_stands: Some(8), position: Position::Favorable, ..ChargeTroops::new(6) };
    let charge = referee::<Charge>(&combat(attacker, defender), &[6, 2], &[]);
    assert_eq!(totals(&charge), [(12, 3)]);
    assert!(charge.cites("FF-CHG-SWEPT-DEF-LOSS") && charge.cites("FF-CHG-SWEPT-DEF-BROKEN"));
    let outcome = &charge.outcome;
    assert_eq!((outcome.result, outcome.breakthrough), (ChargeResult::Swept, true));
    assert_eq!(
        (&outcome.defenders[0].unit, outcome.defenders[0].movement),
        (&troops(2, Order::Broken), Movement::FullRetreat)
    );
    assert_eq!(
        (&outcome.attackers[0].unit, outcome.attackers[0].movement),
        (&troops(8, Order::Good), Movement::Breakthrough)
    );
}

#[test]
fn w23_desperate_struggle_and_the_second_roll() {
    let attacker = ChargeTroops { rating: Rating::Veteran, cold_steel: true, ..ChargeTroops::new(8) };
    let defender = ChargeTroops { worn_at: Some(5), spent_at: Some(2), ..ChargeTroops::new(6) };
    let charge = referee::<Charge>(&combat(attacker, defender), &[3, 5, 4, 2], &[]);
    assert_eq!(
        charge.modifiers(),
        [
            ("FF-CHG-MOD-VETERAN", 1),
            ("FF-CHG-MOD-FRESH", 2),
            ("FF-CHG-MOD-COLD-STEEL", 1),
            ("FF-CHG-MOD-TRAINED", 0),
            ("FF-CHG-MOD-FRESH", 2),
            ("FF-CHG-MOD-VETERAN", 1),
            ("FF-CHG-MOD-FRESH", 2),
            ("FF-CHG-MOD-DISORDERED", -1),
            ("FF-CHG-MOD-TRAINED", 0),
            ("FF-CHG-MOD-WORN", 0),
            ("FF-CHG-MOD-DISORDERED", -1),
        ]
    );
    assert_eq!(totals(&charge), [(7, 7), (6, 1)]);
    assert!(charge.cites("FF-CHG-DESPERATE") && charge.cites("FF-CHG-DESPERATE-REROLL"));
    assert!(charge.cites("FF-CHG-DRIVEN") && charge.cites("FF-CHG-DRIVEN-ATT-CARRY"));
    let outcome = &charge.outcome;
    assert_eq!(outcome.result, ChargeResult::DrivenBack);
    assert_eq!(outcome.defenders[0].unit, troops(4, Order::Disordered));
    assert_eq!(outcome.defenders[0].movement, Movement::RetreatOutOfCloseRange);
    assert_eq!(outcome.attackers[0].unit, troops(7, Order::Disordered));
    assert_eq!(outcome.attackers[0].movement, Movement::Carry);
}

#[test]
fn w24_steady_makes_a_tie() {
    let attacker = ChargeTroops { letters: vec![Letter::S], ..ChargeTroops::new(8) };
    // A second roll decides it: 6 against 1.
    let charge = referee::<Charge>(&combat(attacker, ChargeTroops::new(8)), &[2, 3, 6, 1], &[]);
    assert_eq!(
        charge.modifiers()[..5],
        [
            ("FF-CHG-MOD-TRAINED", 0),
            ("FF-CHG-MOD-FRESH", 2),
            ("FF-CHG-MOD-TRAINED", 0),
            ("FF-CHG-MOD-FRESH", 2),
            ("FF-CHG-MOD-STEADY", 1),
        ]
    );
    assert_eq!(totals(&charge)[0], (5, 5));
    assert!(charge.cites("FF-CHG-DESPERATE") && charge.cites("FF-LDR-S-COMBAT"));
}

#[test]
fn w25_lancers_charge_a_square() {
    let lancers =
        ChargeTroops { rating: Rating::Veteran, class: Class::Lancer, cold_steel: true, ..ChargeTroops::new(6) };
    let square = ChargeTroops { formation: Formation::Square, ..ChargeTroops::new(8) };
    let combat = combat(lancers, square);
    for (answer, movement) in [(0, Movement::Recall), (1, Movement::RetreatTwoInches)] {
        let charge = referee::<Charge>(&combat, &[4, 4], &[answer]);
        assert_eq!(
            charge.modifiers(),
            [
                ("FF-CHG-MOD-VETERAN", 1),
                ("FF-CHG-MOD-FRESH", 2),
                ("FF-CHG-MOD-TRAINED", 0),
                ("FF-CHG-MOD-FRESH", 2),
                ("FF-CHG-MOD-STRONG", 2),
            ]
        );
        assert_eq!(totals(&charge), [(7, 8)]);
        assert!(charge.cites("FF-CHG-FALTER") && charge.cites("FF-CHG-FALTER-ATT-RECALL"));
        assert_eq!(charge.questions(), ["recall"]);
        assert_eq!(charge.outcome.attackers[0].unit, troops(6, Order::Disordered));
        assert_eq!(charge.outcome.attackers[0].movement, movement);
        assert_eq!(charge.outcome.defenders[0].movement, Movement::Hold);
    }
}

#[test]
fn w26_beaten_by_a_countercharge() {
    let attacker = ChargeTroops { start_stands: Some(6), class: Class::Cavalry, ..ChargeTroops::new(4) };
    let defender =
        ChargeTroops { rating: Rating::Veteran, class: Class::Cavalry, countercharging: true, ..ChargeTroops::new(5) };
    let charge = referee::<Charge>(&combat(attacker, defender), &[1, 2], &[1]);
    assert_eq!(
        charge.modifiers(),
        [
            ("FF-CHG-MOD-TRAINED", 0),
            ("FF-CHG-MOD-WORN", 0),
            ("FF-CHG-MOD-CAVALRY", 1),
            ("FF-CHG-MOD-VETERAN", 1),
            ("FF-CHG-MOD-FRESH", 2),
            ("FF-CHG-MOD-CAVALRY", 1),
        ]
    );
    assert_eq!(totals(&charge), [(2, 6)]);
    assert!(charge.cites("FF-CHG-RECOIL") && charge.cites("FF-CHG-RECOIL-ATT-WORSE"));
    // No recall; the countercharger carries the position.
    assert_eq!(charge.questions(), ["carry-or-recall"]);
    assert_eq!(charge.record.questions[0].0.side, Side::Confederate);
    let outcome = &charge.outcome;
    assert_eq!(
        (&outcome.attackers[0].unit, outcome.attackers[0].movement),
        (&troops(2, Order::Broken), Movement::FullRetreat)
    );
    assert_eq!(
        (&outcome.defenders[0].unit, outcome.defenders[0].movement),
        (&troops(5, Order::Disordered), Movement::Carry)
    );
}

fn w27(fixed: bool) -> ChargeCombat {
    let attacker = ChargeTroops { order: Order::Disordered, ..ChargeTroops::new(6) };
    let guns = ChargeGuns { rating: Rating::Veteran, fixed, ..ChargeGuns::new(2) };
    ChargeCombat { defenders: vec![Defender::Guns(guns)], ..combat(attacker, ChargeTroops::new(1)) }
}

#[test]
fn w27_charging_a_battery() {
    let charge = referee::<Charge>(&w27(false), &[5, 3], &[]);
    assert_eq!(
        charge.modifiers(),
        [
            ("FF-CHG-MOD-TRAINED", 0),
            ("FF-CHG-MOD-FRESH", 2),
            ("FF-CHG-MOD-DISORDERED", -1),
            ("FF-CHG-MOD-VETERAN", 1),
            ("FF-CHG-MOD-OUTNUMBERED-3", -2),
            ("FF-CHG-MOD-GUNS-UNSUPPORTED", -1),
        ]
    );
    assert_eq!(totals(&charge), [(6, 1)]);
    assert!(charge.cites("FF-CHG-DRIVEN") && charge.cites("FF-CHG-DRIVEN-DEF-GUNS"));
    let Piece::Guns(guns) = &charge.outcome.defenders[0].unit else { panic!("the defender is guns") };
    assert_eq!(guns.stands.len(), 1);
    assert!(guns.stands[0].silenced);
    assert_eq!(charge.outcome.defenders[0].movement, Movement::FullRetreat);
}

#[test]
fn w27_fixed_guns_are_lost() {
    let charge = referee::<Charge>(&w27(true), &[5, 3], &[]);
    assert!(charge.outcome.defenders[0].unit.is_destroyed());
    assert_eq!(charge.outcome.defenders[0].movement, Movement::Lost);
}

#[test]
fn w28_fallen_leaders() {
    let roll = |officer, swept_or_repulsed, dice: [u8; 2]| {
        referee::<FallenLeader>(&OfficerInDanger { officer, swept_or_repulsed }, &dice, &[])
    };
    let captured = roll(Officer::Leader, true, [6, 2]);
    assert!(captured.cites("FF-FALL-8") && captured.cites("FF-FALL-CAPTURE"));
    assert_eq!(captured.outcome.fate, LeaderFate::Captured);

    for knocked_down in [roll(Officer::Leader, true, [5, 3]), roll(Officer::Leader, false, [6, 2])] {
        assert!(knocked_down.cites("FF-FALL-8") && !knocked_down.cites("FF-FALL-CAPTURE"));
        assert_eq!(knocked_down.outcome.fate, LeaderFate::KnockedDown);
    }
    let dead = roll(Officer::Leader, true, [6, 5]);
    assert!(dead.cites("FF-FALL-11") && !dead.cites("FF-FALL-CAPTURE"));
    assert_eq!((dead.outcome.fate, dead.outcome.colonel), (LeaderFate::Dead, None));

    let colonel = roll(Officer::BraveColonel, false, [4, 5]);
    assert_eq!(colonel.outcome.colonel, Some(ColonelFate::LeadsWounded));
}

#[test]
fn w29_effectiveness() {
    let book = crate::common::book();
    let mut umpire = Rollout::<_, Event>::seeded(0);
    let endurance = Endurance { start_stands: 9, worn_at: None, spent_at: None, spirit: Spirit::Reliable };
    use Effectiveness::{Fresh, Spent, Worn};
    for (lost, expected) in [Fresh, Fresh, Fresh, Worn, Worn, Spent, Spent].into_iter().enumerate() {
        assert_eq!(endurance.with_stands(&book.tables, 9 - lost as u8, &mut umpire), expected, "{lost} lost");
    }
}

#[test]
fn a_side_fought_to_the_last_stand_has_lost() {
    let charge = referee::<Charge>(&combat(ChargeTroops::new(3), ChargeTroops::new(1)), &[1, 3], &[]);
    // 3 to 1 makes the defender's 3 a 1 and a tie: the defender's last stand falls.
    assert_eq!(totals(&charge), [(3, 3)]);
    assert_eq!(charge.outcome.result, ChargeResult::FoughtOut);
    assert_eq!(charge.outcome.attackers[0].movement, Movement::Carry);
    assert_eq!(charge.outcome.defenders[0].movement, Movement::Lost);
}

#[test]
fn equal_units_choose_their_lead_and_losses_go_on_to_the_next() {
    let crack = ChargeTroops { rating: Rating::Crack, ..ChargeTroops::new(1) };
    let situation = ChargeCombat {
        defenders: vec![
            Defender::Troops(ChargeTroops::new(1)),
            Defender::Troops(crack),
            Defender::Troops(ChargeTroops { stands: 1, order: Order::Disordered, ..ChargeTroops::new(1) }),
        ],
        ..combat(ChargeTroops { rating: Rating::Crack, ..ChargeTroops::new(9) }, ChargeTroops::new(1))
    };
    // The crack stand leads; swept, 2 stands: it, and then the third unit.
    let charge = referee::<Charge>(&situation, &[6, 1], &[1, 1]);
    assert_eq!(charge.questions(), ["lead-unit", "loss-unit"]);
    assert_eq!(charge.outcome.result, ChargeResult::Swept);
    let stands: Vec<_> = charge.outcome.defenders.iter().map(|after| after.unit.stands()).collect();
    assert_eq!(stands, [1, 0, 0]);
}

#[test]
fn hard_pressed_behind_works_holds() {
    let attacker = ChargeTroops { rating: Rating::Crack, charged_over: Ground::Rough, ..ChargeTroops::new(8) };
    let defender = ChargeTroops { position: Position::Fortified, order: Order::Disordered, ..ChargeTroops::new(8) };
    let charge = referee::<Charge>(&combat(attacker, defender), &[2, 2], &[]);
    assert_eq!(totals(&charge), [(6, 5)]);
    assert!(charge.cites("FF-CHG-HARD-DEF-FORTIFIED") && charge.cites("FF-CHG-HARD-ATT-FORTIFIED"));
    let outcome = &charge.outcome;
    assert_eq!(
        (&outcome.defenders[0].unit, outcome.defenders[0].movement),
        (&troops(7, Order::Disordered), Movement::Hold)
    );
    assert_eq!(
        (&outcome.attackers[0].unit, outcome.attackers[0].movement),
        (&troops(8, Order::Disordered), Movement::RetreatTwoInches)
    );
}

#[test]
fn lancers_keep_their_line_after_a_desperate_struggle() {
    let lancers = ChargeTroops { class: Class::Lancer, cold_steel: true, ..ChargeTroops::new(6) };
    let charge = referee::<Charge>(&combat(lancers, ChargeTroops::new(6)), &[1, 3, 6, 1], &[]);
    let steel = charge.modifiers().iter().filter(|(rule, _)| *rule == "FF-CHG-MOD-COLD-STEEL").count();
    let cavalry = charge.modifiers().iter().filter(|(rule, _)| *rule == "FF-CHG-MOD-CAVALRY").count();
    assert_eq!((steel, cavalry), (2, 1));
}

#[test]
fn a_detachment_breaks_without_a_roll() {
    let detachment = ChargeTroops { detachment: true, ..ChargeTroops::new(1) };
    let charge = referee::<Charge>(&combat(ChargeTroops::new(6), detachment), &[], &[]);
    assert!(charge.cites("FF-SPEC-DET-BROKEN"));
    assert_eq!(charge.outcome.result, ChargeResult::DetachmentBroken);
    assert_eq!(charge.outcome.defenders[0].unit, troops(1, Order::Broken));
}

#[test]
fn mounted_victors_break_through_after_the_first_combat_only() {
    let cavalry = ChargeTroops { class: Class::Cavalry, ..ChargeTroops::new(6) };
    let mut situation = combat(cavalry, ChargeTroops::new(6));
    let first = referee::<Charge>(&situation, &[5, 3], &[]);
    assert_eq!(first.outcome.attackers[0].movement, Movement::Breakthrough);
    // Beaten by cavalry: one more stand, broken, and no recall.
    assert_eq!(first.outcome.defenders[0].unit, troops(4, Order::Broken));
    situation.second_combat = true;
    let second = referee::<Charge>(&situation, &[4, 3], &[]);
    assert!(second.cites("FF-TURN-CHG-3"));
    assert_eq!((second.outcome.attackers[0].movement, second.outcome.breakthrough), (Movement::Carry, false));
}
