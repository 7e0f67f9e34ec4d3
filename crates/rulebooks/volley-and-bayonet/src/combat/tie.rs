//! The roll that breaks a tied melee (P12 step 9).

use arrayvec::ArrayVec;
use engine::{Asks, Modifiers, Ruling, Side};

use super::engagement::{Facts, Fight, Winner, stands_its_ground};
use super::situation::{ATTACKERS_MAX, Attacker};
use crate::charts::TieMod;
use crate::morale::{Tester, Touch, morale_modifiers};
use crate::questions::TIE_STAND;
use crate::rules::*;
use crate::unit::Stand;
use crate::{Book, Event, Referee};

/// What the tie modifiers ask about the other side of the melee.
struct Foes {
    all_poor: bool,
    mounted: bool,
    infantry: bool,
}

/// A stand that may stand for its side: its modified morale and its tie modifiers.
struct Champion {
    morale: i16,
    tie: Modifiers,
}

/// One throw for both sides: modified morale, a die and the tie modifiers each; the higher total wins.
pub(super) fn tie_roll<U: Referee>(facts: &Facts, mut fight: Fight, umpire: &mut U) -> Ruling<Fight, U> {
    umpire.cite(VB_MEL_TIE_HIGHER);
    let attacker = attacking_total(facts, &fight, umpire)?;
    let defender = defending_total(facts, &fight, umpire);
    // The attacker's die comes first, then the defender's.
    let attacker = attacker + umpire.d6(VB_MEL_TIE)?;
    let defender = defender + umpire.d6(VB_MEL_TIE)?;
    umpire.tell(|| Event::TieRolled { attacker, defender });
    let lead = attacker - defender;
    fight.tied = lead == 0;
    fight.winner = match lead {
        0 => Winner::Nobody,
        1.. => Winner::Attacker,
        _ => Winner::Defender,
    };
    Ok(fight)
}

/// The attacker's best stand that is still there; where several are best and not alike, its owner names one.
fn attacking_total<U: Referee>(facts: &Facts, fight: &Fight, umpire: &mut U) -> Ruling<i16, U> {
    let situation = facts.situation;
    let defender = &situation.defender;
    let poor = defender.stand.is_poor(facts.book);
    let mut best: ArrayVec<Champion, ATTACKERS_MAX> = ArrayVec::new();
    for (index, (attacker, hurt)) in situation.attackers.iter().zip(&fight.attackers).enumerate() {
        if !attacker.manner.is_melee() || hurt.lost >= attacker.stand.sp {
            continue;
        }
        let foes = Foes {
            all_poor: poor,
            mounted: defender.stand.is_mounted()
                && !stands_its_ground(&attacker.stand, attacker.terrain, &defender.stand),
            infantry: defender.stand.is_foot(),
        };
        let tester = attacker.tester(index as u16 + 1);
        let touches = [situation.touch_of_attacker(attacker)];
        let champion = champion(facts.book, &tester, &touches, &foes, umpire);
        match best.first().map(|known| known.morale.cmp(&champion.morale)) {
            Some(std::cmp::Ordering::Greater) => {}
            Some(std::cmp::Ordering::Equal) => best.push(champion),
            _ => {
                best.clear();
                best.push(champion);
            }
        }
    }
    name_champion(&best, situation.side, umpire)
}

fn name_champion<U: Referee>(best: &[Champion], side: Side, umpire: &mut U) -> Ruling<i16, U> {
    let alike = best.windows(2).all(|pair| pair[0].tie.total() == pair[1].tie.total());
    let last = if alike { 0 } else { best.len().saturating_sub(1) };
    let named = umpire.number(side, &TIE_STAND, None, 0, last as u16)?;
    Ok(best.get(usize::from(named)).map_or(0, |champion| champion.morale + umpire.apply(&champion.tie)))
}

fn defending_total<U: Referee>(facts: &Facts, fight: &Fight, umpire: &mut U) -> i16 {
    let situation = facts.situation;
    let defender = &situation.defender;
    let mut touches: ArrayVec<Touch, ATTACKERS_MAX> = ArrayVec::new();
    let mut foes = Foes { all_poor: true, mounted: false, infantry: false };
    let alive = situation
        .attackers
        .iter()
        .zip(&fight.attackers)
        .filter(|(attacker, hurt)| attacker.manner.is_melee() && hurt.lost < attacker.stand.sp);
    for (attacker, _) in alive {
        let Attacker { stand, .. } = attacker;
        touches.push(situation.touch_of_defender(attacker));
        foes.all_poor &= stand.is_poor(facts.book);
        foes.mounted |= stand.is_mounted() && !stands_its_ground(&defender.stand, defender.terrain, stand);
        foes.infantry |= stand.is_foot();
    }
    let champion = champion(facts.book, &defender.tester(), &touches, &foes, umpire);
    champion.morale + umpire.apply(&champion.tie)
}

fn champion<U: Referee>(book: &Book, tester: &Tester, touches: &[Touch], foes: &Foes, umpire: &mut U) -> Champion {
    umpire.cite(VB_MEL_TIE);
    umpire.cite(VB_MEL_TABLE_TIE);
    let modifiers = morale_modifiers(book, tester, touches, &[], umpire);
    let morale = i16::from(tester.stand.morale) + umpire.apply(&modifiers);
    Champion { morale, tie: tie_modifiers(book, tester, foes, umpire) }
}

/// The tie modifiers of one stand, each once (S35); steady and unsecured never both (R19).
fn tie_modifiers<U: Referee>(book: &Book, tester: &Tester, foes: &Foes, umpire: &mut U) -> Modifiers {
    let chart = &book.tables.tie_modifiers;
    let stand: &Stand = &tester.stand;
    let mut modifiers = Modifiers::new();
    let mut add = |holds: bool, rule, row: TieMod| modifiers.add_if(holds, rule, || chart.at(row));
    let regular_foot = stand.is_foot() && !stand.is_poor(book);
    if foes.all_poor {
        umpire.cite(VB_MSC_POORLY_TRAINED);
    }
    add(regular_foot && foes.all_poor, VB_MEL_TIE_MILITIA, TieMod::InfVsMilitia);
    let ridden = stand.is_foot() && foes.mounted;
    let steady = stand.stationary || tester.is_secure();
    add(ridden && steady, VB_MEL_TIE_STEADY, TieMod::InfSteadyVsCav);
    let supported = stand.is_artillery() && tester.supported && foes.infantry;
    if supported {
        umpire.cite(VB_MEL_SUPPORTED);
    }
    add(supported, VB_MEL_TIE_SUPPORTED_ART, TieMod::SupportedArtVsInf);
    add(ridden && !steady, VB_MEL_TIE_UNSECURED, TieMod::InfUnsecuredVsCav);
    add(stand.is_artillery() && foes.mounted, VB_MEL_TIE_ART_CAV, TieMod::ArtVsCav);
    modifiers
}
