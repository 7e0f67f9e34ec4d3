//! One die of Combat and what it does (P9 steps 3 to 8).

use arrayvec::ArrayVec;
use engine::{Asks, Modifiers, Ruling, Side};

use super::fighter::{Ending, FIGHTERS_MAX, Standing};
use super::shifts::add_combat_shifts;
use super::{Fight, FightFacts};
use crate::charts::{Casualty, CasualtyCheck, CombatCell, CombatSide};
use crate::command::commander_check;
use crate::questions::LOSE_STAND;
use crate::rules::*;
use crate::{Book, Event, Referee};

/// One attacker's die, against whatever is left in contact. A defender already beaten by an earlier die of this fight still
/// suffers this one, but retreats only once.
pub(crate) fn strike<U: Referee>(facts: &FightFacts<'_>, mut fight: Fight, umpire: &mut U) -> Ruling<Fight, U> {
    let book = facts.book;
    let index = usize::from(fight.next);
    fight.next += 1;
    let (Some(attacker), Some(attacking)) = (facts.attackers.get(index), fight.attackers.get(index).copied()) else {
        return Ok(fight);
    };
    let named = fight.defenders.iter().position(|standing| !standing.condition.is_gone());
    let (false, Some(named)) = (attacking.condition.is_gone() || !attacking.ending.is_in_contact(), named) else {
        return Ok(fight);
    };
    let (defender, defending) = (&facts.defenders[named], fight.defenders[named]);

    umpire.cite(SE_COMBAT_ROLLS);
    let columns = &book.tables.combat_columns;
    let mut column = columns.step(fight.strengths.attacker, fight.strengths.defender);
    if attacker.flank_or_rear {
        // A unit hit in flank or rear never outnumbers that attacker.
        umpire.cite_all([SE_FLANK_COMBAT, SE_COMBAT_FLANK_ODDS]);
        column = column.max(columns.step(fight.strengths.defender, fight.strengths.defender));
    }
    umpire.cite(SE_COMBAT_SHIFT_TABLE);
    let mut shifts = Modifiers::new();
    add_combat_shifts(&mut shifts, book, (attacker, &attacking), (defender, &defending), umpire);
    let shift = umpire.apply(&shifts);
    let shifted = columns.shifted(column, shift);
    let die = umpire.d10(SE_COMBAT_TABLE)?;
    let result = umpire.read(book.tables.combat_results.at(die, shifted)?);
    umpire.tell(|| Event::Fought {
        attacker: index as u16 + 1,
        odds: [fight.strengths.attacker, fight.strengths.defender],
        column: column as u16,
        shift,
        shifted: shifted as u16,
        result,
    });
    cite_result(result, umpire);
    apply(facts, &mut fight, index, result, umpire)?;
    Ok(fight)
}

/// P9 step 6: what the result does to both sides.
fn apply<U: Referee>(
    facts: &FightFacts<'_>,
    fight: &mut Fight,
    attacker: usize,
    result: CombatCell,
    umpire: &mut U,
) -> Ruling<(), U> {
    let book = facts.book;
    let (ours, theirs) = (&book.tables.combat_attacker, &book.tables.combat_defender);
    suffer_losses(book, ours, result, ours.lost.at(result).value, &mut fight.attackers[attacker], umpire)?;
    // S 34: the owner spreads the losses; markers and a retreat fall on every defender.
    let losses = spread_losses(facts.side.enemy(), &fight.defenders, theirs.lost.at(result).value, umpire)?;
    for (standing, stands) in fight.defenders.iter_mut().zip(losses) {
        suffer_losses(book, theirs, result, stands, standing, umpire)?;
    }
    let struck = |side: &CombatSide| side.markers.at(result).value > 0 || side.retreats.at(result).value;
    let ours_followed = facts.attackers[attacker].followed_up && struck(ours);
    let theirs_followed = facts.defenders.iter().any(|unit| unit.followed_up) && struck(theirs);
    if ours_followed || theirs_followed {
        umpire.cite(SE_COMBAT_FOLLOWUP);
    }
    if result == CombatCell::Engaged {
        for standing in fight.defenders.iter_mut().chain([&mut fight.attackers[attacker]]) {
            if standing.ending == Ending::Stands {
                standing.ending = Ending::Engaged;
            }
        }
    }
    // Whoever is engaged, by this die or an earlier one, stays only if its enemy does.
    settle_engagements(fight);
    Ok(())
}

/// How many of the lost stands each defender bears: the owner names the unit for one stand after another.
fn spread_losses<U: Referee>(
    side: Side,
    defenders: &[Standing],
    stands: u16,
    umpire: &mut U,
) -> Ruling<[u16; FIGHTERS_MAX], U> {
    let mut losses = [0; FIGHTERS_MAX];
    for _ in 0..stands {
        let bears = |index: &usize| losses[*index] < defenders[*index].condition.stands;
        let able: ArrayVec<usize, FIGHTERS_MAX> = (0..defenders.len()).filter(bears).collect();
        let Some(last) = able.len().checked_sub(1) else {
            break;
        };
        let chosen = umpire.number(side, &LOSE_STAND, None, 0, last as u16)?;
        losses[able[usize::from(chosen)]] += 1;
    }
    Ok(losses)
}

/// Stands, markers, retreat and the danger to the commander, for one unit.
fn suffer_losses<U: Referee>(
    book: &Book,
    side: &CombatSide,
    result: CombatCell,
    stands: u16,
    standing: &mut Standing,
    umpire: &mut U,
) -> Ruling<(), U> {
    if standing.condition.is_gone() {
        return Ok(());
    }
    let lost = standing.condition.lose_stands(stands);
    let captured = lost.min(side.captured.at(result).value);
    standing.captured += captured;
    if lost > 0 {
        standing.seized = captured > 0;
    }
    let markers = umpire.read(side.markers.at(result));
    if markers > 0 {
        umpire.cite(SE_PANIC_CAUSE_COMBAT);
    }
    standing.condition.take_markers(book, markers as u8, umpire);
    standing.markers = standing.markers.saturating_add(markers as u8);
    if side.retreats.at(result).value && standing.ending.is_in_contact() {
        standing.ending = Ending::Retreats;
    }
    if standing.condition.is_gone() {
        standing.ending = Ending::Gone;
        standing.condition.hits = 0;
        standing.condition.panic = 0;
    }
    let casualty =
        commander_check(book, CasualtyCheck::Combat, lost, &mut standing.command, &mut standing.condition, umpire)?;
    if casualty != Casualty::None {
        standing.casualty = casualty;
    }
    Ok(())
}

/// A unit is only engaged while an enemy of the fight is.
fn settle_engagements(fight: &mut Fight) {
    let in_contact = |units: &[Standing]| units.iter().any(|standing| standing.ending.is_in_contact());
    if !(in_contact(&fight.attackers) && in_contact(&fight.defenders)) {
        for standing in fight.attackers.iter_mut().chain(&mut fight.defenders) {
            if standing.ending == Ending::Engaged {
                standing.ending = Ending::Stands;
            }
        }
    }
}

/// The rules behind a cell of the chart.
fn cite_result<U: Referee>(result: CombatCell, umpire: &mut U) {
    match result {
        CombatCell::Engaged => umpire.cite(SE_COMBAT_RES_ENGD),
        CombatCell::Repulsed => umpire.cite(SE_COMBAT_RES_RPLS),
        CombatCell::NoneC1 | CombatCell::NoneC2 | CombatCell::C1None | CombatCell::C2None => {
            umpire.cite(SE_COMBAT_RES_C);
        }
        CombatCell::NoneK1 | CombatCell::K1None | CombatCell::K1K2 | CombatCell::K2K1 => {
            umpire.cite_all([SE_COMBAT_RES_K, SE_COMBAT_RES_K_RETREAT]);
        }
        CombatCell::NoneRt => umpire.cite(SE_COMBAT_RES_RT),
        CombatCell::K1Rt | CombatCell::RtK1 => {
            umpire.cite_all([SE_COMBAT_RES_K, SE_COMBAT_RES_RT, SE_COMBAT_RES_K_RETREAT]);
        }
        CombatCell::C1K1 | CombatCell::K1C1 => umpire.cite_all([SE_COMBAT_RES_C, SE_COMBAT_RES_K]),
    }
}
