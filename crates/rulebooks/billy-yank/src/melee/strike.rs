//! One die of melee and what it does (5.7 steps 3 to 5).

use arrayvec::ArrayVec;
use engine::{Asks, Ruling};

use super::fighter::{Ending, FIGHTERS_MAX, Fighter, Standing};
use super::shifts::{Camp, melee_shifts};
use super::{Fight, FightFacts};
use crate::charts::MeleeCode;
use crate::citations::{MELEE_ROWS, cite_row};
use crate::command::{Led, commander_in_danger};
use crate::questions::LOSE_FIGURE;
use crate::rules::*;
use crate::unit::Direction;
use crate::{Book, Event, Referee};

/// One attacking unit's die. Every die falls, whatever the others brought, while there is anybody left to fight.
pub(super) fn strike<U: Referee>(facts: &FightFacts<'_>, mut fight: Fight, umpire: &mut U) -> Ruling<Fight, U> {
    let book = facts.book;
    let index = usize::from(fight.next);
    fight.next += 1;
    let Some(attacker) = facts.situation.attackers.get(index) else {
        return Ok(fight);
    };
    if fight.attackers[index].is_gone() || fight.defenders.iter().all(Standing::is_gone) {
        return Ok(fight);
    }
    let tables = &book.tables.melee;
    let mut column = facts.column;
    let flank = attacker.strikes != Direction::Front;
    if flank {
        // SL-27: however few, whoever strikes a flank fights at even odds at least.
        umpire.cite(BY_MEL_MOD_FLANK);
        column = column.max(tables.even);
    }
    let attacks = camp(&facts.situation.attackers, &fight.attackers, facts.attacker_led, flank);
    let turned = facts.situation.defenders.iter().any(|unit| unit.strikes != Direction::Front);
    let defends = camp(&facts.situation.defenders, &fight.defenders, facts.defender_led, turned);
    let round = (facts.situation.first_round, attacker.strikes);
    let shifts = melee_shifts(book, &attacks, &defends, round, umpire);
    let shift = umpire.apply(&shifts);
    let shifted = tables.columns.shifted(column, shift);
    let die = umpire.d10(BY_MEL_TABLE)?;
    let cell = umpire.read(tables.results.at(die, shifted)?);
    cite_row(&MELEE_ROWS, die, umpire);
    umpire.tell(|| Event::Fought {
        attacker: index as u16 + 1,
        odds: facts.odds,
        column: column as u16,
        shift,
        shifted: shifted as u16,
    });
    apply(facts, &mut fight, index, (cell.attacker, cell.defender), umpire)?;
    Ok(fight)
}

/// What the charts ask about one side.
fn camp<'a>(fighters: &'a [Fighter], standings: &[Standing], led: Led, flank: bool) -> Camp<'a> {
    let mut lead = 0;
    for (index, standing) in standings.iter().enumerate() {
        if standing.body.condition.figures > standings[lead].body.condition.figures {
            lead = index;
        }
    }
    let standing = &standings[lead];
    Camp {
        lead: &fighters[lead],
        figures: standing.body.condition.figures,
        grade: standing.body.grade,
        led,
        flank,
        overenthusiastic: standing.body.overenthusiastic,
    }
}

/// What the result does to both sides. Retreats wait until all dice have fallen.
fn apply<U: Referee>(
    facts: &FightFacts<'_>,
    fight: &mut Fight,
    index: usize,
    (ours, theirs): (MeleeCode, MeleeCode),
    umpire: &mut U,
) -> Ruling<(), U> {
    let book = facts.book;
    umpire.cite(BY_MEL_RES_SLASH);
    cite_codes(ours, theirs, umpire);
    let attacker = &facts.situation.attackers[index];
    let lost =
        suffer(book, ours, book.tables.melee.figures.at(ours).value, attacker, &mut fight.attackers[index], umpire)?;
    let shares = share_losses(facts, &fight.defenders, book.tables.melee.figures.at(theirs).value, umpire)?;
    let mut enemy_lost = 0;
    for (place, share) in shares.iter().enumerate().take(fight.defenders.len()) {
        let defender = &facts.situation.defenders[place];
        enemy_lost += suffer(book, theirs, *share, defender, &mut fight.defenders[place], umpire)?;
    }
    let rout_of = |code| book.tables.melee.retreats.at(code).value && code != MeleeCode::Repulsed;
    fight.defender_beaten |= rout_of(theirs);
    fight.attackers[index].retreats |= rout_of(ours);
    fight.attackers[index].yields |= ours == MeleeCode::Repulsed || lost > enemy_lost;
    // An attacker with RT cannot make the defender yield.
    if enemy_lost > lost && !rout_of(ours) {
        fight.defenders.iter_mut().for_each(|standing| standing.yields = true);
    }
    Ok(())
}

/// SL-28: how many figures each defender loses; the owner names the unit, figure by figure.
fn share_losses<U: Referee>(
    facts: &FightFacts<'_>,
    defenders: &[Standing],
    figures: u8,
    umpire: &mut U,
) -> Ruling<[u8; FIGHTERS_MAX], U> {
    let mut shares = [0; FIGHTERS_MAX];
    for _ in 0..figures {
        let bears = |index: &usize| u16::from(shares[*index]) < defenders[*index].body.condition.figures;
        let able: ArrayVec<usize, FIGHTERS_MAX> = (0..defenders.len()).filter(bears).collect();
        let Some(last) = able.len().checked_sub(1) else {
            break;
        };
        let chosen = umpire.number(facts.situation.side.enemy(), &LOSE_FIGURE, None, 0, last as u16)?;
        shares[able[usize::from(chosen)]] += 1;
    }
    Ok(shares)
}

/// Figures, markers and the danger to the commander, for one unit. Gives the figures lost.
fn suffer<U: Referee>(
    book: &Book,
    code: MeleeCode,
    figures: u8,
    fighter: &Fighter,
    standing: &mut Standing,
    umpire: &mut U,
) -> Ruling<u16, U> {
    if standing.is_gone() {
        return Ok(0);
    }
    let lost = standing.body.condition.lose(figures.into());
    if lost > 0 {
        umpire.tell(|| Event::Lost { figures: lost });
    }
    let markers = umpire.read(book.tables.melee.markers.at(code));
    if markers > 0 && !standing.is_gone() {
        umpire.cite(if code == MeleeCode::Repulsed { BY_MEL_RES_RP_MARK } else { BY_MEL_RES_RT_MARK });
        standing.body.condition.take_markers(book, markers);
        umpire.tell(|| Event::Marked { markers });
    }
    let body = &mut standing.body;
    let fate = commander_in_danger(book, &fighter.unit.chain, &mut body.staff, lost, &mut body.condition, umpire)?;
    standing.commander = standing.commander.max(fate);
    Ok(lost)
}

/// 5.7: who retreats once all dice have fallen.
pub(super) fn settle<U: Referee>(fight: &Fight, umpire: &mut U) -> Settled {
    let defender_leaves = fight.defender_beaten || fight.defenders.iter().any(|standing| standing.yields);
    let mut settled = Settled { attackers: ArrayVec::new(), defender_leaves };
    for standing in &fight.attackers {
        // An RT of the defender cancels what the attacker would have to yield.
        let leaves = standing.retreats || (standing.yields && !fight.defender_beaten);
        settled.attackers.push(leaves);
    }
    if fight.attackers.iter().chain(&fight.defenders).any(|standing| standing.yields) {
        umpire.cite(BY_MEL_RES_K_RETREAT);
    }
    let attackers_stay =
        settled.attackers.iter().zip(&fight.attackers).any(|(leaves, standing)| !leaves && !standing.is_gone());
    let defenders_stay = !defender_leaves && !fight.defenders.iter().all(Standing::is_gone);
    if attackers_stay && defenders_stay {
        umpire.cite(BY_MEL_RES_K_CONTINUE);
    }
    settled
}

/// Who retreats.
pub(super) struct Settled {
    pub attackers: ArrayVec<bool, FIGHTERS_MAX>,
    pub defender_leaves: bool,
}

impl Settled {
    /// How a unit comes out: `leaves` is its own lot, `enemy_stays` whether anybody is left to be engaged with.
    pub fn ending(gone: bool, leaves: bool, enemy_stays: bool) -> Ending {
        match (gone, leaves, enemy_stays) {
            (true, ..) => Ending::Gone,
            (_, true, _) => Ending::Retreats,
            (_, _, true) => Ending::Engaged,
            _ => Ending::Stands,
        }
    }
}

/// The rules behind both halves of a result.
fn cite_codes<U: Referee>(ours: MeleeCode, theirs: MeleeCode, umpire: &mut U) {
    for code in [ours, theirs] {
        match code {
            MeleeCode::Nothing => {}
            MeleeCode::Retreats => umpire.cite(BY_MEL_RES_RT),
            MeleeCode::LosesOne | MeleeCode::LosesTwo => umpire.cite(BY_MEL_RES_K),
            MeleeCode::Engaged => umpire.cite(BY_MEL_RES_EN),
            MeleeCode::Repulsed => umpire.cite(BY_MEL_RES_RP),
        }
    }
}
