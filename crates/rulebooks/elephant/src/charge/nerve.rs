//! Steps 4, 5, 7 and 8: the tests of a charge.

use engine::{Rule, Ruling};

use super::{Attacking, ChargeFacts, Charger, Going, Progress};
use crate::charts::MoraleResult;
use crate::combat::Ending;
use crate::morale::{MoraleOutcome, Tester, morale_test};
use crate::rules::*;
use crate::unit::{Cover, Formation, Withdrawal};
use crate::{Book, Referee};

/// What the target tests for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TestFor {
    DefensiveFire,
    Receiving,
}

/// Steps 4 and 5: an attacker that took a hit or marker tests; if it passes it goes on.
pub(super) fn first_test<U: Referee>(facts: &ChargeFacts<'_>, charge: Progress, umpire: &mut U) -> Ruling<Progress, U> {
    test_next_attacker(facts, charge, (SE_CHARGE_4_TEST, SE_CHARGE_4_HALT), umpire)
}

/// Step 7: as step 4. R 4: the mark at which a shaken attacker halts is again the one at 100 yards.
pub(super) fn second_test<U: Referee>(
    facts: &ChargeFacts<'_>,
    charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    test_next_attacker(facts, charge, (SE_CHARGE_7_TEST, SE_CHARGE_7_HALT), umpire)
}

/// Step 8: the target tests to receive whoever is left, whatever happened in step 6. Shaken, it still stands and is fought
/// (S 9). A prone one that passes gets up (S 7).
pub(super) fn receive<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    umpire.cite(SE_CHARGE_8);
    if test_target(facts, &mut charge, TestFor::Receiving, umpire)? <= MoraleResult::Pass {
        if charge.target_still_prone {
            umpire.cite(SE_PRONE_STAND_TEST);
        }
        charge.target_still_prone = false;
    }
    Ok(charge)
}

fn test_next_attacker<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    (test, halt): (Rule, Rule),
    umpire: &mut U,
) -> Ruling<Progress, U> {
    let index = charge.take_turn(facts.situation.attackers.len());
    let (attacking, charger) = (&mut charge.attackers[index], &facts.situation.attackers[index]);
    let must_test = std::mem::take(&mut attacking.struck) && attacking.standing.ending == Ending::Stands;
    if must_test {
        umpire.cite(test);
        test_attacker(facts.book, attacking, charger, halt, umpire)?;
    }
    if attacking.is_charging() {
        umpire.cite(SE_CHARGE_5);
    }
    Ok(charge)
}

fn test_attacker<U: Referee>(
    book: &Book,
    attacking: &mut Attacking,
    charger: &Charger,
    halt: Rule,
    umpire: &mut U,
) -> Ruling<(), U> {
    let standing = &mut attacking.standing;
    let tester = Tester {
        arm: charger.unit.arm,
        formation: charger.unit.formation,
        mounted: charger.unit.mounted,
        withdrew_last_turn: if attacking.rallied { Withdrawal::None } else { charger.withdrew_last_turn },
        flank_fire: charger.flank_fire,
        in_cover: charger.shelter().worth(umpire) != Cover::None,
        rating: standing.command.rating(),
        defensive_fire: false,
        charging: true,
        overenthusiastic: attacking.overenthusiastic,
    };
    let MoraleOutcome { result, grade, condition } =
        morale_test(book, &tester, standing.grade, standing.condition, umpire)?;
    standing.grade = grade;
    standing.condition = condition;
    attacking.overenthusiastic = result == MoraleResult::Overenthusiastic;
    match result {
        MoraleResult::Overenthusiastic | MoraleResult::Pass => {
            attacking.rallied = charger.withdrew_last_turn != Withdrawal::None;
        }
        MoraleResult::Shaken => {
            umpire.cite(halt);
            if attacking.going == Going::Home {
                attacking.going = Going::Halted;
            }
        }
        MoraleResult::Retreat => standing.ending = Ending::Retreats,
        MoraleResult::Rout => standing.ending = Ending::Routs,
    }
    gone_if_no_stands(&mut standing.ending, standing.condition.stands);
    Ok(())
}

/// The target tests; a retreat or rout takes it away.
pub(super) fn test_target<U: Referee>(
    facts: &ChargeFacts<'_>,
    charge: &mut Progress,
    purpose: TestFor,
    umpire: &mut U,
) -> Ruling<MoraleResult, U> {
    let target = &facts.situation.target;
    // RULING: what lies between it and one of those who still come is cover, as it is in any other test.
    let anyone = charge.anyone_charging();
    let comes = |attacking: &Attacking| if anyone { attacking.is_charging() } else { attacking.is_at_the_mark() };
    let attackers = charge.attackers.iter().zip(&facts.situation.attackers);
    let mut coming = attackers.filter(|(attacking, _)| comes(attacking));
    let in_cover = coming.any(|(_, charger)| target.shelter_from(charger).worth(umpire) != Cover::None);
    let standing = &mut charge.target;
    let tester = Tester {
        arm: target.unit.arm,
        formation: target.unit.formation,
        mounted: target.unit.mounted,
        withdrew_last_turn: if charge.target_passed { Withdrawal::None } else { target.withdrew_last_turn },
        flank_fire: target.flank_fire,
        in_cover,
        rating: standing.command.rating(),
        defensive_fire: purpose == TestFor::DefensiveFire,
        charging: false,
        overenthusiastic: charge.target_overenthusiastic,
    };
    if target.unit.formation == Formation::Skirmish {
        umpire.cite(SE_SKIRM_11);
    }
    let MoraleOutcome { result, grade, condition } =
        morale_test(facts.book, &tester, standing.grade, standing.condition, umpire)?;
    standing.grade = grade;
    standing.condition = condition;
    charge.target_overenthusiastic = result == MoraleResult::Overenthusiastic;
    match result {
        MoraleResult::Retreat => standing.ending = Ending::Retreats,
        MoraleResult::Rout => standing.ending = Ending::Routs,
        MoraleResult::Overenthusiastic | MoraleResult::Pass => charge.target_passed = true,
        MoraleResult::Shaken => charge.target_shaken += 1,
    }
    gone_if_no_stands(&mut standing.ending, standing.condition.stands);
    Ok(result)
}

fn gone_if_no_stands(ending: &mut Ending, stands: u16) {
    if stands == 0 {
        *ending = Ending::Gone;
    }
}
