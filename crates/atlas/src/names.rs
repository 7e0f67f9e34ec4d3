//! Names that do not lie over each other: what is taken, and where a name finds room.

use crate::ink::{Sheet, escaped, number, placed};
use crate::paper::{Bearing, Frame, Place, Scale, Tenths};
use crate::troops::covers;
use crate::words;

/// Boxes that are taken, found by where they lie.
#[derive(Clone)]
pub(crate) struct Board {
    edge: Frame,
    cell: Tenths,
    columns: usize,
    rows: usize,
    /// For each cell the boxes that reach into it, with how much it costs to lie over them.
    cells: Vec<Vec<(Frame, i32)>>,
}

/// What may not be covered.
pub(crate) const NEVER: i32 = 10_000;

impl Board {
    pub(crate) fn over(edge: Frame, scale: Scale) -> Board {
        let cell = scale.units(60).max(10);
        let (columns, rows) = ((edge.width() / cell + 1) as usize, (edge.height() / cell + 1) as usize);
        Board { edge, cell, columns, rows, cells: vec![Vec::new(); columns * rows] }
    }

    /// A seat that reaches a little over the edge, drawn in from it.
    fn drawn_in(&self, seat: Seat, width: Tenths, height: Tenths) -> Seat {
        if seat.along != Bearing::EAST {
            return seat;
        }
        let within = |at: Tenths, size: Tenths, low: Tenths, high: Tenths| {
            let (low, high) = (low + size / 2 + 1, high - size / 2 - 1);
            at.clamp(low.min(high), high.max(low))
        };
        let x = within(seat.middle.x, width, self.edge.left, self.edge.right);
        let y = within(seat.middle.y, height, self.edge.top, self.edge.bottom);
        let (aside, down) = ((x - seat.middle.x).abs(), (y - seat.middle.y).abs());
        if aside > width / 2 || down > height / 2 {
            return seat;
        }
        Seat { middle: Place::new(x, y), dislike: seat.dislike + (aside + down) / 40, ..seat }
    }

    fn cells_of(&self, frame: &Frame) -> impl Iterator<Item = usize> + use<> {
        let clamp = |tenths: Tenths, most: usize| (tenths.max(0) / self.cell).min(most as Tenths - 1) as usize;
        let (left, right) = (clamp(frame.left, self.columns), clamp(frame.right, self.columns));
        let (top, bottom) = (clamp(frame.top, self.rows), clamp(frame.bottom, self.rows));
        let columns = self.columns;
        (top..=bottom).flat_map(move |row| (left..=right).map(move |column| row * columns + column))
    }

    /// Takes a box: to lie over it costs so much.
    pub(crate) fn take(&mut self, frame: Frame, cost: i32) {
        for cell in self.cells_of(&frame) {
            self.cells[cell].push((frame, cost));
        }
    }

    pub(crate) fn take_all(&mut self, frames: &[Frame], cost: i32) {
        for frame in frames {
            self.take(*frame, cost);
        }
    }

    /// What it costs to lie here. A box counts once for each piece of the name that lies over it.
    pub(crate) fn cost(&self, frames: &[Frame]) -> i32 {
        let mut cost = 0;
        for frame in frames {
            if !self.edge.holds(frame) {
                return NEVER;
            }
            for cell in self.cells_of(frame) {
                for (taken, price) in &self.cells[cell] {
                    if taken.meets(frame) {
                        cost += price;
                    }
                }
            }
            if cost >= NEVER {
                return NEVER;
            }
        }
        cost
    }
}

/// How a name is set: its class, its size in units of ornament, and tenths of a unit between its letters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    pub(crate) class: &'static str,
    pub(crate) size: i32,
    pub(crate) spacing: i32,
}

impl Face {
    pub(crate) fn width(&self, text: &str, scale: Scale) -> Tenths {
        words::width(text, self.size, self.spacing, scale)
    }

    /// The height of a line, with a little air.
    pub(crate) fn height(&self, scale: Scale) -> Tenths {
        scale.tenths(self.size * 11)
    }
}

/// A place where a name could stand: its middle, the way it runs, and how little one likes it there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seat {
    pub(crate) middle: Place,
    pub(crate) along: Bearing,
    pub(crate) dislike: i32,
    /// Whether a thread leads back to what it names.
    pub(crate) thread: bool,
}

impl Seat {
    pub(crate) const fn flat(middle: Place, dislike: i32) -> Seat {
        Seat { middle, along: Bearing::EAST, dislike, thread: false }
    }
}

/// A name that has found its seat.
pub(crate) struct Seated {
    pub(crate) seat: Seat,
    pub(crate) frames: Vec<Frame>,
    pub(crate) cost: i32,
}

/// The best of some seats for a name of this width and height. What costs [`NEVER`] covers something it may not.
pub(crate) fn seat(board: &Board, width: Tenths, height: Tenths, seats: &[Seat]) -> Option<Seated> {
    seat_by(board, width, height, seats, |_, _| 0)
}

/// The box around the pieces of a name.
pub(crate) fn whole(frames: &[Frame]) -> Option<Frame> {
    let (first, rest) = frames.split_first()?;
    Some(rest.iter().fold(*first, |all, frame| all.with(frame)))
}

/// The same, where a seat has a price of its own besides what it covers.
pub(crate) fn seat_by(
    board: &Board,
    width: Tenths,
    height: Tenths,
    seats: &[Seat],
    price: impl Fn(&Seat, &[Frame]) -> i32,
) -> Option<Seated> {
    let mut tried: Vec<Seat> = seats.iter().map(|seat| board.drawn_in(*seat, width, height)).collect();
    tried.sort_by_key(|seat| seat.dislike);
    let mut best: Option<Seated> = None;
    for seat in tried {
        // COST: a seat costs at least what one dislikes it, so most of them need not be looked at.
        if best.as_ref().is_some_and(|best| best.cost <= seat.dislike) {
            break;
        }
        let frames = covers(seat.middle, seat.along, width, height, 0);
        let mut cost = board.cost(&frames).saturating_add(seat.dislike);
        if best.as_ref().is_none_or(|best| cost < best.cost) {
            cost = cost.saturating_add(price(&seat, &frames));
        }
        if best.as_ref().is_none_or(|best| cost < best.cost) {
            best = Some(Seated { seat, frames, cost });
        }
    }
    best
}

/// Seats around a box, nearest first; those that lie far off have a thread.
pub(crate) fn around(frame: Frame, width: Tenths, height: Tenths, gap: Tenths, rings: i32) -> Vec<Seat> {
    let mut seats = Vec::new();
    let middle = frame.middle();
    for ring in 0..rings {
        let away = gap + ring * height * 3 / 4;
        let (x, y) = (frame.width() / 2 + width / 2 + away, frame.height() / 2 + height / 2 + away);
        let half = width / 2;
        let places = [
            (0, y),
            (x, 0),
            (-x, 0),
            (0, -y),
            (x, y / 2),
            (-x, y / 2),
            (x, -y / 2),
            (-x, -y / 2),
            (half, y),
            (-half, y),
            (half, -y),
            (-half, -y),
            (x, y),
            (-x, y),
            (x, -y),
            (-x, -y),
        ];
        for (order, (dx, dy)) in places.into_iter().enumerate() {
            let seat = Seat::flat(middle.plus(dx, dy), ring * 60 + order as i32 * 3);
            seats.push(Seat { thread: ring > 0, ..seat });
        }
    }
    seats
}

/// Seats at the ends of threads that run from a place in all directions.
pub(crate) fn rays(from: Place, width: Tenths, height: Tenths, step: Tenths) -> Vec<Seat> {
    let mut seats = Vec::new();
    for ring in 2..13 {
        for ray in 0..24_u16 {
            let bearing = Bearing::of_degrees(ray * 15);
            let end = from.moved(bearing, step * ring, 0);
            // The corner or side of the name that lies nearest is at the end of the thread.
            let aside = |part: i32, size: Tenths| if part.abs() < 100 { 0 } else { part.signum() * size / 2 };
            let middle = end.plus(aside(bearing.east, width), aside(bearing.south, height));
            seats.push(Seat { thread: true, ..Seat::flat(middle, ring * 50 + 20) });
        }
    }
    seats
}

/// Seats along a line: wherever it runs straight enough for the whole name, above and below it.
pub(crate) fn along(flat: &[Place], width: Tenths, aside: Tenths) -> Vec<Seat> {
    let stations = crate::curve::stations(flat, 0, (width / 8).max(10));
    let span = 8;
    let mut seats = Vec::new();
    for start in 0..stations.len().saturating_sub(span) {
        let (from, to) = (stations[start].0, stations[start + span].0);
        let along = Bearing::between(from, to).upright();
        let middle = from.towards(to, 1, 2);
        // How far the line bends away from the name.
        let bend = stations[start + span / 2].0.distance(middle) + from.distance(to).abs_diff(width) as Tenths / 4;
        let off_centre = (start as i32 + span as i32 / 2 - stations.len() as i32 / 2).abs() * 2;
        for (side, dislike) in [(-1, 0), (1, 15)] {
            let middle = stations[start + span / 2].0.moved(along, 0, side * aside);
            seats.push(Seat { middle, along, dislike: dislike + bend / 4 + off_centre, thread: false });
        }
    }
    seats
}

/// Writes a name in its seat.
pub(crate) fn write(sheet: &mut Sheet, face: Face, extra: &str, text: &str, seated: &Seated, scale: Scale) {
    // Letters stand a third of their size below the middle of the line.
    let down = face.height(scale) * 31 / 100;
    let turn = seated.seat.along.turn();
    let class = if extra.is_empty() { face.class.to_owned() } else { format!("{} {extra}", face.class) };
    let words = escaped(text);
    let middle = seated.seat.middle;
    if turn == 0 {
        sheet.words(&class, middle.plus(0, down), text);
    } else {
        let placed = placed(middle, turn);
        sheet.raw(&format!("<text class=\"{class}\" transform=\"{placed}\" y=\"{}\">{words}</text>", number(down)));
    }
}

/// Writes a name of several lines, one below the other.
pub(crate) fn write_lines(sheet: &mut Sheet, face: Face, extra: &str, lines: &[String], seated: &Seated, scale: Scale) {
    let count = lines.len() as Tenths;
    for (place, line) in lines.iter().enumerate() {
        let down = face.height(scale) * (2 * place as Tenths - count + 1) / 2;
        let seat = Seat::flat(seated.seat.middle.plus(0, down), 0);
        write(sheet, face, extra, line, &Seated { seat, frames: Vec::new(), cost: 0 }, scale);
    }
}
