//! The Combat Phase on the map (P9): who fights whom, and what becomes of them.

use arrayvec::ArrayVec;
use engine::{Refusal, Ruling};
use field::plane::{Heading, moved};

use super::condition::tell;
use super::morale::Cause;
use super::state::{Battle, Phase, UnitId};
use super::{Deed, Theatre};
use crate::Referee;
use crate::charts::Withdrawn;
use crate::combat::{Ending, FIGHTERS_MAX, FightFacts, Fighter, Standing, fight_out};
use crate::rules::*;
use crate::unit::{Arm, Commander};

/// Units that fight each other: one side of it is a single unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Melee {
    pub attackers: ArrayVec<UnitId, FIGHTERS_MAX>,
    pub defenders: ArrayVec<UnitId, FIGHTERS_MAX>,
}

impl Melee {
    fn has_room(&self, attacker: bool) -> bool {
        let (own, other) =
            if attacker { (&self.attackers, &self.defenders) } else { (&self.defenders, &self.attackers) };
        !own.is_full() && (own.is_empty() || other.len() == 1)
    }

    pub fn holds(&self, id: UnitId) -> bool {
        self.attackers.contains(&id) || self.defenders.contains(&id)
    }
}

impl Theatre {
    /// P9 step 1: as many pairs as possible, and everybody else with an enemy he touches.
    ///
    /// RULING: pairs are made in the order in which contact was made.
    pub(super) fn melees(&self, battle: &Battle) -> Vec<Melee> {
        let due: Vec<(UnitId, UnitId)> = battle
            .contacts
            .iter()
            .filter(|contact| contact.due)
            .map(|contact| match self.attacks(battle, contact.charger, contact.target) {
                true => (contact.charger, contact.target),
                false => (contact.target, contact.charger),
            })
            .collect();
        let mut melees: Vec<Melee> = Vec::new();
        let fights = |melees: &[Melee], id: UnitId| melees.iter().any(|melee| melee.holds(id));
        for (attacker, defender) in pairs(&due) {
            let mut melee = Melee::default();
            melee.attackers.push(attacker);
            melee.defenders.push(defender);
            melees.push(melee);
        }
        for (attacker, defender) in &due {
            for (id, enemy, attacks) in [(*attacker, *defender, true), (*defender, *attacker, false)] {
                if fights(&melees, id) {
                    continue;
                }
                let joins = melees.iter_mut().find(|melee| melee.holds(enemy) && melee.has_room(attacks));
                if let Some(melee) = joins {
                    let own = if attacks { &mut melee.attackers } else { &mut melee.defenders };
                    own.push(id);
                }
            }
        }
        melees
    }

    /// Whether the first of two enemies is the attacker: the active side, or cavalry that charged in the enemy's own move.
    fn attacks(&self, battle: &Battle, charger: UnitId, target: UnitId) -> bool {
        let fresh = battle.contacts.iter().any(|one| one.charger == charger && one.target == target && !one.engaged);
        fresh || self.side(battle, charger) == battle.side
    }

    /// The command `fight`.
    pub(super) fn fight<U: Referee>(&self, battle: &mut Battle, id: UnitId, umpire: &mut U) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::Combat, "Combat Phase");
        let melee = self.melees(battle).into_iter().find(|melee| melee.holds(id));
        refusal
            .unless(melee.is_some(), "unit", SE_COMBAT_PAIRS, || format!("unit {} is in no fight of this phase", id.0));
        refusal.verdict()?;
        let Some(melee) = melee else { return Ok(()) };
        self.fight_melee(battle, &melee, umpire)?;
        self.skip_idle_phases(battle);
        Ok(())
    }

    fn fight_melee<U: Referee>(&self, battle: &mut Battle, melee: &Melee, umpire: &mut U) -> Ruling<(), U> {
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
            contact.due &= !over;
            contact.engaged &= !(melee.holds(charger) && melee.holds(target));
        }
        if defenders.iter().any(|id| self.arm(battle, *id) == Arm::Wagon) {
            for id in defenders {
                self.lose_all(battle, id, true, umpire);
            }
            return Ok(());
        }
        let fighters = |units: &[UnitId], foes: &[UnitId]| -> ArrayVec<Fighter, FIGHTERS_MAX> {
            units.iter().map(|id| self.in_melee(battle, *id, foes)).collect()
        };
        let (ours, theirs) = (fighters(&attackers, &defenders), fighters(&defenders, &attackers));
        let side = attackers.first().map_or(battle.side, |id| self.side(battle, *id));
        for id in attackers.iter().chain(&defenders) {
            self.spend_leader(battle, *id);
        }
        let facts = FightFacts { book: &self.book, side, attackers: &ours, defenders: &theirs };
        let fight = fight_out(&facts, umpire)?;
        let places: Vec<(UnitId, UnitId, Standing)> = attackers
            .iter()
            .zip(&fight.attackers)
            .map(|(id, standing)| (*id, defenders[0], *standing))
            .chain(defenders.iter().zip(&fight.defenders).map(|(id, standing)| (*id, attackers[0], *standing)))
            .collect();
        self.settle_fight(battle, &places, umpire)?;
        self.part(battle, melee);
        self.take_ground(battle, melee, &places, umpire)
    }

    /// A unit as it fights these enemies.
    fn in_melee(&self, battle: &Battle, id: UnitId, foes: &[UnitId]) -> Fighter {
        let foe = foes.first().copied().unwrap_or(id);
        let (own, theirs) = (self.footprint(battle, id), self.footprint(battle, foe));
        let came_in =
            |one: &super::state::Contact| one.flank_or_rear && one.charger == id && foes.contains(&one.target);
        let leads = self.leading(battle, id).map(|(_, commander)| commander);
        let present = self.endangered(battle, id).map(|(_, commander)| Commander { rating: 0, ..commander });
        // Whoever was charged defends what it stands behind; whoever came in has left his own walls.
        let came = battle.contacts.iter().any(|one| one.charger == id && foes.contains(&one.target));
        Fighter {
            commander: leads.or(present),
            uphill: self.level_at(own.centre) > self.level_at(theirs.centre),
            position: if came {
                crate::combat::Position::Open
            } else {
                self.position_against(battle, id, theirs.centre)
            },
            flank_or_rear: battle.contacts.iter().any(came_in),
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
    fn settle_fight<U: Referee>(
        &self,
        battle: &mut Battle,
        places: &[(UnitId, UnitId, Standing)],
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let mut officers = Vec::new();
        let before: Vec<_> = places.iter().map(|(id, ..)| battle.unit(*id).condition).collect();
        for ((id, _, standing), before) in places.iter().zip(before) {
            officers.push(self.endangered(battle, *id).map(|(officer, _)| officer));
            self.learn_grade(battle, *id, standing.grade);
            self.count_captured(battle, *id, standing.captured);
            if standing.condition.is_gone() && standing.captured > 0 {
                // An officer whose unit's last stands were captured is captured with them.
                for officer in battle.officers_with(*id).collect::<Vec<_>>() {
                    self.lose_officer(battle, officer, umpire);
                }
            }
            self.settle_since(battle, *id, (before, standing.condition), umpire);
        }
        for (id, foe, standing) in places {
            let how = match standing.ending {
                Ending::Retreats => Withdrawn::Retreat,
                Ending::Routs => Withdrawn::Rout,
                Ending::Stands | Ending::Engaged | Ending::Gone => continue,
            };
            if battle.unit(*id).is_on_field() {
                self.withdraw(battle, *id, how, Cause::combat(*foe), umpire)?;
            }
        }
        for ((id, _, standing), officer) in places.iter().zip(officers) {
            let present = officer.filter(|officer| battle.officers[officer.index()].is_present());
            self.take_casualty(battle, *id, present, standing.casualty, umpire)?;
        }
        for (id, _, standing) in places {
            let engaged = standing.ending == Ending::Engaged;
            for contact in battle.contacts.iter_mut().filter(|contact| contact.other(*id).is_some()) {
                contact.engaged |= engaged;
            }
        }
        Ok(())
    }

    /// Whoever is neither beaten nor engaged just stands: the fight is over.
    fn part(&self, battle: &mut Battle, melee: &Melee) {
        let over = |one: &super::state::Contact| {
            melee.holds(one.charger) && melee.holds(one.target) && !one.engaged && !one.due
        };
        battle.contacts.retain(|contact| !over(contact));
    }

    /// P9 step 9: the side whose enemies have all left may take their ground.
    fn take_ground<U: Referee>(
        &self,
        battle: &mut Battle,
        melee: &Melee,
        places: &[(UnitId, UnitId, Standing)],
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let stays = |battle: &Battle, id: &UnitId| {
            let standing = places.iter().find(|(unit, ..)| unit == id).map(|(.., standing)| standing.ending);
            battle.unit(*id).is_on_field() && standing.is_some_and(|ending| ending == Ending::Stands)
        };
        if melee
            .defenders
            .iter()
            .any(|id| battle.unit(*id).is_on_field() && !battle.unit(*id).has_withdrawn(battle.turn))
        {
            return Ok(());
        }
        // RULING: the attackers may go on by the depth of their block; a defender stays where he is.
        for id in melee.attackers.iter().filter(|id| stays(battle, id)).copied().collect::<Vec<_>>() {
            if battle.is_in_contact(id) {
                continue;
            }
            let block = self.footprint(battle, id);
            let heading: Heading = block.heading;
            let at = moved(block.centre, block.ahead(), 2 * block.half_depth);
            self.offer_ground(battle, id, at, heading, umpire)?;
        }
        Ok(())
    }
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
