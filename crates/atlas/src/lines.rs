//! Lines: water, roads, fences, walls and works.

use field::ground::{Faces, Line, LineKind, Spot, SpotKind};

use crate::curve::{beside, eased, flattened, natural, smooth, stations, thrown};
use crate::ink::{Path, Sheet, escaped, number};
use crate::paper::{Bearing, Chart, Place, Scale, Tenths, tenths};
use crate::trees::{Clearing, Trees};

/// How a line is drawn.
enum Look {
    /// Water of at least so many tenths of a unit.
    Water(i32),
    /// A road with an edge, of at least so many tenths of a unit.
    Road(i32),
    /// One stroke, whose looks are its class's affair.
    Stroke,
    /// Rails, zigzag.
    Zigzag(Zigzag),
    /// Marks along it.
    Marks(Marks),
    /// A road of so many tenths with marks along both edges; inward or outward.
    Edged(i32, bool),
    /// Trees in a row.
    Trees,
}

/// A fence of rails: whole, or broken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Zigzag {
    Whole,
    Broken,
}

/// Marks along a stroke. Sizes are tenths of a unit; the enemy's side is the front.
struct Marks {
    /// From one mark to the next.
    every: i32,
    /// From how far behind the line to how far before it.
    from: i32,
    to: i32,
    /// How far the end leans along the line.
    lean: i32,
    /// Whether there are marks on the other side too.
    both: bool,
    /// Whether the stroke itself is drawn.
    stroke: bool,
}

const fn marks(every: i32, from: i32, to: i32) -> Marks {
    Marks { every, from, to, lean: 0, both: false, stroke: true }
}

/// How each kind of line is drawn: a kind that is not here does not compile.
fn look(kind: LineKind) -> Look {
    let plain = |every, from, to| Look::Marks(marks(every, from, to));
    let both = |every, from, to| Look::Marks(Marks { both: true, ..marks(every, from, to) });
    let leaning = |every, from, to, lean| Look::Marks(Marks { lean, ..marks(every, from, to) });
    let bare = |every, from, to, lean| Look::Marks(Marks { lean, stroke: false, both: true, ..marks(every, from, to) });
    match kind {
        LineKind::Stream => Look::Water(36),
        LineKind::MarshyStream => Look::Water(40),
        LineKind::Creek => Look::Water(64),
        LineKind::River => Look::Water(130),
        LineKind::Canal => Look::Water(90),
        LineKind::DryBed | LineKind::Ditch | LineKind::Crest | LineKind::Trail => Look::Stroke,
        LineKind::Gully => both(60, 0, 90),
        LineKind::Pike => Look::Road(95),
        LineKind::Road => Look::Road(70),
        LineKind::Lane => Look::Road(46),
        LineKind::Street => Look::Road(64),
        LineKind::SunkenRoad => Look::Edged(64, true),
        LineKind::Railway => both(110, 0, 55),
        LineKind::UnfinishedRailway => Look::Edged(70, false),
        LineKind::Cut => Look::Edged(80, true),
        LineKind::Embankment => Look::Edged(70, false),
        LineKind::RailFence => Look::Zigzag(Zigzag::Whole),
        LineKind::BrokenFence => Look::Zigzag(Zigzag::Broken),
        LineKind::PicketFence => both(70, 0, 38),
        LineKind::Hedge | LineKind::StoneWall | LineKind::LowWall | LineKind::HighWall => Look::Stroke,
        LineKind::TreeLine => Look::Trees,
        LineKind::RockLedge => plain(90, 0, 80),
        LineKind::Bank => plain(60, 0, 80),
        LineKind::Cliff => plain(50, 0, 140),
        LineKind::HastyWorks => plain(100, 0, 60),
        LineKind::Breastwork => plain(80, 0, 70),
        LineKind::FieldWorks => plain(60, 0, 110),
        LineKind::Trench => both(70, 0, 45),
        LineKind::RiflePits => Look::Stroke,
        LineKind::Redan | LineKind::Lunette => plain(60, 0, 100),
        LineKind::Barricade => leaning(70, -50, 60, 50),
        LineKind::Palisade => plain(55, -30, 60),
        LineKind::RevetedWall => plain(75, 0, 90),
        LineKind::FortWall => plain(120, 0, 60),
        LineKind::Abatis => bare(85, 0, 110, 45),
        LineKind::Entanglement => bare(80, -45, 45, 70),
        LineKind::ChevalDeFrise => bare(95, -60, 60, 40),
        LineKind::SlantPalisade => leaning(65, 0, 100, 60),
        LineKind::SmallPickets => bare(50, 0, 45, 0),
        LineKind::Fascines => plain(40, -50, 50),
        LineKind::WaterBarrier => both(110, 0, 60),
    }
}

/// The layer a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layer {
    Water,
    Roads,
    Fences,
}

pub(crate) fn layer(kind: LineKind) -> Layer {
    match kind {
        LineKind::Stream
        | LineKind::MarshyStream
        | LineKind::Creek
        | LineKind::River
        | LineKind::DryBed
        | LineKind::Canal
        | LineKind::Ditch => Layer::Water,
        LineKind::Pike
        | LineKind::Road
        | LineKind::Lane
        | LineKind::Trail
        | LineKind::Street
        | LineKind::SunkenRoad
        | LineKind::Railway
        | LineKind::UnfinishedRailway
        | LineKind::Cut
        | LineKind::Embankment => Layer::Roads,
        _ => Layer::Fences,
    }
}

/// A line as it is drawn.
pub(crate) struct Drawn<'a> {
    pub(crate) line: &'a Line,
    index: usize,
    /// The places a smooth curve runs through.
    knots: Vec<Place>,
    /// The same curve as many short pieces.
    pub(crate) flat: Vec<Place>,
    /// Its width on paper.
    pub(crate) width: Tenths,
}

/// All lines as they are drawn. Waters run through the bridges and fords that lie on them.
pub(crate) fn all<'a>(lines: &'a [Line], spots: &[Spot], chart: &Chart) -> Vec<Drawn<'a>> {
    lines.iter().enumerate().map(|(index, line)| drawn(index, line, spots, chart)).collect()
}

fn drawn<'a>(index: usize, line: &'a Line, spots: &[Spot], chart: &Chart) -> Drawn<'a> {
    let mut places = chart.places(&line.points);
    prolong(&mut places, chart);
    let least = match look(line.kind) {
        Look::Water(least) | Look::Road(least) | Look::Edged(least, _) => chart.scale.tenths(least),
        _ => 0,
    };
    let width = tenths(line.width).max(least);
    let knots = match layer(line.kind) {
        Layer::Water => {
            for spot in spots.iter().filter(|spot| is_crossing(spot.kind)) {
                anchor(&mut places, chart.place(spot.at), width + chart.scale.units(8));
            }
            natural(&places, chart.scale)
        }
        Layer::Roads if !is_built(line.kind) => eased(&places, chart.scale.units(55)),
        Layer::Roads | Layer::Fences => places,
    };
    let flat = match layer(line.kind) {
        Layer::Water => flattened(&knots, chart.scale.units(10)),
        Layer::Roads if !is_built(line.kind) => flattened(&knots, chart.scale.units(14)),
        Layer::Roads | Layer::Fences => knots.clone(),
    };
    Drawn { line, index, knots, flat, width }
}

/// Draws the ends of a line that lie on the edge of the ground out to the edge of the picture.
fn prolong(places: &mut Vec<Place>, chart: &Chart) {
    let (inner, edge, frame) = (chart.edge().grown(-10), chart.edge(), chart.frame());
    let over = [edge.left - frame.left, edge.top - frame.top, frame.right - edge.right, frame.bottom - edge.bottom];
    let over = over.into_iter().max().unwrap_or(0);
    if over == 0 {
        return;
    }
    for _ in 0..2 {
        if let [.., before, last] = places[..]
            && !inner.has(last)
        {
            places.push(last.moved(Bearing::between(before, last), 2 * over, 0));
        }
        places.reverse();
    }
}

/// Whether it was laid out with a ruler.
const fn is_built(kind: LineKind) -> bool {
    matches!(kind, LineKind::Street | LineKind::Canal)
}

pub(crate) const fn is_crossing(kind: SpotKind) -> bool {
    matches!(kind, SpotKind::Bridge | SpotKind::FootBridge | SpotKind::Ford | SpotKind::FootFord | SpotKind::Ferry)
}

/// Makes a line run through a place that lies close beside it.
fn anchor(places: &mut Vec<Place>, at: Place, near: Tenths) {
    let beside = |pair: &[Place]| {
        let whole = i64::from(pair[0].distance(pair[1])).max(1);
        let along = (i64::from(at.x - pair[0].x) * i64::from(pair[1].x - pair[0].x)
            + i64::from(at.y - pair[0].y) * i64::from(pair[1].y - pair[0].y))
            / whole;
        let foot = pair[0].towards(pair[1], along.clamp(0, whole), whole);
        foot.distance(at) <= near && along > i64::from(near) && along < whole - i64::from(near)
    };
    if let Some(index) = places.windows(2).position(beside) {
        places.insert(index + 1, at);
    }
}

/// Keeps trees off the roads and waters.
pub(crate) fn clear(lines: &[Drawn<'_>], chart: &Chart, clearing: &mut Clearing) {
    for drawn in lines.iter().filter(|drawn| layer(drawn.line.kind) != Layer::Fences) {
        let room = if drawn.line.kind == LineKind::Trail { 60 } else { 105 };
        clearing.keep_along(&drawn.flat, drawn.width / 2 + chart.scale.tenths(room));
    }
}

/// Draws the lines of a layer: all edges first, then all floors, so that roads join.
pub(crate) fn draw(sheet: &mut Sheet, lines: &[Drawn<'_>], chart: &Chart, wanted: Layer) {
    let chosen = || lines.iter().filter(|drawn| layer(drawn.line.kind) == wanted);
    let scale = chart.scale;
    if wanted != Layer::Fences {
        for drawn in chosen() {
            drawn.edge(sheet, scale);
        }
    }
    for drawn in chosen() {
        sheet.open(&format!("id=\"line-{}\" class=\"line {}\"", drawn.index, drawn.line.kind.name()));
        if let Some(name) = &drawn.line.name {
            sheet.raw(&format!("<title>{} ({})</title>", escaped(name), drawn.line.kind.name()));
        }
        drawn.draw(sheet, scale);
        sheet.close();
    }
}

/// A short piece of a line, for the key.
pub(crate) fn sample(sheet: &mut Sheet, line: &Line, ends: [Place; 2], scale: Scale) {
    let width = match look(line.kind) {
        Look::Water(least) | Look::Road(least) | Look::Edged(least, _) => scale.tenths(least),
        _ => 0,
    };
    let middle = ends[0].towards(ends[1], 1, 2);
    let knots = vec![ends[0], middle, ends[1]];
    // No line of a battle has this number.
    let drawn = Drawn { line, index: usize::from(u16::MAX) + line.kind as usize, flat: knots.clone(), knots, width };
    sheet.open(&format!("class=\"line swatch {}\" aria-hidden=\"true\"", line.kind.name()));
    drawn.edge(sheet, scale);
    drawn.draw(sheet, scale);
    sheet.close();
}

impl Drawn<'_> {
    fn path(&self) -> Path {
        let mut path = Path::new();
        match layer(self.line.kind) {
            Layer::Fences => path.polyline(&self.knots),
            Layer::Roads if is_built(self.line.kind) => path.polyline(&self.knots),
            Layer::Water | Layer::Roads => {
                smooth(&mut path, &self.knots, false);
                &mut path
            }
        };
        path
    }

    fn wide(&self, sheet: &mut Sheet, class: &str, width: Tenths) {
        sheet.path_with(&format!("class=\"{class}\" stroke-width=\"{}\"", number(width)), self.path());
    }

    /// What lies under the floor of every road or water of its layer.
    fn edge(&self, sheet: &mut Sheet, scale: Scale) {
        match look(self.line.kind) {
            Look::Road(_) => self.wide(sheet, "road-edge", self.width + scale.tenths(34)),
            Look::Edged(..) => self.wide(sheet, "road-edge", self.width + scale.tenths(26)),
            Look::Water(least) if least > 60 => self.wide(sheet, "water-edge", self.width + scale.tenths(24)),
            _ => {}
        }
    }

    fn draw(&self, sheet: &mut Sheet, scale: Scale) {
        match look(self.line.kind) {
            Look::Water(least) if least > 60 => self.wide(sheet, "water-run", self.width),
            Look::Water(_) => self.wide(sheet, "water-stroke", self.width.min(scale.tenths(60))),
            Look::Road(_) => {
                self.wide(sheet, "road-floor", self.width);
                if self.line.kind == LineKind::Pike {
                    sheet.path("middle-line", self.path());
                }
            }
            Look::Stroke => {
                sheet.path("under", self.path());
                sheet.path("stroke", self.path());
            }
            Look::Zigzag(kind) => sheet.path("rails", self.rails(scale, kind)),
            Look::Marks(marks) => {
                if marks.stroke {
                    sheet.path("stroke", self.path());
                }
                sheet.path("marks", self.marks(scale, &marks));
            }
            Look::Edged(_, inward) => {
                self.wide(sheet, "road-floor", self.width);
                sheet.path("marks", self.edge_marks(scale, inward));
            }
            Look::Trees => {
                let mut trees = Trees::default();
                trees.row(&self.flat, scale.units(19));
                trees.draw(sheet, "open-trees", &format!("trees-{}", self.index), scale);
            }
        }
    }

    /// Rails laid zigzag; where a fence is broken, some panels are gone.
    fn rails(&self, scale: Scale, kind: Zigzag) -> Path {
        let (step, aside) = (scale.tenths(115), scale.tenths(48));
        let mut path = Path::new();
        let mut last: Option<Place> = None;
        for (count, (at, bearing)) in stations(&self.flat, 0, step).into_iter().enumerate() {
            let side = if count % 2 == 0 { 1 } else { -1 };
            let post = at.moved(bearing, 0, side * aside);
            let gone = kind == Zigzag::Broken && count % 5 >= 3;
            match last.filter(|_| !gone) {
                Some(from) if path.is_empty() || kind == Zigzag::Broken => path.segment(from, post),
                Some(_) => path.line_to(post),
                None => &mut path,
            };
            last = Some(post);
        }
        path
    }

    /// Which side the enemy is on: 1 right, -1 left.
    fn front(&self) -> i32 {
        if self.line.faces == Faces::Left { -1 } else { 1 }
    }

    fn marks(&self, scale: Scale, marks: &Marks) -> Path {
        let mut path = Path::new();
        let both = marks.both || (self.line.faces == Faces::Both && self.is_work());
        let sides: &[i32] = if both { &[1, -1] } else { &[1] };
        let every = scale.tenths(marks.every);
        for (count, (at, bearing)) in stations(&self.flat, every / 2, every).into_iter().enumerate() {
            // Where marks lean, the second side leans back: a row of crosses.
            let uneven = if self.is_ground() { thrown(at.x, at.y, count as u32, scale.tenths(18)) } else { 0 };
            for side in sides {
                let across = self.front() * side;
                let from = at.moved(bearing, -side * scale.tenths(marks.lean / 2), across * scale.tenths(marks.from));
                let reach = across * (scale.tenths(marks.to) + uneven);
                path.segment(from, at.moved(bearing, side * scale.tenths(marks.lean / 2), reach));
            }
        }
        path
    }

    const fn is_work(&self) -> bool {
        matches!(
            self.line.kind,
            LineKind::HastyWorks | LineKind::Breastwork | LineKind::FieldWorks | LineKind::Bank | LineKind::RockLedge
        )
    }

    const fn is_ground(&self) -> bool {
        matches!(self.line.kind, LineKind::Gully | LineKind::Bank | LineKind::Cliff | LineKind::RockLedge)
    }

    /// Marks on both edges of a road: down into it where it is sunk, down from it where it is raised.
    fn edge_marks(&self, scale: Scale, inward: bool) -> Path {
        let mut path = Path::new();
        let half = self.width / 2 + scale.tenths(13);
        let reach = if inward { scale.tenths(-34) } else { scale.tenths(52) };
        for side in [1, -1] {
            for (at, bearing) in stations(&beside(&self.flat, side * half), 0, scale.tenths(58)) {
                path.segment(at, at.moved(bearing, 0, side * reach));
            }
        }
        path
    }
}
