//! What a straight line over the ground meets.

use super::Ground;
use super::feature::{AreaId, ContourId, LineId};
use super::fraction::{Fraction, crossing};
use super::kinds::AreaKind;
use super::point::{Extent, Length, Point};
use super::shape::Region;

/// A piece of a straight line that lies inside something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch<Id> {
    /// What it lies in.
    pub of: Id,
    /// Where it begins.
    pub from: Fraction,
    /// Where it ends, farther on than it begins.
    pub to: Fraction,
}

/// A place where a straight line crosses a line of the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// What is crossed.
    pub line: LineId,
    /// Which stretch of it, counted from nought.
    pub stretch: usize,
    /// Where on the straight line.
    pub at: Fraction,
    /// Whether one comes from its left side, as one walks along it from its first point.
    pub from_left: bool,
}

/// What is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum What {
    /// A contour.
    Contour(ContourId),
    /// An area.
    Area(AreaId),
    /// A line.
    Line(LineId),
}

/// In which way it is met. At one place, what is left comes before what is crossed, and that before what is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum How {
    /// It ends here; for a contour: one goes down over it. Also at the end of the line, for what one is still in.
    Leaves,
    /// A line is crossed, from its left side or from its right.
    Crosses {
        /// As one walks along it from its first point.
        from_left: bool,
    },
    /// It begins here; for a contour: one goes up over it. Also at the start of the line, for what one starts in.
    Enters,
}

/// One thing met along a straight line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// Where.
    pub at: Fraction,
    /// In which way.
    pub how: How,
    /// What.
    pub what: What,
}

impl Ground {
    /// Everything a straight line meets, in the order it is met.
    pub fn along(&self, from: Point, to: Point) -> Vec<Met> {
        let mut met = Vec::new();
        for stretch in self.climbs(from, to) {
            push_ends(&mut met, stretch, What::Contour(stretch.of));
        }
        for stretch in self.stretches(from, to) {
            push_ends(&mut met, stretch, What::Area(stretch.of));
        }
        met.extend(self.crossings(from, to).into_iter().map(|crossing| Met {
            at: crossing.at,
            how: How::Crosses { from_left: crossing.from_left },
            what: What::Line(crossing.line),
        }));
        met.sort_by_key(|met| (met.at, met.how, met.what));
        met
    }

    /// Every contour that a straight line meets, in the order they are met.
    pub fn rises(&self, from: Point, to: Point) -> Vec<Met> {
        let mut met = Vec::new();
        for stretch in self.climbs(from, to) {
            push_ends(&mut met, stretch, What::Contour(stretch.of));
        }
        met.sort_by_key(|met| (met.at, met.how, met.what));
        met
    }

    /// The pieces of a straight line that lie in areas, by area and then in order.
    pub fn stretches(&self, from: Point, to: Point) -> Vec<Stretch<AreaId>> {
        let near = self.index.areas.touching(span(from, to));
        let inside = |id: AreaId| pieces(&self.areas[id.index()].region, from, to, id);
        near.into_iter().map(AreaId).flat_map(inside).collect()
    }

    /// The pieces of a straight line that lie inside contours, by contour and then in order.
    pub fn climbs(&self, from: Point, to: Point) -> Vec<Stretch<ContourId>> {
        let near = self.index.contours.touching(span(from, to));
        let inside = |id: ContourId| pieces(&self.contours[id.index()].region, from, to, id);
        near.into_iter().map(ContourId).flat_map(inside).collect()
    }

    /// Whether a straight line passes over ground that is higher than this.
    ///
    /// COST: the contours stand lowest first, so those that do not matter are never looked at.
    pub fn climbs_above(&self, from: Point, to: Point, top: Length) -> bool {
        let span = span(from, to);
        let first = self.contours.partition_point(|contour| contour.height <= top);
        let inside = |place: usize| {
            let region = &self.contours[place].region;
            let near = self.contour_boxes[place].is_some_and(|extent| extent.touches(&span));
            near && !pieces(region, from, to, ContourId(place as u32)).is_empty()
        };
        (first..self.contours.len()).any(inside)
    }

    /// The pieces of a straight line that lie in areas of some kinds, by area and then in order.
    pub fn stretches_in(
        &self,
        from: Point,
        to: Point,
        wanted: impl Fn(AreaKind) -> bool,
    ) -> impl Iterator<Item = Stretch<AreaId>> {
        let near = self.index.areas.touching(span(from, to)).into_iter().map(AreaId);
        let near = near.filter(move |id| wanted(self.areas[id.index()].kind));
        near.flat_map(move |id| pieces(&self.areas[id.index()].region, from, to, id))
    }

    /// The lines that a straight line crosses, in the order they are crossed.
    ///
    /// A line is crossed where one comes to its other side. It is crossed at the end of a straight line but not at its
    /// start, so a path that is cut in two there crosses it once. A line that is only touched is not crossed.
    pub fn crossings(&self, from: Point, to: Point) -> Vec<Crossing> {
        let mut found: Vec<Crossing> = Vec::new();
        for number in self.index.stretches.touching(span(from, to)) {
            let (line, stretch) = self.stretch_numbers[number as usize];
            let ends =
                self.lines[line.index()].points.get(stretch).zip(self.lines[line.index()].points.get(stretch + 1));
            let Some((&first, &second)) = ends else { continue };
            found.extend(crossed_at((from, to), (first, second), (line, stretch)));
        }
        in_order(found)
    }

    /// Those of some lines that a straight line crosses, in the order they are crossed.
    ///
    /// COST: whoever asks about a line or two finds them sooner than everything near the way.
    pub fn crossings_among(&self, lines: &[LineId], from: Point, to: Point) -> Vec<Crossing> {
        let mut found: Vec<Crossing> = Vec::new();
        for line in lines {
            for (stretch, ends) in self.lines[line.index()].stretches().enumerate() {
                found.extend(crossed_at((from, to), ends, (*line, stretch)));
            }
        }
        in_order(found)
    }
}

/// Where a straight line crosses one stretch of a line.
fn crossed_at(
    (from, to): (Point, Point),
    (first, second): (Point, Point),
    (line, stretch): (LineId, usize),
) -> Option<Crossing> {
    let at = crossing(from, to, (first, second))?;
    let is_on_it = Fraction::START < at && at <= Fraction::END;
    // What leads from our right to our left turns its left side to us.
    is_on_it.then(|| Crossing { line, stretch, at, from_left: from.side(to, second) >= 0 })
}

fn in_order(mut found: Vec<Crossing>) -> Vec<Crossing> {
    if found.len() > 1 {
        found.sort_by_key(|crossing| (crossing.line, crossing.at, crossing.stretch));
        drop_touches(&mut found);
        found.sort_by_key(|crossing| (crossing.at, crossing.line));
    }
    found
}

/// A line that comes up to ours and turns back is found twice at one place: that is no crossing.
fn drop_touches(found: &mut Vec<Crossing>) {
    let mut kept: Vec<Crossing> = Vec::with_capacity(found.len());
    for crossing in found.drain(..) {
        match kept.last() {
            Some(last) if last.line == crossing.line && last.at == crossing.at => {
                kept.pop();
            }
            _ => kept.push(crossing),
        }
    }
    *found = kept;
}

fn push_ends<Id: Copy>(met: &mut Vec<Met>, stretch: Stretch<Id>, what: What) {
    met.push(Met { at: stretch.from, how: How::Enters, what });
    met.push(Met { at: stretch.to, how: How::Leaves, what });
}

/// The pieces of a straight line inside a region: between the first and the second place where the prolonged line crosses
/// its sides, between the third and the fourth, and so on.
fn pieces<Id: Copy>(region: &Region, from: Point, to: Point, of: Id) -> Vec<Stretch<Id>> {
    let mut places: Vec<Fraction> = region.sides().filter_map(|side| crossing(from, to, side)).collect();
    places.sort_unstable();
    let clipped = |pair: &[Fraction]| {
        let (from, to) = (pair[0].max(Fraction::START), pair[1].min(Fraction::END));
        (from < to).then_some(Stretch { of, from, to })
    };
    places.chunks_exact(2).filter_map(clipped).collect()
}

fn span(from: Point, to: Point) -> Extent {
    Extent {
        south_west: Point::new(from.x.min(to.x), from.y.min(to.y)),
        north_east: Point::new(from.x.max(to.x), from.y.max(to.y)),
    }
}
