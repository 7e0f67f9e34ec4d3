//! The map in the terminal: ground, troops and goals in signs and colours, with a legend of what is there.
//!
//! A cell is two columns and one line, about square. In a terminal the ground is drawn in blocks and braille; elsewhere in plain
//! letters, so that it can be read by anything. Sides differ by the case of their letters, not by colour alone.

use std::collections::BTreeMap;

use anstyle::{AnsiColor, Color, Effects, Style};
use engine::Side;
use engine::stage::{Mark, Piece, PieceId, PieceKind, Scene};
use field::ground::{AreaKind, Ground, LineKind, Point, SpotKind};

use crate::ink;
use crate::terminal::Look;

/// LIMIT: lines of the map, so that it and a few choices stay on one screen.
const LINES_MAX: i64 = 34;
/// Columns of the widest map.
const COLUMNS_MAX: i64 = 120;
/// How the ground rises from its lowest to its highest, in a terminal and elsewhere.
const RELIEF: [(&str, &str); 5] = [("  ", "  "), ("· ", ". "), ("⠂⠂", ".."), ("⠢⠢", "::"), ("⠶⠶", ";;")];
/// Arrows from north clockwise, in a terminal and elsewhere.
const ARROWS: [(&str, &str); 8] =
    [("↑", "^"), ("↗", "^"), ("→", ">"), ("↘", ">"), ("↓", "v"), ("↙", "v"), ("←", "<"), ("↖", "<")];

const UNION: Style = bold(AnsiColor::BrightBlue);
const CONFEDERATE: Style = bold(AnsiColor::BrightRed);

const fn bold(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(colour))).effects(Effects::BOLD)
}

const fn plain(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(colour)))
}

/// The colour of a side.
pub fn style_of(side: Side) -> Style {
    match side {
        Side::Union => UNION,
        Side::Confederate => CONFEDERATE,
    }
}

/// How something on the ground looks: its name in the legend, its two columns in a terminal and elsewhere, its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Sign {
    name: &'static str,
    drawn: &'static str,
    typed: &'static str,
    colour: u8,
}

const fn sign(name: &'static str, drawn: &'static str, typed: &'static str, colour: AnsiColor) -> Sign {
    Sign { name, drawn, typed, colour: colour as u8 }
}

impl Sign {
    fn text(&self, look: &Look) -> &'static str {
        if look.boxes { self.drawn } else { self.typed }
    }

    fn style(&self) -> Style {
        const INKS: [AnsiColor; 8] = [
            AnsiColor::Black,
            AnsiColor::Red,
            AnsiColor::Green,
            AnsiColor::Yellow,
            AnsiColor::Blue,
            AnsiColor::Magenta,
            AnsiColor::Cyan,
            AnsiColor::White,
        ];
        plain(INKS[usize::from(self.colour) % INKS.len()])
    }
}

/// How an area looks; nothing for open ground.
fn area_sign(kind: AreaKind) -> Option<Sign> {
    use AreaKind as A;
    Some(match kind {
        A::DenseWood | A::Thicket => sign("dense wood", "⣿⣿", "%%", AnsiColor::Green),
        A::OpenWood => sign("open wood", "⡪⡪", "&&", AnsiColor::Green),
        A::Orchard => sign("orchard", "⠅⠅", "o ", AnsiColor::Green),
        A::Scrub | A::Briars => sign("scrub", "⠪⠕", "\"\"", AnsiColor::Green),
        A::StandingGrain | A::StandingCorn | A::YoungCorn | A::RowCrop | A::Maguey | A::YoungCrop | A::TallGrass => {
            sign("crops", "⠒⠒", "''", AnsiColor::Yellow)
        }
        A::Marsh | A::BriarMarsh | A::Swamp | A::Mud | A::RainGround => sign("marsh", "⠤⠤", "__", AnsiColor::Cyan),
        A::River | A::Lake => sign("water", "≈≈", "~~", AnsiColor::Blue),
        A::Village | A::Town | A::Building | A::Camp => sign("houses", "▒▒", "[]", AnsiColor::White),
        A::BrokenGround | A::Boulders | A::Quarry | A::SteepSlope | A::Ravine => {
            sign("broken ground", "⡐⢂", "^^", AnsiColor::Yellow)
        }
        A::Redoubt | A::Fort | A::Fortress | A::Blockhouse | A::Stockade => {
            sign("fort", "▛▜", "##", AnsiColor::Magenta)
        }
        A::Pasture | A::Stubble | A::Ploughed | A::Garden | A::Sand | A::Cemetery => return None,
    })
}

/// How a line looks.
fn line_sign(kind: LineKind) -> Option<Sign> {
    use LineKind as L;
    Some(match kind {
        L::Pike | L::Road | L::Lane | L::Trail | L::Street | L::SunkenRoad => {
            sign("road", "══", "==", AnsiColor::White)
        }
        L::Railway | L::UnfinishedRailway | L::Cut | L::Embankment => sign("railway", "╪╪", "++", AnsiColor::White),
        L::Stream | L::MarshyStream | L::Creek | L::River | L::Canal => sign("stream", "∿∿", "~ ", AnsiColor::Blue),
        L::RailFence | L::PicketFence | L::BrokenFence | L::Hedge | L::TreeLine => {
            sign("fence", "┄┄", "--", AnsiColor::Yellow)
        }
        L::StoneWall | L::LowWall | L::HighWall | L::FortWall | L::RevetedWall => {
            sign("wall", "▬▬", "nn", AnsiColor::White)
        }
        L::HastyWorks | L::Breastwork | L::FieldWorks | L::Trench | L::RiflePits | L::Redan | L::Lunette => {
            sign("works", "▙▟", "uu", AnsiColor::Magenta)
        }
        _ => return None,
    })
}

fn spot_sign(kind: SpotKind) -> Option<Sign> {
    Some(match kind {
        SpotKind::Bridge | SpotKind::FootBridge => sign("bridge", "][", "][", AnsiColor::White),
        SpotKind::Ford | SpotKind::FootFord | SpotKind::Ferry => sign("ford", "⁙⁙", ")(", AnsiColor::Cyan),
        SpotKind::Building => sign("house", "⌂ ", "h ", AnsiColor::White),
        _ => return None,
    })
}

/// The map as a page of cells.
struct Sheet<'a> {
    look: Look,
    west: i64,
    north: i64,
    width: i64,
    height: i64,
    columns: i64,
    lines: i64,
    cells: Vec<(String, Style)>,
    legend: BTreeMap<Sign, ()>,
    ground: &'a Ground,
}

impl<'a> Sheet<'a> {
    fn new(ground: &'a Ground, look: Look) -> Self {
        let extent = ground.extent();
        let (width, height) = (i64::from(extent.width()).max(1), i64::from(extent.height()).max(1));
        let most = (look.width as i64).min(COLUMNS_MAX) / 2;
        let columns = most.min(LINES_MAX * width / height).max(8);
        let lines = (columns * height / width).clamp(4, LINES_MAX);
        let cells = vec![(String::new(), ink::PLAIN); (columns * lines) as usize];
        let (west, north) = (i64::from(extent.south_west.x), i64::from(extent.north_east.y));
        Sheet { look, west, north, width, height, columns, lines, cells, legend: BTreeMap::new(), ground }
    }

    /// The cell over a place, if it is on the map.
    fn cell(&self, x: i64, y: i64) -> Option<(i64, i64)> {
        let across = (x - self.west) * self.columns / self.width;
        let down = (self.north - y) * self.lines / self.height;
        let on = (0..=self.columns).contains(&across) && (0..=self.lines).contains(&down);
        on.then_some((across.min(self.columns - 1), down.min(self.lines - 1)))
    }

    fn put(&mut self, (across, down): (i64, i64), text: String, style: Style) {
        if let Some(cell) = self.cells.get_mut((down * self.columns + across) as usize) {
            *cell = (text, style);
        }
    }

    fn put_sign(&mut self, at: (i64, i64), sign: Sign) {
        self.legend.insert(sign, ());
        let (text, style) = (sign.text(&self.look).to_owned(), sign.style());
        self.put(at, text, style);
    }

    /// Heights and areas.
    fn draw_ground(&mut self) {
        let (low, high) = self.span_of_heights();
        for down in 0..self.lines {
            for across in 0..self.columns {
                let point = self.middle(across, down);
                if let Some(sign) = self.ground.kinds_at(point).filter_map(area_sign).last() {
                    self.put_sign((across, down), sign);
                    continue;
                }
                let step =
                    (i64::from(self.ground.height_at(point)) - low) * (RELIEF.len() as i64 - 1) / (high - low).max(1);
                let (drawn, typed) = RELIEF[step.clamp(0, RELIEF.len() as i64 - 1) as usize];
                let text = if self.look.boxes { drawn } else { typed };
                self.put((across, down), text.to_owned(), ink::FAINT);
            }
        }
    }

    fn middle(&self, across: i64, down: i64) -> Point {
        let x = self.west + (2 * across + 1) * self.width / (2 * self.columns);
        let y = self.north - (2 * down + 1) * self.height / (2 * self.lines);
        point(x, y)
    }

    fn span_of_heights(&self) -> (i64, i64) {
        let all = (0..self.lines).flat_map(|down| (0..self.columns).map(move |across| (across, down)));
        let heights: Vec<i64> =
            all.map(|(across, down)| i64::from(self.ground.height_at(self.middle(across, down)))).collect();
        let (low, high) = (heights.iter().min().copied(), heights.iter().max().copied());
        (low.unwrap_or(0), high.unwrap_or(0))
    }

    /// Lines and spots, those that matter most last.
    fn draw_features(&mut self) {
        let ground = self.ground;
        for line in ground.lines() {
            let Some(sign) = line_sign(line.kind) else { continue };
            for (from, to) in line.stretches() {
                // Twice as many steps as cells, so that none is passed over.
                let steps = 2 * (self.columns + self.lines);
                for step in 0..=steps {
                    let at = |from: i32, to: i32| i64::from(from) + i64::from(to - from) * step / steps;
                    if let Some(cell) = self.cell(at(from.x, to.x), at(from.y, to.y)) {
                        self.put_sign(cell, sign);
                    }
                }
            }
        }
        for spot in ground.spots() {
            if let (Some(sign), Some(cell)) = (spot_sign(spot.kind), self.cell(spot.at.x.into(), spot.at.y.into())) {
                self.put_sign(cell, sign);
            }
        }
    }

    fn text(&self) -> Vec<String> {
        let line = |cells: &[(String, Style)]| {
            let painted = cells.iter().map(|(text, style)| self.look.paint(*style, text));
            painted.collect::<String>().trim_end().to_owned()
        };
        self.cells.chunks(self.columns as usize).map(line).collect()
    }

    /// Yards that a cell is wide.
    fn yards(&self) -> i64 {
        self.width / self.columns / i64::from(field::ground::YARD)
    }
}

/// What a piece is called on the map: a letter of its own, or a star for leaders and what has no letter left.
pub type Letters = BTreeMap<PieceId, char>;

/// Letters for all pieces of a scene: capitals for the union, small ones for the confederates.
pub fn letters(scene: &Scene) -> Letters {
    let mut letters = Letters::new();
    for side in Side::ALL {
        let (first, star) = match side {
            Side::Union => (b'A', '*'),
            Side::Confederate => (b'a', '+'),
        };
        let mut next = (0..26).map(|place| char::from(first + place));
        for piece in scene.pieces.iter().filter(|piece| piece.side == side) {
            let single = matches!(piece.kind, PieceKind::Leader | PieceKind::Headquarters | PieceKind::Wagon);
            let letter = if single { None } else { next.next() };
            letters.insert(piece.id, letter.unwrap_or(star));
        }
    }
    letters
}

/// The arrow of a heading, in 65,536ths of a turn clockwise from north.
pub fn arrow(heading: u16, look: &Look) -> &'static str {
    let eighth = ((u32::from(heading) + 4_096) / 8_192 % 8) as usize;
    if look.boxes { ARROWS[eighth].0 } else { ARROWS[eighth].1 }
}

/// The map with its legend, line by line.
pub fn draw(ground: &Ground, scene: &Scene, look: Look) -> Vec<String> {
    let mut sheet = Sheet::new(ground, look);
    sheet.draw_ground();
    sheet.draw_features();
    for mark in &scene.marks {
        if let Some(cell) = sheet.cell(mark.at.x, mark.at.y) {
            let style = mark.side.map_or(ink::RULE, style_of);
            sheet.put(cell, goal(&look).to_owned(), style);
        }
    }
    let letters = letters(scene);
    place(&mut sheet, scene, &letters);
    let mut text = sheet.text();
    text.push(String::new());
    text.extend(legend(&sheet, scene));
    text
}

fn goal(look: &Look) -> &'static str {
    if look.boxes { "◆ " } else { "@ " }
}

/// Puts the pieces on the map: units first, so that leaders go where there is room.
fn place(sheet: &mut Sheet<'_>, scene: &Scene, letters: &Letters) {
    let mut taken: Vec<(i64, i64)> = Vec::new();
    let is_single = |piece: &&Piece| matches!(letters.get(&piece.id), Some('*' | '+'));
    let (single, units): (Vec<&Piece>, Vec<&Piece>) = scene.pieces.iter().partition(is_single);
    for piece in units.into_iter().chain(single) {
        let Some(at) = sheet.cell(piece.at.x, piece.at.y) else { continue };
        let near = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)].map(|(across, down)| (at.0 + across, at.1 + down));
        let fits = |cell: &(i64, i64)| {
            let on = (0..sheet.columns).contains(&cell.0) && (0..sheet.lines).contains(&cell.1);
            on && !taken.contains(cell)
        };
        let Some(cell) = near.into_iter().find(fits) else { continue };
        taken.push(cell);
        let letter = letters.get(&piece.id).copied().unwrap_or('?');
        let text = format!("{letter}{}", if letter.is_alphabetic() { arrow(piece.heading, &sheet.look) } else { " " });
        let mut style = style_of(piece.side);
        if scene.active == Some(piece.id) {
            style = style.effects(Effects::BOLD | Effects::INVERT);
        }
        sheet.put(cell, text, style);
    }
}

/// What the signs mean: only those that are there.
fn legend(sheet: &Sheet<'_>, scene: &Scene) -> Vec<String> {
    let look = &sheet.look;
    let mut parts: Vec<String> =
        sheet.legend.keys().map(|sign| format!("{} {}", sign.text(look).trim(), sign.name)).collect();
    let sides = "A with its front: union unit, a: confederate unit, * and +: leaders";
    parts.push(sides.to_owned());
    let goals: Vec<String> = scene.marks.iter().map(mark_words).collect();
    parts.push(format!("a sign is {} yards wide, north is up", sheet.yards()));
    let mut lines = crate::text::wrap(&parts.join("; "), look.width);
    if !goals.is_empty() {
        lines.extend(crate::text::wrap(&format!("{}{}", goal(look), goals.join("; ")), look.width));
    }
    lines.into_iter().map(|line| look.paint(ink::FAINT, line)).collect()
}

fn mark_words(mark: &Mark) -> String {
    let whose = mark.side.map_or(String::new(), |side| format!(" ({})", side.name()));
    format!("{}{whose}", if mark.name.is_empty() { &mark.kind } else { &mark.name })
}

/// A place of the ground; what lies off it is put at its farthest.
fn point(x: i64, y: i64) -> Point {
    let near = |value: i64| value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
    Point::new(near(x), near(y))
}
