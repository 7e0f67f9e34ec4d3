//! Who sees whom, and what covers whom (S 15, S 16).

use field::ground::{AreaKind, Extent, Fraction, Length, LineId, Point};
use field::plane::{Footprint, Heading, Hides, Look, Screen};

use super::Theatre;
use super::geometry::nearest_point;
use super::state::{Battle, Unit, UnitId};
use super::terrain::{AreaRow, LineRow, area_row, crossing_at, is_ford, line_row, mark};
use crate::charts::Limit;
use crate::combat::Position;
use crate::unit::{Arm, Cover, Formation};

/// So many hills and areas are looked at one by one for each line of sight.
const FEW_HIDE: usize = 40;

/// What may cover a unit: the ground it stands on, and the lines it touches.
pub(super) struct Covers {
    area: Cover,
    lines: Vec<LineId>,
    centre: Point,
    /// S 42: fences and walls cover neither mounted men nor limbered guns.
    rises_above_walls: bool,
}

/// Units that may hide others. COST: they are few, and a list with room for everybody is dear to hand on.
pub(super) type Screens = Vec<Footprint>;

/// A line of sight that light and ground let pass.
pub(super) struct OpenLine {
    from: Point,
    to: Point,
    /// The levels of the ground at both ends.
    levels: (Length, Length),
}

impl Theatre {
    /// How far one sees this turn.
    pub(crate) fn visibility(&self, battle: &Battle) -> Option<Length> {
        let turn = usize::from(battle.turn.saturating_sub(1));
        self.sight.get(turn).or(self.sight.last()).copied().flatten()
    }

    /// Whether a unit sees another from a place, at the point of it that is nearest.
    pub(crate) fn sees_from(&self, battle: &Battle, id: UnitId, from: Point, target: UnitId) -> bool {
        let to = nearest_point(&self.footprint(battle, target), from);
        self.open_line(battle, (from, to), target).is_some_and(|line| {
            let near = Extent::around([from, to]);
            !self.screens_in(battle, (id, target), near).any(|screen| self.is_between(&screen, &line))
        })
    }

    /// Whether somebody at a place sees a unit, past all the units that might stand between them.
    pub(super) fn sees_past(
        &self,
        battle: &Battle,
        from: Point,
        (target, at): (UnitId, &Footprint),
        screens: &Screens,
    ) -> bool {
        let line = self.open_line(battle, (from, nearest_point(at, from)), target);
        line.is_some_and(|line| !screens.iter().any(|screen| self.is_between(screen, &line)))
    }

    /// The line of sight from a place to a point of a unit, if light and ground let it pass.
    pub(super) fn open_line(&self, battle: &Battle, (from, to): (Point, Point), target: UnitId) -> Option<OpenLine> {
        if self.visibility(battle).is_some_and(|far| from.distance(to) > far) {
            return None;
        }
        let levels = (self.level_at(from), self.level_at(to));
        let is_open = self.is_open((from, to), levels.0.max(levels.1), battle.unit(target).prone);
        is_open.then_some(OpenLine { from, to, levels })
    }

    /// Whether two places see each other when units, light and lying down do not matter.
    pub fn sees_past_units(&self, from: Point, to: Point) -> bool {
        self.is_open((from, to), self.level_at(from).max(self.level_at(to)), false)
    }

    /// Whether the ground lets a line pass that is no higher than this at either end.
    fn is_open(&self, (from, to): (Point, Point), top: Length, prone: bool) -> bool {
        // COST: where nothing on the way can hide anything there is no need to look. But a dozen hills and woods are sooner looked
        // through than the cells on the way.
        let is_strewn = self.ground.areas().len() + self.ground.contours().len() > FEW_HIDE;
        is_strewn && self.mosaic.is_clear(from, to, mark::HIDES, top) || self.is_ground_clear((from, to), top, prone)
    }

    /// Whether the ground stops a line that is no higher than this at either end.
    ///
    /// COST: what a [`Look`] finds, without the lines that hide nobody and without putting it all in order.
    fn is_ground_clear(&self, (from, to): (Point, Point), top: Length, prone: bool) -> bool {
        // Both ways meet the same things: they are measured from the same end.
        let (from, to) = if to < from { (to, from) } else { (from, to) };
        if self.ground.climbs_above(from, to, top) {
            return false;
        }
        let hides = |kind: AreaKind| match area_row(kind) {
            AreaRow::Buildings | AreaRow::Woods => true,
            row => row == AreaRow::Crops && prone,
        };
        !self.ground.stretches_in(from, to, hides).any(|stretch| {
            match area_row(self.ground.areas()[stretch.of.index()].kind) {
                AreaRow::Crops => prone,
                row => {
                    let length = stretch.from.between(from, to).distance(stretch.to.between(from, to));
                    length > self.sight_within(row, stretch.from, stretch.to)
                }
            }
        })
    }

    /// The level of the ground at a point.
    pub(crate) fn level_at(&self, point: Point) -> Length {
        let found = self.mosaic.at(point);
        if found.uneven { self.ground.level_at(point) } else { found.top }
    }

    /// The units that might stand between whoever is in a box and a block.
    pub(super) fn screens(
        &self,
        battle: &Battle,
        ids: (UnitId, UnitId),
        from: Option<Extent>,
        at: &Footprint,
    ) -> Screens {
        let to = at.extent();
        let corners =
            from.into_iter().flat_map(|from| [from.south_west, from.north_east, to.south_west, to.north_east]);
        self.screens_in(battle, ids, Extent::around(corners)).collect()
    }

    /// The units, but for two, that might stand between any places of a box.
    fn screens_in(
        &self,
        battle: &Battle,
        (id, target): (UnitId, UnitId),
        near: Option<Extent>,
    ) -> impl Iterator<Item = Footprint> {
        let units = near.map_or(&[][..], |_| &battle.units[..]).iter().enumerate();
        let Extent { south_west: low, north_east: high } = near.unwrap_or(Extent::to(Point::default()));
        units.filter_map(move |(place, unit)| {
            let (x, y) = (unit.centre.x, unit.centre.y);
            let is_beside =
                |reach: Length| x + reach < low.x || x - reach > high.x || y + reach < low.y || y - reach > high.y;
            let hides = unit.is_on_field() && unit.formation != Formation::Skirmish && !unit.prone;
            if !hides || place == id.index() || place == target.index() {
                return None;
            }
            // COST: most need no closer look.
            if is_beside(self.row_of(unit)) {
                return None;
            }
            let arm = self.regiments[usize::from(unit.muster)].arm;
            if arm == Arm::Wagon {
                return None;
            }
            let block = self.footprint_of(arm, unit);
            (!is_beside(block.half_front + block.half_depth)).then_some(block)
        })
    }

    /// Whether a unit sees a place from another.
    pub(crate) fn sees_point(&self, battle: &Battle, id: UnitId, from: Point, to: Point) -> bool {
        let near = self.visibility(battle).is_none_or(|far| from.distance(to) <= far);
        let look = Look::new(&self.ground, None, from, to);
        let place = Footprint::new(to, Heading::NORTH, 0, 0);
        near && look.is_clear(|screen| self.ground_hides(screen, look.levels, false)) && {
            let line = OpenLine { from, to, levels: look.levels };
            let screens = self.screens(battle, (id, id), Extent::around([from]), &place);
            !screens.iter().any(|screen| self.is_between(screen, &line))
        }
    }

    /// Whether a unit sees another from the middle of its front.
    pub(crate) fn sees(&self, battle: &Battle, id: UnitId, target: UnitId) -> bool {
        self.sees_from(battle, id, self.footprint(battle, id).front_centre(), target)
    }

    /// The nearest enemy unit in sight.
    pub(crate) fn nearest_in_sight(&self, battle: &Battle, id: UnitId) -> Option<UnitId> {
        let at = self.footprint(battle, id);
        let enemies = self.of_side(battle, self.side(battle, id).enemy());
        let mut near: Vec<(Length, UnitId)> =
            enemies.map(|enemy| (at.distance(&self.footprint(battle, enemy)), enemy)).collect();
        near.sort_unstable();
        near.into_iter().map(|(_, enemy)| enemy).find(|enemy| self.sees(battle, id, *enemy))
    }

    /// Whether the ground stops a line: buildings and woods beyond their edge, ground higher than both ends, and crops where
    /// whoever is looked for lies down.
    fn ground_hides(&self, screen: &Screen, levels: (Length, Length), prone: bool) -> bool {
        match screen.what {
            Hides::Rise(_) => screen.level > levels.0.max(levels.1),
            Hides::Area(area) => match area_row(self.ground.areas()[area.index()].kind) {
                row @ (AreaRow::Buildings | AreaRow::Woods) => {
                    screen.length > self.sight_within(row, screen.from, screen.to)
                }
                AreaRow::Crops => prone,
                _ => false,
            },
            Hides::Line(_) | Hides::Unit(_) => false,
        }
    }

    /// RULING: one sees so far into woods from either edge. So a line that begins or ends in them passes that much of them, and
    /// one that goes right through passes twice as much.
    ///
    /// RULING: whoever stands at the edge of houses sees out of them and is seen as in woods, or their cover would be for nobody;
    /// no line goes right through.
    fn sight_within(&self, row: AreaRow, begins: Fraction, ends: Fraction) -> Length {
        let edge = self.yards(self.book.limit(Limit::WoodsSight));
        let ends_inside = begins == Fraction::START || ends == Fraction::END;
        match row {
            _ if ends_inside => edge,
            AreaRow::Buildings => 0,
            _ => 2 * edge,
        }
    }

    /// Whether a unit that stands here hides what a line of sight leads to.
    pub(super) fn is_between(&self, at: &Footprint, &OpenLine { from, to, levels }: &OpenLine) -> bool {
        if is_beside(at, from, to) || !at.is_crossed_by(from, to) {
            return false;
        }
        let (level, near) = (self.level_at(at.centre), self.yards(self.book.limit(Limit::SeesOver)));
        // RULING: a unit hides whoever is not above it; from higher ground it hides only what is close behind it.
        level >= levels.1 && (level >= levels.0 || at.distance_to(to) <= near)
    }

    /// What covers a unit against fire or attack from a place.
    pub(crate) fn cover_from(&self, battle: &Battle, id: UnitId, from: Point) -> Cover {
        self.cover_against(&self.covers(battle, id), from)
    }

    /// What may cover a unit, from wherever it is fired at.
    pub(super) fn covers(&self, battle: &Battle, id: UnitId) -> Covers {
        let unit = battle.unit(id);
        let at = self.footprint(battle, id);
        let area = match self.mosaic.at(at.centre).marks & mark::COVERS {
            0 => Cover::None,
            _ => {
                let areas = self.ground.kinds_at(at.centre).map(|kind| area_row(kind).cover());
                areas.max().unwrap_or(Cover::None)
            }
        };
        Covers { area, lines: self.lines_touched(&at), centre: at.centre, rises_above_walls: rises_above_walls(unit) }
    }

    /// What covers such a unit against fire from a place.
    pub(super) fn cover_against(&self, covers: &Covers, from: Point) -> Cover {
        let shelters = |row: &LineRow| !covers.rises_above_walls || !is_fence_or_wall(*row);
        let behind = self.lines_crossed(&covers.lines, from, covers.centre).filter(shelters).map(LineRow::cover).max();
        covers.area.max(behind.unwrap_or(Cover::None))
    }

    /// What a unit defends against an attack from a place.
    pub(crate) fn position_against(&self, battle: &Battle, id: UnitId, from: Point) -> Position {
        let at = self.footprint(battle, id);
        let may = self.mosaic.at(at.centre).marks & mark::WORKS != 0;
        if may && self.ground.kinds_at(at.centre).any(|kind| area_row(kind) == AreaRow::Works) {
            return Position::Fieldworks;
        }
        let rises = rises_above_walls(battle.unit(id));
        let defended = self.lines_between(&at, from).filter(|row| !rises || !is_fence_or_wall(*row));
        defended.map(LineRow::position).max().unwrap_or(Position::Open)
    }

    /// The lines that a unit touches and that a line from a place to it crosses: what it is behind.
    pub(super) fn lines_between(&self, at: &Footprint, from: Point) -> impl Iterator<Item = LineRow> {
        self.lines_crossed(&self.lines_touched(at), from, at.centre)
    }

    /// The lines that a unit touches, if any of them is worth standing behind.
    fn lines_touched(&self, at: &Footprint) -> Vec<LineId> {
        match self.mosaic.within(&at.extent()).marks & mark::SHELTERS {
            0 => Vec::new(),
            _ => self.ground.lines_under(&at.corners()),
        }
    }

    /// Those of them that a straight line crosses.
    fn lines_crossed(&self, touched: &[LineId], from: Point, to: Point) -> impl Iterator<Item = LineRow> + use<> {
        if touched.is_empty() {
            return Vec::new().into_iter();
        }
        let rows: Vec<LineRow> = self
            .ground
            .crossings_among(touched, from, to)
            .into_iter()
            .map(|crossing| line_row(self.ground.lines()[crossing.line.index()].kind))
            .collect();
        rows.into_iter()
    }

    /// Whether a unit has cover, for its morale: it is in some, or behind some from an enemy in sight. A charge asks what covers
    /// its target against it.
    pub(crate) fn is_covered(&self, battle: &Battle, id: UnitId) -> bool {
        let at = self.footprint(battle, id);
        if self.mosaic.within(&at.extent()).marks & (mark::COVERS | mark::SHELTERS) == 0 {
            return false;
        }
        let covers = self.covers(battle, id);
        if covers.area != Cover::None || covers.lines.is_empty() {
            return covers.area != Cover::None;
        }
        let is_behind =
            |enemy: UnitId| self.cover_against(&covers, self.footprint(battle, enemy).centre) != Cover::None;
        let mut enemies = self.of_side(battle, self.side(battle, id).enemy());
        enemies.any(|enemy| is_behind(enemy) && self.sees(battle, id, enemy))
    }

    /// Whether the middle of a unit stands in woods.
    pub(crate) fn is_in_woods(&self, battle: &Battle, id: UnitId) -> bool {
        let at = battle.unit(id).centre;
        self.mosaic.at(at).marks & mark::WOODS != 0
            && self.ground.kinds_at(at).any(|kind| area_row(kind) == AreaRow::Woods)
    }

    /// Whether a stream runs through or along a unit: it is in it, or just across.
    pub(crate) fn is_at_stream(&self, battle: &Battle, id: UnitId) -> bool {
        let at = self.footprint(battle, id);
        if self.mosaic.within(&at.extent()).marks & mark::WET == 0 {
            return false;
        }
        let ford = || crossing_at(&self.ground, at.centre).is_some_and(is_ford);
        let is_stream = |line: &LineId| match line_row(self.ground.lines()[line.index()].kind) {
            LineRow::Stream => true,
            LineRow::River => ford(),
            _ => false,
        };
        self.ground.lines_under(&at.corners()).iter().any(is_stream)
            || self.ground.kinds_at(at.centre).any(|kind| match area_row(kind) {
                AreaRow::Wet => true,
                AreaRow::Impassable => ford(),
                _ => false,
            })
    }
}

/// S 42: fences and walls neither cover nor help mounted men and limbered guns.
fn rises_above_walls(unit: &Unit) -> bool {
    unit.mounted || unit.formation == Formation::Limbered
}

/// What only those who stand low are behind.
const fn is_fence_or_wall(row: LineRow) -> bool {
    matches!(row, LineRow::PicketFence | LineRow::Wall)
}

/// Whether a footprint lies wholly beside the box around a line. COST: most units do, and need no closer look.
fn is_beside(at: &Footprint, from: Point, to: Point) -> bool {
    let size = at.half_front.saturating_add(at.half_depth);
    let beyond = |middle: Length, one: Length, other: Length| {
        middle.saturating_add(size) < one.min(other) || middle.saturating_sub(size) > one.max(other)
    };
    beyond(at.centre.x, from.x, to.x) || beyond(at.centre.y, from.y, to.y)
}
