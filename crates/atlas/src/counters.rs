//! Troops as counters in hexes: a bar that fills its hex, with its quality and strength on it, and a nib at the corner it
//! faces. Counters that share a hex lie over each other, and a disc says how strong they are together.
//!
//! Sizes are hundredths of a hex.

use std::collections::BTreeMap;

use battle::Battle;
use battle::muster::{self, muster};
use battle::plan::{Posture, Quality, Unit};
use field::hex::Cell;

use crate::glyph::{Glyph, box_path};
use crate::hexes::Hexes;
use crate::ink::{Path, Sheet, number};
use crate::paper::{Bearing, Chart, Frame, Place, Scale, Tenths};
use crate::troops::Post;

/// What makes a unit a counter.
#[derive(Clone, Debug)]
pub(crate) struct Counter {
    pub(crate) cell: Cell,
    /// Its place in the stack, the top one first.
    pub(crate) place: usize,
    /// Its strength, where somebody counts it.
    pub(crate) points: Option<u32>,
    /// On the top one of a stack: how strong all are together, and where that is written.
    pub(crate) total: Option<(u32, Place)>,
    /// A hundred units are a hex.
    pub(crate) scale: Scale,
}

/// How far a counter lies behind the one above it, and how far all of a stack at most.
const STEP: i32 = 14;
const SPAN: i32 = 28;
/// Half the disc with the strength of a stack.
const DISC: i32 = 13;

/// How high its figures are.
const FIGURE: i32 = 23;

/// Frontage and depth of a counter.
pub(crate) const fn size(posture: Posture) -> (i32, i32) {
    match posture {
        Posture::Line | Posture::Dismounted | Posture::Garrison | Posture::MountedLine => (78, 34),
        Posture::March | Posture::Mounted => (36, 64),
        Posture::Limbered => (24, 66),
        Posture::Battery => (70, 38),
        Posture::Attack => (52, 44),
        Posture::Square => (46, 46),
        Posture::Skirmish => (84, 14),
        Posture::Afloat => (28, 84),
    }
}

/// The letter of a quality, A for the best.
pub(crate) const fn grade(quality: Quality) -> char {
    match quality {
        Quality::Elite => 'A',
        Quality::Veteran => 'B',
        Quality::Regular => 'C',
        Quality::Poor => 'D',
        Quality::Green => 'E',
        Quality::Militia => 'F',
    }
}

/// The strength of each unit by its id, in the pieces of a scale that counts regiments.
fn strengths<'a>(battle: &'a Battle, scale: Option<&muster::Scale>) -> BTreeMap<&'a str, u32> {
    let Some(scale) = scale.filter(|scale| scale.grain == muster::Grain::Regiment) else { return BTreeMap::new() };
    let formations = &battle.plan.formations;
    let strength = |mustered: &muster::Mustered| {
        let unit = formations.get(mustered.formation)?.units.get(*mustered.of.first()?)?;
        Some((unit.id.as_str(), mustered.pieces))
    };
    muster(battle, scale).units.iter().filter_map(strength).collect()
}

/// Puts each unit into the hex it stands in.
pub(crate) fn place(
    battle: &Battle,
    posts: &mut [Post<'_>],
    chart: &Chart,
    hexes: &Hexes,
    scale: Option<&muster::Scale>,
) {
    let strengths = strengths(battle, scale);
    let mut stacks: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
    for (index, post) in posts.iter().enumerate() {
        let at = post.unit.at.map(battle::plan::point);
        if let Some(cell) = at.and_then(|at| hexes.lattice.cell_at(at)) {
            stacks.entry(cell).or_default().push(index);
        }
    }
    let scale = Scale(hexes.across);
    for (cell, stack) in stacks {
        let middle = chart.place(hexes.lattice.centre(cell));
        let facing = stack.first().map_or(0, |top| corner(posts[*top].facing));
        let bearing = Bearing::of_degrees(facing);
        let step = STEP.min(SPAN / (stack.len() as i32 - 1).max(1));
        let span = scale.units(step * (stack.len() as i32 - 1));
        let points: Vec<Option<u32>> =
            stack.iter().map(|at| strengths.get(posts[*at].unit.id.as_str()).copied()).collect();
        for (place, index) in stack.iter().enumerate() {
            let post = &mut posts[*index];
            let (front, depth) = size(post.posture);
            (post.front, post.depth) = (scale.units(front), scale.units(depth));
            post.tail = if post.posture == Posture::Dismounted { scale.units(16) } else { 0 };
            post.facing = facing;
            let ahead = (post.depth + post.tail + span) / 2 - scale.units(step * place as i32);
            post.at = middle.moved(bearing, ahead, 0);
            post.counter = Some(Counter { cell, place, points: points[place], total: None, scale });
        }
        let all: u32 = points.iter().flatten().sum();
        if let (Some(last), Some(top), true) = (stack.last(), stack.first(), stack.len() > 1 && all > 0) {
            let last = &posts[*last];
            let at = last.rear().moved(bearing, scale.units(4), last.front / 2);
            if let Some(counter) = &mut posts[*top].counter {
                counter.total = Some((all, at));
            }
        }
    }
}

/// The bearing of the corner that a unit with this facing looks at: the first corner lies thirty degrees east of north.
const fn corner(facing: u16) -> u16 {
    facing % 360 / 60 * 60 + 30
}

impl Counter {
    /// The box of the disc.
    pub(crate) fn disc(&self) -> Option<Frame> {
        let side = self.scale.units(2 * DISC);
        self.total.map(|(_, at)| Frame::around(at, side, side))
    }

    /// Whether its figures are too small to be read beside names of the usual size.
    pub(crate) fn is_small(&self, ornament: Scale) -> bool {
        self.scale.units(FIGURE) < ornament.units(13)
    }

    /// What is written on it.
    pub(crate) fn figures(&self, unit: &Unit, posture: Posture) -> [String; 2] {
        let points = self.points.map(|points| points.to_string()).unwrap_or_default();
        let letter = if posture == Posture::Battery { String::new() } else { grade(unit.quality).to_string() };
        [letter, points]
    }
}

/// Writes quality and strength on a counter that is drawn turned by its facing.
pub(crate) fn write(sheet: &mut Sheet, glyph: &Glyph<'_>, facing: u16, figures: &[String; 2]) {
    let is_long = glyph.depth > glyph.front;
    // The way along the longer side of the counter, as SVG turns things, and read from left to right.
    let along = (i32::from(facing) + if is_long { 270 } else { 0 }) % 180;
    let turn = if along > 90 { along - 180 } else { along };
    let middle = match glyph.posture {
        Posture::Battery => Place::new(0, glyph.depth * 3 / 4),
        Posture::Skirmish | Posture::Afloat => Place::new(0, glyph.depth / 2),
        _ => Place::new(0, (glyph.depth + glyph.units(6)) / 2),
    };
    let lines: Vec<String> = figures.iter().filter(|text| !text.is_empty()).cloned().collect();
    let on_chip = has_chip(glyph.posture);
    // On a narrow counter that stands upright one figure is written above the other.
    let stacked = turn == 90 && lines.len() > 1 && !on_chip;
    let lines = if stacked { lines } else { vec![lines.join(" ")] };
    let turn = if turn == 90 || on_chip { 0 } else { turn };
    let size = glyph.units(if on_chip || stacked { 19 } else { FIGURE });
    let (x, y, back) = (number(middle.x), number(middle.y), turn - i32::from(facing));
    sheet.open(&format!("class=\"figures-on\" transform=\"translate({x} {y}) rotate({back})\""));
    if on_chip {
        let wide =
            size * 6 / 10 * lines.iter().map(|line| line.chars().count() as Tenths).max().unwrap_or(1) + size / 2;
        sheet.path("chip", box_path(-wide / 2, -size * 6 / 10, wide, size * 12 / 10));
    }
    let class = if on_chip { "chip-figure" } else { "counter-figure" };
    for (row, line) in lines.iter().enumerate() {
        let down = size * 36 / 100 + size * 9 / 10 * (2 * row as Tenths - lines.len() as Tenths + 1) / 2;
        let (size, down) = (number(size), number(down));
        sheet.raw(&format!("<text class=\"{class}\" font-size=\"{size}\" y=\"{down}\">{line}</text>"));
    }
    sheet.close();
}

/// Whether the sign has no plain body to write on.
const fn has_chip(posture: Posture) -> bool {
    matches!(
        posture,
        Posture::Mounted
            | Posture::MountedLine
            | Posture::Skirmish
            | Posture::Limbered
            | Posture::Battery
            | Posture::Afloat
            | Posture::Square
    )
}

/// Draws the disc of a stack.
pub(crate) fn disc(sheet: &mut Sheet, at: Place, total: u32, scale: Scale) {
    let mut dot = Path::new();
    dot.dot(at);
    let text = dot.text();
    for (class, width) in [("disc-edge", 2 * DISC), ("disc", 2 * DISC - 4)] {
        let width = number(scale.units(width));
        sheet.raw(&format!("<path class=\"{class}\" stroke-width=\"{width}\" d=\"{text}\"/>"));
    }
    let (x, y, size) = (number(at.x), number(at.y + scale.units(6)), number(scale.units(17)));
    sheet.raw(&format!("<text class=\"disc-figure\" font-size=\"{size}\" x=\"{x}\" y=\"{y}\">{total}</text>\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_faces_the_corner_of_its_sixth() {
        assert_eq!([0, 59, 60, 180, 359].map(corner), [30, 30, 90, 210, 330]);
    }
}
