//! The Movement Phase for a general: the next unit that may move, and whether it does.

use arrayvec::ArrayVec;
use engine::Decimal;
use engine::stage::{Act, PieceId, Prospect};
use field::ground::YARD;

use super::super::state::{Battle, UNITS_MAX, UnitId};
use super::super::{Command, Theatre};
use super::Listener;
use super::around::{Around, Bearing, faces, rough_between};
use super::board::Board;
use super::brief_steps::BATTERY_QUARTERS;
use crate::charts::Distance;
use crate::fire::Stance;
use crate::unit::{Arm, Formation};

/// Nearer than this to the enemy troops fight in line, with guns unlimbered, in yards.
pub(super) const FIGHTING_YARDS: i32 = 700;
/// Farther than this from the enemy they march.
pub(super) const MARCHING_YARDS: i32 = 900;
/// A goal so near is reached.
pub(super) const THERE_YARDS: i32 = 60;
/// Whoever is farther than this from his brigade may close up.
pub(super) const STRAY_YARDS: i32 = 600;
/// An enemy so near to guns keeps them where they are, in yards.
const THREAT_YARDS: i32 = 400;
/// How far a unit goes on the average, in inches.
const MARCH_INCHES: i32 = 10;
/// How far a unit may go at most, in inches, as far as that matters beforehand.
pub(super) const MOST_INCHES: i32 = 20;
/// How often a unit that lies down gets up when it is told to, in thousandths.
const RISES: i32 = 800;

impl Theatre {
    /// Tells the choices of the unit that moves, or of the next one that may; whether there was one.
    pub(super) fn tell_movement(&self, battle: &Battle, board: &Board, listener: Listener<'_>) -> bool {
        if let Some(moving) = &battle.moving {
            self.tell_steps(battle, board, moving, listener);
            return true;
        }
        // The foremost go first: whoever is behind them then has room.
        let mut left: ArrayVec<(i64, UnitId), UNITS_MAX> = ArrayVec::new();
        // Who was to stay may have become Overenthusiastic since, and has to go after all.
        let storms = self.active(battle).filter(|id| {
            let unit = battle.unit(*id);
            unit.overenthusiastic && unit.done.passed == Some(battle.phase) && self.must_storm(battle, *id)
        });
        for id in self.undecided(battle).chain(storms).filter(|id| self.may_begin(battle, *id)) {
            let unit = battle.unit(id);
            let axis = left.first().map_or(unit.heading, |(_, first)| battle.unit(*first).heading).direction();
            let ahead = i64::from(axis.x) * i64::from(unit.centre.x) + i64::from(axis.y) * i64::from(unit.centre.y);
            left.push((ahead, id));
        }
        left.sort_unstable_by_key(|(ahead, id)| (std::cmp::Reverse(*ahead), *id));
        left.into_iter().any(|(_, id)| self.tell_move_of(battle, board, id, listener))
    }

    /// Whether a unit may begin a move or leave a fight, as far as that is quickly said.
    fn may_begin(&self, battle: &Battle, id: UnitId) -> bool {
        let unit = battle.unit(id);
        let bound = matches!(unit.done.fired, Some(Stance::Hold | Stance::Prolong | Stance::Defensive));
        let idle = !unit.done.moved && !unit.done.stands_still && !unit.has_withdrawn(battle.turn) && !bound;
        !self.holds(battle, id) && (idle || battle.is_in_contact(id))
    }

    fn tell_move_of(&self, battle: &Battle, board: &Board, id: UnitId, listener: Listener<'_>) -> bool {
        let unit = battle.unit(id);
        if battle.is_in_contact(id) {
            return self.tell_engaged(battle, id, listener);
        }
        let piece = Some(PieceId(id.0));
        let column_die = self.has_column_die(battle, id);
        let go = Command::Move { unit: id, column_die, road_die: false };
        let up = Command::StandUp { unit: id, column_die, road_die: false };
        let duty = Prospect { piece, ..Prospect::of(Act::Duty) };
        if unit.overenthusiastic {
            // It may not stay where it is: the phase does not end before it has tried.
            if !unit.prone || listener(up, duty) {
                listener(go, duty);
            }
            return true;
        }
        // COST: whoever has nothing to do is told to do nothing, once; else he would be thought about again before each order.
        let stays = |listener: Listener<'_>| {
            listener(Command::Pass { unit: id }, duty);
            true
        };
        if unit.formation == Formation::Unlimbered && self.is_in_action(board, id) {
            return stays(listener);
        }
        let most = self.most_yards(battle, id);
        let around = self.look_around(battle, board, id, most);
        let told = self.tell_move_from(battle, &around, listener);
        board.keep(battle, around, most);
        told || stays(listener)
    }

    /// Tells what a unit may begin that has looked around; whether there is anything.
    fn tell_move_from(&self, battle: &Battle, around: &Around, listener: Listener<'_>) -> bool {
        let id = around.id;
        let (unit, arm) = (battle.unit(id), self.arm(battle, id));
        let column_die = self.has_column_die(battle, id);
        let go = Command::Move { unit: id, column_die, road_die: false };
        let duty = Prospect { piece: Some(PieceId(id.0)), ..Prospect::of(Act::Duty) };
        let enemy = around.enemy_yards();
        let way = rough_between(around.start.centre, around.goal);
        if unit.prone {
            let lying = self.weigh_place(around, &around.start, Bearing::of(false, true));
            let lying = Prospect { act: Act::Pass, ..lying };
            let nearer = way.min(MARCH_INCHES * self.inch / YARD);
            let on_foot = Bearing { tall: false, fires: true, exposed: -self.estimates.prone() };
            let rises = self.weigh_place(around, &around.start, on_foot);
            let rises = Prospect { act: Act::Form, nearer, chance: RISES, ..rises };
            let up = Command::StandUp { unit: id, column_die, road_die: false };
            if listener(up, rises) {
                listener(Command::Pass { unit: id }, lying);
            }
            return true;
        }
        if unit.formation == Formation::Unlimbered {
            return self.tell_guns(around, way, listener);
        }
        if enemy > MARCHING_YARDS && way < THERE_YARDS || arm == Arm::Wagon && way < STRAY_YARDS {
            return false;
        }
        if arm == Arm::Cavalry && unit.mounted {
            // Cavalry that has moved cannot charge what passes by.
            let stay = self.weigh_place(around, &around.start, Bearing::of(true, true));
            let stay = Prospect { act: Act::Pass, ..stay };
            let told = Prospect { act: Act::Advance, nearer: way.min(MARCH_INCHES * self.inch / YARD), ..stay };
            if listener(go, told) {
                listener(Command::Pass { unit: id }, stay);
            }
        } else if self.has_a_step(battle, around) {
            listener(go, duty);
        } else {
            return false;
        }
        true
    }

    /// COST: whether guns have an enemy before them who is near: they stay, which is sooner said than weighed.
    fn is_in_action(&self, board: &Board, id: UnitId) -> bool {
        let own = &board.marks[id.index()];
        let well = own.weapon.map_or(0, |weapon| self.estimates.effective(weapon)) * BATTERY_QUARTERS / 4;
        board.of_side(own.side.enemy()).any(|enemy| {
            let near = rough_between(own.at.centre, enemy.at.centre) < well;
            near && !enemy.picket && faces(&own.at, own.ahead, &enemy.at)
        })
    }

    /// A unit in a fight stays in it or breaks off.
    fn tell_engaged(&self, battle: &Battle, id: UnitId, listener: Listener<'_>) -> bool {
        if !battle.is_engaged(id) || battle.unit(id).done.moved || !self.may_break_off(battle, id) {
            return false;
        }
        let foe = battle.contacts.iter().find_map(|contact| contact.other(id)).unwrap_or(id);
        let stands = |id: UnitId| Decimal::from_int(battle.unit(id).condition.stands.into());
        let odds = self.estimates.combat(&self.book, stands(id), stands(foe), 0);
        let (men, theirs) = (self.men_in(battle, id), self.men_in(battle, foe));
        let stay = Prospect {
            piece: Some(PieceId(id.0)),
            harm: odds.harm * self.men_per_stand(battle, foe) / 1_000 + theirs * odds.won / 4_000,
            risk: odds.cost * self.men_per_stand(battle, id) / 1_000 + men * odds.lost / 4_000,
            chance: odds.won,
            enemy: 0,
            worn: self.worn(battle, id),
            ..Prospect::of(Act::Pass)
        };
        if listener(Command::Pass { unit: id }, stay) {
            let away = self.distance(Distance::Retreat) / YARD;
            let leaves = Prospect { act: Act::Withdraw, harm: 0, risk: 0, chance: 1_000, enemy: away, ..stay };
            listener(Command::BreakOff { unit: id }, leaves);
        }
        true
    }

    /// Guns in battery: they stay where they have somebody to fire at, turn to whom they have not, or limber and follow.
    fn tell_guns(&self, around: &Around, way: i32, listener: Listener<'_>) -> bool {
        let (id, ahead) = (around.id, around.start.ahead());
        let Some(weapon) = around.weapon else { return false };
        let reach = self.estimates.reach(weapon);
        let near = |foe: &&super::around::Foe| foe.yards < reach && !foe.hidden && !foe.picket;
        let fires = around.foes.iter().filter(near).any(|foe| faces(&around.start, ahead, &foe.at));
        let threatened = around.foes.iter().any(|foe| foe.yards < THREAT_YARDS && !foe.hidden);
        let pass = Prospect { act: Act::Pass, ..self.weigh_place(around, &around.start, Bearing::of(false, true)) };
        let told = if threatened && !fires {
            let turned = Prospect { act: Act::Form, flanked: 0, ..pass };
            listener(Command::Prolong { unit: id }, turned)
        } else if !fires && way > 2 * THERE_YARDS
            || way > self.estimates.effective(weapon) * BATTERY_QUARTERS / 4 && !threatened
        {
            let nearer = way.min(5 * self.inch / YARD);
            let told = Prospect { act: Act::Advance, nearer, harm: 0, ..pass };
            listener(Command::Move { unit: id, column_die: false, road_die: false }, told)
        } else {
            return false;
        };
        if told {
            listener(Command::Pass { unit: id }, pass);
        }
        true
    }
}
