//! Names of units: each beside its own bar, or at the end of a thread that runs through nothing else.

use crate::flags;
use crate::ink::{Path, Sheet};
use crate::labels::{LEADER, Labels, NAME};
use crate::names::{self, Board, NEVER, Seat, Seated};
use crate::paper::{Bearing, Frame, Place, Tenths};
use crate::troops::{Post, Style, colour};
use crate::words;

/// What it costs to stand nearer to another unit than to one's own, and so to be read as its name.
const LIKE_ANOTHERS: i32 = 500;
/// How far a name may stand off without a thread, in units of ornament.
const NEAR: i32 = 8;
/// What it costs to run across a thread, or with a thread across anything.
const CROSSED: i32 = 600;

impl Labels<'_> {
    /// Every unit has its name, if need be at the end of a thread.
    pub(crate) fn unit_names(&self, sheet: &mut Sheet, board: &mut Board) {
        let scale = self.chart.scale;
        let mut posts: Vec<&Post<'_>> = self.troops.posts.iter().collect();
        // Those with the least room first: whoever stands among others.
        let crowd = |post: &Post<'_>| {
            let near = |other: &&Post<'_>| other.at.distance(post.at) < scale.units(150);
            self.troops.posts.iter().filter(near).count()
        };
        posts.sort_by_key(|post| (std::cmp::Reverse(crowd(post)), post.at));
        for post in posts {
            if post.counter.is_some() {
                self.stack_names(sheet, board, post);
                continue;
            }
            let lines = words::broken(&words::short(&post.unit.name));
            let extra = format!("{} {}", colour(post.side), post.side.id);
            let width = lines.iter().map(|line| NAME.width(line, scale)).max().unwrap_or(0);
            let height = NAME.height(scale) * lines.len() as Tenths;
            let seats = self.unit_seats(post, width, height);
            let Some(seated) = self.best_seat(board, post, (width, height), &seats) else { continue };
            sheet.open(&format!("id=\"name-{}\" class=\"unit-name {extra}\"", post.unit.id));
            if seated.seat.thread {
                self.thread(sheet, board, self.anchor(post), &seated);
            }
            names::write_lines(sheet, NAME, "", &lines, &seated, scale);
            sheet.raw("</g>");
            board.take_all(&seated.frames, NEVER);
        }
    }

    /// The names of all counters of a stack, behind its rear, the top one first.
    fn stack_names(&self, sheet: &mut Sheet, board: &mut Board, post: &Post<'_>) {
        let scale = self.chart.scale;
        let Some(counter) = post.counter.as_ref().filter(|counter| counter.place == 0) else { return };
        let is_here = |other: &&Post<'_>| other.counter.as_ref().is_some_and(|other| other.cell == counter.cell);
        let stack: Vec<&Post<'_>> = self.troops.posts.iter().filter(is_here).collect();
        let names: Vec<(&Post<'_>, Vec<String>)> =
            stack.iter().map(|post| (*post, words::broken(&words::short(&post.unit.name)))).collect();
        let lines: Vec<&String> = names.iter().flat_map(|(_, lines)| lines).collect();
        let width = lines.iter().map(|line| NAME.width(line, scale)).max().unwrap_or(0);
        let height = NAME.height(scale) * lines.len() as Tenths;
        // The whole stack, from the front of the top one to the rear of the last.
        let depth = stack.iter().map(|other| post.at.distance(other.rear())).max().unwrap_or(post.depth);
        let whole = Post { depth, tail: 0, ..post.clone() };
        let seats = self.unit_seats(&whole, width, height);
        let Some(seated) = self.best_seat(board, &whole, (width, height), &seats) else { return };
        if seated.seat.thread {
            self.thread(sheet, board, post.middle(), &seated);
        }
        let mut above = 0;
        for (post, own) in &names {
            // The middle of these lines, as seen from the middle of all.
            let down = NAME.height(scale) * (2 * above + own.len() as Tenths - lines.len() as Tenths) / 2;
            above += own.len() as Tenths;
            let seat = Seat::flat(seated.seat.middle.plus(0, down), 0);
            let extra = format!("{} {}", colour(post.side), post.side.id);
            sheet.open(&format!("id=\"name-{}\" class=\"unit-name {extra}\"", post.unit.id));
            names::write_lines(sheet, NAME, "", own, &Seated { seat, frames: Vec::new(), cost: 0 }, scale);
            sheet.raw("</g>");
        }
        board.take_all(&seated.frames, NEVER);
    }

    /// The seat that costs least, reckoned with what one would take the name for there.
    pub(crate) fn best_seat(
        &self,
        board: &Board,
        post: &Post<'_>,
        size: (Tenths, Tenths),
        seats: &[Seat],
    ) -> Option<Seated> {
        let scale = self.chart.scale;
        let own = post.taken(self.style, scale);
        let cell = post.counter.as_ref().map(|counter| counter.cell);
        let is_other = |other: &&Post<'_>| {
            other.unit.id != post.unit.id
                && (cell.is_none() || other.counter.as_ref().map(|counter| counter.cell) != cell)
        };
        let others = self.troops.posts.iter().filter(is_other).flat_map(|post| post.taken(self.style, scale)).collect();
        self.own_seat(board, (&own, others), self.anchor(post), size, seats)
    }

    /// The same for whatever takes up these boxes, and might be mistaken for those others.
    pub(crate) fn own_seat(
        &self,
        board: &Board,
        (own, others): (&[Frame], Vec<Frame>),
        anchor: Place,
        size: (Tenths, Tenths),
        seats: &[Seat],
    ) -> Option<Seated> {
        names::seat_by(board, size.0, size.1, seats, |seat, frames| {
            let Some(name) = names::whole(frames) else { return 0 };
            if seat.thread {
                return self.entangled(board, own, anchor, &name);
            }
            // A name is read as that of the unit nearest to its middle.
            let middle = name.middle();
            let apart = |frame: &Frame| frame.nearest(middle).distance(middle);
            let away = |frames: &[Frame]| frames.iter().map(apart).min().unwrap_or(Tenths::MAX);
            // And one that stands off needs a thread.
            let gap = own.iter().map(|own| own.gap(&name)).min().unwrap_or(0) / self.chart.scale.units(1).max(1);
            let loose = (gap - NEAR).max(0) * 3;
            loose + if away(&others) < away(own) { LIKE_ANOTHERS } else { 0 }
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
        let Some(name) = names::whole(&seated.frames) else { return };
        let to = name.nearest(from);
        let mut path = Path::new();
        path.segment(from, to);
        sheet.path("leader-line", path);
        let step = self.chart.scale.units(5).max(1);
        let pieces = i64::from(from.distance(to) / step).max(1);
        for piece in 0..pieces {
            board.take(Frame::around(from.towards(to, piece, pieces), step, step), CROSSED);
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

    /// The names of leaders, each beside its own flag or at the end of a thread.
    pub(crate) fn leader_names(&self, sheet: &mut Sheet, board: &mut Board) {
        let scale = self.chart.scale;
        for flag in &self.troops.flags {
            let text = words::surname(flag.leader);
            let frame = flags::frame(flag, scale);
            let (width, height) = (LEADER.width(&text, scale), LEADER.height(scale));
            let mut seats = vec![
                Seat::flat(Place::new(frame.right + width / 2 + scale.units(2), frame.top + height / 2), 0),
                Seat::flat(Place::new(frame.left - width / 2 - scale.units(2), frame.top + height / 2), 8),
                Seat::flat(flag.at.plus(width / 2 + scale.units(6), -height / 3), 4),
            ];
            seats.extend(names::around(frame, width, height, scale.units(1), 8));
            let frames = self.troops.flags.iter().map(|flag| flags::frame(flag, scale));
            let others = frames.filter(|other| *other != frame).collect();
            seats.extend(names::rays(frame.middle(), width, height, scale.units(18)));
            let Some(seated) = self.own_seat(board, (&[frame], others), frame.middle(), (width, height), &seats) else {
                continue;
            };
            if seated.cost >= NEVER {
                continue;
            }
            if seated.seat.thread {
                self.thread(sheet, board, frame.middle(), &seated);
            }
            let extra = format!("{} {}", colour(flag.side), flag.side.id);
            names::write(sheet, LEADER, &extra, &text, &seated, scale);
            board.take_all(&seated.frames, NEVER);
        }
    }
}
