//! Blocks of stands on the plane: where each stand is, how far and which way things lie.

use engine::Decimal;
use field::ground::{Length, Point, YARD};
use field::plane::{Arc, Block, Direction, Footprint, HALF_MAX, Heading, Rays, Turn, moved};

use super::Theatre;
use super::state::{Battle, Unit, UnitId};
use super::theatre::StandSize;
use crate::charts::Limit;
use crate::ranks::SQUARE_RANKS;
use crate::unit::{Arm, Formation, STANDS_MAX};

/// S 16: what lies before a stand, between rays at 45 degrees outward from its front corners.
const ARC: Arc = Arc::new(Rays::FromFrontCorners, Turn::EIGHTH);

/// LIMIT: what rounding may add to a footprint; two units closer than this are not over each other.
pub(crate) const SLACK: Length = 8;

/// The stands of a unit, each where it is.
pub(crate) type Stands = Vec<Footprint>;

impl Theatre {
    /// What a stand of this unit measures as it stands now.
    pub(crate) fn stand_size(&self, arm: Arm, mounted: bool) -> StandSize {
        match arm {
            Arm::Infantry => self.sizes.infantry,
            Arm::Cavalry if mounted => self.sizes.cavalry,
            Arm::Cavalry => self.sizes.dismounted,
            Arm::FieldArtillery | Arm::HorseArtillery => self.sizes.gun,
            Arm::Wagon => self.sizes.wagon,
        }
    }

    /// How the stands of a unit are put together.
    pub(crate) fn block_of(&self, arm: Arm, unit: &Unit) -> Block {
        let StandSize { front, depth } = self.stand_size(arm, unit.mounted);
        let files = self.most_files(arm, unit, unit.files);
        let mut block = Block::of(unit.condition.stands, u16::from(files), front, depth);
        if unit.formation == Formation::Skirmish {
            // Skirmish stands keep one stand width apart, the least they may.
            block.gap = front;
        }
        block
    }

    /// Stands abreast in a column, and over a bridge or through a defile.
    pub(crate) fn column_front(&self) -> u8 {
        self.book.limit(Limit::ColumnFront).min(u16::from(u8::MAX)) as u8
    }

    /// No more stands abreast than this formation allows, nor than a footprint can hold.
    pub(crate) fn most_files(&self, arm: Arm, unit: &Unit, wanted: u8) -> u8 {
        let stands = unit.condition.stands.clamp(1, STANDS_MAX) as u8;
        let StandSize { front, .. } = self.stand_size(arm, unit.mounted);
        let files = match unit.formation {
            Formation::Column => wanted.min(self.column_front()).min(stands),
            Formation::Limbered => wanted.min(1),
            // A square is formed three ranks deep and keeps its front when it loses stands: it never grows deeper.
            Formation::Line | Formation::Square | Formation::Unlimbered => wanted.min(stands),
            Formation::Skirmish => stands,
        };
        let widths = |files: u8| match unit.formation {
            Formation::Skirmish => 2 * Length::from(files) - 1,
            _ => Length::from(files),
        };
        // COST: a division only where a footprint is too small for them.
        if i64::from(widths(files.max(1))) * i64::from(front) <= i64::from(2 * HALF_MAX) {
            return files.max(1);
        }
        let room = 2 * HALF_MAX / front.max(1);
        let room = if unit.formation == Formation::Skirmish { (room + 1) / 2 } else { room };
        files.min(u8::try_from(room).unwrap_or(u8::MAX)).max(1)
    }

    /// Stands abreast as such a unit forms: a square three deep, everybody else as wide as it may.
    pub(crate) fn forming_files(&self, arm: Arm, unit: &Unit) -> u8 {
        let wanted = match unit.formation {
            Formation::Square => unit.condition.stands.clamp(1, STANDS_MAX).div_ceil(3) as u8,
            _ => u8::MAX,
        };
        self.most_files(arm, unit, wanted)
    }

    /// The ground a unit covers.
    pub(crate) fn footprint(&self, battle: &Battle, id: UnitId) -> Footprint {
        let unit = battle.unit(id);
        self.footprint_of(self.arm(battle, id), unit)
    }

    /// The ground such a unit covers.
    pub(crate) fn footprint_of(&self, arm: Arm, unit: &Unit) -> Footprint {
        self.block_of(arm, unit).at(unit.centre, unit.heading)
    }

    /// How many ranks deep a unit is. S 12: a square is as deep as a square, however few are left of it.
    pub(crate) fn ranks(&self, battle: &Battle, id: UnitId) -> u8 {
        let unit = battle.unit(id);
        if unit.formation == Formation::Square {
            return SQUARE_RANKS;
        }
        self.block_of(self.arm(battle, id), unit).ranks.min(u16::from(u8::MAX)) as u8
    }

    /// Every stand of a unit, front rank first, from left to right.
    pub(crate) fn stands(&self, battle: &Battle, id: UnitId) -> Stands {
        self.each_stand(battle, id).collect()
    }

    /// The same stands, one after another.
    pub(crate) fn each_stand(&self, battle: &Battle, id: UnitId) -> impl Iterator<Item = Footprint> + use<> {
        self.each_stand_of(self.arm(battle, id), battle.unit(id))
    }

    /// Every stand of such a unit, one after another.
    fn each_stand_of(&self, arm: Arm, unit: &Unit) -> impl Iterator<Item = Footprint> + use<> {
        let block = self.block_of(arm, unit);
        let whole = block.at(unit.centre, unit.heading);
        let ahead = unit.heading.direction();
        let (left, back) = (ahead.right().back(), ahead.back());
        let front = moved(unit.centre, ahead, whole.half_depth);
        let corner = moved(front, left, whole.half_front);
        let heading = unit.heading;
        let place = move |number: u16| {
            let (rank, file) = (Length::from(number / block.files), Length::from(number % block.files));
            let across = file * (block.front + block.gap) + block.front / 2;
            let deep = rank * (block.depth + block.between_ranks) + block.depth / 2;
            let centre = moved(moved(corner, ahead.right(), across), back, deep);
            Footprint::new(centre, heading, block.front, block.depth)
        };
        (0..unit.condition.stands.min(STANDS_MAX)).map(place)
    }

    /// Whether a unit has no flank and no rear: skirmishers, unless a Combat drove them off, and squares.
    pub(crate) fn faces_all_ways(&self, unit: &Unit) -> bool {
        (unit.formation == Formation::Skirmish && !unit.flanks_exposed) || unit.formation == Formation::Square
    }

    /// Whether a footprint lies in the arc of a stand of such a unit.
    pub(crate) fn is_in_arc(&self, unit: &Unit, stand: &Footprint, target: &Footprint) -> bool {
        let all_round = matches!(unit.formation, Formation::Skirmish | Formation::Square);
        all_round || ARC.holds(stand, target)
    }

    /// Whether one unit stands on another's flank or rear: none of its stands is in the arc of any stand of the other.
    pub(crate) fn is_on_flank(&self, battle: &Battle, one: UnitId, of: UnitId) -> bool {
        self.would_be_on_flank(battle, (one, battle.unit(one)), of)
    }

    /// The same of a unit that stands so.
    pub(crate) fn would_be_on_flank(&self, battle: &Battle, (one, unit): (UnitId, &Unit), of: UnitId) -> bool {
        let other = battle.unit(of);
        if self.faces_all_ways(other) {
            return false;
        }
        let stands: Stands = self.each_stand_of(self.arm(battle, one), unit).collect();
        !self.each_stand(battle, of).any(|stand| stands.iter().any(|ours| ARC.holds(&stand, ours)))
    }

    /// Whether some part of a unit lies in the area ahead of another's front.
    pub(crate) fn is_ahead_of(&self, battle: &Battle, one: UnitId, of: UnitId) -> bool {
        ARC.holds(&self.footprint(battle, of), &self.footprint(battle, one))
    }

    /// So many inches of the table, on the ground, rounded down.
    pub(crate) fn on_ground(&self, inches: Decimal) -> Length {
        let length = i64::from(inches.thousandths()) * i64::from(self.inch) / 1_000;
        Length::try_from(length).unwrap_or(Length::MAX)
    }

    /// A length of the ground in inches of the table, rounded down.
    pub(crate) fn in_inches(&self, length: Length) -> Decimal {
        let thousandths = i64::from(length) * 1_000 / i64::from(self.inch.max(1));
        Decimal::from_thousandths(i32::try_from(thousandths).unwrap_or(i32::MAX))
    }

    /// COST: whether a unit surely is farther than this from a place, by its number of stands alone: in whatever formation, no
    /// part of it is farther from its middle than all of them in a row. Most units are.
    #[inline]
    pub(crate) fn is_beyond(&self, unit: &Unit, place: Point, reach: i64) -> bool {
        let most = reach + i64::from(self.row_of(unit));
        let (x, y) = place.offset_to(unit.centre);
        x.abs() > most || y.abs() > most
    }

    /// No part of a unit is farther from its middle than this, in whatever formation: all its stands in a row.
    #[inline]
    pub(crate) fn row_of(&self, unit: &Unit) -> Length {
        self.girths[usize::from(unit.muster)] * (Length::from(unit.condition.stands) + 1)
    }

    /// The longest side of a stand of this arm.
    pub(crate) fn girth(&self, arm: Arm) -> Length {
        let sizes = [true, false].map(|mounted| self.stand_size(arm, mounted));
        sizes.into_iter().map(|size| size.front.max(size.depth)).fold(0, Length::max)
    }

    /// The distance between two units.
    pub(crate) fn apart(&self, battle: &Battle, one: UnitId, other: UnitId) -> Length {
        self.footprint(battle, one).distance(&self.footprint(battle, other))
    }

    /// The enemy unit nearest to a footprint, and how far away it is.
    pub(crate) fn nearest_enemy(&self, battle: &Battle, id: UnitId, at: &Footprint) -> Option<(Length, UnitId)> {
        let mut nearest: Option<(Length, UnitId)> = None;
        for enemy in self.of_side(battle, self.side(battle, id).enemy()) {
            let theirs = self.footprint(battle, enemy);
            // COST: whoever is farther than the nearest one even at his nearest corner need not be measured.
            let around = i64::from(at.half_front) + i64::from(at.half_depth);
            let most = nearest.map(|(least, _)| {
                around + i64::from(theirs.half_front) + i64::from(theirs.half_depth) + i64::from(least) + 1
            });
            if most.is_some_and(|most| at.centre.distance_squared(theirs.centre) > most * most) {
                continue;
            }
            let found = (at.distance(&theirs), enemy);
            nearest = Some(nearest.map_or(found, |best| best.min(found)));
        }
        nearest
    }

    /// The first unit on the map, other than this one, that a footprint lies over.
    pub(crate) fn lies_over(&self, battle: &Battle, id: UnitId, at: &Footprint) -> Option<UnitId> {
        let own = at.shrunk(SLACK);
        let size = i64::from(at.half_front) + i64::from(at.half_depth);
        let near = |other: &UnitId| *other != id && !self.is_beyond(battle.unit(*other), at.centre, size);
        let mut others = battle.on_field().filter(near);
        others.find(|other| {
            let theirs = self.footprint(battle, *other);
            !is_far(&own, &theirs, 0) && own.overlaps(&theirs.shrunk(SLACK))
        })
    }

    /// Whether a footprint lies wholly on the map.
    pub(crate) fn is_on_map(&self, at: &Footprint) -> bool {
        let extent = self.ground.extent();
        at.shrunk(SLACK).corners().iter().all(|corner| extent.contains(*corner))
    }
}

/// Whether no points of two footprints can be as near to each other as this. COST: a few additions, against a search for the
/// nearest points.
pub(crate) fn is_far(one: &Footprint, other: &Footprint, near: Length) -> bool {
    let size = |at: &Footprint| i64::from(at.half_front) + i64::from(at.half_depth);
    let reach = size(one) + size(other) + i64::from(near);
    let (x, y) = one.centre.offset_to(other.centre);
    x.abs() > reach || y.abs() > reach
}

/// Whether two footprints touch along an edge.
///
/// RULING: enemies touch where no more than a yard lies between them, which is as exactly as anybody is placed; those of whom only
/// the corners meet do not, or no line could charge one of two that stand side by side.
pub(crate) fn touch(one: &Footprint, other: &Footprint) -> bool {
    let meets = |one: &Footprint, other: &Footprint| {
        let (more, less) = (YARD, 2 * YARD);
        let (front, depth) = (one.half_front, one.half_depth);
        let ahead = Footprint { half_front: (front - less).max(0), half_depth: depth + more, ..*one };
        let aside = Footprint { half_front: front + more, half_depth: (depth - less).max(0), ..*one };
        ahead.overlaps(other) || aside.overlaps(other)
    };
    !is_far(one, other, YARD) && (meets(one, other) || meets(other, one))
}

/// How far apart two footprints are at least, seen ahead of and beside the first, to a fraction of a yard. COST: a dozen products,
/// against a search for the nearest points.
pub(crate) fn spaced(one: &Footprint, other: &Footprint) -> Length {
    let (deep, aside) = along_and_aside(one, other.centre);
    let (its_depth, its_front) = half_extents(one, other);
    let space =
        (deep.abs() - i64::from(one.half_depth) - its_depth).max(aside.abs() - i64::from(one.half_front) - its_front);
    space as Length
}

/// Where a place lies, ahead of the middle of a footprint and to its right, to a fraction of a yard.
pub(crate) fn along_and_aside(of: &Footprint, place: Point) -> (i64, i64) {
    let (ahead, offset) = (of.ahead(), of.centre.offset_to(place));
    (along(ahead, offset), along(ahead.right(), offset))
}

/// Half of what another footprint measures along and across the way that the first one faces.
pub(crate) fn half_extents(of: &Footprint, other: &Footprint) -> (i64, i64) {
    let its = (i64::from(other.ahead().x), i64::from(other.ahead().y));
    let (straight, across) = (along(of.ahead(), its).abs(), along(of.ahead().right(), its).abs());
    let (front, depth) = (i64::from(other.half_front), i64::from(other.half_depth));
    ((depth * straight + front * across) >> 15, (depth * across + front * straight) >> 15)
}

/// Whole yards of a length, fractions counting as a yard more: a range of 100.1 yards is beyond 100.
pub(crate) fn whole_yards(length: Length) -> u16 {
    let yards = (i64::from(length) + i64::from(YARD) - 1) / i64::from(YARD);
    u16::try_from(yards).unwrap_or(u16::MAX)
}

/// How far an offset reaches along a direction.
fn along(direction: Direction, (x, y): (i64, i64)) -> i64 {
    (i64::from(direction.x) * x + i64::from(direction.y) * y) >> 15
}

/// The point of a footprint nearest to a place, to about a tenth of a millimetre.
pub(crate) fn nearest_point(of: &Footprint, to: Point) -> Point {
    let (ahead, offset) = (of.ahead(), of.centre.offset_to(to));
    let (depth, front) = (i64::from(of.half_depth), i64::from(of.half_front));
    let deep = along(ahead, offset).clamp(-depth, depth) as Length;
    let aside = along(ahead.right(), offset).clamp(-front, front) as Length;
    moved(moved(of.centre, ahead, deep), ahead.right(), aside)
}

/// The points of two footprints that are nearest to each other: a corner of one, and the place of the other nearest to it.
pub(crate) fn nearest_points(one: &Footprint, other: &Footprint) -> (Point, Point) {
    let ours = one.corners().map(|corner| (corner, nearest_point(other, corner)));
    let theirs = other.corners().map(|corner| (nearest_point(one, corner), corner));
    let pairs = ours.into_iter().chain(theirs);
    pairs.min_by_key(|(from, to)| from.distance_squared(*to)).unwrap_or((one.centre, other.centre))
}

/// The heading straight away from the nearest of another footprint; from the edge that it touches where there is no space between.
pub(crate) fn away_from(other: &Footprint, own: &Footprint) -> Option<Heading> {
    let (from, at) = nearest_points(other, own);
    if from.distance(at) > YARD {
        return Heading::towards(from, at);
    }
    // The edges of both, each with the space beyond it, towards ours: they touch along the one that has most.
    let edges = |of: &Footprint, to: &Footprint, turned: Turn| {
        let ((ahead, aside), (deep, wide)) = (along_and_aside(of, to.centre), half_extents(of, to));
        let facing = if ahead < 0 { Turn::HALF } else { Turn(0) };
        let beside = Turn(if aside < 0 { -Turn::QUARTER.0 } else { Turn::QUARTER.0 });
        let before = (ahead.abs() - i64::from(of.half_depth) - deep, of.heading.turned(facing).turned(turned));
        let flank = (aside.abs() - i64::from(of.half_front) - wide, of.heading.turned(beside).turned(turned));
        [before, flank]
    };
    let [one, two] = edges(other, own, Turn(0));
    let [three, four] = edges(own, other, Turn::HALF);
    [one, two, three, four].into_iter().max_by_key(|(space, _)| *space).map(|(_, away)| away)
}
