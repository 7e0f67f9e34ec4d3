//! The move of a unit for a general, step by step.
//!
//! A move always comes to its end: every step that is offered uses up some of the allowance or changes what may change once, and
//! to end the move is offered each time. Each step is told with what the place it leads to promises.

use engine::Decimal;
use engine::stage::{Act, PieceId, Prospect};
use field::ground::{Length, Point, YARD};
use field::plane::{Flank, Footprint, Heading, Manoeuvre, Turn};

use super::super::geometry::SLACK;
use super::super::movement::{bit, nobody};
use super::super::state::{Battle, Moving, Unit};
use super::super::{Command, Theatre};
use super::Listener;
use super::around::{Around, Bearing, faces, rough_between};
use super::brief_march::{FIGHTING_YARDS, MARCHING_YARDS, STRAY_YARDS, THERE_YARDS};
use crate::charts::Penalty;
use crate::unit::{Arm, Formation};

/// An enemy nearer than this may be fallen back from.
const FALL_BACK_YARDS: i32 = 500;
/// Whoever is nearer than this to an enemy counts against him, in yards.
const MASS_YARDS: i32 = 500;
/// Troops lie down under fire from farther away than this.
const LIE_DOWN_YARDS: i32 = 250;
/// Guns on their way go into battery for nobody who is farther away, in quarters of the range at which they do well.
pub(super) const BATTERY_QUARTERS: i32 = 5;
/// Nearer than this to the enemy, in yards, infantry stands in line; what that is worth, in hits.
const FORMED_YARDS: i32 = 500;
const FORMING_HITS: i32 = 3;
/// What is not worth another step, in inches.
const LITTLE_INCHES: Length = 2;
/// A turn that is not worth making, and the turn from which one faces rather than wheels.
const SMALL_TURN: Turn = Turn::degrees(15);
pub(super) const FACING_TURN: Turn = Turn::degrees(60);

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
}

impl Theatre {
    /// Tells the steps of the unit that moves.
    pub(super) fn tell_steps(&self, battle: &Battle, moving: &Moving, listener: Listener<'_>) {
        let unit = battle.unit(moving.unit);
        let left = self.allowed(battle, moving, moving.penalties, &mut nobody()) - moving.gone;
        // COST: what is left of most moves after their first step is good for nothing.
        if moving.gone > 0 && left < LITTLE_INCHES * self.inch && !unit.overenthusiastic {
            listener(Command::EndMove, Prospect { piece: Some(PieceId(moving.unit.0)), ..Prospect::of(Act::Duty) });
            return;
        }
        let around = &self.look_around(battle, moving.unit, left.max(0) / YARD + 1);
        let arm = self.arm(battle, moving.unit);
        let near = around.nearest.map(|place| &around.foes[place]).filter(|foe| foe.yards < FIGHTING_YARDS);
        let near = near.filter(|_| !around.pressed);
        let mass = near.map_or(0, |foe| self.mass(battle, around, foe, MASS_YARDS));
        let march = March { theatre: self, battle, moving, unit, arm, around, left, mass };
        let stay = Prospect { act: Act::Pass, ..march.place(&around.start, unit.formation) };
        if unit.overenthusiastic {
            march.storm(stay, listener);
        } else if listener(Command::EndMove, stay) {
            match unit.formation {
                Formation::Unlimbered if !moving.prolongs => march.limber(listener),
                Formation::Square => march.form(Formation::Line, u8::MAX, listener),
                Formation::Unlimbered => march.turn(listener),
                Formation::Skirmish => march.skirmish(listener),
                Formation::Line | Formation::Column | Formation::Limbered => march.march(listener),
            }
        }
    }
}

impl March<'_> {
    /// What it promises to stand somewhere.
    fn place(&self, end: &Footprint, formation: Formation) -> Prospect {
        let fires = formation != Formation::Limbered && self.arm != Arm::Wagon;
        let tall = self.unit.mounted || formation == Formation::Limbered;
        let told = self.theatre.weigh_place(self.around, end, Bearing::of(tall, fires));
        let holds = matches!(formation, Formation::Line | Formation::Column) && self.arm != Arm::Wagon;
        Prospect { merit: if holds { self.theatre.hold(self.battle, end) } else { 0 }, ..told }
    }

    pub(super) fn inches(&self, length: Length) -> Decimal {
        self.theatre.in_inches(length)
    }

    /// Offers a step unless somebody is in its way; whether it did. What else bars it the rules say when it is ordered.
    pub(super) fn offer(
        &self,
        command: Command,
        manoeuvre: Manoeuvre,
        costs: Option<Penalty>,
        listener: Listener<'_>,
    ) -> bool {
        let end = manoeuvre.end(&self.around.start);
        if !self.is_free(manoeuvre, &end, costs) {
            return false;
        }
        let mut told = self.place(&end, self.unit.formation);
        told.mass = self.mass;
        // A column has to form before it fights.
        if self.unit.formation == Formation::Column && self.arm == Arm::Infantry && told.enemy < FORMED_YARDS {
            told.merit -= FORMING_HITS * self.theatre.estimates.men_per_hit;
        }
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
        if !foot || self.moving.prolongs || !(LIE_DOWN_YARDS..FIGHTING_YARDS).contains(&enemy) || goal_yards > enemy {
            return;
        }
        let low = Bearing { tall: false, fires: true, exposed: self.theatre.estimates.prone() };
        let told = self.theatre.weigh_place(self.around, &self.around.start, low);
        listener(Command::GoProne, Prospect { act: Act::Form, ..told });
    }

    /// Whether a block has the nearest enemy before its front.
    fn looks_at_enemy(&self, block: &Footprint) -> bool {
        let nearest = self.around.nearest.map(|place| &self.around.foes[place]);
        nearest.is_none_or(|foe| faces(block, block.ahead(), &foe.at))
    }

    /// Whether the nearest enemy is on a flank or behind, and friends leave no room to turn to him.
    fn is_hemmed_in(&self) -> bool {
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
        let listener: Listener<'_> =
            &mut |command, told| listener(command, Prospect { merit: told.merit + merit, ..told });
        let start = &self.around.start;
        let Some(bearing) = Heading::towards(start.centre, point) else { return };
        let off = start.heading.turn_to(bearing);
        let pays = self.moving.penalties & bit(Penalty::Face) == 0;
        if off.abs() > FACING_TURN {
            let quarters = if off.abs() > Turn::degrees(135) { 2 } else { 1 };
            let degrees = 90 * quarters * off.0.signum();
            let turn = Turn::degrees(degrees);
            if pays {
                let command = Command::Face { degrees: Decimal::from_int(degrees) };
                self.offer(command, Manoeuvre::Face(turn), Some(Penalty::Face), listener);
            }
        } else if off.abs() > SMALL_TURN && self.left > 0 {
            // As far round as the allowance carries the outer corner.
            let whole = field::plane::arc_length(2 * start.half_front, off).max(1);
            let part = i64::from(off.0) * i64::from(whole.min(self.left - 1)) / i64::from(whole);
            let hundredths = (part * 36_000 / 65_536) as i32;
            let turn = Turn::hundredths(hundredths);
            if turn.abs() < Turn::degrees(5) {
                return;
            }
            let on = if turn.0 > 0 { Flank::Right } else { Flank::Left };
            let command = Command::Wheel { on, degrees: Decimal::from_thousandths(hundredths * 10) };
            self.offer(command, Manoeuvre::Wheel { on, turn }, None, listener);
        }
    }

    /// Goes back from the enemy: infantry with its front kept, others about and away.
    fn fall_back(&self, fresh: bool, listener: Listener<'_>) {
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
            let reach = self.theatre.reach(self.battle, self.moving, penalties, (from, to), length);
            let inches = self.inches(length.min(reach.length));
            let length = self.theatre.on_ground(inches);
            if length > self.theatre.inch / 2 {
                let command = Command::StepBack { inches };
                self.offer(command, Manoeuvre::BackStep(length), Some(Penalty::Backstep), listener);
            }
        } else if self.moving.penalties & bit(Penalty::Face) == 0 {
            let command = Command::Face { degrees: Decimal::from_int(180) };
            self.offer(command, Manoeuvre::Face(Turn::HALF), Some(Penalty::Face), listener);
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
        if self.theatre.check_storms_on(self.battle, self.moving).is_ok() {
            listener(Command::EndMove, stay);
            return;
        }
        let seen = self.theatre.nearest_in_sight(self.battle, self.moving.unit);
        let at = seen.map_or(self.around.goal, |enemy| self.battle.unit(enemy).centre);
        let goes = self.go(at, self.left, listener);
        let inches = Decimal::from_int(1);
        let ahead = Command::Advance { inches, oblique_degrees: Decimal::ZERO };
        listener(ahead, Prospect { act: Act::Advance, nearer: -1, ..stay });
        if !goes && self.moving.gone == 0 && self.moving.penalties & bit(Penalty::Face) == 0 {
            self.turn_to(at, 0, listener);
        }
    }

    fn limber(&self, listener: Listener<'_>) {
        if self.moving.penalties & bit(Penalty::Limber) == 0 {
            self.reshape(Command::Limber, Penalty::Limber, listener);
        }
    }

    /// Another formation where the enemy is near or far enough for it.
    fn change(&self, enemy: i32, listener: Listener<'_>) {
        let formed = bit(Penalty::LineToColumn) | bit(Penalty::ColumnToLine) | bit(Penalty::Mount);
        let changed = self.moving.penalties & formed != 0;
        let goal = rough_between(self.around.start.centre, self.around.goal);
        match (self.arm, self.unit.formation) {
            (Arm::Infantry | Arm::Cavalry, Formation::Column) if enemy < MARCHING_YARDS && !changed => {
                self.form(Formation::Line, u8::MAX, listener);
            }
            // Where there is no room to turn a line, a column has it.
            (Arm::Infantry, Formation::Line) if !changed && self.moving.gone == 0 && self.is_hemmed_in() => {
                self.form(Formation::Column, 2, listener);
            }
            (Arm::Infantry | Arm::Cavalry, Formation::Line)
                if enemy > MARCHING_YARDS + 200 && goal > FIGHTING_YARDS && !changed =>
            {
                self.form(Formation::Column, 2, listener);
            }
            (Arm::FieldArtillery | Arm::HorseArtillery, Formation::Limbered) => {
                let Some(weapon) = self.around.weapon else { return };
                let (ahead, reach) = (self.around.start.ahead(), self.theatre.estimates.reach(weapon));
                let near = self.theatre.estimates.effective(weapon) * BATTERY_QUARTERS / 4;
                let reach = if goal > THERE_YARDS { reach.min(near) } else { reach };
                let fires = |foe: &super::around::Foe| {
                    foe.yards < reach && !foe.hidden && faces(&self.around.start, ahead, &foe.at)
                };
                if self.around.foes.iter().any(fires) {
                    self.reshape(Command::Unlimber, Penalty::Limber, listener);
                }
            }
            _ => {}
        }
        if self.arm == Arm::Cavalry && self.unit.mounted && enemy < FALL_BACK_YARDS && !changed {
            self.reshape(Command::Dismount, Penalty::Mount, listener);
        }
    }

    fn form(&self, formation: Formation, files: u8, listener: Listener<'_>) {
        let mut changed = Unit { formation, ..*self.unit };
        changed.files = self.theatre.most_files(self.arm, &changed, files);
        let penalty = if changed.files < self.unit.files { Penalty::LineToColumn } else { Penalty::ColumnToLine };
        self.reshape_to(Command::ChangeFormation { formation, files: changed.files }, changed, penalty, listener);
    }

    fn reshape(&self, command: Command, penalty: Penalty, listener: Listener<'_>) {
        let mut changed = Unit { files: u8::MAX, ..*self.unit };
        (changed.formation, changed.mounted) = match command {
            Command::Limber => (Formation::Limbered, false),
            Command::Unlimber => (Formation::Unlimbered, false),
            Command::MountUp => (Formation::Line, true),
            _ => (Formation::Skirmish, false),
        };
        if self.unit.parent.is_some() && penalty == Penalty::Mount || self.theatre.book.switches.horse_holders {
            return;
        }
        changed.files = self.theatre.most_files(self.arm, &changed, u8::MAX);
        self.reshape_to(command, changed, penalty, listener);
    }

    /// Offers another shape if there is room for it and the dice can pay for it.
    fn reshape_to(&self, command: Command, changed: Unit, penalty: Penalty, listener: Listener<'_>) {
        let unit = self.unit;
        let same =
            changed.formation == unit.formation && changed.files == unit.files && changed.mounted == unit.mounted;
        let line = changed.formation == Formation::Line;
        let deep = line && u16::from(changed.files) < unit.condition.stands.div_ceil(3).max(1);
        if same || deep || unit.overenthusiastic && !line {
            return;
        }
        let Ok(there) = self.theatre.weigh_shape(self.battle, self.moving, changed, penalty, &mut nobody()) else {
            return;
        };
        let block = self.theatre.footprint_of(self.arm, &there.0);
        let mut told = self.place(&block, changed.formation);
        told.act = Act::Form;
        // What a formation is worth by itself: a column goes farther, a line fires and is a poorer target.
        let enemy = self.around.enemy_yards();
        let men = self.theatre.estimates.men_per_hit;
        if let Command::Limber = command {
            // Guns limber to go somewhere.
            told.act = Act::Advance;
            told.nearer = rough_between(self.around.start.centre, self.around.goal).min(self.left / YARD / 2);
        }
        told.merit += match changed.formation {
            Formation::Line if enemy < FIGHTING_YARDS && self.looks_at_enemy(&block) => FORMING_HITS * men,
            Formation::Line if enemy < FIGHTING_YARDS => 0,
            Formation::Column if enemy < FIGHTING_YARDS => 6 * men,
            Formation::Line | Formation::Column => men,
            Formation::Unlimbered => told.harm,
            _ => 0,
        };
        listener(command, told);
    }
}
