//! Names of units: each beside its own bar, or at the end of a thread that runs through nothing else.

use crate::flags;
use crate::ink::{Path, Sheet};
use crate::labels::{LEADER, Labels, NAME};
use crate::names::{self, Board, NEVER, Seat, Seated};
use crate::paper::{Bearing, Frame, Place, Tenths};
use crate::troops::{Flag, Post, Style, colour};
use crate::{nato, words};

/// What it costs to stand nearer to another unit than to one's own, and so to be read as its name.
const LIKE_ANOTHERS: i32 = 500;
/// What it costs to stand beside another unit, though a thread leads to one's own.
const BESIDE_ANOTHER: i32 = 200;
/// How far a name may stand off without a thread, in units of ornament.
const NEAR: i32 = 8;
/// What it costs to run across a thread, or with a thread across anything.
const CROSSED: i32 = 600;

/// How often all names are laid out anew, those that fared worst going first.
const ROUNDS: usize = 14;

/// A name that has to find its seat among the others.
struct Callout<'a> {
    whose: Whose<'a>,
    size: (Tenths, Tenths),
    seats: Vec<Seat>,
    /// What it belongs to, and what it must not be mistaken for.
    own: Vec<Frame>,
    others: Vec<Frame>,
    /// Where its thread begins, and how far from there it is first drawn.
    anchor: Place,
    clear: Tenths,
}

enum Whose<'a> {
    /// All units of a hex, the top one first, or a single one anywhere, with the lines of their names.
    Units(Vec<(&'a Post<'a>, Vec<String>)>),
    Leader(&'a Flag<'a>),
}

impl<'a> Labels<'a> {
    /// Every unit and every leader has a name, if need be at the end of a thread.
    pub(crate) fn troop_names(&self, sheet: &mut Sheet, board: &mut Board) {
        let callouts: Vec<Callout<'a>> = self.unit_callouts().into_iter().chain(self.leader_callouts()).collect();
        let seats = self.settled(board, &callouts);
        for (callout, seated) in callouts.iter().zip(&seats) {
            let Some(seated) = seated else { continue };
            match &callout.whose {
                Whose::Units(names) => self.write_units(sheet, callout, names, seated),
                Whose::Leader(flag) => {
                    if seated.seat.thread {
                        thread(sheet, callout.anchor, callout.clear, seated);
                    }
                    let extra = format!("{} {}", colour(flag.side), flag.side.id);
                    names::write(sheet, LEADER, &extra, &words::surname(flag.leader), seated, self.chart.scale);
                }
            }
            self.take_seat(board, callout.anchor, seated);
        }
    }

    /// A seat for each. Whoever comes first takes the best place, so all are laid out several times, each time those
    /// first that fared worst before, and the layout that costs least in all is kept.
    fn settled(&self, board: &Board, callouts: &[Callout<'_>]) -> Vec<Option<Seated>> {
        let mut order: Vec<usize> = (0..callouts.len()).collect();
        let mut grief = vec![0_i64; callouts.len()];
        let mut best: Option<(i64, Vec<Option<Seated>>)> = None;
        for _ in 0..ROUNDS {
            let (mut tried, mut total) = (board.clone(), 0);
            let mut seats: Vec<Option<Seated>> = callouts.iter().map(|_| None).collect();
            for index in &order {
                let callout = &callouts[*index];
                let own = (callout.own.as_slice(), callout.others.as_slice());
                let found = self.own_seat(&tried, own, callout.anchor, callout.size, &callout.seats);
                let cost = found.as_ref().map_or(NEVER, |seated| seated.cost);
                (total, grief[*index]) = (total + i64::from(cost), grief[*index] + i64::from(cost));
                let is_needed = matches!(callout.whose, Whose::Units(_));
                let Some(seated) = found.filter(|seated| is_needed || seated.cost < NEVER) else { continue };
                self.take_seat(&mut tried, callout.anchor, &seated);
                seats[*index] = Some(seated);
            }
            if best.as_ref().is_none_or(|(least, _)| total < *least) {
                best = Some((total, seats));
            }
            order.sort_by_key(|index| (std::cmp::Reverse(grief[*index]), *index));
        }
        best.map_or_else(Vec::new, |(_, seats)| seats)
    }

    /// The units of each hex together, and each unit elsewhere, those with the least room first: whoever stands among
    /// others.
    fn unit_callouts(&self) -> Vec<Callout<'a>> {
        let scale = self.chart.scale;
        let all = &self.troops.posts;
        let crowd = |post: &Post<'_>| all.iter().filter(|other| other.at.distance(post.at) < scale.units(150)).count();
        let is_first = |post: &&'a Post<'a>| post.counter.as_ref().is_none_or(|counter| counter.place == 0);
        let mut posts: Vec<&'a Post<'a>> = all.iter().filter(is_first).collect();
        posts.sort_by_key(|post| (std::cmp::Reverse(crowd(post)), post.at));
        posts.into_iter().map(|post| self.unit_callout(post)).collect()
    }

    fn unit_callout(&self, post: &'a Post<'a>) -> Callout<'a> {
        let scale = self.chart.scale;
        let cell = post.counter.as_ref().map(|counter| counter.cell);
        let is_here = |other: &&'a Post<'a>| match cell {
            Some(cell) => other.counter.as_ref().is_some_and(|other| other.cell == cell),
            None => other.unit.id == post.unit.id,
        };
        let stack: Vec<&'a Post<'a>> = self.troops.posts.iter().filter(is_here).collect();
        let names: Vec<(&'a Post<'a>, Vec<String>)> =
            stack.iter().map(|post| (*post, words::broken(&self.called_on_map(post)))).collect();
        let lines = || names.iter().flat_map(|(_, lines)| lines);
        let width = lines().map(|line| NAME.width(line, scale)).max().unwrap_or(0);
        let height = NAME.height(scale) * lines().count() as Tenths;
        let mut whole = post.clone();
        if cell.is_some() {
            // The whole stack, from the front of the top one to the rear of the last.
            whole.depth = stack.iter().map(|other| post.at.distance(other.rear())).max().unwrap_or(post.depth);
            whole.tail = 0;
        }
        let clear = match (cell.is_some(), self.style) {
            (true, _) => post.front.min(post.depth) / 2,
            (false, Style::Nato) => scale.units(nato::HEIGHT / 2),
            (false, _) => 0,
        };
        Callout {
            size: (width, height),
            seats: self.unit_seats(&whole, width, height),
            own: whole.taken(self.style, scale),
            others: self.others(post),
            anchor: if cell.is_some() { post.middle() } else { self.anchor(post) },
            clear,
            whose: Whose::Units(names),
        }
    }

    /// The name of a unit; with its quality and strength where its counter is too small to read them.
    fn called_on_map(&self, post: &Post<'_>) -> String {
        let name = words::short(&post.unit.name);
        let figures = post.counter.as_ref().filter(|counter| counter.is_small(self.chart.scale));
        let figures = figures.map(|counter| counter.figures(post.unit, post.posture).concat());
        figures.filter(|figures| !figures.is_empty()).map_or(name.clone(), |figures| format!("{name} [{figures}]"))
    }

    fn write_units(
        &self,
        sheet: &mut Sheet,
        callout: &Callout<'_>,
        names: &[(&Post<'_>, Vec<String>)],
        seated: &Seated,
    ) {
        let scale = self.chart.scale;
        let count: usize = names.iter().map(|(_, lines)| lines.len()).sum();
        let mut above = 0;
        for (place, (post, own)) in names.iter().enumerate() {
            // The middle of these lines, as seen from the middle of all.
            let down = NAME.height(scale) * (2 * above + own.len() as Tenths - count as Tenths) / 2;
            above += own.len() as Tenths;
            let extra = format!("{} {}", colour(post.side), post.side.id);
            sheet.open(&format!("id=\"name-{}\" class=\"unit-name {extra}\"", post.unit.id));
            if place == 0 && seated.seat.thread {
                thread(sheet, callout.anchor, callout.clear, seated);
            }
            let seat = Seat::flat(seated.seat.middle.plus(0, down), 0);
            names::write_lines(sheet, NAME, "", own, &Seated { seat, frames: Vec::new(), cost: 0 }, scale);
            sheet.raw("</g>");
        }
    }

    /// The names of leaders, each beside its own flag or at the end of a thread.
    fn leader_callouts(&self) -> Vec<Callout<'a>> {
        let scale = self.chart.scale;
        let callout = |flag: &'a Flag<'a>| {
            let text = words::surname(flag.leader);
            let frame = flags::frame(flag, scale);
            let (width, height) = (LEADER.width(&text, scale), LEADER.height(scale));
            let mut seats = vec![
                Seat::flat(Place::new(frame.right + width / 2 + scale.units(2), frame.top + height / 2), 0),
                Seat::flat(Place::new(frame.left - width / 2 - scale.units(2), frame.top + height / 2), 8),
                Seat::flat(flag.at.plus(width / 2 + scale.units(6), -height / 3), 4),
            ];
            seats.extend(names::around(frame, width, height, scale.units(1), 8));
            seats.extend(names::rays(frame.middle(), width, height, scale.units(18)));
            let frames = self.troops.flags.iter().map(|flag| flags::frame(flag, scale));
            let others = frames.filter(|other| *other != frame).collect();
            let (anchor, own) = (frame.middle(), vec![frame]);
            Callout { whose: Whose::Leader(flag), size: (width, height), seats, own, others, anchor, clear: 0 }
        };
        self.troops.flags.iter().map(callout).collect()
    }

    /// What the name of a unit might be taken to belong to.
    fn others(&self, post: &Post<'_>) -> Vec<Frame> {
        let cell = post.counter.as_ref().map(|counter| counter.cell);
        let is_other = |other: &&Post<'_>| {
            other.unit.id != post.unit.id
                && (cell.is_none() || other.counter.as_ref().map(|counter| counter.cell) != cell)
        };
        let posts = self.troops.posts.iter().filter(is_other);
        posts.flat_map(|post| post.taken(self.style, self.chart.scale)).collect()
    }

    /// The seat that costs least, reckoned with what one would take the name for there.
    pub(crate) fn best_seat(
        &self,
        board: &Board,
        post: &Post<'_>,
        size: (Tenths, Tenths),
        seats: &[Seat],
    ) -> Option<Seated> {
        let own = post.taken(self.style, self.chart.scale);
        self.own_seat(board, (&own, &self.others(post)), self.anchor(post), size, seats)
    }

    /// The same for whatever takes up these boxes, and might be mistaken for those others.
    pub(crate) fn own_seat(
        &self,
        board: &Board,
        (own, others): (&[Frame], &[Frame]),
        anchor: Place,
        size: (Tenths, Tenths),
        seats: &[Seat],
    ) -> Option<Seated> {
        names::seat_by(board, size.0, size.1, seats, |seat, frames| {
            let Some(name) = names::whole(frames) else { return 0 };
            if seat.thread {
                let beside = others.iter().any(|other| other.gap(&name) < self.chart.scale.units(NEAR));
                return self.entangled(board, own, anchor, &name) + if beside { BESIDE_ANOTHER } else { 0 };
            }
            // A name is read as that of the unit nearest to its middle.
            let middle = name.middle();
            let apart = |frame: &Frame| frame.nearest(middle).distance(middle);
            let away = |frames: &[Frame]| frames.iter().map(apart).min().unwrap_or(Tenths::MAX);
            // And one that stands off needs a thread.
            let gap = own.iter().map(|own| own.gap(&name)).min().unwrap_or(0) / self.chart.scale.units(1).max(1);
            let loose = (gap - NEAR).max(0) * 3;
            loose + if away(others) < away(own) { LIKE_ANOTHERS } else { 0 }
        })
    }

    /// What it costs that a thread runs through what is drawn or written: bars, flags, other names and threads.
    pub(crate) fn entangled(&self, board: &Board, own: &[Frame], from: Place, name: &Frame) -> i32 {
        let to = name.nearest(from);
        let step = self.chart.scale.units(3).max(1);
        let pieces = i64::from(from.distance(to) / step).max(1);
        let at = |piece: i64| Frame::around(from.towards(to, piece, pieces), step, step);
        let is_crossed = |frame: &Frame| !own.iter().any(|own| own.meets(frame)) && board.cost(&[*frame]) >= CROSSED;
        (0..pieces).map(at).filter(is_crossed).count().min(12) as i32 * CROSSED
    }

    /// Draws a thread, and keeps names off it.
    pub(crate) fn thread(&self, sheet: &mut Sheet, board: &mut Board, from: Place, seated: &Seated) {
        thread(sheet, from, 0, seated);
        self.take_thread(board, from, seated);
    }

    fn take_thread(&self, board: &mut Board, from: Place, seated: &Seated) {
        let Some(name) = names::whole(&seated.frames) else { return };
        let to = name.nearest(from);
        let step = self.chart.scale.units(5).max(1);
        let pieces = i64::from(from.distance(to) / step).max(1);
        for piece in 0..pieces {
            board.take(Frame::around(from.towards(to, piece, pieces), step, step), CROSSED);
        }
    }

    /// Keeps others off a name and its thread.
    fn take_seat(&self, board: &mut Board, from: Place, seated: &Seated) {
        board.take_all(&seated.frames, NEVER);
        if seated.seat.thread {
            self.take_thread(board, from, seated);
        }
    }

    /// Where a thread to a unit's name begins.
    fn anchor(&self, post: &Post<'_>) -> Place {
        if self.style == Style::Nato { post.nato_frame(self.chart.scale).middle() } else { post.middle() }
    }

    /// Behind the rear if there is room, then beside, then before, then farther and farther off.
    pub(crate) fn unit_seats(&self, post: &Post<'_>, width: Tenths, height: Tenths) -> Vec<Seat> {
        let scale = self.chart.scale;
        if self.style == Style::Nato {
            let frame = post.nato_frame(scale);
            let mut seats = names::around(frame, width, height, scale.units(1), 14);
            seats.extend(names::rays(frame.middle(), width, height, scale.units(20)));
            return seats;
        }
        let bearing = post.bearing();
        // How far the middle of the name must lie from an edge, that way.
        let clear = |bearing: Bearing| {
            let part = |along: i32, size: Tenths| ((i64::from(along.abs()) * i64::from(size)) >> 16) as Tenths;
            part(bearing.east, width) + part(bearing.south, height) + scale.units(4)
        };
        let right = crate::troops::right_of(bearing);
        let half = post.front / 2;
        let mut seats = vec![
            Seat::flat(post.rear().moved(bearing, -clear(bearing), 0), 0),
            Seat::flat(post.middle().moved(right, half + clear(right), 0), 10),
            Seat::flat(post.middle().moved(right, -half - clear(right), 0), 12),
        ];
        for shift in [1, -1, 2, -2] {
            let aside = (post.front / 4).max(scale.units(14)) * shift;
            seats.push(Seat::flat(post.rear().moved(bearing, -clear(bearing), aside), 6 + shift.abs() * 4));
        }
        seats.push(Seat::flat(post.at.moved(bearing, clear(bearing) + scale.units(10), 0), 26));
        let frame = Frame::of(&post.corners(0)).unwrap_or(Frame::around(post.at, 0, 0));
        let farther = names::around(frame, width, height, scale.units(3), 14);
        seats.extend(farther.into_iter().map(|seat| Seat { dislike: seat.dislike + 16, ..seat }));
        seats.extend(names::rays(post.middle(), width, height, scale.units(20)));
        seats
    }
}

/// Draws a thread to a name, from so far off its beginning that nothing is struck through which is written there.
fn thread(sheet: &mut Sheet, from: Place, clear: Tenths, seated: &Seated) {
    let Some(name) = names::whole(&seated.frames) else { return };
    let to = name.nearest(from);
    let mut path = Path::new();
    path.segment(from.towards(to, i64::from(clear), i64::from(from.distance(to).max(clear).max(1))), to);
    sheet.path("leader-line", path);
}
