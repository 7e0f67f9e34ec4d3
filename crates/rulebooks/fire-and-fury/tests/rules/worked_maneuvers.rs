//! Worked examples W01 to W11: maneuver checks.

use crate::common::{Refereed, referee};
use engine::Side;
use fire_and_fury::event::Event;
use fire_and_fury::maneuver::{
    ArmyMorale, CheckedGuns, CheckedTroops, CheckedUnit, Conductor, Forced, Grade, Maneuver, ManeuverCheck,
    ManeuverEffect, ManeuverOutcome,
};
use fire_and_fury::pieces::{AttachedLeader, Class, Command, Effectiveness, Formation, Letter, Order, Rating};

fn check(letters: Option<&[Letter]>, units: Vec<CheckedUnit>) -> ManeuverCheck {
    let leader = letters.map(|letters| Conductor { letters: letters.to_vec(), wounds: 0 });
    ManeuverCheck { side: Side::Union, leader, units, army: ArmyMorale::default() }
}

fn alone(letters: Option<&[Letter]>, troops: CheckedTroops, dice: [u8; 2]) -> Refereed<ManeuverOutcome> {
    referee::<Maneuver>(&check(letters, vec![CheckedUnit::Troops(troops)]), &dice, &[])
}

fn results(refereed: &Refereed<ManeuverOutcome>) -> Vec<i16> {
    let result = |event: &Event| match event {
        Event::ManeuverChecked(checked) => Some(checked.result),
        _ => None,
    };
    refereed.record.events.iter().filter_map(result).collect()
}

#[test]
fn w01_everyday_case() {
    let unit = CheckedTroops { rating: Rating::Veteran, ..CheckedTroops::default() };
    let check = alone(Some(&[Letter::E]), unit, [3, 5]);
    assert_eq!(
        check.modifiers(),
        [("FF-LDR-E", 1), ("FF-MNV-MOD-IN-COMMAND", 1), ("FF-MNV-MOD-FRESH", 2), ("FF-MNV-MOD-VETERAN", 1)]
    );
    assert_eq!(results(&check), [3]);
    assert!(check.cites("FF-MNV-GO-WELL-HANDLED"));
    assert_eq!(check.outcome.units[0].grade, Grade::WellHandled);
    assert_eq!(check.outcome.units[0].forced, Forced::Free);
}

#[test]
fn w02_double_quick_on_doubles() {
    let unit = CheckedTroops {
        rating: Rating::Crack,
        formation: Formation::FieldColumn,
        attached_leader: Some(AttachedLeader::default()),
        ..CheckedTroops::default()
    };
    let check = alone(Some(&[]), unit, [4, 4]);
    assert_eq!(
        check.modifiers(),
        [
            ("FF-MNV-MOD-ATTACHED", 1),
            ("FF-MNV-MOD-IN-COMMAND", 1),
            ("FF-MNV-MOD-FRESH", 2),
            ("FF-MNV-MOD-CRACK", 2),
            ("FF-MNV-MOD-FORMATION", 1)
        ]
    );
    assert_eq!(results(&check), [7]);
    assert!(check.cites("FF-MNV-GO-DOUBLE-QUICK"));
    assert_eq!(check.outcome.units[0].grade, Grade::DoubleQuick);
}

#[test]
fn w03_tardy() {
    let unit = CheckedTroops { effectiveness: Effectiveness::Worn, command: Command::Out, ..CheckedTroops::default() };
    let check = alone(None, unit, [2, 4]);
    assert_eq!(
        check.modifiers(),
        [("FF-MNV-MOD-OUT-OF-COMMAND", -1), ("FF-MNV-MOD-WORN", 0), ("FF-MNV-MOD-TRAINED", 0)]
    );
    assert_eq!(results(&check), [-3]);
    assert!(check.cites("FF-MNV-GO-TARDY"));
    assert_eq!(check.outcome.units[0].grade, Grade::Tardy);
}

fn w04_militia() -> CheckedTroops {
    CheckedTroops {
        rating: Rating::Raw,
        effectiveness: Effectiveness::Spent,
        class: Class::Militia,
        command: Command::Provisional,
        close_range: true,
        ..CheckedTroops::default()
    }
}

#[test]
fn w04_fall_back() {
    let check = alone(None, w04_militia(), [5, 5]);
    assert_eq!(check.modifiers(), [("FF-MNV-MOD-PROVISIONAL", 0), ("FF-MNV-MOD-SPENT", -2), ("FF-MNV-MOD-RAW", -1)]);
    assert_eq!(results(&check), [-3]);
    assert!(check.cites("FF-MNV-GO-FALL-BACK") && check.cites("FF-MNV-GO-FALL-BACK-TROOPS"));
    let unit = check.outcome.units[0];
    assert_eq!((unit.effect, unit.forced), (ManeuverEffect::FallBack, Forced::OutOfCloseRange));
    assert_eq!(unit.order, Order::Disordered);
}

#[test]
fn w04_fall_back_holds_out_of_close_range_and_behind_works() {
    for unit in
        [CheckedTroops { close_range: false, ..w04_militia() }, CheckedTroops { fortified: true, ..w04_militia() }]
    {
        let check = alone(None, unit, [5, 5]);
        assert!(check.cites("FF-MNV-GO-FALL-BACK-HOLD"));
        let unit = check.outcome.units[0];
        assert_eq!((unit.forced, unit.order), (Forced::Hold, Order::Good));
    }
}

#[test]
fn w05_one_leader_three_units_hesitant() {
    let unit = |rating, effectiveness| {
        CheckedUnit::Troops(CheckedTroops { rating, effectiveness, ..CheckedTroops::default() })
    };
    let units = vec![
        unit(Rating::Trained, Effectiveness::Fresh),
        unit(Rating::Veteran, Effectiveness::Fresh),
        unit(Rating::Raw, Effectiveness::Worn),
    ];
    let check = referee::<Maneuver>(&check(Some(&[Letter::H]), units), &[3, 5], &[]);
    assert_eq!(
        check.modifiers(),
        [
            ("FF-MNV-MOD-IN-COMMAND", 1),
            ("FF-MNV-MOD-FRESH", 2),
            ("FF-MNV-MOD-TRAINED", 0),
            ("FF-LDR-H", -1),
            ("FF-MNV-MOD-IN-COMMAND", 1),
            ("FF-MNV-MOD-FRESH", 2),
            ("FF-MNV-MOD-VETERAN", 1),
            ("FF-LDR-H", -1),
            ("FF-MNV-MOD-IN-COMMAND", 1),
            ("FF-MNV-MOD-WORN", 0),
            ("FF-MNV-MOD-RAW", -1),
        ]
    );
    assert_eq!(results(&check), [0, 1, -2]);
    let effects: Vec<_> = check.outcome.units.iter().map(|unit| unit.effect).collect();
    assert_eq!(effects, [ManeuverEffect::WellHandled, ManeuverEffect::WellHandled, ManeuverEffect::Tardy]);
}

#[test]
fn w06_steady_saves_a_rally() {
    let unit =
        CheckedTroops { effectiveness: Effectiveness::Worn, order: Order::Disordered, ..CheckedTroops::default() };
    let check = alone(Some(&[Letter::S]), unit, [2, 4]);
    assert_eq!(
        check.modifiers(),
        [("FF-MNV-MOD-IN-COMMAND", 1), ("FF-MNV-MOD-WORN", 0), ("FF-MNV-MOD-TRAINED", 0), ("FF-LDR-S-MNV", 1)]
    );
    assert_eq!(results(&check), [0]);
    assert!(check.cites("FF-MNV-DB-RALLY"));
    let unit = check.outcome.units[0];
    assert_eq!((unit.grade, unit.order, unit.formation), (Grade::Tardy, Order::Good, None));
}

fn w07_broken() -> CheckedTroops {
    CheckedTroops {
        rating: Rating::Raw,
        effectiveness: Effectiveness::Spent,
        order: Order::Broken,
        command: Command::Out,
        stands: 4,
        ..CheckedTroops::default()
    }
}

#[test]
fn w07_panic_with_losses() {
    let check = alone(None, w07_broken(), [2, 5]);
    assert_eq!(
        check.modifiers(),
        [
            ("FF-MNV-MOD-OUT-OF-COMMAND", -1),
            ("FF-MNV-MOD-SPENT", -2),
            ("FF-MNV-MOD-RAW", -1),
            ("FF-MNV-MOD-OUTFLANKED", -2)
        ]
    );
    assert_eq!(results(&check), [-9]);
    assert!(check.cites("FF-MNV-DB-PANIC") && check.cites("FF-MNV-DB-PANIC-LOSS"));
    let unit = check.outcome.units[0];
    assert_eq!((unit.stands_lost, unit.forced, unit.order), (3, Forced::FullRetreat, Order::Broken));
}

#[test]
fn w08_panic_on_doubles() {
    let check = alone(None, w07_broken(), [4, 4]);
    assert_eq!(results(&check), [-6]);
    assert!(check.cites("FF-MNV-DB-PANIC") && !check.cites("FF-MNV-DB-WAVERING"));
    assert_eq!(check.outcome.units[0].stands_lost, 0);
}

#[test]
fn w09_battery() {
    let guns = CheckedGuns { limbered: true, ..CheckedGuns::default() };
    let check = referee::<Maneuver>(&check(Some(&[]), vec![CheckedUnit::Guns(guns)]), &[1, 6], &[]);
    assert_eq!(
        check.modifiers(),
        [("FF-MNV-MOD-IN-COMMAND", 1), ("FF-MNV-MOD-FRESH", 2), ("FF-MNV-MOD-TRAINED", 0), ("FF-MNV-MOD-FORMATION", 1)]
    );
    assert_eq!(results(&check), [-1]);
    assert!(check.cites("FF-MNV-GO-TARDY"));
    assert_eq!(check.outcome.units[0].grade, Grade::Tardy);
}

#[test]
fn w10_disliked_leader_attached() {
    let unit = CheckedTroops {
        rating: Rating::Veteran,
        effectiveness: Effectiveness::Worn,
        attached_leader: Some(AttachedLeader { letters: vec![Letter::D] }),
        ..CheckedTroops::default()
    };
    let check = alone(Some(&[Letter::D]), unit, [3, 3]);
    assert_eq!(
        check.modifiers(),
        [
            ("FF-LDR-D", -1),
            ("FF-MNV-MOD-ATTACHED", 1),
            ("FF-MNV-MOD-IN-COMMAND", 1),
            ("FF-MNV-MOD-WORN", 0),
            ("FF-MNV-MOD-VETERAN", 1)
        ]
    );
    assert_eq!(results(&check), [2]);
    assert!(check.cites("FF-MNV-GO-WELL-HANDLED"));
}

fn w11_broken(command: Command) -> CheckedTroops {
    CheckedTroops { effectiveness: Effectiveness::Worn, order: Order::Broken, command, ..CheckedTroops::default() }
}

#[test]
fn w11_broken_troops_under_a_stranger_waver() {
    let check = alone(Some(&[Letter::G]), w11_broken(Command::Provisional), [2, 2]);
    assert_eq!(
        check.modifiers(),
        [
            ("FF-MNV-MOD-PROVISIONAL", 0),
            ("FF-MNV-MOD-WORN", 0),
            ("FF-MNV-MOD-TRAINED", 0),
            ("FF-MNV-MOD-OUTFLANKED", -2)
        ]
    );
    assert_eq!(results(&check), [-2]);
    assert!(check.cites("FF-MNV-DB-WAVERING") && check.cites("FF-MNV-DB-WAVERING-REFORM"));
    let unit = check.outcome.units[0];
    assert_eq!((unit.order, unit.forced), (Order::Disordered, Forced::Hold));

    let close = CheckedTroops { close_range: true, ..w11_broken(Command::Provisional) };
    assert_eq!(alone(None, close, [2, 2]).outcome.units[0].forced, Forced::OutOfCloseRange);
}

#[test]
fn w11_broken_troops_under_a_gallant_leader_rally() {
    let situation = check(Some(&[Letter::G]), vec![CheckedUnit::Troops(w11_broken(Command::In))]);
    // The owner rallies it in extended line.
    let check = referee::<Maneuver>(&situation, &[2, 2], &[1]);
    assert_eq!(
        check.modifiers(),
        [
            ("FF-LDR-G-MNV", 1),
            ("FF-MNV-MOD-IN-COMMAND", 1),
            ("FF-MNV-MOD-WORN", 0),
            ("FF-MNV-MOD-TRAINED", 0),
            ("FF-MNV-MOD-OUTFLANKED", -2)
        ]
    );
    assert_eq!(results(&check), [0]);
    assert!(check.cites("FF-MNV-DB-RALLY"));
    assert_eq!(check.questions(), ["rally-formation"]);
    let unit = check.outcome.units[0];
    assert_eq!((unit.order, unit.formation, unit.grade), (Order::Good, Some(Formation::Extended), Grade::Tardy));
}
