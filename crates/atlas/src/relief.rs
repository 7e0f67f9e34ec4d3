//! The lie of the land: heights on a lattice, hill shading and contour lines.
//!
//! A battle gives few contours. Between them the ground rises evenly, as it does for whoever sees and marches; from that
//! come the lines in between. The contours of the battle itself are drawn heavier, because those are what counts.

use battle::Battle;
use field::ground::{FOOT, FOOT_RUN, Region, SpotKind};

use crate::areas::pushed_out;
use crate::curve::waver;
use crate::ink::{Path, Sheet, number};
use crate::paper::{Chart, Frame, Place, Tenths};
use crate::png;

/// LIMIT: nodes of the lattice along the longer side of the map.
const NODES: Tenths = 92;

/// Heights are kept in hundredths of a foot.
const HUNDREDTHS: i64 = 100;

struct Hill {
    /// Hundredths of a foot.
    height: i64,
    rings: Vec<Vec<Place>>,
    frame: Frame,
    /// The higher contours that begin inside this one.
    above: Vec<usize>,
    /// Whether it stands on no other.
    is_lowest: bool,
}

struct Summit {
    at: Place,
    height: i64,
}

/// Heights on a lattice over the map and a little beyond.
pub(crate) struct Relief {
    columns: usize,
    rows: usize,
    cell: Tenths,
    /// Row by row, in hundredths of a foot.
    heights: Vec<i64>,
    /// The heights of the battle's own contours, in feet.
    given: Vec<i64>,
    hills: Vec<Hill>,
}

impl Relief {
    pub(crate) fn of(battle: &Battle, chart: &Chart) -> Option<Relief> {
        let hills = hills(battle, chart);
        if hills.is_empty() {
            return None;
        }
        let summits = summits(battle, chart);
        let frame = chart.frame();
        let cell = (frame.width().max(frame.height()) / NODES).max(10);
        // One node beyond the edge on either side, so that the picture runs out under the frame.
        let (columns, rows) = ((frame.width() / cell + 4) as usize, (frame.height() / cell + 4) as usize);
        let (wave, most) = (chart.scale.units(170), chart.scale.units(15));
        let height = |index: usize| {
            let at = node(cell, index % columns, index / columns);
            let (x, y) = waver(at, wave, most);
            height_at(&hills, &summits, at.plus(x, y))
        };
        let rough: Vec<i64> = (0..columns * rows).map(height).collect();
        let heights = softened(&softened(&rough, columns), columns);
        let mut given: Vec<i64> = hills.iter().map(|hill| hill.height / HUNDREDTHS).collect();
        given.sort_unstable();
        given.dedup();
        Some(Relief { columns, rows, cell, heights, given, hills })
    }

    fn at(&self, column: usize, row: usize) -> i64 {
        self.heights[row.min(self.rows - 1) * self.columns + column.min(self.columns - 1)]
    }

    /// The shading of the hills, lit from the north-west, as a small picture that is drawn large.
    pub(crate) fn shade(&self, sheet: &mut Sheet) {
        let cell_feet = i64::from(self.cell) * 3 / 10;
        let mut shades = Vec::with_capacity(self.columns * self.rows);
        for row in 0..self.rows {
            for column in 0..self.columns {
                let east = self.at(column + 1, row) - self.at(column.saturating_sub(1), row);
                let south = self.at(column, row + 1) - self.at(column, row.saturating_sub(1));
                // A slope of one in ten that faces away from the light has most of the shade.
                let slope = (east * 7 + south * 10) * 100 / (2 * cell_feet.max(1) * HUNDREDTHS * 10);
                let soft = if slope.abs() > 6 { slope.signum() * (6 + (slope.abs() - 6) / 3) } else { slope };
                shades.push((soft.clamp(-16, 16) + 16) as u8);
            }
        }
        let half = self.cell / 2;
        let corner = node(self.cell, 0, 0).plus(-half, -half);
        sheet.raw(&format!(
            "<image class=\"shade\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" href=\"data:image/png;base64,{}\"/>",
            number(corner.x),
            number(corner.y),
            number(self.cell * self.columns as Tenths),
            number(self.cell * self.rows as Tenths),
            png::picture(self.columns, &shades),
        ));
    }

    /// The contour lines; gives back the battle's own ones with their heights in feet, for the figures on them.
    pub(crate) fn contours(&self, sheet: &mut Sheet) -> Vec<(i64, Vec<Place>)> {
        let (mut heavy, mut thin, mut thick) = (Vec::new(), Path::new(), Path::new());
        let between = self.levels_between();
        for feet in between.iter().chain(&self.given) {
            // A hair below the figure: the top of the last contour is level, and has no line of its own.
            for line in self.trace(feet * HUNDREDTHS - HUNDREDTHS * 3 / 4) {
                let is_given = self.is_given(*feet, &line);
                let path = if is_given { &mut thick } else { &mut thin };
                crate::curve::smooth(path, &thinned(&line), line.first() == line.last());
                if is_given {
                    heavy.push((*feet, line));
                }
            }
        }
        sheet.path("contour", thin);
        sheet.path("contour given", thick);
        heavy
    }

    /// Whether a line is a contour of the battle itself, and not one of its height on another hill.
    fn is_given(&self, feet: i64, line: &[Place]) -> bool {
        let close = i64::from(self.cell) * 2;
        let own = || self.hills.iter().filter(|hill| hill.height / HUNDREDTHS == feet);
        let samples = line.iter().step_by((line.len() / 5).max(1));
        let near = samples.clone().filter(|at| own().any(|hill| distance(&hill.rings, **at) < close)).count();
        near * 2 > samples.count()
    }

    /// How many feet lie between two lines.
    pub(crate) fn interval(&self) -> i64 {
        match self.given.last().copied().unwrap_or(0) {
            ..=120 => 10,
            121..=260 => 20,
            _ => 25,
        }
    }

    fn levels_between(&self) -> Vec<i64> {
        let (interval, highest) = (self.interval(), self.given.last().copied().unwrap_or(0));
        let clear = |feet: &i64| self.given.iter().all(|given| (given - feet).abs() * 5 >= interval * 2);
        (1..=highest / interval).map(|step| step * interval).filter(clear).collect()
    }

    /// Lines of one height across the lattice: each cell gives up to two pieces, and pieces are joined at their ends.
    fn trace(&self, level: i64) -> Vec<Vec<Place>> {
        let mut pieces: Vec<(usize, usize)> = Vec::new();
        for row in 0..self.rows - 1 {
            for column in 0..self.columns - 1 {
                self.cell_pieces(column, row, level, &mut pieces);
            }
        }
        join(&pieces)
            .into_iter()
            .map(|edges| edges.into_iter().map(|edge| self.crossing(edge, level)).collect())
            .collect()
    }

    /// Edges are numbered by their west or north node: even ones run east, odd ones south.
    fn cell_pieces(&self, column: usize, row: usize, level: i64, pieces: &mut Vec<(usize, usize)>) {
        let is_high = |x: usize, y: usize| self.at(x, y) >= level;
        let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| is_high(column + x, row + y));
        let edge = |x: usize, y: usize, south: usize| 2 * ((row + y) * self.columns + column + x) + south;
        let edges = [edge(0, 0, 0), edge(1, 0, 1), edge(0, 1, 0), edge(0, 0, 1)];
        let crossed: Vec<usize> =
            (0..4).filter(|side| corners[*side] != corners[(side + 1) % 4]).map(|side| edges[side]).collect();
        match crossed[..] {
            [one, two] => pieces.push((one, two)),
            // A saddle: the two high corners stay apart.
            [top, right, bottom, left] if corners[0] => pieces.extend([(top, left), (right, bottom)]),
            [top, right, bottom, left] => pieces.extend([(top, right), (bottom, left)]),
            _ => {}
        }
    }

    fn crossing(&self, edge: usize, level: i64) -> Place {
        let (from, south) = (edge / 2, edge % 2);
        let to = if south == 1 { from + self.columns } else { from + 1 };
        let (low, high) = (self.heights[from], self.heights[to]);
        let spot = |index: usize| node(self.cell, index % self.columns, index / self.columns);
        let whole = if high == low { 1 } else { high - low };
        spot(from).towards(spot(to), (level - low) * whole.signum(), whole.abs())
    }
}

fn node(cell: Tenths, column: usize, row: usize) -> Place {
    Place::new(cell * (column as Tenths - 1), cell * (row as Tenths - 1))
}

/// Every other place of a traced line, whole yards: it is drawn as a curve, and reads no worse.
fn thinned(line: &[Place]) -> Vec<Place> {
    let closed = line.first() == line.last();
    let whole = |tenths: Tenths| (tenths + 5).div_euclid(10) * 10;
    let last = line.len() - 1;
    let keep = |index: usize| index.is_multiple_of(2) || (index == last && !closed);
    let kept = line.iter().enumerate().filter(|(index, _)| keep(*index) && !(closed && *index == last));
    kept.map(|(_, place)| Place::new(whole(place.x), whole(place.y))).collect()
}

/// Joins pieces that share an edge into lines; a closed line ends where it begins.
fn join(pieces: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut ends: std::collections::BTreeMap<usize, [Option<usize>; 2]> = std::collections::BTreeMap::new();
    for (index, (one, two)) in pieces.iter().enumerate() {
        for edge in [one, two] {
            let slots = ends.entry(*edge).or_default();
            let free = usize::from(slots[0].is_some());
            slots[free] = Some(index);
        }
    }
    let mut used = vec![false; pieces.len()];
    let follow = |start: usize, first: usize, used: &mut Vec<bool>| {
        let (mut line, mut piece, mut edge) = (vec![start], first, start);
        loop {
            used[piece] = true;
            edge = if pieces[piece].0 == edge { pieces[piece].1 } else { pieces[piece].0 };
            line.push(edge);
            let next = ends.get(&edge).into_iter().flatten().flatten().find(|next| !used[**next]);
            match next {
                Some(next) => piece = *next,
                None => return line,
            }
        }
    };
    let mut lines = Vec::new();
    // Open lines first, from their loose ends; what is left is closed.
    for (edge, slots) in &ends {
        if let [Some(piece), None] = slots
            && !used[*piece]
        {
            lines.push(follow(*edge, *piece, &mut used));
        }
    }
    for piece in 0..pieces.len() {
        if !used[piece] {
            lines.push(follow(pieces[piece].0, piece, &mut used));
        }
    }
    lines
}

fn hills(battle: &Battle, chart: &Chart) -> Vec<Hill> {
    let contours = battle.ground.contours();
    let begins_inside = |inner: &Region, outer: &Region| inner.outline.corners.iter().any(|c| outer.contains(*c));
    contours
        .iter()
        .filter(|contour| contour.height > 0)
        .map(|contour| {
            // A hill that runs off the map does not fall at its edge.
            let rings: Vec<Vec<Place>> = std::iter::once(&contour.region.outline)
                .chain(&contour.region.holes)
                .map(|ring| pushed_out(&chart.places(&ring.corners), chart, 2_000, 1))
                .collect();
            let higher = contours.iter().filter(|c| c.height > 0).enumerate();
            Hill {
                height: i64::from(contour.height) * HUNDREDTHS / i64::from(FOOT),
                frame: rings.first().and_then(|ring| Frame::of(ring)).unwrap_or(chart.frame()),
                rings,
                is_lowest: !contours.iter().any(|below| {
                    below.height > 0 && below.height < contour.height && begins_inside(&contour.region, &below.region)
                }),
                above: higher
                    .filter(|(_, above)| above.height > contour.height && begins_inside(&above.region, &contour.region))
                    .map(|(index, _)| index)
                    .collect(),
            }
        })
        .collect()
}

fn summits(battle: &Battle, chart: &Chart) -> Vec<Summit> {
    let tops = battle.ground.spots().iter().filter(|spot| spot.kind == SpotKind::Summit);
    let summit = |spot: &field::ground::Spot| {
        Some(Summit { at: chart.place(spot.at), height: i64::from(spot.height?) * HUNDREDTHS / i64::from(FOOT) })
    };
    tops.filter_map(summit).collect()
}

/// The height of a place, as the ground itself reckons it.
fn height_at(hills: &[Hill], summits: &[Summit], at: Place) -> i64 {
    let Some(base) = hills.iter().rfind(|hill| hill.frame.has(at) && surrounds(&hill.rings, at)) else {
        let foot = |hill: &Hill| {
            let run = hill.height * i64::from(FOOT_RUN) * 10 / (3 * HUNDREDTHS);
            if !hill.frame.grown(run as Tenths).has(at) {
                return 0;
            }
            let away = distance(&hill.rings, at).min(run);
            if run == 0 { 0 } else { hill.height * (run - away) / run }
        };
        // Only a hill's lowest contour has a foot: the higher ones stand on it.
        return hills.iter().filter(|hill| hill.is_lowest).map(foot).max().unwrap_or(0);
    };
    let higher = base.above.iter().filter_map(|index| hills.get(*index));
    let tops = summits.iter().filter(|top| top.height > base.height && surrounds(&base.rings, top.at));
    let up = higher
        .map(|hill| (distance(&hill.rings, at), hill.height))
        .chain(tops.map(|top| (i64::from(top.at.distance(at)), top.height)))
        .min();
    match up {
        Some((up, height)) => {
            let down = distance(&base.rings, at);
            base.height + (height - base.height) * down / (down + up).max(1)
        }
        None => base.height,
    }
}

fn surrounds(rings: &[Vec<Place>], at: Place) -> bool {
    rings.iter().map(|ring| crossings(ring, at)).sum::<usize>() % 2 == 1
}

fn crossings(ring: &[Place], at: Place) -> usize {
    sides(ring)
        .filter(|(from, to)| {
            let (low, high) = if from.y <= to.y { (from, to) } else { (to, from) };
            let cross = i64::from(high.x - low.x) * i64::from(at.y - low.y)
                - i64::from(high.y - low.y) * i64::from(at.x - low.x);
            low.y <= at.y && at.y < high.y && cross > 0
        })
        .count()
}

/// The sides of a ring.
pub(crate) fn sides(ring: &[Place]) -> impl Iterator<Item = (Place, Place)> + '_ {
    ring.iter().copied().zip(ring.iter().copied().cycle().skip(1))
}

fn distance(rings: &[Vec<Place>], at: Place) -> i64 {
    let squares = rings.iter().flat_map(|ring| sides(ring)).map(|(from, to)| square_to(from, to, at));
    squares.min().map_or(i64::MAX / 4, i64::isqrt)
}

/// The square of the distance from a place to a side.
fn square_to(from: Place, to: Place, at: Place) -> i64 {
    let (x, y) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let (px, py) = (i64::from(at.x - from.x), i64::from(at.y - from.y));
    let (along, whole) = (px * x + py * y, x * x + y * y);
    if along <= 0 || whole == 0 {
        return px * px + py * py;
    }
    if along >= whole {
        return (px - x) * (px - x) + (py - y) * (py - y);
    }
    let aside = px * y - py * x;
    // The square fits: a map is at most a few hundred thousand tenths across, and the side cancels most of it.
    let root = whole.isqrt().max(1);
    (aside / root) * (aside / root)
}

/// Each node with its neighbours: corners become rounder, and no line is moved by more than a node.
fn softened(heights: &[i64], columns: usize) -> Vec<i64> {
    let rows = heights.len() / columns;
    let pass = |values: &[i64], step: usize, count: usize, place: &dyn Fn(usize) -> usize| -> Vec<i64> {
        (0..values.len())
            .map(|index| {
                let along = place(index);
                let before = if along > 0 { values[index - step] } else { values[index] };
                let after = if along + 1 < count { values[index + step] } else { values[index] };
                (before + 2 * values[index] + after) / 4
            })
            .collect()
    };
    let across = pass(heights, 1, columns, &|index| index % columns);
    pass(&across, columns, rows, &|index| index / columns)
}
