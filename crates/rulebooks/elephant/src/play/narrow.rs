//! Bridges and defiles, which let no front through that is wider than a column's.

use field::ground::{Fraction, How, Length, Met, What};

use super::Theatre;
use super::state::{Battle, UnitId};
use super::straight::Straight;
use super::terrain::{AreaRow, LineRow, area_row, crossing_at, is_ford, line_row, mark};

impl Theatre {
    /// The first bridge or defile on a straight way. A ford is as wide as any water.
    pub(super) fn first_narrow(&self, way: &Straight) -> Option<(Length, &'static str)> {
        let defile = self.first_defile(way.from, way.to).map(|at| (at, "a defile, for columns only"));
        if way.found.marks & mark::SLOWS == 0 {
            return defile;
        }
        let length = way.from.distance(way.to);
        let dry = |met: &&Met| {
            self.is_deep(met)
                && crossing_at(&self.ground, met.at.between(way.from, way.to)).is_some_and(|over| !is_ford(over))
        };
        let bridge = way.met(&self.ground).iter().find(dry);
        let bridge = bridge.map(|met| (met.at.of(length), "a narrow crossing, for columns only"));
        bridge.into_iter().chain(defile).min_by_key(|(at, _)| *at)
    }

    /// Whether what is met is water that nobody enters but at a crossing.
    fn is_deep(&self, met: &Met) -> bool {
        match (met.what, met.how) {
            (What::Area(area), How::Enters) if met.at != Fraction::START => {
                area_row(self.ground.areas()[area.index()].kind) == AreaRow::Impassable
            }
            (What::Line(line), How::Crosses { .. }) => {
                line_row(self.ground.lines()[line.index()].kind) == LineRow::River
            }
            _ => false,
        }
    }

    /// Whether a unit has a front of more than a column's, too wide for a bridge or a defile: a line, skirmishers, guns in action.
    pub(super) fn is_wide(&self, battle: &Battle, id: UnitId) -> bool {
        let unit = battle.unit(id);
        self.most_files(self.arm(battle, id), unit, unit.files) > self.column_front()
    }
}
