//! Trees: scattered in woods, in rows in orchards, and never on a road.

use crate::curve::{scatter, stations, thrown};
use crate::ink::{Path, Sheet};
use crate::paper::{Bearing, Frame, Place, Scale, Tenths};
use crate::relief::sides;

/// Where no tree may stand.
pub(crate) struct Clearing {
    cell: Tenths,
    columns: usize,
    rows: usize,
    taken: Vec<bool>,
}

impl Clearing {
    pub(crate) fn over(frame: Frame, scale: Scale) -> Clearing {
        let cell = scale.units(6).max(10);
        let (columns, rows) = ((frame.width() / cell + 1) as usize, (frame.height() / cell + 1) as usize);
        Clearing { cell, columns, rows, taken: vec![false; columns * rows] }
    }

    /// Keeps a round place clear.
    pub(crate) fn keep(&mut self, at: Place, radius: Tenths) {
        let cells = |from: Tenths, to: Tenths, most: usize| {
            let clamp = |tenths: Tenths| (tenths.div_euclid(self.cell).max(0) as usize).min(most.saturating_sub(1));
            clamp(from)..=clamp(to)
        };
        let columns = cells(at.x - radius, at.x + radius, self.columns);
        for row in cells(at.y - radius, at.y + radius, self.rows) {
            for column in columns.clone() {
                let middle = Place::new(self.cell * column as Tenths, self.cell * row as Tenths);
                let near = middle.plus(self.cell / 2, self.cell / 2).distance(at) <= radius;
                self.taken[row * self.columns + column] |= near;
            }
        }
    }

    /// Keeps a line clear.
    pub(crate) fn keep_along(&mut self, places: &[Place], radius: Tenths) {
        for (place, _) in stations(places, 0, (radius / 2).max(self.cell)) {
            self.keep(place, radius);
        }
    }

    /// Whether something may stand here.
    pub(crate) fn is_free(&self, at: Place) -> bool {
        let (column, row) = (at.x.div_euclid(self.cell), at.y.div_euclid(self.cell));
        let inside = column >= 0 && row >= 0 && (column as usize) < self.columns && (row as usize) < self.rows;
        // Beyond the edge a tree does no harm: half of it may show.
        !inside || !self.taken[row as usize * self.columns + column as usize]
    }
}

/// The trees of one kind, in two sizes.
#[derive(Debug, Default)]
pub(crate) struct Trees {
    big: Vec<Place>,
    small: Vec<Place>,
}

impl Trees {
    /// Plants a wood inside some rings, so far from tree to tree.
    pub(crate) fn wood(&mut self, rings: &[Vec<Place>], spacing: Tenths, frame: Frame, clear: &Clearing) {
        let seen = frame.grown(spacing);
        for (index, at) in lattice(rings, Bearing::EAST, spacing, spacing * 9 / 10, true).into_iter().enumerate() {
            let most = spacing * 38 / 100;
            let tree = at.plus(thrown(at.x, at.y, 3, most), thrown(at.x, at.y, 7, most));
            if !seen.has(tree) || !clear.is_free(tree) {
                continue;
            }
            if scatter(at.x, at.y, index as u32) % 5 < 3 { self.big.push(tree) } else { self.small.push(tree) }
        }
    }

    /// Plants rows along a bearing.
    pub(crate) fn orchard(&mut self, rings: &[Vec<Place>], along: Bearing, spacing: Tenths, clear: &Clearing) {
        let stand = |tree: &Place| clear.is_free(*tree);
        self.big.extend(lattice(rings, along, spacing, spacing, false).into_iter().filter(stand));
    }

    /// Plants one row along a line.
    pub(crate) fn row(&mut self, places: &[Place], spacing: Tenths) {
        self.big.extend(stations(places, 0, spacing).into_iter().map(|(place, _)| place));
    }

    pub(crate) fn len(&self) -> usize {
        self.big.len() + self.small.len()
    }

    /// Draws them: shadow, edge, crown and light, each as one path of dots.
    pub(crate) fn draw(&self, sheet: &mut Sheet, kind: &str, id: &str, scale: Scale) {
        if self.len() == 0 {
            return;
        }
        sheet.open(&format!("class=\"trees {kind}\""));
        sheet.raw("<defs>");
        for (size, trees) in [("big", &self.big), ("small", &self.small)] {
            sheet.path_with(&format!("id=\"{id}-{size}\""), dots(trees));
        }
        sheet.raw("</defs>");
        let shift = crate::ink::placed(Place::new(scale.tenths(35), scale.tenths(45)), 0);
        let lit = crate::ink::placed(Place::new(scale.tenths(-25), scale.tenths(-28)), 0);
        for (part, moved) in [("shadow", shift.as_str()), ("edge", ""), ("crown", ""), ("light", lit.as_str())] {
            let moved = if moved.is_empty() { String::new() } else { format!(" transform=\"{moved}\"") };
            for (size, trees) in [("big", &self.big), ("small", &self.small)] {
                if !trees.is_empty() {
                    sheet.raw(&format!("<use href=\"#{id}-{size}\" class=\"{part} {size}\"{moved}/>"));
                }
            }
        }
        sheet.close();
    }
}

fn dots(trees: &[Place]) -> Path {
    let whole = |tenths: Tenths| (tenths + 5).div_euclid(10) * 10;
    let mut path = Path::new();
    for tree in trees {
        path.dot(Place::new(whole(tree.x), whole(tree.y)));
    }
    path
}

/// Places inside some rings (holes among them), in rows along a bearing.
pub(crate) fn lattice(
    rings: &[Vec<Place>],
    along: Bearing,
    spacing: Tenths,
    between_rows: Tenths,
    staggered: bool,
) -> Vec<Place> {
    // Turned so that the rows run east.
    let origin = Place::default();
    let flat = Bearing { east: along.east, south: -along.south };
    let turn = |ring: &Vec<Place>| ring.iter().map(|at| origin.moved(flat, at.x, at.y)).collect::<Vec<Place>>();
    let turned: Vec<Vec<Place>> = rings.iter().map(turn).collect();
    let all: Vec<Place> = turned.iter().flatten().copied().collect();
    let Some(frame) = Frame::of(&all) else { return Vec::new() };
    let (spacing, between_rows) = (spacing.max(1), between_rows.max(1));
    let mut places = Vec::new();
    let first = frame.top.div_euclid(between_rows);
    for row in first..=frame.bottom.div_euclid(between_rows) {
        let y = row * between_rows + between_rows / 2;
        let shift = if staggered && row & 1 == 1 { spacing / 2 } else { 0 };
        for (from, to) in spans(&turned, y) {
            let mut x = (from - shift + spacing - 1).div_euclid(spacing) * spacing + shift;
            while x <= to {
                places.push(origin.moved(along, x, y));
                x += spacing;
            }
        }
    }
    places
}

/// The stretches of a row that lie inside.
fn spans(rings: &[Vec<Place>], y: Tenths) -> Vec<(Tenths, Tenths)> {
    let crossing = |(from, to): (Place, Place)| {
        let (low, high) = if from.y <= to.y { (from, to) } else { (to, from) };
        let crosses = low.y <= y && y < high.y;
        crosses.then(|| low.towards(high, i64::from(y - low.y), i64::from(high.y - low.y)).x)
    };
    let mut crossings: Vec<Tenths> = rings.iter().flat_map(|ring| sides(ring)).filter_map(crossing).collect();
    crossings.sort_unstable();
    crossings.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_stand_inside_and_not_on_the_road() {
        let ring = vec![Place::new(0, 0), Place::new(4_000, 0), Place::new(4_000, 3_000), Place::new(0, 3_000)];
        let frame = Frame { left: 0, top: 0, right: 4_000, bottom: 3_000 };
        let mut clear = Clearing::over(frame, Scale(1_000));
        clear.keep_along(&[Place::new(0, 1_500), Place::new(4_000, 1_500)], 100);
        let mut trees = Trees::default();
        trees.wood(&[ring], 170, frame, &clear);
        assert!(trees.len() > 300);
        let on_road = |tree: &&Place| (tree.y - 1_500).abs() < 40;
        assert_eq!(trees.big.iter().chain(&trees.small).filter(on_road).count(), 0);
    }
}
