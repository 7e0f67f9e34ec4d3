//! The move of a unit for a general, step by step.
//!
//! A move always comes to its end: every step that is offered uses up some of the allowance or changes what may change once, and
//! to end the move is offered each time. Each step is told with what the place it leads to promises.

use std::cell::{Cell, RefCell};

use arrayvec::ArrayVec;
use engine::Decimal;
use engine::stage::{Act, Prospect};
use field::ground::{Length, Point, YARD};
use field::plane::{Flank, Footprint, Heading, Manoeuvre, Turn};

use super::super::geometry::SLACK;
use super::super::movement::{bit, nobody};
use super::super::state::{Battle, Moving, UNITS_MAX, Unit, UnitId};
use super::super::{Command, Theatre};
use super::Listener;
use super::around::{Around, Bearing, faces, rough_between};
use super::board::Board;
use super::brief_charge::MOST_OF_DIE;
use super::brief_march::{FIGHTING_YARDS, MARCHING_YARDS, MOST_INCHES, STRAY_YARDS, THERE_YARDS};
use crate::charts::Penalty;
use crate::unit::{Arm, Formation};

/// An enemy nearer than this may be fallen back from.
pub(super) const FALL_BACK_YARDS: i32 = 500;
/// Whoever is nearer than this to an enemy counts against him, in yards.
const MASS_YARDS: i32 = 500;
/// Troops lie down under fire from farther away than this.
const LIE_DOWN_YARDS: i32 = 250;
/// Guns on their way go into battery for nobody who is farther away, in quarters of the range at which they do well.
pub(super) const BATTERY_QUARTERS: i32 = 5;
/// Nearer than this to the enemy, in yards, infantry stands in line; what that is worth, in hits.
const FORMED_YARDS: i32 = 500;
pub(super) const FORMING_HITS: i32 = 3;
/// What is not worth another step, in inches.
const LITTLE_INCHES: Length = 2;
/// A turn that is not worth making, and the turn from which one faces rather than wheels.
const SMALL_TURN: Turn = Turn::degrees(15);
pub(super) const FACING_TURN: Turn = Turn::degrees(60);
/// A wheel that is not worth ordering.
const LEAST_WHEEL: Turn = Turn::degrees(5);
/// Whoever is less worn than this does not roll for the sake of falling back, in thousandths.
const WORN: i32 = 300;
/// Whoever has gone and has less left than one part in so many of his allowance ends his move.
const LEFT_PARTS: Length = 2;

/// LIMIT: straight ways that are remembered while a move is thought about.
const WAYS_MAX: usize = 8;

/// The unit that moves, and all that its steps are weighed by.
pub(super) struct March<'a> {
    pub(super) theatre: &'a Theatre,
    pub(super) battle: &'a Battle,
    pub(super) moving: &'a Moving,
    pub(super) unit: &'a Unit,
    pub(super) arm: Arm,
    pub(super) around: &'a Around,
    /// What is left of its allowance as things are.
    pub(super) left: Length,
    /// Our men near the nearest enemy for each thousand of his.
    pub(super) mass: i32,
    /// Whether there is anything to weigh, where that is all that is asked: the first step that offers itself is enough.
    pub(super) probe: Option<&'a Cell<bool>>,
    /// Straight ways that were tried: hundredths of a degree, how far, and whether they could be gone.
    pub(super) tried: RefCell<ArrayVec<(i32, Length, bool), WAYS_MAX>>,
    /// How far there is room that way before it comes too near somebody or onto a friend whom it does not pass through.
    ///
    /// COST: most ways are thought about several times, each time as far as something else wants.
    pub(super) rooms: RefCell<ArrayVec<(Heading, i64), WAYS_MAX>>,
}

impl Theatre {
    /// Yards that the dice of a move carry at most, as far as that matters beforehand.
    pub(super) fn most_yards(&self, battle: &Battle, id: UnitId) -> i32 {
        let dice = i32::from(self.book.tables.movement_dice.at(self.mover(battle, id)).value);
        let dice = dice + i32::from(self.has_column_die(battle, id));
        (dice * MOST_OF_DIE).min(MOST_INCHES * 10) * self.inch / 10 / YARD + 1
    }

    /// Whether a unit on its way has nothing to do but to end its move. COST: what is left of most moves after their first step
    /// is good for nothing.
    pub(super) fn is_spent(&self, battle: &Battle, moving: &Moving) -> bool {
        if moving.gone == 0 || battle.unit(moving.unit).overenthusiastic {
            return false;
        }
        let allowed = self.allowed(battle, moving, moving.penalties, &mut nobody());
        allowed - moving.gone < (LITTLE_INCHES * self.inch).max(allowed / LEFT_PARTS)
    }

    /// Tells the steps of the unit that moves.
    pub(super) fn tell_steps(&self, battle: &Battle, board: &Board, moving: &Moving, listener: Listener<'_>) {
        let allowed = self.allowed(battle, moving, moving.penalties, &mut nobody());
        let left = allowed - moving.gone;
        // Before its dice and after them a unit looks as far, so that one look serves for both; farther if they carry it there.
        let go = self.most_yards(battle, moving.unit).max(left.max(0) / YARD);
        self.with_look(battle, board, (moving.unit, go), |around| {
            self.tell_steps_from((battle, board), moving, (around, left), listener);
        });
    }

    fn tell_steps_from(
        &self,
        (battle, board): (&Battle, &Board),
        moving: &Moving,
        (around, left): (&Around, Length),
        listener: Listener<'_>,
    ) {
        let (unit, arm) = (battle.unit(moving.unit), self.arm(battle, moving.unit));
        let near = around.nearest.map(|place| &around.foes[place]).filter(|foe| foe.yards < FIGHTING_YARDS);
        let near = near.filter(|_| !around.pressed);
        let mass = near.map_or(0, |foe| self.mass(board, around, foe, MASS_YARDS));
        let march = March {
            theatre: self,
            battle,
            moving,
            unit,
            arm,
            around,
            left,
            mass,
            probe: None,
            tried: RefCell::default(),
            rooms: RefCell::default(),
        };
        let stay = march.place(&around.start, unit.formation);
        let stay = Prospect { act: Act::Pass, merit: stay.merit - march.unformed(&stay), ..stay };
        if unit.overenthusiastic {
            march.storm(stay, listener);
        } else if listener(Command::EndMove, stay) {
            match unit.formation {
                Formation::Unlimbered if !moving.prolongs => march.limber(listener),
                Formation::Square => march.form_line(listener),
                Formation::Unlimbered => march.turn(listener),
                Formation::Skirmish => march.skirmish(listener),
                Formation::Line | Formation::Column | Formation::Limbered => march.march(listener),
            }
        }
    }
}

impl Theatre {
    /// Whether a unit that has not rolled yet might have a step to make. COST: most have none, because friends stand before
    /// them or because they are where they want to be; they need neither dice nor a closer look.
    pub(super) fn has_a_step(&self, battle: &Battle, around: &Around) -> bool {
        let found = Cell::new(false);
        self.before_the_dice(battle, around, &found, |march| {
            let listener: Listener<'_> = &mut |_, _| false;
            match march.unit.formation {
                Formation::Unlimbered | Formation::Square => found.set(true),
                Formation::Skirmish => march.skirmish(listener),
                Formation::Line | Formation::Column | Formation::Limbered => march.march(listener),
            }
        });
        found.get()
    }

    /// Yards that friends and enemies leave a unit on its way to its goal, up to this many.
    pub(super) fn room_to_goal(&self, battle: &Battle, around: &Around, most: i32) -> i32 {
        let start = &around.start;
        let Some(bearing) = Heading::towards(start.front_centre(), around.goal) else { return 0 };
        if start.heading.turn_to(bearing).abs() > Turn::EIGHTH
            && battle.unit(around.id).formation != Formation::Skirmish
        {
            // It has to turn first.
            return most / 2;
        }
        let found = Cell::new(false);
        self.before_the_dice(battle, around, &found, |march| march.clear(bearing, most * YARD) / YARD)
    }

    /// A unit's move before its dice have fallen, as far as it may go at most.
    fn before_the_dice<T>(
        &self,
        battle: &Battle,
        around: &Around,
        found: &Cell<bool>,
        look: impl FnOnce(&March<'_>) -> T,
    ) -> T {
        let left = MOST_INCHES * self.inch;
        let nobody = [0; UNITS_MAX / 64];
        let moving = &Moving {
            unit: around.id,
            dice: 1,
            rolled: MOST_INCHES as i16,
            gone: 0,
            penalties: 0,
            by_road: false,
            prolongs: false,
            asked: nobody,
            tempted: nobody,
        };
        let (unit, arm) = (battle.unit(around.id), self.arm(battle, around.id));
        let (probe, tried, rooms) = (Some(found), RefCell::default(), RefCell::default());
        look(&March { theatre: self, battle, moving, unit, arm, around, left, mass: 0, probe, tried, rooms })
    }
}

impl March<'_> {
    /// Whether nothing more has to be looked for.
    pub(super) fn is_found(&self) -> bool {
        self.probe.is_some_and(Cell::get)
    }

    /// What it promises to stand somewhere.
    pub(super) fn place(&self, end: &Footprint, formation: Formation) -> Prospect {
        let fires = formation != Formation::Limbered && self.arm != Arm::Wagon;
        let tall = self.unit.mounted || formation == Formation::Limbered;
        let told = self.theatre.weigh_place(self.around, end, Bearing::of(tall, fires));
        let holds = matches!(formation, Formation::Line | Formation::Column) && self.arm != Arm::Wagon;
        Prospect { merit: if holds { self.theatre.hold(self.battle, end) } else { 0 }, ..told }
    }

    /// What it costs, in men, to stand somewhere in a column that has to form before it fights.
    fn unformed(&self, told: &Prospect) -> i32 {
        let marches = self.unit.formation == Formation::Column && self.arm == Arm::Infantry;
        if marches && told.enemy < FORMED_YARDS { FORMING_HITS * self.theatre.estimates.men_per_hit } else { 0 }
    }

    pub(super) fn inches(&self, length: Length) -> Decimal {
        self.theatre.in_inches(length)
    }

    /// Offers a step unless somebody is in its way; whether it did. What else bars it the rules say when it is ordered.
    pub(super) fn offer(&self, command: Command, manoeuvre: Manoeuvre, listener: Listener<'_>) -> bool {
        let end = manoeuvre.end(&self.around.start);
        if !self.is_free(manoeuvre, &end) {
            return false;
        }
        if let Some(found) = self.probe {
            found.set(true);
            return true;
        }
        let mut told = self.place(&end, self.unit.formation);
        told.mass = self.mass;
        told.merit -= self.unformed(&told);
        let enemy = self.around.enemy_yards();
        told.act = match manoeuvre {
            Manoeuvre::Wheel { .. } | Manoeuvre::Face(_) => Act::Form,
            _ if told.enemy > enemy + 20 && enemy < FIGHTING_YARDS => Act::Withdraw,
            _ if told.nearer > 20 || told.enemy < enemy - 20 => Act::Advance,
            _ => Act::Shift,
        };
        listener(command, told);
        true
    }

    /// The steps of a block: on, to the flank, round, back, and into another formation.
    fn march(&self, listener: Listener<'_>) {
        let enemy = self.around.enemy_yards();
        let inch = self.theatre.inch;
        self.change(enemy, listener);
        if self.left < inch / 2 {
            return;
        }
        let fresh = self.moving.gone == 0;
        let goal_yards = rough_between(self.around.start.front_centre(), self.around.goal);
        let mut ways = 0;
        if let Some(foe) = self.around.nearest.map(|place| self.around.foes[place])
            && enemy < FIGHTING_YARDS
        {
            let weapon = self.around.weapon;
            let close = weapon.map_or(100, |weapon| self.theatre.estimates.effective(weapon)).max(100);
            let close = close.min(self.around.light);
            let closer = if self.arm.is_artillery() { close - 10 } else { close / 2 - 5 };
            for stop in [close - 10, closer] {
                let wanted = (enemy - stop) * YARD;
                if self.arm != Arm::Wagon && wanted > inch / 2 {
                    ways += usize::from(self.go(foe.at.centre, wanted, listener));
                }
            }
            self.turn(listener);
            if enemy < FALL_BACK_YARDS {
                self.fall_back(fresh, listener);
            }
        }
        if goal_yards > THERE_YARDS && (enemy >= FIGHTING_YARDS || fresh) {
            if self.go(self.around.goal, goal_yards * YARD, listener) {
                if fresh && self.is_barred(self.around.goal) {
                    self.go_round(listener);
                }
                if enemy < MARCHING_YARDS && fresh {
                    // A shorter step may end in cover, or leave time to form.
                    self.go(self.around.goal, self.left / 2, listener);
                }
            } else if fresh && ways == 0 {
                // Once it faces the goal it can go there.
                self.turn_to(self.around.goal, goal_yards.min(self.left / YARD) / 10, listener);
                self.go_round(listener);
                // Shoulder to shoulder there is no way but straight ahead.
                if self.is_ahead(self.around.goal) {
                    self.go_along(0, self.left, listener);
                }
            }
        }
        self.lie_down(enemy, goal_yards, listener);
        if fresh && rough_between(self.around.start.centre, self.around.brigade) > STRAY_YARDS {
            let apart = rough_between(self.around.start.centre, self.around.brigade) - STRAY_YARDS / 2;
            self.go(self.around.brigade, apart * YARD, listener);
        }
    }

    /// Foot that holds its ground under fire from afar may lie down.
    fn lie_down(&self, enemy: i32, goal_yards: i32, listener: Listener<'_>) {
        let foot = self.arm == Arm::Infantry && self.unit.is_formed();
        if self.is_found()
            || !foot
            || self.moving.prolongs
            || !(LIE_DOWN_YARDS..FIGHTING_YARDS).contains(&enemy)
            || goal_yards > enemy
        {
            return;
        }
        if let Some(found) = self.probe {
            found.set(true);
            return;
        }
        let low = Bearing { tall: false, fires: true, exposed: self.theatre.estimates.prone() };
        let told = self.theatre.weigh_place(self.around, &self.around.start, low);
        listener(Command::GoProne, Prospect { act: Act::Form, ..told });
    }

    /// Whether a block has the nearest enemy before its front.
    pub(super) fn looks_at_enemy(&self, block: &Footprint) -> bool {
        let nearest = self.around.nearest.map(|place| &self.around.foes[place]);
        nearest.is_none_or(|foe| faces(block, block.ahead(), &foe.at))
    }

    /// Whether the nearest enemy is on a flank or behind, and friends leave no room to turn to him.
    pub(super) fn is_hemmed_in(&self) -> bool {
        let start = &self.around.start;
        let Some(foe) = self.around.nearest.map(|place| &self.around.foes[place]) else { return false };
        if foe.yards > FIGHTING_YARDS || faces(start, start.ahead(), &foe.at) {
            return false;
        }
        let Some(bearing) = Heading::towards(start.centre, foe.at.centre) else { return false };
        let quarter = Turn::degrees(90 * start.heading.turn_to(bearing).0.signum());
        let turned = Manoeuvre::Face(quarter).end(start).shrunk(SLACK);
        self.around.friends.iter().any(|friend| turned.overlaps(&friend.shrunk(SLACK)))
    }

    /// Turns to the nearest enemy who is not before the front.
    fn turn(&self, listener: Listener<'_>) {
        if let Some(foe) = self.around.nearest.map(|place| self.around.foes[place]) {
            self.turn_to(foe.at.centre, 0, listener);
        }
    }

    /// Turns to a place, which is worth so many men by itself.
    fn turn_to(&self, point: Point, merit: i32, listener: Listener<'_>) {
        if self.is_found() {
            return;
        }
        let listener: Listener<'_> =
            &mut |command, told| listener(command, Prospect { merit: told.merit + merit, ..told });
        let start = &self.around.start;
        let Some(bearing) = Heading::towards(start.centre, point) else { return };
        let off = start.heading.turn_to(bearing);
        let pays = self.moving.penalties & bit(Penalty::Face) == 0;
        if off.abs() > FACING_TURN {
            let quarters = if off.abs() > Turn::degrees(135) { 2 } else { 1 };
            let degrees = 90 * quarters * off.0.signum();
            let face = Command::Face { degrees: Decimal::from_int(degrees) };
            if !pays || !self.offer(face, Manoeuvre::Face(Turn::degrees(degrees)), listener) {
                // Where friends leave no room to face about, a part of a wheel may go.
                self.wheel(Turn(FACING_TURN.0 * off.0.signum()), listener);
            }
        } else if off.abs() > SMALL_TURN {
            self.wheel(off, listener);
        }
    }

    /// Wheels as far round as the allowance carries the outer corner, or half as far where friends are in the way.
    fn wheel(&self, off: Turn, listener: Listener<'_>) {
        if self.left <= 0 {
            return;
        }
        let whole = field::plane::arc_length(2 * self.around.start.half_front, off).max(1);
        let part = i64::from(off.0) * i64::from(whole.min(self.left - 1)) / i64::from(whole);
        for part in [part, part / 2] {
            let hundredths = (part * 36_000 / 65_536) as i32;
            let turn = Turn::hundredths(hundredths);
            if turn.abs() < LEAST_WHEEL {
                return;
            }
            let on = if turn.0 > 0 { Flank::Right } else { Flank::Left };
            let command = Command::Wheel { on, degrees: Decimal::from_thousandths(hundredths * 10) };
            if self.offer(command, Manoeuvre::Wheel { on, turn }, listener) {
                return;
            }
        }
    }

    /// Goes back from the enemy: infantry with its front kept, others about and away.
    fn fall_back(&self, fresh: bool, listener: Listener<'_>) {
        if self.is_found() || self.probe.is_some() && self.around.worn < WORN {
            return;
        }
        let start = &self.around.start;
        let Some(foe) = self.around.nearest.map(|place| self.around.foes[place]) else { return };
        if !faces(start, start.ahead(), &foe.at) {
            // It has turned its back on them already.
            self.go_along(0, self.left, listener);
            return;
        }
        if !fresh {
            return;
        }
        if self.arm == Arm::Infantry && self.unit.is_formed() {
            let penalties = self.moving.penalties | bit(Penalty::Backstep);
            let half = self.theatre.allowed(self.battle, self.moving, penalties, &mut nobody()) - self.moving.gone;
            let back = start.heading.turned(Turn::HALF);
            let length = self.clear(back, half);
            let from = start.front_centre();
            let to = field::plane::moved(from, back.direction(), length);
            let way = self.theatre.straight(from, to);
            let reach = self.theatre.reach(self.battle, self.moving, penalties, &way, length);
            let inches = self.inches(length.min(reach.length));
            let length = self.theatre.on_ground(inches);
            if length > self.theatre.inch / 2 {
                let command = Command::StepBack { inches };
                self.offer(command, Manoeuvre::BackStep(length), listener);
            }
        } else if self.moving.penalties & bit(Penalty::Face) == 0 {
            let command = Command::Face { degrees: Decimal::from_int(180) };
            self.offer(command, Manoeuvre::Face(Turn::HALF), listener);
        }
    }

    /// Skirmishers go any way.
    fn skirmish(&self, listener: Listener<'_>) {
        let enemy = self.around.enemy_yards();
        if let Some(foe) = self.around.nearest.map(|place| self.around.foes[place])
            && enemy < FIGHTING_YARDS
        {
            let close = self.around.weapon.map_or(150, |weapon| self.theatre.estimates.effective(weapon)).max(120);
            self.go(foe.at.centre, (enemy - close) * YARD, listener);
            if let Some(away) = Heading::towards(foe.at.centre, self.around.start.centre)
                && enemy < FALL_BACK_YARDS
            {
                let far = field::plane::moved(self.around.start.front_centre(), away.direction(), 1_000 * YARD);
                self.go(self.theatre.onto_map(far), (FALL_BACK_YARDS - enemy) * YARD, listener);
            }
        }
        let goal_yards = rough_between(self.around.start.front_centre(), self.around.goal);
        if goal_yards > THERE_YARDS && self.moving.gone == 0 {
            self.go(self.around.goal, goal_yards * YARD, listener);
        }
        if self.arm == Arm::Cavalry && !self.unit.mounted && enemy > MARCHING_YARDS && goal_yards > FIGHTING_YARDS {
            self.reshape(Command::MountUp, Penalty::Mount, listener);
        }
    }

    /// An Overenthusiastic unit goes for the nearest enemy it sees, as long as it can.
    fn storm(&self, stay: Prospect, listener: Listener<'_>) {
        let Some(must) = self.theatre.storms_on_by(self.battle, self.moving) else {
            listener(Command::EndMove, stay);
            return;
        };
        if let Command::Face { .. } = must {
            listener(must, Prospect { act: Act::Form, ..stay });
            return;
        }
        let seen = self.theatre.nearest_in_sight(self.battle, self.moving.unit);
        let at = seen.map_or(self.around.goal, |enemy| self.battle.unit(enemy).centre);
        let goes = self.go(at, self.left, listener);
        listener(must, Prospect { act: Act::Advance, nearer: -1, ..stay });
        let turns = self.unit.formation != Formation::Skirmish && self.moving.penalties & bit(Penalty::Face) == 0;
        if !goes && self.moving.gone == 0 && turns {
            self.turn_to(at, 0, listener);
        }
    }
}
