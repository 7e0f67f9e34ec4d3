//! The worked examples of the dossier, each named by its number. E29 is about random forces.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use crate::support::{Run, book, book_with, run};
use elephant::charge::{Charge, ChargeEnd, ChargeSituation, ChargeTarget, Charger, Going};
use elephant::charts::{Casualty, CasualtyCheck, Grade, MoraleResult, Mover, Penalty, Weapon, Withdrawn};
use elephant::combat::{Combat, CombatSituation, Ending, Fighter, Position};
use elephant::command::{CasualtySituation, OfficerCasualty};
use elephant::fire::{Fire, FireOutcome, FireSituation, FireTarget, Firer, Stance, Volley};
use elephant::morale::ripple::{Ripple, RippleSituation};
use elephant::morale::{MoraleSituation, MoraleTest};
use elephant::movement::{
    FallBack, FallBackSituation, Move, MoveSituation, OpportunityCharge, OpportunitySituation, Withdraw,
    WithdrawalSituation,
};
use elephant::unit::{Arm, Commander, Condition, Cover, Formation, Hindrance, Withdrawal};
use elephant::{Book, Event};
use engine::{Decimal, Side};

const YES: u32 = 0;

fn volley(weapon: Weapon, stands: u16, range_yards: u16) -> Volley {
    Volley { weapon, stands, range_yards, from_flank_or_rear: false, cover: None }
}

fn firer(volleys: Vec<Volley>) -> Firer {
    Firer {
        arm: Arm::Infantry,
        formation: Formation::Line,
        mounted: false,
        prone: false,
        marksmen: false,
        stance: Stance::Hold,
        panic: 0,
        out_of_ammo: false,
        ranks: 1,
        front_rank: false,
        hindrance: Hindrance::None,
        volleys,
    }
}

fn battery(weapon: Weapon, guns: u16, range_yards: u16) -> Firer {
    Firer {
        arm: Arm::FieldArtillery,
        formation: Formation::Unlimbered,
        ..firer(vec![volley(weapon, guns, range_yards)])
    }
}

fn line_of(stands: u16) -> FireTarget {
    FireTarget {
        arm: Arm::Infantry,
        formation: Formation::Line,
        mounted: false,
        prone: false,
        ranks: 1,
        road_column: false,
        flanks_exposed: false,
        cover: Cover::None,
        condition: Condition::fresh(stands),
        commander: None,
    }
}

fn fire(book: &Book, firers: Vec<Firer>, target: FireTarget, dice: &[u8], answers: &[u32]) -> Run<FireOutcome> {
    run::<Fire>(book, &FireSituation { side: Side::Union, firers, target }, dice, answers)
}

/// The factor, the column before and after shifts, and the net shift of each attack.
fn columns(run: &Run<FireOutcome>) -> Vec<(f64, u16, i16, u16)> {
    let fired = |event: &Event| match event {
        Event::Fired { factor_thousandths, column, shift, shifted } => {
            Some((f64::from(*factor_thousandths) / 1000.0, *column, *shift, *shifted))
        }
        _ => None,
    };
    run.record.events.iter().filter_map(fired).collect()
}

// Columns of the fire chart by their number.
const C0: u16 = 0;
const C3: u16 = 1;
const C6: u16 = 2;
const C10: u16 = 3;
const C15: u16 = 4;
const C21: u16 = 5;
const C28: u16 = 6;
const C55: u16 = 9;

#[test]
fn e1_a_steady_volley() {
    let run = fire(&book(), vec![firer(vec![volley(Weapon::RifleMusket, 10, 180)])], line_of(9), &[4], &[]);
    assert_eq!(columns(&run), [(20.0, C15, 1, C21)]);
    assert_eq!(run.modifiers(), [("SE-FIRE-SHIFT-STATIONARY", 1)]);
    assert_eq!((run.outcome.hits, run.outcome.markers), (1, 1));
}

#[test]
fn e2_two_targets_and_a_panic_marker() {
    let half = |range| Firer { panic: 1, stance: Stance::Move, ..firer(vec![volley(Weapon::RifleMusket, 5, range)]) };
    let in_cover = FireTarget { cover: Cover::Soft, ..line_of(9) };
    let run_a = fire(&book(), vec![half(150)], in_cover, &[7], &[]);
    assert_eq!(columns(&run_a), [(8.0, C6, -1, C3)]);
    assert_eq!((run_a.outcome.hits, run_a.outcome.markers), (0, 1));
    let run_b = fire(&book(), vec![half(90)], line_of(9), &[2], &[]);
    assert_eq!(columns(&run_b), [(12.0, C10, 0, C10)]);
    assert_eq!((run_b.outcome.hits, run_b.outcome.markers), (0, 1));
    assert!(run_a.cites("SE-FIRE-PANIC-LOSS"));
}

#[test]
fn e3_halves_are_kept() {
    let shots = |die| fire(&book(), vec![firer(vec![volley(Weapon::Musket, 5, 250)])], line_of(9), &[die], &[]);
    let nine = shots(9);
    assert_eq!(columns(&nine), [(2.5, C0, 1, C3)]);
    assert_eq!(nine.outcome.hits, 1);
    assert_eq!((shots(8).outcome.hits, shots(8).outcome.markers), (0, 1));
}

#[test]
fn e4_maximum_range_beats_the_band() {
    let carbines = |range| Firer {
        arm: Arm::Cavalry,
        formation: Formation::Skirmish,
        ..firer(vec![volley(Weapon::MlCarbine, 6, range)])
    };
    let situation = FireSituation { side: Side::Union, firers: vec![carbines(350)], target: line_of(9) };
    let refusal = <Fire as engine::book::Procedure>::check(&book(), &situation).expect_err("350 yards is too far");
    assert_eq!(refusal.reasons[0].rule.map(engine::Rule::id), Some("SE-FF-MLCARBINE"));
    let at_300 = fire(&book(), vec![carbines(300)], line_of(9), &[9], &[]);
    assert_eq!(columns(&at_300)[0].0, 6.0);
}

#[test]
fn e5_combined_or_separate() {
    let firers =
        || vec![firer(vec![volley(Weapon::RifleMusket, 8, 300)]), battery(Weapon::TwelvePounderNapoleon, 2, 300)];
    let combined = fire(&book(), firers(), line_of(9), &[5], &[0]);
    assert_eq!(columns(&combined), [(20.0, C15, 0, C15)]);
    assert_eq!(combined.outcome.hits, 1);
    let separate = fire(&book(), firers(), line_of(9), &[5, 3], &[1]);
    assert_eq!(columns(&separate), [(8.0, C6, 1, C10), (12.0, C10, 0, C10)]);
    assert_eq!((separate.outcome.hits, separate.outcome.markers), (1, 2));
}

#[test]
fn e6_left_end_of_the_table() {
    let prone = || FireTarget { prone: true, cover: Cover::Hard, ..line_of(9) };
    let shots = |die| fire(&book(), vec![firer(vec![volley(Weapon::RifleMusket, 7, 180)])], prone(), &[die], &[]);
    let nine = shots(9);
    assert_eq!(columns(&nine), [(14.0, C10, -5, C0)]);
    assert_eq!(
        nine.modifiers(),
        [("SE-FIRE-SHIFT-STATIONARY", 1), ("SE-FIRE-SHIFT-HARD", -2), ("SE-FIRE-SHIFT-PRONE", -4)]
    );
    assert_eq!((nine.outcome.hits, nine.outcome.markers), (0, 1));
    assert_eq!(shots(7).outcome.markers, 0);
}

#[test]
fn e7_right_end_marker_cap_and_stand_loss() {
    let column = FireTarget {
        formation: Formation::Column,
        ranks: 4,
        road_column: true,
        condition: Condition { stands: 8, hits: 2, panic: 0, lost: 0 },
        ..line_of(8)
    };
    let run = fire(&book(), vec![battery(Weapon::TwentyFourPounderHowitzer, 4, 100)], column, &[9], &[]);
    assert_eq!(columns(&run), [(60.0, C55, 3, C55)]);
    assert_eq!((run.outcome.hits, run.outcome.markers), (4, 4));
    assert_eq!(run.outcome.condition, Condition { stands: 6, hits: 0, panic: 2, lost: 2 });
    assert!(run.cites("SE-PANIC-MAX"));
}

#[test]
fn e8_guns_at_long_range() {
    let howitzers = Firer { panic: 1, ..battery(Weapon::TwelvePounderHowitzer, 4, 1000) };
    let guns = FireTarget { arm: Arm::FieldArtillery, formation: Formation::Unlimbered, ..line_of(4) };
    let run = fire(&book(), vec![howitzers], guns, &[8], &[]);
    assert_eq!(columns(&run), [(1.5, C0, -1, C0)]);
    assert_eq!((run.outcome.hits, run.outcome.markers), (0, 1));
}

fn morale(grade: Grade, condition: Condition) -> MoraleSituation {
    MoraleSituation {
        arm: Arm::Infantry,
        formation: Formation::Line,
        mounted: false,
        grade,
        condition,
        withdrew_last_turn: Withdrawal::None,
        flank_fire: false,
        in_cover: false,
        commander: None,
        defensive_fire: false,
        charging: false,
        overenthusiastic: false,
    }
}

fn marked(panic: u8) -> Condition {
    Condition { stands: 8, hits: 0, panic, lost: 0 }
}

#[test]
fn e9_morale_just_enough() {
    let condition = Condition { stands: 7, hits: 0, panic: 2, lost: 3 };
    let run =
        run::<MoraleTest>(&book(), &MoraleSituation { in_cover: true, ..morale(Grade::Regular, condition) }, &[6], &[]);
    assert_eq!(run.modifiers(), [("SE-MORALE-MOD-PANIC", 2), ("SE-MORALE-MOD-LOSSES", 1), ("SE-MORALE-MOD-COVER", -1)]);
    assert_eq!((run.outcome.result, run.outcome.condition.panic), (MoraleResult::Pass, 0));
}

#[test]
fn e10_morale_shaken() {
    let condition = Condition { stands: 8, hits: 2, panic: 1, lost: 0 };
    let run =
        run::<MoraleTest>(&book(), &MoraleSituation { flank_fire: true, ..morale(Grade::Poor, condition) }, &[6], &[]);
    assert_eq!(run.outcome.result, MoraleResult::Shaken);
    assert_eq!(run.outcome.condition, Condition { stands: 7, hits: 0, panic: 2, lost: 1 });
}

#[test]
fn e11_morale_rout_and_the_run_goes_on() {
    let situation = |withdrew_last_turn| MoraleSituation { withdrew_last_turn, ..morale(Grade::Militia, marked(2)) };
    let routed = run::<MoraleTest>(&book(), &situation(Withdrawal::Rout), &[7], &[]);
    assert_eq!(routed.outcome.result, MoraleResult::Rout);
    assert_eq!(routed.outcome.condition.panic, 2, "markers stay on");
    let retreated = run::<MoraleTest>(&book(), &situation(Withdrawal::Retreat), &[7], &[]);
    assert_eq!(retreated.outcome.result, MoraleResult::Retreat);
}

#[test]
fn e12_overenthusiastic() {
    let with_general = MoraleSituation {
        commander: Some(Commander { rating: 2, wounded: false }),
        ..morale(Grade::Veteran, marked(1))
    };
    let one = run::<MoraleTest>(&book(), &with_general, &[1], &[]);
    assert_eq!((one.outcome.result, one.outcome.condition.panic), (MoraleResult::Overenthusiastic, 0));
    assert_eq!(run::<MoraleTest>(&book(), &with_general, &[2], &[]).outcome.result, MoraleResult::Pass);
    let switched_off = book_with(&[("overenthusiastic", "off")]);
    assert_eq!(run::<MoraleTest>(&switched_off, &with_general, &[1], &[]).outcome.result, MoraleResult::Pass);
}

#[test]
fn e13_elite() {
    let test = |markers| run::<MoraleTest>(&book(), &morale(Grade::Elite, marked(markers)), &[9], &[]).outcome.result;
    assert_eq!((test(1), test(2)), (MoraleResult::Pass, MoraleResult::Shaken));
}

#[test]
fn e14_green() {
    let run = run::<MoraleTest>(&book(), &morale(Grade::Green, marked(1)), &[3, 9], &[]);
    assert_eq!((run.outcome.grade, run.outcome.result), (Grade::Poor, MoraleResult::Retreat));
}

fn regiment(stands: u16, grade: Grade) -> Fighter {
    Fighter { grade, weapon: Some(Weapon::RifleMusket), ..Fighter::infantry(stands) }
}

fn charger(unit: Fighter, distance_yards: u16) -> Charger {
    Charger {
        unit,
        distance_yards,
        began_yards: None,
        marksmen: false,
        front_rank: None,
        hindrance: Hindrance::None,
        path: Vec::new(),
        moved_last_turn: false,
        column_die: false,
        fired: false,
        defile: false,
        road_column: false,
        cover: Cover::None,
        withdrew_last_turn: Withdrawal::None,
        flank_fire: false,
        piece: None,
        target_cover: None,
    }
}

fn charge_on(unit: Fighter) -> ChargeTarget {
    ChargeTarget {
        unit,
        marksmen: false,
        front_rank: None,
        prone: false,
        cover: Cover::None,
        withdrawn: false,
        engaged: false,
        fired: false,
        withdrew_last_turn: Withdrawal::None,
        flank_fire: false,
        caught_moving: false,
        road_column: false,
        piece: None,
        guns: Vec::new(),
    }
}

/// Inches that these dice carry a charger.
fn inches(charger: Charger, dice: &[u8]) -> f64 {
    let wagon = Fighter { arm: Arm::Wagon, formation: Formation::Limbered, weapon: None, ..Fighter::infantry(1) };
    let situation = ChargeSituation { side: Side::Union, attackers: vec![charger], target: charge_on(wagon) };
    let run = run::<Charge>(&book(), &situation, dice, &[]);
    let allowance = run.record.events.iter().find_map(|event| match event {
        Event::ChargeRolled { allowance_thousandths, .. } => Some(f64::from(*allowance_thousandths) / 1000.0),
        _ => None,
    });
    allowance.expect("a charge rolls for distance")
}

#[test]
fn e15_movement_the_floor() {
    let path = |path| Charger { path, ..charger(regiment(10, Grade::Regular), 100) };
    assert_eq!(inches(path(vec![Penalty::Woods, Penalty::Wall]), &[4, 3, 2]), 3.0);
    assert_eq!(inches(path(vec![Penalty::Woods, Penalty::Wall, Penalty::Stream]), &[4, 3, 2]), 3.0);
}

fn march(mover: Mover, column_die: bool, penalties: Vec<Penalty>, dice: &[u8]) -> f64 {
    let situation = MoveSituation {
        mover,
        column_die,
        road_die: false,
        moved_last_turn: false,
        obstacle_yards: 0,
        hindrance: Hindrance::None,
        penalties,
    };
    f64::from(run::<Move>(&book(), &situation, dice, &[]).outcome.inches.thousandths()) / 1000.0
}

#[test]
fn e15_the_floor_holds_for_any_move() {
    assert_eq!(march(Mover::Infantry, false, vec![Penalty::Woods, Penalty::Wall], &[4, 3, 2]), 3.0);
    let three = vec![Penalty::Woods, Penalty::Wall, Penalty::Stream];
    assert_eq!(march(Mover::Infantry, false, three, &[4, 3, 2]), 3.0);
}

#[test]
fn e16_deductions_before_halving() {
    let dice = [5, 4, 3, 3];
    assert_eq!(march(Mover::Infantry, true, vec![Penalty::Uphill, Penalty::ColumnToLine], &dice), 5.5);
    let fired = vec![Penalty::Uphill, Penalty::ColumnToLine, Penalty::Fired];
    assert_eq!(march(Mover::Infantry, true, fired, &dice), 4.0);
}

#[test]
fn r39_skirmishers_pass_through_friends_for_nothing() {
    for mover in [Mover::InfantrySkirmish, Mover::DismountedCavalry] {
        assert_eq!(march(mover, false, vec![Penalty::Interpenetration], &[4, 4, 4, 4]), 16.0);
    }
    assert_eq!(march(Mover::Infantry, false, vec![Penalty::Interpenetration], &[4, 4, 4]), 9.0);
}

#[test]
fn e18_half_an_average_die() {
    assert_eq!(march(Mover::FieldArtillery, false, vec![Penalty::Prolong], &[5]), 2.5);
}

#[test]
fn e24_ripple() {
    let past = |grade, dice: &[u8]| {
        let situation = RippleSituation {
            withdrawal: Withdrawn::Rout,
            withdrawing_grade: Grade::Veteran,
            bystander: morale(grade, Condition::fresh(8)),
        };
        run::<Ripple>(&book(), &situation, dice, &[])
    };
    let elite = past(Grade::Elite, &[5]);
    assert!(elite.cites("SE-RIPPLE-ROUT-POORER") && !elite.cites("SE-PANIC-CAUSE-WITHDRAWAL"));
    let veteran = past(Grade::Veteran, &[9]);
    assert_eq!(veteran.modifiers(), [("SE-MORALE-MOD-PANIC", 1)]);
    let regular = past(Grade::Regular, &[9]);
    assert_eq!(regular.modifiers(), [("SE-MORALE-MOD-PANIC", 2)]);
    assert_eq!(regular.outcome.result, Some(MoraleResult::Retreat));
}

#[test]
fn e26_opportunity_charge() {
    let cavalry = MoraleSituation { arm: Arm::Cavalry, mounted: true, ..morale(Grade::Regular, Condition::fresh(8)) };
    let situation = OpportunitySituation {
        meeting_inches: None,
        side: Side::Union,
        cavalry,
        moved_last_turn: true,
        fired: false,
        path: Vec::new(),
        gap_inches: Decimal::from_thousandths(3_750),
        path_left_inches: Decimal::from_int(6),
        allowance_left_inches: Decimal::from_int(6),
        mover_dice: 3,
        mover_is_cavalry: false,
        outside_arcs: true,
    };
    let faced = run::<OpportunityCharge>(&book(), &situation, &[5, 3, 3, 3, 3, 3, 3, 3], &[YES]);
    assert_eq!(faced.outcome.mover_went_inches, Decimal::from_thousandths(1_250));
    assert_eq!((faced.outcome.reaches, faced.outcome.faced, faced.outcome.flank_or_rear), (true, true, false));
    // With fewer than three inches left it could not face.
    let hurried = OpportunitySituation { allowance_left_inches: Decimal::from_int(4), ..situation.clone() };
    let caught = run::<OpportunityCharge>(&book(), &hurried, &[5, 3, 3, 3, 3, 3, 3, 3], &[]);
    assert!(caught.outcome.flank_or_rear);
    // From rest two twos carry it home in the open, and not over a wall.
    let over = |path: Vec<Penalty>| {
        let from_rest = OpportunitySituation { moved_last_turn: false, outside_arcs: false, path, ..situation.clone() };
        run::<OpportunityCharge>(&book(), &from_rest, &[5, 2, 2], &[]).outcome.reaches
    };
    assert!(over(Vec::new()) && !over(vec![Penalty::Wall]));
}

#[test]
fn e17_cavalry_dice() {
    let troopers = Fighter { arm: Arm::Cavalry, mounted: true, ..regiment(8, Grade::Regular) };
    let moving = Charger { moved_last_turn: true, path: vec![Penalty::Face], ..charger(troopers, 100) };
    assert_eq!(inches(moving, &[5, 4, 4, 3, 3, 2, 4]), 18.0);
    assert_eq!(inches(charger(troopers, 100), &[4, 5]), 9.0);
    assert_eq!(inches(Charger { path: vec![Penalty::Woods], ..charger(troopers, 100) }, &[4, 5]), 7.0);
}

#[test]
fn e18_prolonging_guns_fire_worse() {
    let prolonging = Firer { stance: Stance::Prolong, ..battery(Weapon::TwelvePounderNapoleon, 2, 400) };
    let run = fire(&book(), vec![prolonging], line_of(9), &[9], &[]);
    assert_eq!(columns(&run), [(6.0, C6, -1, C3)]);
    assert_eq!(run.outcome.hits, 1);
}

fn e19() -> ChargeSituation {
    let shaky =
        Fighter { condition: Condition { stands: 9, hits: 0, panic: 1, lost: 0 }, ..regiment(9, Grade::Regular) };
    ChargeSituation {
        side: Side::Union,
        attackers: vec![charger(regiment(10, Grade::Veteran), 240)],
        target: charge_on(shaky),
    }
}

#[test]
fn e19_a_whole_charge() {
    // 3AV; first fire 3; test 6; T tests 4 and fires 0; test 8; T receives 7; Combat 4.
    let run = run::<Charge>(&book(), &e19(), &[3, 4, 4, 3, 6, 4, 0, 8, 7, 4], &[YES, YES]);
    let fired: Vec<(i32, u16)> = run
        .record
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Fired { factor_thousandths, shifted, .. } => Some((*factor_thousandths, *shifted)),
            _ => None,
        })
        .collect();
    assert_eq!(fired, [(24_000, C28), (27_000, C28)]);
    assert_eq!(run.outcome.end, ChargeEnd::Combat);
    let attacker = run.outcome.attackers[0];
    assert_eq!((attacker.going, attacker.unit.ending), (Going::Home, Ending::Stands));
    assert_eq!(attacker.unit.condition, Condition { stands: 9, hits: 1, panic: 1, lost: 1 });
    assert_eq!(run.outcome.target.ending, Ending::Retreats);
    assert_eq!(run.outcome.target.condition, Condition { stands: 9, hits: 0, panic: 1, lost: 0 });
}

#[test]
fn e19_a_nine_in_step_seven_halts_the_charge() {
    let run = run::<Charge>(&book(), &e19(), &[3, 4, 4, 3, 6, 4, 0, 9], &[YES, YES]);
    assert_eq!((run.outcome.end, run.outcome.attackers[0].going), (ChargeEnd::Failed, Going::Halted));
    assert!(run.cites("SE-CHARGE-7-HALT"));
}

fn combat(attackers: Vec<Fighter>, defenders: Vec<Fighter>) -> CombatSituation {
    CombatSituation { side: Side::Union, attackers, defenders }
}

fn fought<O>(run: &Run<O>) -> Vec<(u16, String)> {
    let result = |event: &Event| match event {
        Event::Fought { shifted, result, .. } => Some((*shifted, result.to_string())),
        _ => None,
    };
    run.record.events.iter().filter_map(result).collect()
}

#[test]
fn e20_combat_against_a_flank() {
    let situation = combat(
        vec![Fighter { flank_or_rear: true, ..regiment(5, Grade::Regular) }],
        vec![regiment(12, Grade::Regular)],
    );
    let six = run::<Combat>(&book(), &situation, &[6], &[]);
    assert_eq!(fought(&six), [(5, "ENGD".to_owned())]);
    assert_eq!((six.outcome.attackers[0].ending, six.outcome.defenders[0].ending), (Ending::Engaged, Ending::Engaged));
    assert_eq!(fought(&run::<Combat>(&book(), &situation, &[3], &[])), [(5, "-/K1".to_owned())]);
}

#[test]
fn e21_guns_count_half() {
    let guns = Fighter {
        arm: Arm::FieldArtillery,
        formation: Formation::Unlimbered,
        weapon: None,
        position: Position::Fieldworks,
        ..regiment(3, Grade::Regular)
    };
    let run = run::<Combat>(&book(), &combat(vec![regiment(7, Grade::Regular)], vec![guns]), &[5], &[]);
    assert_eq!(run.modifiers(), [("SE-COMBAT-SHIFT-WORKS", -2)]);
    assert_eq!(fought(&run), [(5, "K1/RT".to_owned())]);
}

#[test]
fn e22_two_on_one() {
    let situation =
        combat(vec![regiment(8, Grade::Regular), regiment(6, Grade::Elite)], vec![regiment(7, Grade::Regular)]);
    let run = run::<Combat>(&book(), &situation, &[7, 1], &[]);
    assert_eq!(fought(&run), [(5, "RPLS".to_owned()), (7, "K1/C1".to_owned())]);
    let [first, second] = [run.outcome.attackers[0], run.outcome.attackers[1]];
    assert_eq!((first.ending, first.condition), (Ending::Retreats, Condition { panic: 1, ..Condition::fresh(8) }));
    assert_eq!(
        (second.ending, second.condition),
        (Ending::Stands, Condition { stands: 5, hits: 0, panic: 1, lost: 1 })
    );
    let defender = run.outcome.defenders[0];
    assert_eq!((defender.ending, defender.captured), (Ending::Retreats, 1));
    assert_eq!(defender.condition, Condition { stands: 6, hits: 0, panic: 1, lost: 1 });
}

#[test]
fn e23_captures_at_the_ends() {
    let strong = Fighter { uphill: true, ranks: 2, ..regiment(9, Grade::Regular) };
    let last_stand = run::<Combat>(&book(), &combat(vec![strong], vec![regiment(1, Grade::Regular)]), &[0], &[]);
    assert_eq!(fought(&last_stand), [(9, "-/C2".to_owned())]);
    assert_eq!((last_stand.outcome.defenders[0].ending, last_stand.outcome.defenders[0].captured), (Ending::Gone, 1));
    let weak = combat(vec![regiment(2, Grade::Regular)], vec![regiment(9, Grade::Regular)]);
    let captured = run::<Combat>(&book(), &weak, &[9], &[]);
    assert_eq!(fought(&captured), [(0, "C2/-".to_owned())]);
    assert_eq!((captured.outcome.attackers[0].ending, captured.outcome.attackers[0].captured), (Ending::Gone, 2));
}

#[test]
fn e25_officers() {
    let brigadier = Commander { rating: 1, wounded: false };
    let check =
        |occasion, count, commander| CasualtySituation { occasion, count, commander, condition: Condition::fresh(8) };
    let hit = run::<OfficerCasualty>(&book(), &check(CasualtyCheck::Fire, 2, brigadier), &[4, 1, 4], &[]);
    assert_eq!((hit.outcome.casualty, hit.outcome.tests_at_once), (Casualty::Light, false));
    let wounded = Commander { wounded: true, ..brigadier };
    let again = run::<OfficerCasualty>(&book(), &check(CasualtyCheck::Combat, 1, wounded), &[6, 1, 1, 3], &[]);
    assert_eq!((again.outcome.casualty, again.outcome.tests_at_once), (Casualty::Serious, true));
    assert_eq!(again.outcome.condition.panic, 1);
    let general = Fighter { commander: Some(Commander { rating: 2, wounded: false }), ..regiment(6, Grade::Regular) };
    let run = run::<Combat>(&book(), &combat(vec![general], vec![regiment(6, Grade::Regular)]), &[6], &[]);
    assert_eq!(run.modifiers(), [("SE-COMBAT-SHIFT-GENERAL", 2)]);
    assert_eq!(fought(&run)[0].0, 5);
}

#[test]
fn e27_skirmishers() {
    let skirmishers = Firer { formation: Formation::Skirmish, ..firer(vec![volley(Weapon::RifleMusket, 4, 120)]) };
    let run = fire(&book(), vec![skirmishers], line_of(9), &[5], &[]);
    assert_eq!(columns(&run), [(8.0, C6, 0, C6)]);
    assert_eq!(run.modifiers(), [("SE-FIRE-SHIFT-STATIONARY", 1), ("SE-FIRE-SHIFT-SKIRM", -1)]);
}

#[test]
fn e27_skirmishers_move_half_and_rejoin() {
    assert_eq!(march(Mover::InfantrySkirmish, false, vec![Penalty::Fired], &[4, 3, 3, 2]), 6.0);
    let situation = FallBackSituation {
        arm: Arm::Infantry,
        mounted: false,
        moved_last_turn: false,
        skirmishers: Condition { stands: 4, hits: 1, panic: 1, lost: 0 },
        parent: Some(Condition { stands: 6, hits: 2, panic: 2, lost: 0 }),
    };
    let run = run::<FallBack>(&book(), &situation, &[], &[]);
    assert_eq!(run.outcome.rejoined, Some(Condition { stands: 9, hits: 0, panic: 2, lost: 1 }));
}

#[test]
fn e11_retreats_and_routs_in_inches() {
    let inches = |withdrawal| {
        let situation =
            WithdrawalSituation { withdrawal, panic: 2, gap_yards: None, friends: Vec::new(), commander: false };
        run::<Withdraw>(&book(), &situation, &[], &[]).outcome.inches
    };
    assert_eq!(inches(Withdrawn::Rout), Decimal::from_int(10));
    assert_eq!(inches(Withdrawn::Retreat), Decimal::from_int(5));
}

#[test]
fn e28_charge_pistols() {
    let troopers =
        Fighter { arm: Arm::Cavalry, mounted: true, weapon: Some(Weapon::Shotgun), ..regiment(8, Grade::Regular) };
    let situation = ChargeSituation {
        side: Side::Confederate,
        attackers: vec![charger(troopers, 50)],
        target: charge_on(Fighter { weapon: None, ..regiment(9, Grade::Regular) }),
    };
    // 2AV; T receives 5; pistols 9; Combat 6 at 8 : 9 (two hits do not take a stand).
    let run = run::<Charge>(&book(), &situation, &[3, 3, 5, 9, 6], &[YES]);
    let fired = run.record.events.iter().find_map(|event| match event {
        Event::Fired { factor_thousandths, column, shift, shifted } => {
            Some((*factor_thousandths, *column, *shift, *shifted))
        }
        _ => None,
    });
    assert_eq!(fired, Some((32_000, C28, -2, C15)));
    assert_eq!(run.outcome.target.condition.hits, 2);
}

#[test]
fn s25_pistols_are_not_fired_into_a_fight() {
    let troopers =
        Fighter { arm: Arm::Cavalry, mounted: true, weapon: Some(Weapon::Shotgun), ..regiment(8, Grade::Regular) };
    let target = charge_on(Fighter { weapon: None, ..regiment(9, Grade::Regular) });
    let situation = ChargeSituation {
        side: Side::Confederate,
        attackers: vec![charger(troopers, 50)],
        target: ChargeTarget { engaged: true, ..target },
    };
    // 2AV, and then Combat at once: nobody tests, and nobody is asked.
    let run = run::<Charge>(&book(), &situation, &[3, 3, 6], &[]);
    assert!(run.record.questions.is_empty());
    assert!(!run.record.events.iter().any(|event| matches!(event, Event::Fired { .. })));
}

#[test]
fn e30_out_of_ammunition() {
    let book = book_with(&[("ammunition", "on")]);
    let volley_of = |out_of_ammo| Firer { out_of_ammo, ..firer(vec![volley(Weapon::RifleMusket, 10, 180)]) };
    let marked = fire(&book, vec![volley_of(false)], line_of(9), &[0], &[]);
    assert_eq!((columns(&marked)[0].3, marked.outcome.markers), (C21, 1));
    assert!(marked.outcome.small_arms_out_of_ammo);
    let next = fire(&book, vec![volley_of(true)], line_of(9), &[5], &[]);
    assert_eq!(columns(&next)[0].3, C15);
    let charged =
        combat(vec![regiment(9, Grade::Regular)], vec![Fighter { out_of_ammo: true, ..regiment(9, Grade::Regular) }]);
    assert_eq!(fought(&run::<Combat>(&book, &charged, &[5], &[]))[0].0, 4);
}
