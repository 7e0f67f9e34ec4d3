//! The Fire Phase for a general: the next unit that has somebody to fire at, its best targets, and what holding its fire is
//! worth.

use arrayvec::ArrayVec;
use engine::stage::{Act, PieceId, Prospect};
use field::ground::YARD;

use super::super::state::{Battle, UnitId};
use super::super::{Command, Theatre};
use super::Listener;
use super::around::{Around, Foe, faces, rough_between};
use super::board::{Board, Mark};
use crate::fire::Stance;
use crate::unit::{Arm, Formation};

/// Targets that are offered.
const LOOKED_AT: usize = 2;
/// How far a unit goes on the average, in inches: what holding fire gives it.
const MARCH_INCHES: i32 = 10;

impl Theatre {
    /// Tells the choices of the next unit that has somebody to fire at; whether there was one.
    pub(super) fn tell_fire(&self, battle: &Battle, board: &Board, listener: Listener<'_>) -> bool {
        let first = self.first_undecided(battle, |id| battle.unit(id).done.fired.is_some());
        let mut left = self.undecided(battle).skip_while(|id| id.index() < first);
        left.any(|id| self.could_fire(battle, board, id) && self.tell_fire_of(battle, board, id, listener))
    }

    /// Whether a unit may fire in this phase, as far as that is quickly said.
    pub(super) fn could_fire(&self, battle: &Battle, board: &Board, id: UnitId) -> bool {
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
            let far = reach() + board.marks[id.index()].span;
            let near = |enemy: &Mark| rough_between(unit.centre, enemy.at.centre) <= far + enemy.span;
            board.of_side(regiment.side.enemy()).any(near)
        }
    }

    fn tell_fire_of(&self, battle: &Battle, board: &Board, id: UnitId, listener: Listener<'_>) -> bool {
        if !self.has_target_ahead(battle, board, id) {
            return false;
        }
        let mut around = self.look_around(battle, board, id, 0);
        let ahead = around.start.ahead();
        let all_round = matches!(battle.unit(id).formation, Formation::Skirmish | Formation::Square);
        let mut targets: ArrayVec<(i32, usize), LOOKED_AT> = ArrayVec::new();
        for (place, foe) in around.foes.iter().enumerate() {
            if foe.in_contact || foe.hidden || !(all_round || faces(&around.start, ahead, &foe.at)) {
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
        targets.retain(|(_, place)| self.is_in_view(battle, &around, &around.foes[*place]));
        let (any, first) = (!targets.is_empty(), targets.first().copied());
        let march =
            if !any || self.arm(battle, id).is_artillery() { 0 } else { self.march_worth(battle, board, &mut around) };
        for (number, (_, place)) in targets.into_iter().enumerate() {
            let both = if number == 0 { march } else { 0 };
            self.tell_target((battle, board), &around, &around.foes[place], both, listener);
        }
        if any {
            let pass = Prospect { nearer: march, ..self.of_firer(&around, Act::Pass) };
            listener(Command::Pass { unit: id }, pass);
            // Whoever fires and holds does not charge: what he would charge is a reason to hold his fire.
            if self.could_charge(battle, id)
                && let Some((told, _)) = self.best_charges(battle, board, &around, 1).first()
            {
                listener(Command::Pass { unit: id }, *told);
                // Without the steadiness of those who stay he may do both, if he need not go far.
                if let Some((_, place)) = first
                    && around.enemy_yards() * 2 < MARCH_INCHES * self.inch / YARD
                {
                    let target = around.foes[place].id;
                    let harm = told.harm + self.fire_harm(&around, &around.foes[place], around.stands, 0, 0);
                    let both = Prospect { harm, ..*told };
                    listener(Command::FireAll { unit: id, stance: Stance::Move, target }, both);
                }
            }
        }
        any
    }

    /// COST: whether there is an enemy before a unit whom its fire reaches, seen or not: whoever has none is spared the look around.
    fn has_target_ahead(&self, battle: &Battle, board: &Board, id: UnitId) -> bool {
        let own = &board.marks[id.index()];
        let all_round = matches!(battle.unit(id).formation, Formation::Skirmish | Formation::Square);
        let front = own.at.front_centre();
        board.on_field().any(|(place, enemy)| {
            enemy.side != own.side
                && rough_between(front, enemy.at.centre) <= (own.reach + enemy.span) * 9 / 8
                && (all_round || faces(&own.at, own.ahead, &enemy.at))
                && self.foe(battle, UnitId::at(place), enemy, &own.at).to(front).0 <= own.reach
        })
    }

    /// Whether a unit sees an enemy from the middle or from near an end of its front. COST: what it costs to look from every
    /// stand is spent on whoever is seen.
    fn is_in_view(&self, battle: &Battle, around: &Around, foe: &Foe) -> bool {
        let start = &around.start;
        let screens = self.screens(battle, (around.id, foe.id), Some(start.extent()), &foe.at);
        let (front, right) = (start.front_centre(), start.ahead().right());
        [0, 4, -4].into_iter().any(|fifths| {
            let from = field::plane::moved(front, right, start.half_front / 5 * fifths);
            self.sees_past(battle, from, (foe.id, &foe.at), &screens)
        })
    }

    /// Yards that a unit would go instead of firing: no farther than to where it fires well, or best if time runs short, and no
    /// farther than there is room.
    fn march_worth(&self, battle: &Battle, board: &Board, around: &mut Around) -> i32 {
        let most = MARCH_INCHES * self.inch / YARD;
        let way = rough_between(around.start.centre, around.goal).min(most);
        let well = around.weapon.map_or(0, |weapon| self.estimates.effective(weapon));
        let close = if around.pressed { well / 2 } else { well };
        let way = way.min(around.enemy_yards() - close);
        if way <= 0 {
            return 0;
        }
        self.look_at_way(battle, board, around, most);
        way.min(self.room_to_goal(battle, around, most))
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
        let shift = shift + foe.exposed + i32::from(!before_it);
        let already = if declared == 0 { 0 } else { self.estimates.men_hit(declared, shift) };
        (self.estimates.men_hit(declared + factor, shift) - already).max(1)
    }

    /// Offers fire at one target with every stand that can, if any can; and fire on the march, if it would go so many yards.
    fn tell_target(
        &self,
        (battle, board): (&Battle, &Board),
        around: &Around,
        foe: &Foe,
        march: i32,
        listener: Listener<'_>,
    ) {
        let (unit, target) = (around.id, foe.id);
        let guns = self.arm(battle, unit).is_artillery();
        let (_, before_it) = foe.to(around.start.centre);
        let mass = self.mass(board, around, foe, 500);
        let told = |harm: i32, nearer: i32| Prospect {
            harm,
            nearer,
            flanking: !before_it,
            mass,
            ..self.of_firer(around, Act::Fire)
        };
        let still = if guns { 0 } else { self.estimates.stationary() };
        let tall = battle.unit(target).mounted;
        let cover = self.estimates.cover_shift(self.shelter(&foe.at, tall, Some(around.start.centre)));
        let declared = self.declared_at(battle, foe);
        let harm = |shift: i32| self.fire_harm(around, foe, around.stands, shift + cover, declared);
        listener(Command::FireAll { unit, stance: Stance::Hold, target }, told(harm(still), 0));
        if march > 0 {
            listener(Command::FireAll { unit, stance: Stance::Move, target }, told(harm(0), march / 2));
        }
    }
}
