//! Who sees whom, and what covers whom (S 15, S 16).

use field::ground::{Length, Point};
use field::plane::{Footprint, Hides, Look, Screen};

use super::Theatre;
use super::geometry::nearest_point;
use super::state::{Battle, UnitId};
use super::terrain::{AreaRow, LineRow, area_row, line_row};
use crate::charts::Limit;
use crate::combat::Position;
use crate::unit::{Arm, Cover, Formation};

impl Theatre {
    /// How far one sees this turn.
    pub(crate) fn visibility(&self, battle: &Battle) -> Option<Length> {
        let turn = usize::from(battle.turn.saturating_sub(1));
        self.sight.get(turn).or(self.sight.last()).copied().flatten()
    }

    /// Whether a unit sees another from a place, at the point of it that is nearest.
    pub(crate) fn sees_from(&self, battle: &Battle, id: UnitId, from: Point, target: UnitId) -> bool {
        let to = nearest_point(&self.footprint(battle, target), from);
        if self.visibility(battle).is_some_and(|far| from.distance(to) > far) {
            return false;
        }
        let look = Look::new(&self.ground, None, from, to);
        let prone = battle.unit(target).prone;
        look.is_clear(|screen| self.ground_hides(screen, look.levels, prone))
            && !self.is_hidden_by_troops(battle, (id, target), (from, to), look.levels)
    }

    /// Whether a unit sees a place from another.
    pub(crate) fn sees_point(&self, battle: &Battle, id: UnitId, from: Point, to: Point) -> bool {
        let near = self.visibility(battle).is_none_or(|far| from.distance(to) <= far);
        let look = Look::new(&self.ground, None, from, to);
        near && look.is_clear(|screen| self.ground_hides(screen, look.levels, false))
            && !self.is_hidden_by_troops(battle, (id, id), (from, to), look.levels)
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

    /// Whether the ground stops a line: buildings, woods beyond their edge, ground higher than both ends, and crops where
    /// whoever is looked for lies down.
    fn ground_hides(&self, screen: &Screen, levels: (Length, Length), prone: bool) -> bool {
        match screen.what {
            Hides::Rise(_) => screen.level > levels.0.max(levels.1),
            Hides::Area(area) => match area_row(self.ground.areas()[area.index()].kind) {
                AreaRow::Buildings => true,
                AreaRow::Woods => screen.length > self.woods_sight(screen),
                AreaRow::Crops => prone,
                _ => false,
            },
            Hides::Line(_) | Hides::Unit(_) => false,
        }
    }

    /// RULING: one sees so far into woods from either edge. So a line that begins or ends in them passes that much of them, and
    /// one that goes right through passes twice as much.
    fn woods_sight(&self, screen: &Screen) -> Length {
        let edge = self.yards(self.book.limit(Limit::WoodsSight));
        let ends_inside = screen.from == field::ground::Fraction::START || screen.to == field::ground::Fraction::END;
        if ends_inside { edge } else { 2 * edge }
    }

    fn is_hidden_by_troops(
        &self,
        battle: &Battle,
        (id, target): (UnitId, UnitId),
        (from, to): (Point, Point),
        levels: (Length, Length),
    ) -> bool {
        let near = self.yards(self.book.limit(Limit::SeesOver));
        battle.on_field().filter(|other| *other != id && *other != target).any(|other| {
            let unit = battle.unit(other);
            let hides = unit.formation != Formation::Skirmish && !unit.prone && self.arm(battle, other) != Arm::Wagon;
            if !hides {
                return false;
            }
            let at = self.footprint(battle, other);
            if is_beside(&at, from, to) || !at.is_crossed_by(from, to) {
                return false;
            }
            let level = self.ground.level_at(at.centre);
            // RULING: a unit hides whoever is not above it; from higher ground it hides only what is close behind it.
            level >= levels.1 && (level >= levels.0 || at.distance_to(to) <= near)
        })
    }

    /// What covers a unit against fire or attack from a place.
    pub(crate) fn cover_from(&self, battle: &Battle, id: UnitId, from: Point) -> Cover {
        let unit = battle.unit(id);
        let at = self.footprint(battle, id);
        let areas = self.ground.kinds_at(at.centre).map(|kind| area_row(kind).cover());
        let in_area = areas.max().unwrap_or(Cover::None);
        // S 42: fences and walls cover neither mounted men nor limbered guns.
        if unit.mounted || unit.formation == Formation::Limbered {
            return in_area;
        }
        let behind = self.lines_between(&at, from).map(LineRow::cover).max().unwrap_or(Cover::None);
        in_area.max(behind)
    }

    /// What a unit defends against an attack from a place.
    pub(crate) fn position_against(&self, battle: &Battle, id: UnitId, from: Point) -> Position {
        let at = self.footprint(battle, id);
        if self.ground.kinds_at(at.centre).any(|kind| area_row(kind) == AreaRow::Works) {
            return Position::Fieldworks;
        }
        if battle.unit(id).mounted {
            return Position::Open;
        }
        self.lines_between(&at, from).map(LineRow::position).max().unwrap_or(Position::Open)
    }

    /// The lines that a unit touches and that a line from a place to it crosses: what it is behind.
    fn lines_between(&self, at: &Footprint, from: Point) -> impl Iterator<Item = LineRow> {
        let touched = self.ground.lines_under(&at.corners());
        let crossed = self.ground.crossings(from, at.centre);
        let rows: Vec<LineRow> = crossed
            .into_iter()
            .filter(|crossing| touched.contains(&crossing.line))
            .map(|crossing| line_row(self.ground.lines()[crossing.line.index()].kind))
            .collect();
        rows.into_iter()
    }

    /// Whether a unit has cover against any enemy in sight, for its morale; or against this one.
    pub(crate) fn is_covered(&self, battle: &Battle, id: UnitId, against: Option<UnitId>) -> bool {
        let covers = |enemy: UnitId| {
            let from = self.footprint(battle, enemy).centre;
            self.cover_from(battle, id, from) != Cover::None
        };
        match against {
            Some(enemy) => covers(enemy),
            None => {
                let enemies = self.of_side(battle, self.side(battle, id).enemy());
                enemies.into_iter().any(|enemy| covers(enemy) && self.sees(battle, id, enemy))
            }
        }
    }

    /// Whether the middle of a unit stands in woods.
    pub(crate) fn is_in_woods(&self, battle: &Battle, id: UnitId) -> bool {
        self.ground.kinds_at(battle.unit(id).centre).any(|kind| area_row(kind) == AreaRow::Woods)
    }

    /// Whether a stream runs through or along a unit: it is in it, or just across.
    pub(crate) fn is_at_stream(&self, battle: &Battle, id: UnitId) -> bool {
        let at = self.footprint(battle, id);
        let is_stream =
            |line: &field::ground::LineId| line_row(self.ground.lines()[line.index()].kind) == LineRow::Stream;
        self.ground.lines_under(&at.corners()).iter().any(is_stream)
            || self.ground.kinds_at(at.centre).any(|kind| area_row(kind) == AreaRow::Wet)
    }
}

/// Whether a footprint lies wholly beside the box around a line. COST: most units do, and need no closer look.
fn is_beside(at: &Footprint, from: Point, to: Point) -> bool {
    let size = at.half_front.saturating_add(at.half_depth);
    let beyond = |middle: Length, one: Length, other: Length| {
        middle.saturating_add(size) < one.min(other) || middle.saturating_sub(size) > one.max(other)
    };
    beyond(at.centre.x, from.x, to.x) || beyond(at.centre.y, from.y, to.y)
}
