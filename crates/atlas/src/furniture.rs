//! What lies over the map and around it: frame, title, scale and north.

use battle::Battle;

use crate::Options;
use crate::ink::{Path, Sheet, number, placed};
use crate::names::Board;
use crate::paper::{Chart, Frame, Place, Scale, Tenths};
use crate::words;

/// The margin around the map, in units of ornament.
pub(crate) const MARGIN: i32 = 40;

/// The title with its scale, and where it lies.
pub(crate) struct Cartouche {
    pub(crate) frame: Frame,
    title: String,
    lines: Vec<String>,
    /// Yards of one part of the scale bar, and how many parts there are.
    part: i32,
    parts: i32,
    hex_yards: Option<u32>,
}

const TITLE: i32 = 32;
const LINE: i32 = 19;

/// Puts the title where it covers least; nothing if it finds no place on the map.
pub(crate) fn cartouche(
    battle: &Battle,
    chart: &Chart,
    board: &Board,
    interval: Option<i64>,
    options: &Options,
) -> Cartouche {
    let (scale, plan) = (chart.scale, &battle.plan);
    let title = plan.name.to_uppercase();
    let mut lines = vec![format!("{}, {}", words::day(plan.date), words::hour(plan.clock.start)), plan.place.clone()];
    lines.extend(options.note.clone());
    let hex_yards = options.hex_yards;
    let contours = interval.map(|feet| format!("contours every {feet} feet"));
    let hexes = hex_yards.map(|yards| format!("1 hex, {yards} yards"));
    let notes: Vec<String> = contours.into_iter().chain(hexes).collect();
    if !notes.is_empty() {
        lines.push(notes.join(" · "));
    }
    let (part, parts) = bar(scale);
    let widest = lines.iter().map(|line| words::width(line, LINE, 0, scale)).max().unwrap_or(0);
    let width =
        words::width(&title, TITLE, 20, scale).max(widest).max(part * parts * 10 + scale.units(70)) + scale.units(44);
    let hex_row = if options.hex_yards.is_some() { 18 } else { 0 };
    let height = scale.units(104 + 23 * lines.len() as i32 + hex_row);
    let frame = free_place(chart, board, width, height, (1, 1));
    Cartouche { frame, title, lines, part, parts, hex_yards }
}

/// A box of this size on the rim of the map where it covers least, corners first and this one best of all.
fn free_place(chart: &Chart, board: &Board, width: Tenths, height: Tenths, best: (i32, i32)) -> Frame {
    let edge = chart.frame().grown(-chart.scale.units(14));
    let (free_x, free_y) = (edge.width() - width, edge.height() - height);
    let steps = 12;
    let mut tries: Vec<(i32, Frame)> = Vec::new();
    for x in 0..=steps {
        for y in 0..=steps {
            let on_rim = x == 0 || y == 0 || x == steps || y == steps;
            if !on_rim {
                continue;
            }
            let corner = Place::new(edge.left + free_x * x / steps, edge.top + free_y * y / steps);
            let frame = Frame { left: corner.x, top: corner.y, right: corner.x + width, bottom: corner.y + height };
            let is_corner = (x == 0 || x == steps) && (y == 0 || y == steps);
            let away = (x - best.0 * steps).abs() + (y - best.1 * steps).abs();
            tries.push((board.cost(&[frame]) + away * 8 + if is_corner { 0 } else { 60 }, frame));
        }
    }
    let nowhere = Frame::around(edge.middle(), width, height);
    tries.into_iter().min_by_key(|(cost, _)| *cost).map_or(nowhere, |(_, frame)| frame)
}

/// Yards of a part of the scale bar and how many parts it has: about 250 units long.
fn bar(scale: Scale) -> (i32, i32) {
    let yards = scale.units(250) / 10;
    let nice = [(25, 4), (50, 4), (100, 3), (100, 4), (100, 5), (200, 4), (250, 4), (500, 3), (500, 4), (1_000, 4)];
    nice.into_iter().min_by_key(|(part, parts)| (part * parts - yards).abs()).unwrap_or((100, 4))
}

impl Cartouche {
    pub(crate) fn draw(&self, sheet: &mut Sheet, scale: Scale) {
        sheet.open("class=\"cartouche\"");
        for (class, inset) in [("plate", 0), ("plate-line", 5)] {
            let frame = self.frame.grown(-scale.units(inset));
            sheet.path(class, rectangle(frame));
        }
        let middle = self.frame.middle().x;
        let mut y = self.frame.top + scale.units(40);
        sheet.words("title", Place::new(middle, y), &self.title);
        for line in &self.lines {
            y += scale.units(23);
            sheet.words("subtitle", Place::new(middle, y), line);
        }
        let long = self.part * self.parts * 10;
        self.scale_bar(sheet, scale, Place::new(middle - long / 2 - scale.units(12), y + scale.units(38)));
        sheet.close();
    }

    fn scale_bar(&self, sheet: &mut Sheet, scale: Scale, from: Place) {
        let (part, high) = (self.part * 10, scale.tenths(55));
        let mut dark = Path::new();
        for piece in (0..self.parts).step_by(2) {
            let corner = from.plus(part * piece, 0);
            dark.polygon(&[corner, corner.plus(part, 0), corner.plus(part, high), corner.plus(0, high)]);
        }
        let mut line = Path::new();
        let end = from.plus(part * self.parts, 0);
        line.polygon(&[from, end, end.plus(0, high), from.plus(0, high)]);
        sheet.path("scale-line", line);
        sheet.path("scale-dark", dark);
        for piece in 0..=self.parts {
            let yards = self.part * piece;
            let text = if piece == self.parts { format!("{yards} yards") } else { yards.to_string() };
            let shift = if piece == self.parts { scale.units(24) } else { 0 };
            sheet.words("scale-figure", from.plus(part * piece + shift, -scale.units(6)), &text);
        }
        if let Some(hex) = self.hex_yards.filter(|hex| *hex > 0) {
            let hexes = (self.part * self.parts) as u32 / hex;
            for count in 0..=hexes.min(12) {
                let at = from.plus((count * hex * 10) as Tenths, high + scale.units(16));
                let text = if count == 0 { "hexes".to_owned() } else { count.to_string() };
                sheet.words("scale-figure", at, &text);
            }
        }
    }
}

/// The box of the north arrow.
pub(crate) fn north_frame(chart: &Chart, board: &Board, scale: Scale) -> Frame {
    free_place(chart, board, scale.units(40), scale.units(104), (1, 0))
}

/// An arrow to the north, half of it dark.
pub(crate) fn north(sheet: &mut Sheet, frame: Frame, scale: Scale) {
    let units = |units: i32| scale.units(units);
    let top = Place::new(frame.middle().x, frame.top + units(6));
    sheet.open(&format!("class=\"north\" transform=\"{}\"", placed(top, 0)));
    let mut needle = Path::new();
    needle.polygon(&[
        Place::new(0, units(20)),
        Place::new(units(8), units(62)),
        Place::new(0, units(54)),
        Place::new(-units(8), units(62)),
    ]);
    sheet.path("needle", needle);
    let mut dark = Path::new();
    dark.polygon(&[Place::new(0, units(20)), Place::new(0, units(54)), Place::new(-units(8), units(62))]);
    sheet.path("needle-dark", dark);
    let mut tail = Path::new();
    tail.segment(Place::new(0, units(54)), Place::new(0, units(92)));
    tail.segment(Place::new(-units(7), units(74)), Place::new(units(7), units(74)));
    sheet.path("needle-line", tail);
    sheet.words("north-letter", Place::new(0, units(15)), "N");
    sheet.close();
}

pub(crate) fn rectangle(frame: Frame) -> Path {
    let mut path = Path::new();
    path.polygon(&[
        Place::new(frame.left, frame.top),
        Place::new(frame.right, frame.top),
        Place::new(frame.right, frame.bottom),
        Place::new(frame.left, frame.bottom),
    ]);
    path
}

/// The frame of the map: a thick line, a thin one, and ticks at round distances.
pub(crate) fn frame(sheet: &mut Sheet, chart: &Chart) {
    let (scale, map) = (chart.scale, chart.frame());
    sheet.open("class=\"frame\"");
    sheet.path("neat", rectangle(map));
    sheet.path("border", rectangle(map.grown(scale.units(9))));
    let step = if scale.0 > 1_800 { 5_000 } else { 2_000 };
    let mut ticks = Path::new();
    let short = scale.units(7);
    for count in 1.. {
        let at = count * step;
        if at >= map.right.max(map.bottom) {
            break;
        }
        if at < map.right {
            ticks.segment(Place::new(at, map.top), Place::new(at, map.top - short));
            ticks.segment(Place::new(at, map.bottom), Place::new(at, map.bottom + short));
        }
        if at < map.bottom {
            let y = chart.edge().bottom - at;
            ticks.segment(Place::new(map.left, y), Place::new(map.left - short, y));
            ticks.segment(Place::new(map.right, y), Place::new(map.right + short, y));
        }
    }
    sheet.path("neat", ticks);
    sheet.close();
}

/// How large ornament is that is looked at from afar.
pub(crate) const fn far(scale: Scale) -> Scale {
    Scale(scale.0 * 11 / 5)
}

const FAR_TITLE: i32 = 84;
const FAR_WORD: i32 = 64;
const FAR_ROW: i32 = 104;

/// What stands below the map when it is seen from afar: its title, and a scale beside it, or below it where there is no
/// room. Gives back how high it is.
pub(crate) fn far_strip(sheet: &mut Sheet, battle: &Battle, chart: &Chart, top: Tenths) -> Tenths {
    let (scale, edge) = (chart.scale, chart.frame());
    let title = &battle.plan.name;
    let (part, parts) = bar(far(scale));
    let (long, yards) = (part * parts * 10, format!("{} yards", part * parts));
    let width = long + scale.units(20) + words::width(&yards, FAR_WORD, 0, scale);
    let beside = words::width(title, FAR_TITLE, 0, scale) + scale.units(60) + width <= edge.width();
    sheet.open("class=\"far\"");
    let line = top + scale.units(FAR_ROW * 3 / 4);
    // Letters are measured by a rule of thumb, so a title that nearly fills the width is drawn together too.
    if words::width(title, FAR_TITLE, 0, scale) * 10 > edge.width() * 9 {
        sheet.words_within("far-title", Place::new(0, line), title, edge.width());
    } else {
        sheet.words("far-title", Place::new(0, line), title);
    }
    let (from, line) = if beside { (edge.right - width, line) } else { (0, line + scale.units(FAR_ROW)) };
    let from = Place::new(from, line);
    let high = scale.units(20);
    let (lower, upper) = (-scale.units(12), -scale.units(12) - high);
    let mut frame = Path::new();
    frame.polygon(&[from.plus(0, lower), from.plus(long, lower), from.plus(long, upper), from.plus(0, upper)]);
    sheet.path("far-scale", frame);
    let mut dark = Path::new();
    for piece in (0..parts).step_by(2) {
        let (left, right) = (part * 10 * piece, part * 10 * (piece + 1));
        dark.polygon(&[
            from.plus(left, lower),
            from.plus(right, lower),
            from.plus(right, upper),
            from.plus(left, upper),
        ]);
    }
    sheet.path("scale-dark", dark);
    sheet.words("far-word", from.plus(long + scale.units(20), 0), &yards);
    sheet.close();
    scale.units(if beside { FAR_ROW } else { 2 * FAR_ROW })
}

/// The box a picture shows.
pub(crate) fn view_box(left: Tenths, top: Tenths, width: Tenths, height: Tenths) -> String {
    [left, top, width, height].map(number).join(" ")
}
