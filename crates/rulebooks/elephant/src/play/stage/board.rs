//! Where everybody stands, for whoever briefs a general again and again.
//!
//! COST: an order changes a unit or two. What a unit is to those around it is worked out again only where it has changed since
//! the last briefing; sums over a brigade and around an objective are mended by the difference. Whatever is told is the same
//! with a board that was never used.

use std::cell::RefCell;

use engine::Side;
use field::ground::{GlimpseCell, Point};
use field::plane::{Direction, Footprint, Heading};

use super::super::Theatre;
use super::super::state::{Battle, HqId, Place, Unit};
use super::around::{is_picket, rough_between};
use super::kept::Kept;
use crate::charts::Weapon;
use crate::unit::{Arm, Condition, Formation};

/// Friends nearer than this to a goal make it dearer to others, in yards.
const CROWD_YARDS: i32 = 350;
/// An objective with an enemy so near has to be fought for, even if it is held.
const CONTESTED_YARDS: i32 = 500;

/// All of a unit that its mark depends on.
#[derive(Clone, Copy, Debug)]
struct Glance {
    muster: u16,
    place: Place,
    centre: Point,
    heading: Heading,
    formation: Formation,
    files: u8,
    mounted: bool,
    prone: bool,
    flanks_exposed: bool,
    condition: Condition,
}

impl Glance {
    fn at(unit: &Unit) -> Glance {
        let Unit {
            muster, place, centre, heading, formation, files, mounted, prone, flanks_exposed, condition, ..
        } = *unit;
        Glance { muster, place, centre, heading, formation, files, mounted, prone, flanks_exposed, condition }
    }

    /// Whether a unit still looks like this. COST: nothing is copied, and nearly all of them do: one branch for most of it.
    #[inline]
    fn is_still(&self, unit: &Unit) -> bool {
        (self.centre.x == unit.centre.x)
            & (self.centre.y == unit.centre.y)
            & (self.condition.stands == unit.condition.stands)
            & (self.condition.hits == unit.condition.hits)
            & (self.condition.panic == unit.condition.panic)
            & (self.condition.lost == unit.condition.lost)
            & (self.heading == unit.heading)
            & (self.formation as u8 == unit.formation as u8)
            & (self.files == unit.files)
            & (self.mounted == unit.mounted)
            & (self.prone == unit.prone)
            & (self.flanks_exposed == unit.flanks_exposed)
            & (self.muster == unit.muster)
            && self.place == unit.place
    }
}

/// What a unit is to those around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub on_field: bool,
    pub side: Side,
    pub hq: HqId,
    pub arm: Arm,
    pub at: Footprint,
    pub ahead: Direction,
    /// Yards from its middle beyond which no stand of it stands.
    pub span: i32,
    /// What it fires first of all, and how far, in yards.
    pub weapon: Option<Weapon>,
    pub reach: i32,
    pub men: i32,
    /// Stands that fight.
    pub stands: u32,
    /// Columns to the right when somebody fires at it as it stands.
    pub exposed: i32,
    pub all_round: bool,
    pub picket: bool,
    pub battery: bool,
    /// The cells of the glimpses that its middle and the middle of its front lie in.
    pub cell: GlimpseCell,
    pub front_cell: GlimpseCell,
}

/// Units that answer to one headquarters directly: the sum of where they are, and how many.
#[derive(Clone, Copy, Debug, Default)]
struct Brigade {
    east: i64,
    north: i64,
    units: i64,
}

/// Who is near an objective.
#[derive(Clone, Debug, Default)]
struct Claim {
    /// Units of either side that dispute it.
    contested: [i32; 2],
    /// Units of either side that crowd it, and those of each headquarters among them.
    crowd: [i32; 2],
    crowd_of: Vec<i32>,
}

/// Where everybody stands.
#[derive(Clone, Debug, Default)]
pub struct Board {
    seen: Vec<Glance>,
    pub(super) marks: Vec<Mark>,
    brigades: Vec<Brigade>,
    claims: Vec<Claim>,
    men: [i32; 2],
    /// Another number whenever something of it has changed.
    pub(super) stamp: u64,
    pub(super) kept: RefCell<Option<Box<Kept>>>,
}

impl Board {
    /// Makes it true again.
    pub(super) fn refresh(&mut self, theatre: &Theatre, battle: &Battle) {
        if self.brigades.len() != theatre.headquarters.len() || self.seen.len() > battle.units.len() {
            self.clear(theatre);
        }
        let mut next = 0;
        loop {
            let rest = self.seen[next..].iter().zip(&battle.units[next..]);
            let Some(changed) = rest.enumerate().find(|(_, (seen, unit))| !seen.is_still(unit)) else { break };
            next += changed.0;
            self.stamp += 1;
            self.count(theatre, next, -1);
            let unit = &battle.units[next];
            (self.seen[next], self.marks[next]) = (Glance::at(unit), theatre.mark(unit));
            self.count(theatre, next, 1);
            next += 1;
        }
        for unit in &battle.units[self.seen.len()..] {
            self.stamp += 1;
            self.seen.push(Glance::at(unit));
            self.marks.push(theatre.mark(unit));
            self.count(theatre, self.seen.len() - 1, 1);
        }
    }

    fn clear(&mut self, theatre: &Theatre) {
        let headquarters = theatre.headquarters.len();
        let claim = Claim { crowd_of: vec![0; headquarters], ..Claim::default() };
        *self = Board {
            brigades: vec![Brigade::default(); headquarters],
            claims: vec![claim; theatre.objectives.len()],
            stamp: self.stamp + 1,
            ..Board::default()
        };
    }

    /// Adds a unit to the sums, or takes it away again.
    fn count(&mut self, theatre: &Theatre, place: usize, by: i32) {
        let mark = &self.marks[place];
        if !mark.on_field {
            return;
        }
        let (side, hq, centre) = (mark.side as usize, mark.hq.index(), mark.at.centre);
        self.men[side] += by * mark.men;
        let brigade = &mut self.brigades[hq];
        brigade.east += i64::from(by) * i64::from(centre.x);
        brigade.north += i64::from(by) * i64::from(centre.y);
        brigade.units += i64::from(by);
        for (claim, objective) in self.claims.iter_mut().zip(&theatre.objectives) {
            let yards = rough_between(centre, objective.at);
            if yards < CONTESTED_YARDS {
                claim.contested[side] += by;
            }
            if yards < CROWD_YARDS {
                claim.crowd[side] += by;
                claim.crowd_of[hq] += by;
            }
        }
    }

    /// Units on the map.
    pub(super) fn on_field(&self) -> impl Iterator<Item = (usize, &Mark)> {
        self.marks.iter().enumerate().filter(|(_, mark)| mark.on_field)
    }

    /// Units of a side on the map.
    pub(super) fn of_side(&self, side: Side) -> impl Iterator<Item = &Mark> {
        self.marks.iter().filter(move |mark| mark.on_field && mark.side == side)
    }

    /// Men that a side has on the map.
    pub(super) fn men(&self, side: Side) -> i32 {
        self.men[side as usize]
    }

    /// The middle of the units that answer to a headquarters directly.
    pub(super) fn middle(&self, hq: HqId) -> Point {
        let Brigade { east, north, units } = self.brigades[hq.index()];
        Point::new((east / units.max(1)) as i32, (north / units.max(1)) as i32)
    }

    /// Whether a side has somebody near enough to an objective to dispute it.
    pub(super) fn is_contested(&self, objective: usize, by: Side) -> bool {
        self.claims[objective].contested[by as usize] > 0
    }

    /// Friends of other brigades at an objective.
    pub(super) fn crowd_at(&self, objective: usize, side: Side, hq: HqId) -> i32 {
        let claim = &self.claims[objective];
        claim.crowd[side as usize] - claim.crowd_of[hq.index()]
    }

    /// Friends of other brigades near a place.
    pub(super) fn crowd_near(&self, place: Point, side: Side, hq: HqId) -> i32 {
        let near = |mark: &&Mark| mark.hq != hq && rough_between(mark.at.centre, place) < CROWD_YARDS;
        self.of_side(side).filter(near).count() as i32
    }
}

impl Theatre {
    fn mark(&self, unit: &Unit) -> Mark {
        let regiment = &self.regiments[usize::from(unit.muster)];
        let block = self.block_of(regiment.arm, unit);
        let at = block.at(unit.centre, unit.heading);
        let weapon = regiment.weapons.first().copied();
        let condition = &unit.condition;
        Mark {
            on_field: unit.is_on_field(),
            side: regiment.side,
            hq: regiment.hq,
            arm: regiment.arm,
            at,
            ahead: at.ahead(),
            span: self.span(unit),
            weapon,
            reach: weapon.map_or(0, |weapon| self.estimates.reach(weapon)),
            men: i32::from(condition.stands) * self.estimates.men_in_stand(regiment.arm),
            stands: u32::from(condition.stands.saturating_sub(u16::from(condition.panic))),
            exposed: self.exposed(unit, block.ranks),
            all_round: self.faces_all_ways(unit),
            picket: is_picket(unit),
            battery: unit.formation == Formation::Unlimbered,
            cell: self.glimpses.cell_at(at.centre),
            front_cell: self.glimpses.cell_at(at.front_centre()),
        }
    }
}
