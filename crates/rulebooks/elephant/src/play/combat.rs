//! The Combat Phase on the map (P9): who fights whom, and what becomes of them.

use arrayvec::ArrayVec;
use engine::{Asks, Refusal, Ruling};
use field::plane::{Heading, moved};

use super::condition::tell;
use super::course::Course;
use super::morale::Cause;
use super::state::{Battle, Contact, Phase, UnitId};
use super::{Deed, Theatre};
use crate::Referee;
use crate::charts::{CasualtyCheck, Withdrawn};
use crate::combat::{Ending, FIGHTERS_MAX, Fight, FightFacts, Fighter, Standing, strike, take_odds};
use crate::questions::PAIRING;
use crate::rules::*;
use crate::unit::{Arm, Commander};

/// Units that fight each other: one side of it is a single unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Melee {
    pub attackers: ArrayVec<UnitId, FIGHTERS_MAX>,
    pub defenders: ArrayVec<UnitId, FIGHTERS_MAX>,
}

impl Melee {
    pub fn holds(&self, id: UnitId) -> bool {
        self.attackers.contains(&id) || self.defenders.contains(&id)
    }
}

impl Theatre {
    /// The fights of this Combat Phase that are still to be fought.
    pub(super) fn melees(&self, battle: &Battle) -> Vec<Melee> {
        let mut melees: Vec<(u8, Melee)> = Vec::new();
        for contact in battle.contacts.iter().filter(|contact| contact.due) {
            let Some(number) = contact.melee else { continue };
            let (attacker, defender) = self.attacker_first(battle, contact);
            let place = melees.iter().position(|(other, _)| *other == number).unwrap_or_else(|| {
                melees.push((number, Melee::default()));
                melees.len() - 1
            });
            let melee = &mut melees[place].1;
            if !melee.attackers.contains(&attacker) && !melee.attackers.is_full() {
                melee.attackers.push(attacker);
            }
            if !melee.defenders.contains(&defender) && !melee.defenders.is_full() {
                melee.defenders.push(defender);
            }
        }
        melees.into_iter().map(|(_, melee)| melee).collect()
    }

    fn attacker_first(&self, battle: &Battle, contact: &Contact) -> (UnitId, UnitId) {
        match self.attacks(battle, contact.charger, contact.target) {
            true => (contact.charger, contact.target),
            false => (contact.target, contact.charger),
        }
    }

    /// P9 step 1: as many pairs as possible, and everybody else with an enemy he touches; the active side chooses among the
    /// ways to do it.
    pub(super) fn pair_off<U: Referee>(&self, battle: &mut Course, umpire: &mut U) -> Ruling<(), U> {
        let due: Vec<(UnitId, UnitId)> = battle
            .contacts
            .iter()
            .filter(|contact| contact.due)
            .map(|contact| self.attacker_first(battle, contact))
            .collect();
        let ways = pairings(&due);
        let last = ways.len().saturating_sub(1) as u16;
        let names = |units: &[UnitId]| {
            units.iter().map(|id| self.name(battle, *id).to_string()).collect::<Vec<_>>().join(" and ")
        };
        umpire.name_choices(&PAIRING, || {
            let fight = |melee: &Melee| format!("{} against {}", names(&melee.attackers), names(&melee.defenders));
            ways.iter().map(|way| way.iter().map(fight).collect::<Vec<_>>().join("; ")).collect()
        });
        let chosen = umpire.number(battle.side, &PAIRING, None, 0, last)?;
        let Some(way) = ways.get(usize::from(chosen.min(last))) else { return Ok(()) };
        for place in 0..battle.contacts.len() {
            let contact = battle.contacts[place];
            let number = way.iter().position(|melee| melee.holds(contact.charger) && melee.holds(contact.target));
            battle.contacts[place].melee = number.filter(|_| contact.due).map(|number| number as u8);
        }
        Ok(())
    }

    /// Whether the first of two enemies is the attacker: the active side, or cavalry that charged in the enemy's own move.
    fn attacks(&self, battle: &Battle, charger: UnitId, target: UnitId) -> bool {
        let fresh = battle.contacts.iter().any(|one| one.charger == charger && one.target == target && !one.engaged);
        fresh || self.side(battle, charger) == battle.side
    }

    /// The command `fight`.
    pub(super) fn fight<U: Referee>(&self, battle: &mut Course, id: UnitId, umpire: &mut U) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::Combat);
        refusal.verdict()?;
        let melees = self.melees(battle);
        let melee = melees.iter().find(|melee| melee.holds(id)).cloned();
        let mut refusal = Refusal::new();
        refusal.unless(melee.is_some(), "unit", SE_COMBAT_PAIRS, || {
            let left = melees.first().and_then(|melee| melee.attackers.first());
            let left = left.map_or("nobody", |unit| self.name(battle, *unit));
            format!("unit {} is in no fight that is due; {left} is", id.0)
        });
        refusal.verdict()?;
        let Some(melee) = melee else { return Ok(()) };
        self.fight_melee(battle, &melee, umpire)?;
        self.skip_idle_phases(battle);
        Ok(())
    }

    fn fight_melee<U: Referee>(&self, battle: &mut Course, melee: &Melee, umpire: &mut U) -> Ruling<(), U> {
        let (attackers, defenders) = (melee.attackers.to_vec(), melee.defenders.to_vec());
        tell(umpire, || Deed::Fought { attackers: attackers.clone(), defenders: defenders.clone() });
        for id in attackers.iter().chain(&defenders) {
            battle.unit_mut(*id).done.fought = true;
        }
        // Everybody fights once in a phase; whether they stay engaged is up to this fight.
        for place in 0..battle.contacts.len() {
            let (charger, target) = (battle.contacts[place].charger, battle.contacts[place].target);
            let fought = |id: UnitId| battle.unit(id).done.fought;
            let over = fought(charger) && fought(target);
            let contact = &mut battle.contacts[place];
            contact.due &= !over && contact.melee.is_some();
            contact.engaged &= !(melee.holds(charger) && melee.holds(target));
        }
        if defenders.iter().any(|id| self.arm(battle, *id) == Arm::Wagon) {
            umpire.cite(SE_HOUSE_WAGONS);
            for id in defenders {
                self.lose_all(battle, id, true, umpire);
            }
            return Ok(());
        }
        let fighters = |units: &[UnitId], foe: UnitId, foes: &[UnitId]| -> ArrayVec<Fighter, FIGHTERS_MAX> {
            units.iter().map(|id| self.in_melee(battle, *id, foe, foes)).collect()
        };
        // Against several the conditions of the charge's named target count, who was touched first.
        let ours = fighters(&attackers, defenders[0], &defenders[..1]);
        // Each die has its own column: a wall, a slope or a flank counts against those attackers who face it.
        let theirs: Vec<_> = attackers.iter().map(|foe| fighters(&defenders, *foe, &[*foe])).collect();
        let side = attackers.first().map_or(battle.side, |id| self.side(battle, *id));
        for id in attackers.iter().chain(&defenders) {
            self.spend_leader(battle, *id);
        }
        let against = |defenders| FightFacts { book: &self.book, side, attackers: &ours, defenders };
        let facts = against(&theirs[0]);
        let mut fight = umpire.step(&facts, Fight::new(&facts), take_odds)?;
        for defenders in &theirs {
            fight = umpire.step(&against(defenders), fight, strike)?;
        }
        let places: Vec<(UnitId, UnitId, Standing)> = attackers
            .iter()
            .zip(&fight.attackers)
            .map(|(id, standing)| (*id, defenders[0], *standing))
            .chain(defenders.iter().zip(&fight.defenders).map(|(id, standing)| (*id, attackers[0], *standing)))
            .collect();
        self.settle_fight(battle, &places, umpire);
        self.stay_engaged(battle, &places);
        self.settle_all(battle, umpire)?;
        self.part(battle, melee);
        self.take_ground(battle, melee, &places, umpire)
    }

    /// A unit as it fights one of these enemies.
    fn in_melee(&self, battle: &Battle, id: UnitId, foe: UnitId, foes: &[UnitId]) -> Fighter {
        let (own, theirs) = (self.footprint(battle, id), self.footprint(battle, foe));
        let came_in = |one: &Contact| one.flank_or_rear && one.charger == id && foes.contains(&one.target);
        let leads = self.leading(battle, id).map(|(_, commander)| commander);
        // Whoever was charged defends what it stands behind; whoever came in has left his own walls.
        let came = battle.contacts.iter().any(|one| one.charger == id && foes.contains(&one.target));
        Fighter {
            commander: self.helped_by(battle, id, leads),
            uphill: self.level_at(own.centre) > self.level_at(theirs.centre),
            position: if came {
                crate::combat::Position::Open
            } else {
                self.position_against(battle, id, theirs.centre)
            },
            flank_or_rear: battle.contacts.iter().any(came_in),
            ranks: self.ranks(battle, id).saturating_add(self.ranks_behind(battle, id)),
            followed_up: self.ranks_behind(battle, id) > 0,
            ..self.fighter(battle, id)
        }
    }

    /// The commander who leads a unit in Combat: the best one with it who may still lead a unit this turn.
    fn leading(&self, battle: &Battle, id: UnitId) -> Option<(super::state::OfficerId, Commander)> {
        let helps = |officer: &super::state::OfficerId| {
            let spent_on = battle.officers[officer.index()].leads;
            spent_on.is_none_or(|unit| unit == id) && self.belongs_to(battle, id, self.posts[officer.index()].hq)
        };
        let rated = battle.officers_with(id).filter(helps).map(|officer| (officer, self.commander(battle, officer).1));
        rated.max_by_key(|(officer, commander)| (commander.rating, std::cmp::Reverse(*officer)))
    }

    fn spend_leader(&self, battle: &mut Battle, id: UnitId) {
        if let Some((officer, _)) = self.leading(battle, id) {
            battle.officers[officer.index()].leads = Some(id);
        }
    }

    /// P9 steps 6 to 8: losses first, then whoever is beaten goes, then the fate of commanders.
    fn settle_fight<U: Referee>(&self, battle: &mut Course, places: &[(UnitId, UnitId, Standing)], umpire: &mut U) {
        let before: Vec<_> = places.iter().map(|(id, ..)| battle.unit(*id).condition).collect();
        let officers: Vec<_> =
            places.iter().map(|(id, ..)| self.endangered(battle, *id).map(|(officer, _)| officer)).collect();
        // What is set down first is settled last.
        for (((id, _, standing), officer), was) in places.iter().zip(&officers).zip(&before).rev() {
            let lost = standing.condition.lost.saturating_sub(was.lost);
            self.endanger_others(battle, *id, *officer, (CasualtyCheck::Combat, lost));
        }
        for ((id, _, standing), was) in places.iter().zip(before.iter().copied()) {
            self.learn_grade(battle, *id, standing.grade);
            self.count_captured(battle, *id, standing.captured);
            if standing.condition.is_gone() && standing.seized {
                // An officer whose unit's last stands were captured is captured with them.
                for officer in battle.officers_with(*id).collect::<Vec<_>>() {
                    self.lose_officer(battle, officer, umpire);
                }
            }
            self.share_markers(battle, *id, standing.markers, umpire);
            self.settle_since(battle, *id, (was, standing.condition), umpire);
        }
        for ((id, _, standing), officer) in places.iter().zip(officers).rev() {
            let present = officer.filter(|officer| battle.officers[officer.index()].is_present());
            self.take_casualty(battle, *id, present, standing.casualty, umpire);
        }
        for (id, foe, standing) in places.iter().rev() {
            let how = match standing.ending {
                Ending::Retreats => Withdrawn::Retreat,
                Ending::Routs => Withdrawn::Rout,
                Ending::Stands | Ending::Engaged | Ending::Gone => continue,
            };
            self.send_off(battle, *id, how, Cause::combat(*foe));
        }
    }

    /// P9 step 7: units that follow up take the markers of their front unit, but lose no stands.
    fn share_markers<U: Referee>(&self, battle: &mut Course, id: UnitId, markers: u8, umpire: &mut U) {
        if markers == 0 {
            return;
        }
        for unit in self.follow_ups(battle, id) {
            let mut condition = battle.unit(unit).condition;
            condition.take_markers(&self.book, markers, umpire);
            self.settle(battle, unit, condition, umpire);
        }
    }

    /// P9 step 10: whoever is engaged stays in contact until the next activation of either.
    fn stay_engaged(&self, battle: &mut Battle, places: &[(UnitId, UnitId, Standing)]) {
        for (id, _, standing) in places {
            let engaged = standing.ending == Ending::Engaged;
            for contact in battle.contacts.iter_mut().filter(|contact| contact.other(*id).is_some()) {
                contact.engaged |= engaged && contact.melee.is_some();
            }
        }
    }

    /// Whoever is neither beaten nor engaged just stands: the fight is over.
    fn part(&self, battle: &mut Battle, melee: &Melee) {
        let over = |one: &Contact| melee.holds(one.charger) && melee.holds(one.target) && !one.engaged && !one.due;
        battle.contacts.retain(|contact| !over(contact));
    }

    /// P9 step 9: the side whose enemies have all left may take their ground.
    fn take_ground<U: Referee>(
        &self,
        battle: &mut Course,
        melee: &Melee,
        places: &[(UnitId, UnitId, Standing)],
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let stays = |battle: &Battle, id: &UnitId| {
            let standing = places.iter().find(|(unit, ..)| unit == id).map(|(.., standing)| standing.ending);
            let unit = battle.unit(*id);
            let there = unit.is_on_field() && !unit.has_withdrawn(battle.turn);
            there && standing.is_some_and(|ending| ending == Ending::Stands)
        };
        let left = |battle: &Battle, ids: &[UnitId]| {
            ids.iter().all(|id| !battle.unit(*id).is_on_field() || battle.unit(*id).has_withdrawn(battle.turn))
        };
        for (own, enemies) in [(&melee.attackers, &melee.defenders), (&melee.defenders, &melee.attackers)] {
            if !left(battle, enemies) {
                continue;
            }
            // RULING: they may go on by the depth of their block.
            for id in own.iter().filter(|id| stays(battle, id)).copied().collect::<Vec<_>>() {
                if battle.is_in_contact(id) || !battle.unit(id).is_formed() {
                    continue;
                }
                let block = self.footprint(battle, id);
                let heading: Heading = block.heading;
                let at = moved(block.centre, block.ahead(), 2 * block.half_depth);
                self.offer_ground(battle, id, at, heading, umpire)?;
            }
        }
        Ok(())
    }
}

/// LIMIT: ways to pair units off that are offered.
const PAIRINGS_MAX: usize = 12;

/// Every way to make as many pairs as possible, the first in the order of contact; who is left joins an enemy he touches.
fn pairings(touching: &[(UnitId, UnitId)]) -> Vec<Vec<Melee>> {
    if touching.is_empty() {
        return Vec::new();
    }
    let first = pairs(touching);
    let most = first.len();
    let mut ways = vec![join_odd(touching, &first)];
    let mut chosen = Vec::new();
    all_pairs(touching, 0, most, &mut chosen, &mut ways);
    ways
}

/// Tries every set of so many pairs.
fn all_pairs(
    touching: &[(UnitId, UnitId)],
    from: usize,
    most: usize,
    chosen: &mut Vec<(UnitId, UnitId)>,
    ways: &mut Vec<Vec<Melee>>,
) {
    if chosen.len() == most {
        let way = join_odd(touching, chosen);
        // The same fights in another order are the same way: their dice fall in the order of contact.
        if !ways.iter().any(|other| are_alike(other, &way)) {
            ways.push(way);
        }
        return;
    }
    for (place, (attacker, defender)) in touching.iter().enumerate().skip(from) {
        if ways.len() >= PAIRINGS_MAX || chosen.len() + touching.len() - place < most {
            return;
        }
        if chosen.iter().any(|(one, other)| one == attacker || other == defender) {
            continue;
        }
        chosen.push((*attacker, *defender));
        all_pairs(touching, place + 1, most, chosen, ways);
        chosen.pop();
    }
}

/// Whether two ways have the same units fight each other.
fn are_alike(one: &[Melee], other: &[Melee]) -> bool {
    let among =
        |ours: &[UnitId], theirs: &[UnitId]| ours.len() == theirs.len() && ours.iter().all(|id| theirs.contains(id));
    let same = |a: &Melee, b: &Melee| among(&a.attackers, &b.attackers) && among(&a.defenders, &b.defenders);
    one.len() == other.len() && one.iter().all(|melee| other.iter().any(|twin| same(melee, twin)))
}

/// The fights of these pairs, everybody else with an enemy he touches, as far as one side of each fight is a single unit.
fn join_odd(touching: &[(UnitId, UnitId)], paired: &[(UnitId, UnitId)]) -> Vec<Melee> {
    let mut melees: Vec<Melee> = Vec::new();
    for (attacker, defender) in paired {
        let mut melee = Melee::default();
        melee.attackers.push(*attacker);
        melee.defenders.push(*defender);
        melees.push(melee);
    }
    for (attacker, defender) in touching {
        for (id, enemy, attacks) in [(*attacker, *defender, true), (*defender, *attacker, false)] {
            if melees.iter().any(|melee| melee.holds(id)) {
                continue;
            }
            let joins = melees.iter_mut().find(|melee| {
                let (own, other) =
                    if attacks { (&melee.attackers, &melee.defenders) } else { (&melee.defenders, &melee.attackers) };
                other.contains(&enemy) && other.len() == 1 && !own.is_full()
            });
            if let Some(melee) = joins {
                let own = if attacks { &mut melee.attackers } else { &mut melee.defenders };
                own.push(id);
            }
        }
    }
    melees
}

/// A largest set of pairs in which everybody is at most once, by looking for better ways to pair those already paired.
fn pairs(touching: &[(UnitId, UnitId)]) -> Vec<(UnitId, UnitId)> {
    let mut attackers: Vec<UnitId> = touching.iter().map(|(attacker, _)| *attacker).collect();
    attackers.dedup();
    let mut paired: Vec<(UnitId, UnitId)> = Vec::new();
    for attacker in attackers {
        if !paired.iter().any(|(one, _)| *one == attacker) {
            let mut tried = Vec::new();
            find_partner(touching, attacker, &mut paired, &mut tried);
        }
    }
    paired.sort_by_key(|pair| touching.iter().position(|other| other == pair));
    paired
}

fn find_partner(
    touching: &[(UnitId, UnitId)],
    attacker: UnitId,
    paired: &mut Vec<(UnitId, UnitId)>,
    tried: &mut Vec<UnitId>,
) -> bool {
    for (_, defender) in touching.iter().filter(|(one, _)| *one == attacker) {
        if tried.contains(defender) {
            continue;
        }
        tried.push(*defender);
        match paired.iter().position(|(_, taken)| taken == defender) {
            None => {
                paired.push((attacker, *defender));
                return true;
            }
            Some(place) => {
                let rival = paired[place].0;
                if find_partner(touching, rival, paired, tried) {
                    paired.retain(|pair| *pair != (rival, *defender));
                    paired.push((attacker, *defender));
                    return true;
                }
            }
        }
    }
    false
}
