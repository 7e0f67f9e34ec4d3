//! The way of a charge (S 5): at most one wheel, and then straight at the target.

use arrayvec::ArrayVec;
use engine::Refusal;
use field::ground::{Length, Met, Point, SpotKind, What, YARD};
use field::plane::{
    Flank, Footprint, Heading, Manoeuvre, Obstacles, Troops, Turn, arc_length, carry_out, moved, passed,
};

use super::Theatre;
use super::geometry::{SLACK, along_and_aside, is_far, nearest_point};
use super::movement::nobody;
use super::passage::{size_of, swept_box};
use super::state::{Battle, UNITS_MAX, UnitId};
use super::straight::Straight;
use super::terrain::{AreaRow, CROSSING_REACH, LineRow, area_row, crossing_at, line_row, mark};
use crate::charts::{Limit, Penalty};
use crate::rules::*;
use crate::unit::{Arm, Formation};

/// LIMIT: units that follow up behind one another.
pub(super) const FOLLOW_UPS_MAX: usize = 3;

/// LIMIT: how far a charge is looked for.
const FAR: Length = 4_000 * YARD;

/// The way of a charge: a wheel, and then straight ahead.
#[derive(Clone, Debug)]
pub(super) struct Route {
    /// How far the command stand goes in all.
    pub length: Length,
    /// How far of that is straight ahead, after the wheel.
    pub straight: Length,
    /// The block in contact.
    pub contact: Footprint,
    /// What it meets.
    pub path: Vec<Penalty>,
    /// Whether it leads over a bridge or through a defile.
    pub defile: bool,
    /// The friends it leads through.
    pub friends: Vec<UnitId>,
}

impl Route {
    /// Where the middle of the block is, so far before contact; at most where the straight way begins.
    pub fn before_contact(&self, length: Length) -> Point {
        moved(self.contact.centre, self.contact.ahead().back(), length.min(self.straight))
    }
}

impl Theatre {
    /// S 5: the way of a charge: at most one wheel, then straight, past nobody else.
    pub(super) fn charge_route(&self, battle: &Battle, id: UnitId, target: UnitId) -> Result<Route, Refusal> {
        let (start, theirs) = (self.footprint(battle, id), self.footprint(battle, target));
        let front = start.front_centre();
        let most = Turn::degrees(i32::from(self.book.limit(Limit::ChargeTurn)));
        let towards = |to: Point| Heading::towards(front, to).map(|heading| start.heading.turn_to(heading));
        let turns = [Some(Turn(0)), towards(nearest_point(&theirs, front)), towards(theirs.centre)];
        let mut refusal = Refusal::new();
        for turn in turns.into_iter().flatten().filter(|turn| turn.abs() <= most) {
            match self.straight_at(battle, id, target, &start, turn) {
                Ok(route) => return Ok(route),
                Err(reason) => refusal = refusal.because("target", reason, SE_CHARGE_1),
            }
        }
        if refusal.reasons.is_empty() {
            let (name, degrees) = (self.name(battle, target), self.book.limit(Limit::ChargeTurn));
            let why = format!("a charge wheels {degrees} degrees at most, and {name} lies farther round: turn first");
            refusal = refusal.because("target", why, SE_CHARGE_1);
        }
        Err(refusal)
    }

    pub(super) fn straight_at(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        start: &Footprint,
        turn: Turn,
    ) -> Result<Route, String> {
        let on = if turn.0 > 0 { Flank::Right } else { Flank::Left };
        let wheeled = if turn.0 == 0 { *start } else { Manoeuvre::Wheel { on, turn }.end(start) };
        let troops = Troops::new(vec![self.footprint(battle, target)]);
        let obstacles = Obstacles { troops: Some((&troops, &|_| true)), ..Obstacles::NONE };
        let advance = carry_out(&wheeled, Manoeuvre::Advance(FAR), &obstacles);
        if advance.stopped.is_none() {
            return Err(format!("{} does not lie straight ahead", self.name(battle, target)));
        }
        let straight = self.straight_to(battle, (id, Some(target)), &wheeled, &advance.end, advance.length)?;
        Ok(Route { length: arc_length(start.half_front, turn) + advance.length, ..straight })
    }

    /// The way of a charge to where its target was and is no more: as it was announced, over the same ground.
    pub(super) fn way_to_nobody(&self, battle: &Battle, id: UnitId, contact: &Footprint) -> Result<Route, String> {
        let start = self.footprint(battle, id);
        let turn = start.heading.turn_to(contact.heading);
        let on = if turn.0 > 0 { Flank::Right } else { Flank::Left };
        let wheeled = if turn.0 == 0 { start } else { Manoeuvre::Wheel { on, turn }.end(&start) };
        let length = wheeled.centre.distance(contact.centre);
        let straight = self.straight_to(battle, (id, None), &wheeled, contact, length)?;
        Ok(Route { length: arc_length(start.half_front, turn) + length, ..straight })
    }

    /// Straight ahead, after the wheel: who and what is met on the way.
    ///
    /// RULING: the command stand is in the middle of the front; a wheel takes it half as far as the outer corner.
    fn straight_to(
        &self,
        battle: &Battle,
        (id, target): (UnitId, Option<UnitId>),
        wheeled: &Footprint,
        contact: &Footprint,
        length: Length,
    ) -> Result<Route, String> {
        let ahead = Manoeuvre::Advance(length);
        let (swept, reach) = (swept_box(wheeled, ahead, contact), size_of(wheeled) + i64::from(length));
        // COST: only those are measured whom the box around the way touches.
        let mut others: ArrayVec<UnitId, UNITS_MAX> = ArrayVec::new();
        let mut blocks = Vec::new();
        for other in battle.on_field() {
            if other == id || Some(other) == target || self.is_beyond(battle.unit(other), wheeled.centre, reach) {
                continue;
            }
            let block = self.footprint(battle, other);
            if !is_far(wheeled, &block, length) && swept.is_none_or(|swept| swept.overlaps(&block)) {
                others.push(other);
                blocks.push(block.shrunk(SLACK));
            }
        }
        let bodies = Troops::new(blocks);
        let met = passed(&wheeled.shrunk(SLACK), ahead, &bodies, |_| true);
        let side = self.side(battle, id);
        let mut path: Vec<Penalty> = Vec::new();
        let mut friends = Vec::new();
        for other in met.into_iter().map(|number| others[number]) {
            if self.side(battle, other) != side {
                return Err(format!("{} bars the way: charge it instead", self.name(battle, other)));
            }
            // RULING: those who charge the same target go in together; whoever charges another goes later, and is run into until then.
            let charges = battle.announced.iter().find(|announced| announced.unit == other);
            if charges.is_some_and(|charge| Some(charge.target) == target)
                || self.follow_ups(battle, id).contains(&other)
            {
                continue;
            }
            let in_contact =
                |(body, one): (&Footprint, &UnitId)| *one == other && body.overlaps(&contact.shrunk(SLACK));
            if charges.is_none() && bodies.footprints().iter().zip(&others).any(in_contact) {
                return Err(format!("{} of your own stands where the enemy would be met", self.name(battle, other)));
            }
            match self.passage(battle, id, other, &mut nobody()) {
                Ok(passage) if passage.costs_an_inch_a_die => path.push(Penalty::Interpenetration),
                _ => {}
            }
            friends.push(other);
        }
        path.dedup();
        let (from, to) = (wheeled.front_centre(), contact.front_centre());
        let way = self.straight(from, to);
        if let Some((_, why)) = self.first_bar(battle, id, &way) {
            return Err(format!("{why} bars the way"));
        }
        for (_, penalty) in self.penalties_on(battle, id, &way) {
            if penalty.is_on_the_way() && !path.contains(&penalty) {
                path.push(penalty);
            }
        }
        let defile = self.leads_through_defile(&way);
        Ok(Route { length, straight: length, contact: *contact, path, defile, friends })
    }

    /// Whether a way leads over water where there is a bridge or a ford, or through a defile on land.
    fn leads_through_defile(&self, way: &Straight) -> bool {
        let spots = self.ground.spots();
        if spots.is_empty() {
            return false;
        }
        let wet = |met: &Met| match met.what {
            What::Line(line) => {
                matches!(line_row(self.ground.lines()[line.index()].kind), LineRow::Stream | LineRow::River)
            }
            What::Area(area) => {
                matches!(area_row(self.ground.areas()[area.index()].kind), AreaRow::Wet | AreaRow::Impassable)
            }
            What::Contour(_) => false,
        };
        let (from, to) = (way.from, way.to);
        let crosses = |met: &Met| wet(met) && crossing_at(&self.ground, met.at.between(from, to)).is_some();
        way.found.marks & (mark::WET | mark::SLOWS) != 0 && way.met(&self.ground).iter().any(crosses)
            || spots.iter().any(|spot| spot.kind == SpotKind::Defile && is_beside(spot.at, way))
    }

    /// Those of these friends whom a part of a charge led through, in the order they were met.
    pub(super) fn friends_met(
        &self,
        battle: &Battle,
        friends: &[UnitId],
        (start, way): (&Footprint, Manoeuvre),
    ) -> Vec<UnitId> {
        let bodies = Troops::new(friends.iter().map(|friend| self.footprint(battle, *friend).shrunk(SLACK)).collect());
        passed(&start.shrunk(SLACK), way, &bodies, |_| true).into_iter().map(|number| friends[number]).collect()
    }

    /// The units that follow up behind one: formed friends, free of enemies, who face its way and touch its rear, and those who
    /// touch theirs.
    ///
    /// RULING: units touch where less than a quarter of an inch of the table lies between them.
    pub(super) fn follow_ups(&self, battle: &Battle, id: UnitId) -> ArrayVec<UnitId, FOLLOW_UPS_MAX> {
        let mut found: ArrayVec<UnitId, FOLLOW_UPS_MAX> = ArrayVec::new();
        let mut front = id;
        while !found.is_full() {
            let behind = self
                .of_side(battle, self.side(battle, id))
                .find(|other| *other != id && !found.contains(other) && self.touches_rear(battle, *other, front));
            let Some(behind) = behind else { break };
            found.push(behind);
            front = behind;
        }
        found
    }

    /// Whether a unit stands close behind another and faces the same way.
    pub(super) fn touches_rear(&self, battle: &Battle, id: UnitId, front: UnitId) -> bool {
        let (unit, arm) = (battle.unit(id), self.arm(battle, id));
        let ranks =
            matches!(unit.formation, Formation::Line | Formation::Column) && (arm == Arm::Infantry || unit.mounted);
        if !ranks || unit.prone || battle.is_in_contact(id) || unit.has_withdrawn(battle.turn) {
            return false;
        }
        let before = battle.unit(front);
        if before.heading.turn_to(unit.heading).abs() > Turn::EIGHTH || !before.is_formed() {
            return false;
        }
        let (other, near) = (self.footprint(battle, front), self.inch / 4);
        // COST: most stand nowhere near.
        if self.is_beyond(unit, other.centre, size_of(&other) + i64::from(near)) {
            return false;
        }
        let own = self.footprint(battle, id);
        let (x, y) = other.centre.offset_to(own.centre);
        let back = other.ahead().back();
        let behind = (i64::from(back.x) * x + i64::from(back.y) * y) >> 15;
        behind >= i64::from(other.half_depth) && !is_far(&own, &other, near) && own.distance(&other) <= near
    }
}

/// Whether a way leads as near to a narrow place as maps are exact.
fn is_beside(place: Point, way: &Straight) -> bool {
    let Some(heading) = Heading::towards(way.from, way.to) else { return false };
    let (ahead, aside) = along_and_aside(&Footprint::new(way.from, heading, 0, 0), place);
    let (length, reach) = (i64::from(way.from.distance(way.to)), i64::from(CROSSING_REACH));
    (-reach..=length + reach).contains(&ahead) && aside.abs() <= reach
}
