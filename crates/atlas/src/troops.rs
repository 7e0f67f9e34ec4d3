//! Who stands where when the battle begins, and who is still to come.

use battle::Battle;
use battle::plan::{Arm, Arrival, Colour, Formation, Id, Leader, Level, Posture, Side, Time, Unit};

use crate::counters::Counter;
use crate::hexes::Hexes;
use crate::paper::{Bearing, Chart, Frame, Place, Scale, Tenths};
use crate::{Options, boxes, counters, entries, flags, nato};

/// How troops are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Bars with a clear front, as on a troop-position map.
    #[default]
    Bars,
    /// Stands of figures, seen from above.
    Stands,
    /// Boxes with the signs of staff maps.
    Nato,
}

impl Style {
    /// All of them.
    pub const ALL: [Style; 3] = [Style::Bars, Style::Stands, Style::Nato];

    /// As people name it.
    pub const fn name(self) -> &'static str {
        match self {
            Style::Bars => "bars",
            Style::Stands => "stands",
            Style::Nato => "nato",
        }
    }
}

/// A unit on the map.
#[derive(Clone)]
pub(crate) struct Post<'a> {
    pub(crate) unit: &'a Unit,
    pub(crate) formation: &'a Formation,
    pub(crate) side: &'a Side,
    /// The middle of its front.
    pub(crate) at: Place,
    pub(crate) facing: u16,
    pub(crate) posture: Posture,
    /// Its frontage and depth as drawn.
    pub(crate) front: Tenths,
    pub(crate) depth: Tenths,
    /// What is drawn behind it: led horses.
    pub(crate) tail: Tenths,
    /// How far behind its front the middle of its box lies, and how far to the right, where it is drawn as a box.
    pub(crate) behind: Tenths,
    pub(crate) aside: Tenths,
    /// Its place in a hex, where it is drawn as a counter.
    pub(crate) counter: Option<Counter>,
}

impl Post<'_> {
    pub(crate) fn bearing(&self) -> Bearing {
        Bearing::of_degrees(self.facing)
    }

    /// The middle of its rear.
    pub(crate) fn rear(&self) -> Place {
        self.at.moved(self.bearing(), -self.depth - self.tail, 0)
    }

    pub(crate) fn middle(&self) -> Place {
        self.at.moved(self.bearing(), -self.depth / 2, 0)
    }

    /// The corners of what is drawn, grown by so much.
    pub(crate) fn corners(&self, grown: Tenths) -> [Place; 4] {
        crate::areas::rectangle(self.middle(), right_of(self.bearing()), self.front / 2 + grown, self.depth / 2 + grown)
    }

    /// Boxes along it that together cover it.
    pub(crate) fn frames(&self, grown: Tenths) -> Vec<Frame> {
        let mut frames = covers(self.middle(), right_of(self.bearing()), self.front, self.depth, grown);
        if self.tail > 0 {
            let middle = self.at.moved(self.bearing(), -self.depth - self.tail / 2, 0);
            frames.extend(covers(middle, right_of(self.bearing()), 2 * self.tail, self.tail, grown));
        }
        frames
    }

    /// What flags and names keep off.
    pub(crate) fn taken(&self, style: Style, scale: Scale) -> Vec<Frame> {
        if style == Style::Nato {
            return vec![self.nato_frame(scale)];
        }
        let mut frames = self.frames(scale.units(1));
        frames.extend(self.counter.as_ref().and_then(Counter::disc));
        frames
    }

    /// The box it is drawn as on a staff map.
    pub(crate) fn nato_frame(&self, scale: Scale) -> Frame {
        let middle = self.at.moved(self.bearing(), -self.behind, self.aside);
        let frame = Frame::around(middle, scale.units(nato::WIDTH + 3), scale.units(nato::HEIGHT + 3));
        // The strokes above the box.
        Frame { top: frame.top - scale.units(10), ..frame }
    }
}

/// Boxes along the axes that cover a turned rectangle.
pub(crate) fn covers(middle: Place, along: Bearing, front: Tenths, depth: Tenths, grown: Tenths) -> Vec<Frame> {
    let (long, short, along) = if front >= depth { (front, depth, along) } else { (depth, front, right_of(along)) };
    let pieces = (long / short.max(1)).clamp(1, 40);
    let piece = long / pieces;
    (0..pieces)
        .filter_map(|count| {
            let at = middle.moved(along, piece * count - long / 2 + piece / 2, 0);
            Frame::of(&crate::areas::rectangle(at, along, piece / 2 + grown, short / 2 + grown))
        })
        .collect()
}

pub(crate) const fn right_of(bearing: Bearing) -> Bearing {
    Bearing { east: -bearing.south, south: bearing.east }
}

/// A leader on the map.
pub(crate) struct Flag<'a> {
    pub(crate) leader: &'a Leader,
    pub(crate) side: &'a Side,
    pub(crate) level: Level,
    /// The foot of the staff.
    pub(crate) at: Place,
}

/// Units that come on together.
pub(crate) struct Coming<'a> {
    pub(crate) time: Option<Time>,
    pub(crate) at: Option<Place>,
    pub(crate) formation: &'a Formation,
    pub(crate) side: &'a Side,
    pub(crate) units: Vec<(&'a Unit, Posture)>,
    pub(crate) leaders: Vec<&'a Leader>,
}

/// All troops of a battle.
pub(crate) struct Troops<'a> {
    pub(crate) posts: Vec<Post<'a>>,
    pub(crate) flags: Vec<Flag<'a>>,
    pub(crate) coming: Vec<Coming<'a>>,
    style: Style,
}

/// The class of a side's colour.
pub(crate) const fn colour(side: &Side) -> &'static str {
    match side.colour {
        Colour::Blue => "blue",
        Colour::Grey => "grey",
        Colour::Green => "green",
        Colour::Red => "red",
    }
}

impl<'a> Troops<'a> {
    /// An empty field.
    pub(crate) fn nobody() -> Self {
        Troops { posts: Vec::new(), flags: Vec::new(), coming: Vec::new(), style: Style::Bars }
    }

    /// All troops of a battle as they are drawn: on the plane, or as counters in hexes.
    pub(crate) fn of(battle: &'a Battle, chart: &Chart, options: &Options, hexes: Option<&Hexes>) -> Troops<'a> {
        let style = options.style;
        let mut troops = Troops { posts: Vec::new(), flags: Vec::new(), coming: Vec::new(), style };
        let plan = &battle.plan;
        for formation in &plan.formations {
            let Some(side) = side_of(battle, formation) else { continue };
            for unit in &formation.units {
                match unit.at {
                    Some(at) => troops.posts.push(post(unit, formation, side, at, chart)),
                    None => troops.add_coming(battle, formation, side, unit, chart),
                }
            }
        }
        match hexes.filter(|_| style == Style::Bars) {
            Some(hexes) => counters::place(battle, &mut troops.posts, chart, hexes, options.scale.as_ref()),
            None => troops.fit_depths(chart.scale),
        }
        if style == Style::Nato {
            boxes::spread(battle, &mut troops, chart);
        }
        for leader in &plan.leaders {
            troops.add_leader(battle, leader, chart);
        }
        troops.coming.sort_by_key(|coming| (coming.time, coming.at));
        troops
    }

    fn add_coming(
        &mut self,
        battle: &'a Battle,
        formation: &'a Formation,
        side: &'a Side,
        unit: &'a Unit,
        chart: &Chart,
    ) {
        let arrival = unit.arrives.as_ref().or(formation.arrives.as_ref());
        let posture = arrival.and_then(|arrival| arrival.posture).or(unit.posture).unwrap_or(usual(unit));
        let (time, at) = (arrival.map(|arrival| arrival.time), arrival.and_then(|a| entry(battle, a, chart)));
        let same =
            |coming: &&mut Coming<'_>| coming.formation.id == formation.id && coming.time == time && coming.at == at;
        match self.coming.iter_mut().find(same) {
            Some(coming) => coming.units.push((unit, posture)),
            None => {
                let units = vec![(unit, posture)];
                self.coming.push(Coming { time, at, formation, side, units, leaders: Vec::new() });
            }
        }
    }

    fn add_leader(&mut self, battle: &'a Battle, leader: &'a Leader, chart: &Chart) {
        let Some(formation) = battle.plan.formations.iter().find(|formation| formation.id == leader.commands) else {
            return;
        };
        let Some(side) = side_of(battle, formation) else { return };
        let with = leader.with.as_ref().and_then(|with| self.posts.iter().find(|post| post.unit.id == *with));
        // A flag that touches the rear is with its unit; a second one stands beside it.
        let beside = |post: &Post<'_>| {
            let taken = self.flags.iter().filter(|flag| flag.at.distance(post.rear()) < post.front / 2).count();
            let aside = post.front / 4 * [0, 1, -1][taken % 3];
            post.rear().moved(post.bearing(), 0, aside)
        };
        match leader.at.map(|at| chart.place(battle::plan::point(at))).or(with.map(beside)) {
            Some(at) => {
                let at = self.free_staff(leader, side, formation.level, at, chart);
                self.flags.push(Flag { leader, side, level: formation.level, at });
            }
            None => {
                let leads = |coming: &&mut Coming<'_>| {
                    coming.formation.id == leader.commands
                        || leader
                            .with
                            .as_ref()
                            .is_some_and(|with| coming.units.iter().any(|(unit, _)| unit.id == *with))
                };
                if let Some(coming) = self.coming.iter_mut().find(leads) {
                    coming.leaders.push(leader);
                }
            }
        }
    }

    /// The place nearest to a leader's own where his flag covers no unit and no other flag.
    fn free_staff(&self, leader: &'a Leader, side: &'a Side, level: Level, at: Place, chart: &Chart) -> Place {
        let scale = chart.scale;
        let covered = |at: Place| {
            let frame = flags::frame(&Flag { leader, side, level, at }, scale);
            let over_unit = |post: &Post<'_>| post.taken(self.style, scale).iter().any(|other| other.meets(&frame));
            let over_flag = |flag: &Flag<'_>| flags::frame(flag, scale).meets(&frame);
            let over_arrow = |coming: &Coming<'_>| coming.at.is_some_and(|at| entries::frame(at, chart).meets(&frame));
            !chart.frame().holds(&frame)
                || self.posts.iter().any(over_unit)
                || self.flags.iter().any(over_flag)
                || self.coming.iter().any(over_arrow)
        };
        let around = (0..7).flat_map(|ring| {
            (0..12).map(move |point| at.moved(Bearing::of_degrees((180 + 30 * point) % 360), scale.units(9 * ring), 0))
        });
        around.into_iter().find(|at| !covered(*at)).unwrap_or(at)
    }

    /// Bars are drawn deeper than men stand, but not over each other.
    fn fit_depths(&mut self, scale: Scale) {
        for index in 0..self.posts.len() {
            let least = self.posts[index].depth;
            let wished = wished_depth(&self.posts[index], scale).max(least);
            for tenth in (0..=10).rev() {
                self.posts[index].depth = least + (wished - least) * tenth / 10;
                let own = self.posts[index].corners(scale.tenths(15));
                let over = |(other, post): (usize, &Post<'_>)| other != index && overlap(&own, &post.corners(0));
                if !self.posts.iter().enumerate().any(over) {
                    break;
                }
            }
        }
    }
}

/// How a unit stands of which nothing is said.
fn usual(unit: &Unit) -> Posture {
    match unit.arm {
        Arm::Infantry => Posture::March,
        Arm::Cavalry => Posture::Mounted,
        Arm::Artillery | Arm::HorseArtillery | Arm::Wagons => Posture::Limbered,
        Arm::Ship => Posture::Afloat,
    }
}

/// The side a formation fights for: that of the highest formation above it.
fn side_of<'a>(battle: &'a Battle, formation: &'a Formation) -> Option<&'a Side> {
    let find = |id: &Id| battle.plan.formations.iter().find(|formation| formation.id == *id);
    let mut top = formation;
    // A chain of command is never longer than the list of formations.
    for _ in 0..battle.plan.formations.len() {
        match top.under.as_ref().and_then(find) {
            Some(above) => top = above,
            None => break,
        }
    }
    battle.plan.sides.iter().find(|side| Some(&side.id) == top.side.as_ref())
}

/// Where an arrival enters the map.
fn entry(battle: &Battle, arrival: &Arrival, chart: &Chart) -> Option<Place> {
    let named = |name: &String| place_named(battle, name, chart);
    arrival.at.map(|at| chart.place(battle::plan::point(at))).or_else(|| arrival.place.as_ref().and_then(named))
}

/// Where a named thing of the ground is: a spot, an end of a line on the edge, or the middle of an area.
pub(crate) fn place_named(battle: &Battle, name: &str, chart: &Chart) -> Option<Place> {
    let ground = &battle.ground;
    let is = |own: &Option<String>| own.as_deref() == Some(name);
    if let Some(spot) = ground.spots().iter().find(|spot| is(&spot.name)) {
        return Some(chart.place(spot.at));
    }
    if let Some(line) = ground.lines().iter().find(|line| is(&line.name)) {
        let ends = [line.points.first(), line.points.last()].map(|end| end.map(|end| chart.place(*end)));
        let inner = chart.edge().grown(-10);
        let middle = line.points.get(line.points.len() / 2).map(|point| chart.place(*point));
        return ends.into_iter().flatten().find(|end| !inner.has(*end)).or(middle);
    }
    let regions = ground.areas().iter().map(|area| (&area.name, &area.region));
    let hills = ground.contours().iter().map(|contour| (&contour.name, &contour.region));
    let region = regions.chain(hills).find(|(own, _)| is(own)).map(|(_, region)| region)?;
    crate::areas::inside(region, chart).first().copied()
}

fn post<'a>(
    unit: &'a Unit,
    formation: &'a Formation,
    side: &'a Side,
    at: [battle::Yards; 2],
    chart: &Chart,
) -> Post<'a> {
    let posture = unit.posture.unwrap_or(usual(unit));
    let facing = unit.facing.or(formation.facing).unwrap_or(0);
    let (front, depth) = match battle::footprint(unit, at, facing, posture) {
        Some([left, right, rear, _]) => {
            let [left, right, rear] = [left, right, rear].map(|corner| chart.place(corner));
            (left.distance(right), right.distance(rear))
        }
        // Two yards a man in skirmish order; a garrison is wherever its walls are.
        None if posture == Posture::Skirmish => ((unit.men as Tenths * 20).clamp(400, 4_000), chart.scale.units(9)),
        None => (chart.scale.units(40), chart.scale.units(22)),
    };
    let least = least_front(posture, chart.scale);
    let tail = if posture == Posture::Dismounted { chart.scale.units(16) } else { 0 };
    Post {
        tail,
        unit,
        formation,
        side,
        at: chart.place(battle::plan::point(at)),
        facing,
        posture,
        front: front.max(least),
        depth,
        behind: chart.scale.units(29),
        aside: 0,
        counter: None,
    }
}

/// The narrowest a unit is drawn, so that one sees what it is.
fn least_front(posture: Posture, scale: Scale) -> Tenths {
    match posture {
        Posture::March | Posture::Mounted => scale.units(15),
        Posture::Limbered => scale.units(13),
        Posture::Battery => scale.units(20),
        Posture::Attack | Posture::Square => scale.units(26),
        Posture::Afloat => scale.units(9),
        Posture::Line | Posture::MountedLine | Posture::Dismounted | Posture::Skirmish | Posture::Garrison => {
            scale.units(30)
        }
    }
}

/// How deep a unit is drawn where there is room.
fn wished_depth(post: &Post<'_>, scale: Scale) -> Tenths {
    match post.posture {
        Posture::Line | Posture::MountedLine | Posture::Dismounted | Posture::Garrison => scale.units(24),
        Posture::Battery => scale.units(20),
        Posture::Attack | Posture::Square => scale.units(26),
        Posture::March | Posture::Mounted => post.depth.max(scale.units(44)),
        Posture::Limbered => post.depth.max(scale.units(40)),
        Posture::Skirmish => post.depth,
        Posture::Afloat => post.depth.max(scale.units(26)),
    }
}

/// Whether two rectangles lie over each other.
fn overlap(first: &[Place; 4], second: &[Place; 4]) -> bool {
    let apart = |one: &[Place; 4], other: &[Place; 4]| {
        (0..4).any(|edge| {
            let (from, to) = (one[edge], one[(edge + 1) % 4]);
            other.iter().all(|at| {
                let cross = i64::from(to.x - from.x) * i64::from(at.y - from.y)
                    - i64::from(to.y - from.y) * i64::from(at.x - from.x);
                cross <= 0
            })
        })
    };
    !apart(first, second) && !apart(second, first)
}
