//! Which names a map carries, in the order in which they find room: troops first, then places, then the lie of the land.

use std::collections::BTreeSet;

use battle::Battle;
use battle::plan::{Id, Level};
use field::ground::{AreaKind, LineKind, SpotKind};

use crate::curve;
use crate::entries::Entry;
use crate::flags;
use crate::ink::Sheet;
use crate::lines::{self, Drawn, Layer};
use crate::names::{self, Board, Face, NEVER, Seat, Seated};
use crate::paper::{Bearing, Chart, Frame, Place, Tenths};
use crate::spots;
use crate::troops::{Post, Style, Troops, colour};
use crate::words;
use crate::{afar, areas};

pub(crate) const NAME: Face = Face { class: "name", size: 22, spacing: 0 };
pub(crate) const LEADER: Face = Face { class: "name leader-name", size: 20, spacing: 0 };
const BRIGADE: Face = Face { class: "brigade", size: 23, spacing: 50 };
const PLACE: Face = Face { class: "place", size: 22, spacing: 0 };
const WOOD: Face = Face { class: "wood-name", size: 22, spacing: 30 };
const HILL: Face = Face { class: "hill", size: 25, spacing: 60 };
const WATER: Face = Face { class: "water-name", size: 21, spacing: 15 };
const ROAD: Face = Face { class: "road-name", size: 18, spacing: 20 };
const MINOR: Face = Face { class: "minor", size: 15, spacing: 0 };
const FIGURE: Face = Face { class: "figure", size: 14, spacing: 0 };
/// What a name at the end of a thread may cost: a long thread, but not one through other things.
const CALLED_MOST: i32 = 1_100;
/// What it costs to stand nearer to another brigade than to one's own.
const STRAY: i32 = 350;
/// What it costs a list to stand on a river or lake, or over a stream.
const WET: i32 = 400;
const ENTRY: Face = Face { class: "entry", size: 17, spacing: 0 };

/// All that has a name.
pub(crate) struct Labels<'a> {
    pub(crate) battle: &'a Battle,
    pub(crate) chart: &'a Chart,
    pub(crate) troops: &'a Troops<'a>,
    pub(crate) lines: &'a [Drawn<'a>],
    pub(crate) contours: &'a [(i64, Vec<Place>)],
    pub(crate) entries: &'a [Entry<'a>],
    pub(crate) style: Style,
}

impl Labels<'_> {
    /// A board on which everything is taken that names keep off. `blocked` are the title and what else lies over the map.
    pub(crate) fn board(&self, blocked: &[Frame]) -> Board {
        let scale = self.chart.scale;
        let mut board = Board::over(self.chart.frame().grown(-scale.units(4)), scale);
        board.take_all(blocked, NEVER);
        for post in &self.troops.posts {
            board.take_all(&post.taken(self.style, scale), NEVER);
            if self.style == Style::Nato {
                board.take_all(&post.frames(0), 200);
            }
        }
        for flag in &self.troops.flags {
            board.take(flags::frame(flag, scale), NEVER);
        }
        for entry in self.entries {
            board.take(entry.frame, NEVER);
        }
        for spot in self.battle.ground.spots() {
            board.take(spots::frame(spot, self.chart), 600);
        }
        for drawn in self.lines {
            let price = if lines::layer(drawn.line.kind) == Layer::Fences { 14 } else { 24 };
            let side = drawn.width.max(scale.units(5));
            for (at, _) in curve::stations(&drawn.flat, 0, side.max(scale.units(9))) {
                board.take(Frame::around(at, side, side), price);
            }
        }
        // A name across a rampart is hard to read, and so is the rampart.
        for area in self.battle.ground.areas().iter().filter(|area| is_walled(area.kind)) {
            let mut ring = self.chart.places(&area.region.outline.corners);
            ring.extend(ring.first().copied());
            for (at, _) in curve::stations(&ring, 0, scale.units(9)) {
                board.take(Frame::around(at, scale.units(12), scale.units(12)), 200);
            }
        }
        // The houses of a village; a town is large enough to be written over.
        for area in self.battle.ground.areas().iter().filter(|area| area.kind == AreaKind::Village) {
            let corners = self.chart.places(&area.region.outline.corners);
            board.take_all(&Frame::of(&corners).into_iter().collect::<Vec<_>>(), 150);
        }
        board
    }

    /// The names one reads with the map before one.
    pub(crate) fn near(&self, sheet: &mut Sheet, board: &mut Board) {
        let mut written = BTreeSet::new();
        sheet.open("class=\"names near\"");
        self.entry_names(sheet, board);
        self.troop_names(sheet, board);
        self.spot_names(sheet, board, &mut written);
        self.brigade_names(sheet, board, BRIGADE, 38);
        self.area_names(sheet, board, &mut written);
        self.line_names(sheet, board, &mut written);
        self.hill_names(sheet, board, &mut written);
        self.figures(sheet, board);
        sheet.close();
    }

    /// Sets a name in the best of some seats, if that costs less than `most`.
    #[allow(
        clippy::too_many_arguments,
        reason = "a name is a face, a class, a text and its seats, and stands in a sheet"
    )]
    pub(crate) fn set(
        &self,
        sheet: &mut Sheet,
        board: &mut Board,
        face: Face,
        extra: &str,
        text: &str,
        seats: &[Seat],
        most: i32,
    ) -> Option<Seated> {
        let scale = self.chart.scale;
        // Spaced capitals want air at both ends, or they read on into the name beside them.
        let air = if face.spacing >= BRIGADE.spacing { scale.units(22) } else { 0 };
        let seated = names::seat(board, face.width(text, scale) + air, face.height(scale), seats)?;
        if seated.cost >= most {
            return None;
        }
        names::write(sheet, face, extra, text, &seated, scale);
        board.take_all(&seated.frames, NEVER);
        Some(seated)
    }

    pub(crate) fn beside(
        &self,
        sheet: &mut Sheet,
        board: &mut Board,
        face: Face,
        text: &str,
        frame: Frame,
        (rings, most): (i32, i32),
    ) -> bool {
        let scale = self.chart.scale;
        let (width, height) = (face.width(text, scale), face.height(scale));
        let mut seats = names::around(frame, width, height, scale.units(2), rings);
        for seat in &mut seats {
            // A name on the far side of a unit is not read as that of the place.
            let name = Frame::around(seat.middle, width, height);
            let (from, to) = (frame.middle(), name.nearest(frame.middle()));
            let is_cut = |piece: i64| {
                let at = Frame::around(from.towards(to, piece, 8), scale.units(2), scale.units(2));
                !frame.meets(&at) && board.cost(&[at]) >= NEVER
            };
            seat.dislike += if (0..8).any(is_cut) { 400 } else { 0 };
        }
        let Some(seated) = self.set(sheet, board, face, "", text, &seats, most) else { return false };
        let is_far = names::whole(&seated.frames).is_some_and(|name| name.gap(&frame) > 2 * height);
        if is_far && seated.seat.thread {
            self.thread(sheet, board, frame.middle(), &seated);
        }
        true
    }

    fn entry_names(&self, sheet: &mut Sheet, board: &mut Board) {
        let scale = self.chart.scale;
        for entry in self.entries {
            // Where there is no room for the lines as they are, the hours stand above the names; failing that, farther off;
            // and on roads and waters only where there is no room at all.
            let broken: Vec<String> = entry.lines.iter().flat_map(|line| words::after_hour(line)).collect();
            let ways = [(&entry.lines, 8, 20), (&broken, 8, 20), (&entry.lines, 18, 9), (&broken, 18, 9)];
            let found =
                [WET, NEVER].into_iter().flat_map(|most| ways.map(|way| (way, most))).find_map(|(way, most)| {
                    let (lines, rings, weight) = way;
                    self.entry_seat(board, entry, lines, (rings, weight), most).map(|seated| (lines, seated))
                });
            let Some((lines, seated)) = found else { continue };
            board.take_all(&seated.frames, NEVER);
            if seated.seat.thread {
                self.thread(sheet, board, entry.frame.middle(), &seated);
            }
            names::write_lines(sheet, ENTRY, colour(entry.side), lines, &seated, scale);
        }
    }

    /// Where such lines stand best near their arrow, if that is not on water that costs so much.
    fn entry_seat(
        &self,
        board: &Board,
        entry: &Entry<'_>,
        lines: &[String],
        (rings, weight): (i32, i32),
        most: i32,
    ) -> Option<Seated> {
        let scale = self.chart.scale;
        let height = ENTRY.height(scale) * lines.len() as Tenths;
        let width = lines.iter().map(|line| ENTRY.width(line, scale)).max().unwrap_or(0);
        let near = names::around(entry.frame, width, height, scale.units(2), rings);
        let seats: Vec<Seat> = near.into_iter().map(|seat| Seat { dislike: seat.dislike * weight, ..seat }).collect();
        let seated = names::seat_by(board, width, height, &seats, |seat, frames| {
            let wet = self.over_water(frames);
            if wet >= most {
                return NEVER;
            }
            let own = [entry.frame.grown(scale.units(4))];
            let thread = names::whole(frames).filter(|_| seat.thread);
            let crossed = thread.map_or(0, |name| self.entangled(board, &own, entry.frame.middle(), &name));
            board.cost(frames).saturating_mul(7).saturating_add(wet + crossed)
        });
        seated.filter(|seated| seated.cost < NEVER)
    }

    /// What it costs a list to stand on rivers and lakes.
    fn over_water(&self, frames: &[Frame]) -> i32 {
        let areas = self.battle.ground.areas().iter();
        let waters: Vec<_> = areas.filter(|area| matches!(area.kind, AreaKind::River | AreaKind::Lake)).collect();
        let is_wet = |at: Place| waters.iter().any(|area| area.region.contains(self.chart.point(at)));
        // A river may be narrower than a list is high.
        let places = frames.iter().flat_map(|frame| {
            let at = |x: Tenths, y: Tenths| {
                Place::new(frame.left + frame.width() * x / 6, frame.top + frame.height() * y / 6)
            };
            (0..=6).flat_map(move |x| (0..=6).map(move |y| at(x, y)))
        });
        let streams = self.lines.iter().filter(|drawn| lines::layer(drawn.line.kind) == Layer::Water);
        let stations = streams.flat_map(|drawn| curve::stations(&drawn.flat, 0, self.chart.scale.units(9)));
        let crossed = stations.filter(|(at, _)| frames.iter().any(|frame| frame.has(*at))).count();
        (places.filter(|at| is_wet(*at)).count() + crossed) as i32 * WET
    }

    fn spot_names(&self, sheet: &mut Sheet, board: &mut Board, written: &mut BTreeSet<String>) {
        for spot in self.battle.ground.spots() {
            let Some(name) = spot.name.as_ref().filter(|name| !written.contains(*name)) else { continue };
            let face = if matches!(spot.kind, SpotKind::Building | SpotKind::Place) { PLACE } else { MINOR };
            let frame = spots::frame(spot, self.chart);
            if self.beside(sheet, board, face, name, frame, (6, NEVER))
                || self.beside(sheet, board, MINOR, name, frame, (6, NEVER))
            {
                written.insert(name.clone());
            }
        }
    }

    /// Each brigade is named behind the middle of its line.
    pub(crate) fn brigade_names(&self, sheet: &mut Sheet, board: &mut Board, face: Face, first: i32) {
        let brigades = self.brigades();
        let mut named: Vec<(Place, Place)> = Vec::new();
        for (number, (post, middle)) in brigades.iter().enumerate() {
            let text = words::formation(self.battle, post.formation).to_uppercase();
            let others: Vec<Place> =
                brigades.iter().enumerate().filter(|(other, _)| *other != number).map(|(_, (_, at))| *at).collect();
            let mut seats = self.brigade_seats(post, *middle, &others, first);
            for seat in &mut seats {
                seat.dislike += if self.is_out_of_order(*middle, seat.middle, &named) { STRAY } else { 0 };
            }
            let extra = format!("{} {}", colour(post.side), post.side.id);
            if let Some(seated) = self.set(sheet, board, face, &extra, &text, &seats, STRAY) {
                named.push((*middle, seated.seat.middle));
                continue;
            }
            if afar::is_far(face) {
                let seat = self.called_from_afar(sheet, board, post, *middle, &named);
                named.extend(seat.map(|seat| (*middle, seat)));
            } else if !self.called(sheet, board, (face, &extra, &text), post, *middle) {
                // A few units are known by their own names; theirs in the wrong place would only mislead.
                let own = self.troops.posts.iter().filter(|other| other.formation.id == post.formation.id);
                if own.count() > 3 {
                    self.set(sheet, board, face, &extra, &text, &seats, NEVER);
                }
            }
        }
    }

    /// Whether the name of a brigade would stand above that of a neighbour although the brigade stands below it, or the
    /// other way round: one would take each for the other.
    pub(crate) fn is_out_of_order(&self, middle: Place, seat: Place, named: &[(Place, Place)]) -> bool {
        let scale = self.chart.scale;
        named.iter().any(|(other, name)| {
            let (down, below) = (middle.y - other.y, seat.y - name.y);
            let is_near = middle.distance(*other) < scale.units(220) && down.abs() > scale.units(12);
            is_near && down.signum() * below.signum() < 0
        })
    }

    /// Behind its middle, step by step farther off and to the sides, and then before it.
    fn brigade_seats(&self, post: &Post<'_>, middle: Place, others: &[Place], first: i32) -> Vec<Seat> {
        let scale = self.chart.scale;
        // A name nearer to another brigade than to its own would be read as that one's.
        let strays = |at: Place| others.iter().any(|other| at.distance(*other) < at.distance(middle));
        let mut seats = Vec::new();
        for step in 0..12 {
            for shift in [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5] {
                let back = scale.units(first + 16 * step);
                let aside = scale.units(34 * shift);
                // Far to one side it stands only where it would stand nowhere else.
                let far = if shift.abs() > 3 { 150 } else { 0 };
                let dislike = step * 9 + shift.abs() * 7 + far;
                let (behind, before) = (-back, back + scale.units(14));
                for (ahead, more) in [(behind, 0), (before, 40)] {
                    let at = middle.moved(post.bearing(), ahead, aside);
                    seats.push(Seat::flat(at, dislike + more + if strays(at) { STRAY } else { 0 }));
                }
            }
        }
        seats
    }

    /// A brigade in a crowd has its name at the end of a thread that runs through nothing but its own units, if there
    /// is room for one.
    fn called(
        &self,
        sheet: &mut Sheet,
        board: &mut Board,
        (face, extra, text): (Face, &str, &str),
        post: &Post<'_>,
        middle: Place,
    ) -> bool {
        let scale = self.chart.scale;
        let size = (face.width(text, scale), face.height(scale));
        let of_brigade = self.troops.posts.iter().filter(|other| other.formation.id == post.formation.id);
        let own: Vec<Frame> = of_brigade.flat_map(|post| post.taken(self.style, scale)).collect();
        let seats = names::rays(middle, size.0, size.1, scale.units(26));
        let seated = self.own_seat(board, (&own, &[]), middle, size, &seats);
        let Some(seated) = seated.filter(|seated| seated.cost < CALLED_MOST) else { return false };
        self.thread(sheet, board, middle, &seated);
        names::write(sheet, face, extra, text, &seated, scale);
        board.take_all(&seated.frames, NEVER);
        true
    }

    /// The brigades on the map: the first unit of each, and the middle of all.
    pub(crate) fn brigades(&self) -> Vec<(&Post<'_>, Place)> {
        let posts = &self.troops.posts;
        let mut done: BTreeSet<&Id> = BTreeSet::new();
        let mut brigades = Vec::new();
        for post in posts.iter().filter(|post| done.insert(&post.formation.id)) {
            let own: Vec<&Post<'_>> = posts.iter().filter(|other| other.formation.id == post.formation.id).collect();
            // A battery or two that stand right under a division are not a line of their own.
            if own.len() < 4 && !matches!(post.formation.level, Level::Brigade | Level::Battalion) {
                continue;
            }
            // Nor does a battery in sections want its name once more between them.
            let name = &post.formation.name;
            if own.len() < 3 && own.iter().all(|post| post.unit.name.starts_with(name.as_str())) {
                continue;
            }
            let count = own.len() as i32;
            let sum = |part: fn(&Post<'_>) -> i32| own.iter().map(|post| part(post)).sum::<i32>() / count;
            brigades.push((post, Place::new(sum(|post| post.middle().x), sum(|post| post.middle().y))));
        }
        brigades
    }

    pub(crate) fn seats_inside(&self, region: &field::ground::Region) -> Vec<Seat> {
        let places = areas::inside(region, self.chart);
        let order = |(order, place): (usize, Place)| Seat::flat(place, order as i32 * 2);
        places.into_iter().take(90).enumerate().map(order).collect()
    }

    /// Seats in which a name of this width lies within a region from end to end, at whatever slant that takes.
    fn seats_within(&self, region: &field::ground::Region, width: Tenths) -> Vec<Seat> {
        let is_inside = |place: Place| region.contains(self.chart.point(place));
        let half_height = WATER.height(self.chart.scale) * 3 / 4;
        let mut seats = Vec::new();
        for (order, middle) in areas::inside(region, self.chart).into_iter().take(160).enumerate() {
            for step in 0..12_u16 {
                let along = Bearing::of_degrees(15 * step).upright();
                let places = (-4..=4).flat_map(|part| [(part, -1), (part, 1)]);
                let mut corners = places.map(|(part, side)| middle.moved(along, width * part / 8, side * half_height));
                if corners.all(is_inside) {
                    // Level words are read most easily.
                    let slant = i32::from(step.abs_diff(6));
                    seats.push(Seat { middle, along, dislike: order as i32 + slant * 4 - 200, thread: false });
                }
            }
        }
        seats
    }

    fn area_names(&self, sheet: &mut Sheet, board: &mut Board, written: &mut BTreeSet<String>) {
        for area in self.battle.ground.areas() {
            let Some(name) = area.name.as_ref().filter(|name| !written.contains(*name)) else { continue };
            let face = match area.kind {
                AreaKind::OpenWood | AreaKind::DenseWood | AreaKind::Thicket => WOOD,
                AreaKind::River | AreaKind::Lake => WATER,
                kind if is_settled(kind) => PLACE,
                _ => MINOR,
            };
            let mut seats = self.seats_inside(&area.region);
            if matches!(area.kind, AreaKind::River | AreaKind::Lake) {
                let width = face.width(name, self.chart.scale);
                seats.extend(self.seats_within(&area.region, width));
            }
            let corners = self.chart.places(&area.region.outline.corners);
            let set = self.set(sheet, board, face, "", name, &seats, 900).is_some()
                || Frame::of(&corners).is_some_and(|frame| {
                    is_settled(area.kind) && self.beside(sheet, board, face, name, frame, (6, NEVER))
                });
            if set {
                written.insert(name.clone());
            }
        }
    }

    fn line_names(&self, sheet: &mut Sheet, board: &mut Board, written: &mut BTreeSet<String>) {
        let scale = self.chart.scale;
        for drawn in self.lines {
            let Some(name) = drawn.line.name.as_ref().filter(|name| !written.contains(*name)) else { continue };
            let (face, most) = match lines::layer(drawn.line.kind) {
                Layer::Water => (WATER, 700),
                Layer::Roads => (ROAD, 700),
                Layer::Fences if is_plain_fence(drawn.line.kind) => (MINOR, 120),
                Layer::Fences => (MINOR, 400),
            };
            let text = if lines::layer(drawn.line.kind) == Layer::Roads { name.to_uppercase() } else { name.clone() };
            let aside = drawn.width / 2 + face.height(scale) * 7 / 10;
            let seats = names::along(&drawn.flat, face.width(&text, scale), aside);
            if self.set(sheet, board, face, "", &text, &seats, most).is_some() {
                written.insert(name.clone());
            }
        }
    }

    fn hill_names(&self, sheet: &mut Sheet, board: &mut Board, written: &mut BTreeSet<String>) {
        for contour in self.battle.ground.contours() {
            let Some(name) = &contour.name else { continue };
            // "Church Hill top" says nothing that "Church Hill" does not.
            if written.iter().any(|known| name.starts_with(known.as_str()) || known.starts_with(name.as_str())) {
                continue;
            }
            let seats = self.seats_inside(&contour.region);
            let text = name.to_uppercase();
            let set = self.set(sheet, board, HILL, "", &text, &seats, 160).is_some()
                || self.set(sheet, board, MINOR, "hill-minor", &text, &seats, 400).is_some();
            if set {
                written.insert(name.clone());
            }
        }
    }

    /// The height of each contour of the battle, once on each of its lines.
    fn figures(&self, sheet: &mut Sheet, board: &mut Board) {
        let scale = self.chart.scale;
        for (feet, line) in self.contours {
            let text = feet.to_string();
            let seats = names::along(line, FIGURE.width(&text, scale) * 2, 0);
            self.set(sheet, board, FIGURE, "", &text, &seats, 120);
        }
    }
}

/// A fence or hedge, which needs no name to be understood.
const fn is_plain_fence(kind: LineKind) -> bool {
    matches!(
        kind,
        LineKind::RailFence | LineKind::PicketFence | LineKind::BrokenFence | LineKind::Hedge | LineKind::TreeLine
    )
}

const fn is_walled(kind: AreaKind) -> bool {
    use AreaKind::{Blockhouse, Fort, Fortress, Redoubt, Stockade};
    matches!(kind, Redoubt | Fort | Fortress | Blockhouse | Stockade)
}

pub(crate) const fn is_settled(kind: AreaKind) -> bool {
    matches!(
        kind,
        AreaKind::Village
            | AreaKind::Town
            | AreaKind::Building
            | AreaKind::Redoubt
            | AreaKind::Fort
            | AreaKind::Fortress
            | AreaKind::Blockhouse
            | AreaKind::Stockade
            | AreaKind::Cemetery
            | AreaKind::Camp
    )
}
