//! The Fire Phase for a general: the next unit that has somebody to fire at, its best targets, and what holding its fire is
//! worth.

use arrayvec::ArrayVec;
use engine::stage::{Act, PieceId, Prospect};
use field::ground::YARD;

use super::super::command::Allotment;
use super::super::state::{Battle, UnitId};
use super::super::{Command, Theatre};
use super::Listener;
use super::around::{Around, Foe, faces, rough_between};
use crate::fire::{FIRERS_MAX, Stance};
use crate::unit::{Arm, Formation};

/// Targets that are looked at closely, and those that are offered.
const LOOKED_AT: usize = 3;
const OFFERED: usize = 2;
/// How far a unit goes on the average, in inches: what holding fire gives it.
const MARCH_INCHES: i32 = 10;

impl Theatre {
    /// Tells the choices of the next unit that has somebody to fire at; whether there was one.
    pub(super) fn tell_fire(&self, battle: &Battle, listener: Listener<'_>) -> bool {
        self.undecided(battle).any(|id| self.could_fire(battle, id) && self.tell_fire_of(battle, id, listener))
    }

    /// Whether a unit may fire in this phase, as far as that is quickly said.
    pub(super) fn could_fire(&self, battle: &Battle, id: UnitId) -> bool {
        let unit = battle.unit(id);
        let regiment = self.regiment(battle, id);
        let able = unit.done.fired.is_none()
            && !unit.done.reacted
            && !unit.overenthusiastic
            && unit.formation != Formation::Limbered
            && regiment.arm != Arm::Wagon
            && !unit.has_withdrawn(battle.turn)
            && !battle.is_in_contact(id);
        let reach = || regiment.weapons.iter().map(|weapon| self.estimates.reach(*weapon)).max().unwrap_or(0);
        able && {
            let (reach, span) = (reach(), self.span(unit));
            let far = |enemy: UnitId| {
                let other = battle.unit(enemy);
                rough_between(unit.centre, other.centre) > reach + span + self.span(other)
            };
            self.of_side(battle, regiment.side.enemy()).any(|enemy| !far(enemy))
        }
    }

    fn tell_fire_of(&self, battle: &Battle, id: UnitId, listener: Listener<'_>) -> bool {
        let around = self.look_around(battle, id);
        let ahead = around.start.ahead();
        let all_round = matches!(battle.unit(id).formation, Formation::Skirmish | Formation::Square);
        let mut targets: ArrayVec<(i32, usize), LOOKED_AT> = ArrayVec::new();
        for (place, foe) in around.foes.iter().enumerate() {
            if foe.in_contact || !(all_round || faces(&around.start, ahead, &foe.at)) {
                continue;
            }
            let harm = self.fire_harm(&around, foe, around.stands, 0, self.declared_at(battle, foe));
            if harm == 0 {
                continue;
            }
            let at = targets.iter().position(|(other, _)| harm > *other).unwrap_or(targets.len());
            if targets.is_full() && at < LOOKED_AT {
                targets.pop();
            }
            if at < LOOKED_AT {
                targets.insert(at, (harm, place));
            }
        }
        let mut told = 0;
        for (_, place) in targets {
            if told < OFFERED && self.tell_target(battle, &around, &around.foes[place], told == 0, listener) {
                told += 1;
            }
        }
        if told == 0 {
            return false;
        }
        let march = MARCH_INCHES * self.inch / YARD;
        let way = rough_between(around.start.centre, around.goal).min(march);
        let pass = Prospect { nearer: way, ..self.of_firer(&around, Act::Pass) };
        listener(Command::Pass { unit: id }, pass);
        true
    }

    fn of_firer(&self, around: &Around, act: Act) -> Prospect {
        Prospect {
            piece: Some(PieceId(around.id.0)),
            enemy: around.enemy_yards(),
            worn: around.worn,
            ..Prospect::of(act)
        }
    }

    /// Thousandths of the factor that is declared at an enemy already.
    fn declared_at(&self, battle: &Battle, foe: &Foe) -> u32 {
        let mut factor = 0;
        for declared in battle.declared.iter().filter(|declared| declared.target == foe.id) {
            if let Some(weapon) = self.regiment(battle, declared.firer).weapons.first() {
                let (yards, _) = foe.to(battle.unit(declared.firer).centre);
                factor += declared.stands.count_ones() * self.estimates.factor(*weapon, yards);
            }
        }
        factor
    }

    /// Men that so many stands should cost an enemy, on top of what is declared at him already.
    fn fire_harm(&self, around: &Around, foe: &Foe, stands: u32, shift: i32, declared: u32) -> i32 {
        let Some(weapon) = around.weapon else { return 0 };
        let (yards, before_it) = foe.to(around.start.front_centre());
        let factor = stands * self.estimates.factor(weapon, yards);
        if factor == 0 {
            return 0;
        }
        let shift = shift + i32::from(!before_it);
        let already = if declared == 0 { 0 } else { self.estimates.men_hit(declared, shift) };
        (self.estimates.men_hit(declared + factor, shift) - already).max(1)
    }

    /// Every stand of a unit that can fire at a target, as the order has them, and how many that are.
    pub(super) fn all_that_bear(&self, battle: &Battle, id: UnitId, target: UnitId) -> (Vec<Allotment>, u32) {
        let guns = self.arm(battle, id).is_artillery();
        let aims = self.aims(battle, id, target);
        let kinds = if guns { self.regiment(battle, id).weapons.len() as u8 } else { 1 };
        let mut at = Vec::new();
        for kind in 0..kinds {
            let able = aims.iter().filter(|aim| !guns || aim.kind == kind).count() as u16;
            // R 9: guns fire in twos; only the odd last one of its kind fires alone.
            let in_twos = guns && u16::from(battle.unit(id).guns[usize::from(kind)]) % 2 == 0;
            let stands = if in_twos { able & !1 } else { able };
            if stands > 0 {
                at.push(Allotment { target, stands, guns: kind });
            }
        }
        let stands = at.iter().map(|one| u32::from(one.stands)).sum();
        (at, stands)
    }

    /// Offers fire at one target with every stand that can; whether any can.
    fn tell_target(&self, battle: &Battle, around: &Around, foe: &Foe, both: bool, listener: Listener<'_>) -> bool {
        let id = around.id;
        let guns = self.arm(battle, id).is_artillery();
        let others = battle.declared.iter().filter(|declared| declared.target == foe.id).count();
        if others >= FIRERS_MAX {
            return false;
        }
        let (at, stands) = self.all_that_bear(battle, id, foe.id);
        if stands == 0 {
            return false;
        }
        let (_, before_it) = foe.to(around.start.centre);
        let march = MARCH_INCHES * self.inch / YARD;
        let way = rough_between(around.start.centre, around.goal).min(march);
        let told = |harm: i32, nearer: i32| Prospect {
            harm,
            nearer,
            flanking: !before_it,
            mass: around.mass(foe, 500),
            ..self.of_firer(around, Act::Fire)
        };
        let still = if guns { 0 } else { self.estimates.stationary() };
        let tall = battle.unit(foe.id).mounted;
        let cover = self.estimates.cover_shift(self.shelter(&foe.at, tall, Some(around.start.centre)));
        let declared = self.declared_at(battle, foe);
        let hold = self.fire_harm(around, foe, stands, still + cover, declared);
        let halved = self.fire_harm(around, foe, stands, cover, declared);
        let declare = |stance: Stance, at: Vec<Allotment>| Command::DeclareFire { unit: id, stance, at, officer: None };
        if both && !guns {
            listener(declare(Stance::Move, at.clone()), told(halved, way / 2));
        }
        listener(declare(Stance::Hold, at), told(hold, 0));
        true
    }
}
