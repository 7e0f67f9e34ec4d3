//! The strip below the map: what the signs mean, and who is still to come.

use std::collections::{BTreeMap, BTreeSet};

use battle::Battle;
use battle::plan::{Posture, Unit};
use field::ground::{Faces, Line, LineKind, SpotKind};

use crate::counters::{self, Counter};
use crate::glyph::Glyph;
use crate::hexes::Hexes;
use crate::ink::{Path, Sheet, number, placed};
use crate::lines;
use crate::paper::{Chart, Frame, Place, Scale, Tenths};
use crate::troops::{Flag, Post, Style, Troops, colour};
use crate::words;
use crate::{areas, coming, flags, nato, spots};

const ROW: i32 = 31;
/// The same where all is larger.
const FAR_ROW: i32 = 27;
const TEXT: i32 = 17;
const SWATCH: i32 = 54;

/// Draws the strip from a place downward, and gives back how high it is.
pub(crate) fn draw(
    sheet: &mut Sheet,
    battle: &Battle,
    troops: &Troops<'_>,
    chart: &Chart,
    (style, hexes): (Style, Option<&Hexes>),
    top: Tenths,
) -> Tenths {
    let mut key = Key::from(sheet, chart, chart.scale, style, top);
    key.sheet.open("class=\"key near\"");
    key.sides_of(battle);
    key.troops(troops);
    key.counters(troops);
    key.ground(battle);
    key.spots(battle);
    if let Some(hexes) = hexes {
        key.sides(hexes);
    }
    key.sheet.close();
    let mut bottom = key.y + chart.scale.units(ROW / 2);
    if !troops.coming.is_empty() {
        bottom = coming::draw(sheet, battle, troops, chart, style, bottom + chart.scale.units(6));
    }
    bottom - top
}

/// What the most needful signs mean, large enough to be read from afar, in as many rows as there is room for and one at
/// least. Gives back how high it is.
pub(crate) fn draw_far(
    sheet: &mut Sheet,
    battle: &Battle,
    troops: &Troops<'_>,
    chart: &Chart,
    style: Style,
    (top, room): (Tenths, Tenths),
) -> Tenths {
    let scale = Scale(chart.scale.0 * 33 / 10);
    let mut key = Key { row: FAR_ROW, ..Key::from(sheet, chart, scale, style, top) };
    let rows = (room / scale.units(FAR_ROW)).max(1);
    key.bottom = Some(top + rows * scale.units(FAR_ROW));
    key.y = top + scale.units(FAR_ROW / 2);
    key.sheet.open("class=\"key far\"");
    key.sides_of(battle);
    if let Some(flag) = troops.flags.first() {
        key.headquarters(flag, "Headquarters");
    }
    key.fought_for(battle);
    key.postures(troops);
    key.sheet.close();
    key.y + scale.units(FAR_ROW / 2) - top
}

/// Signs with their meaning, one after the other.
struct Key<'a> {
    sheet: &'a mut Sheet,
    chart: &'a Chart,
    scale: Scale,
    /// How high a row is, in units of ornament.
    row: i32,
    x: Tenths,
    y: Tenths,
    style: Style,
    /// How far down it may reach; as far as it likes if nothing is said.
    bottom: Option<Tenths>,
}

impl<'a> Key<'a> {
    fn from(sheet: &'a mut Sheet, chart: &'a Chart, scale: Scale, style: Style, top: Tenths) -> Key<'a> {
        let (x, y) = (chart.frame().left, top + scale.units(ROW / 2));
        Key { sheet, chart, scale, row: ROW, x, y, style, bottom: None }
    }
}

impl Key<'_> {
    const fn scale(&self) -> Scale {
        self.scale
    }

    /// The sides, by the colour of their troops.
    fn sides_of(&mut self, battle: &Battle) {
        for side in &battle.plan.sides {
            let Some(middle) = self.item(&side.name) else { return };
            let size = (self.scale().units(40), self.scale().units(13));
            let bar = Frame::around(middle, size.0, size.1);
            self.sheet.raw(&format!("<g class=\"unit {}\" aria-hidden=\"true\">", colour(side)));
            self.sheet.path("body", crate::furniture::rectangle(bar));
            self.sheet.raw("</g>");
        }
    }

    /// Makes room for a swatch and its words, and gives the middle of the swatch; nothing where there is no room left.
    fn item(&mut self, label: &str) -> Option<Place> {
        let scale = self.scale();
        let (swatch, gap) = (scale.units(SWATCH), scale.units(26));
        let width = swatch + scale.units(8) + words::width(label, TEXT, 0, scale) + gap;
        let edge = self.chart.frame();
        if self.x > edge.left && self.x + width - gap > edge.right {
            let next = self.y + scale.units(self.row);
            if self.bottom.is_some_and(|bottom| next + scale.units(self.row / 2) > bottom) {
                return None;
            }
            (self.x, self.y) = (edge.left, next);
        }
        let middle = Place::new(self.x + swatch / 2, self.y);
        let plate = Frame::around(middle, swatch + scale.units(4), scale.units(self.row - 5));
        self.sheet.path("key-paper", crate::furniture::rectangle(plate));
        self.sheet.words("key-word", Place::new(self.x + swatch + scale.units(8), self.y + scale.units(6)), label);
        self.x += width;
        Some(middle)
    }

    fn troops(&mut self, troops: &Troops<'_>) {
        self.postures(troops);
        self.limbered_in_list(troops);
        if let Some(flag) = troops.flags.first() {
            self.headquarters(flag, &headquarters(troops));
        }
    }

    /// The postures that occur, in the colours of the side that first shows them.
    fn postures(&mut self, troops: &Troops<'_>) {
        let mut seen: BTreeSet<Posture> = BTreeSet::new();
        for post in &troops.posts {
            if !seen.insert(post.posture) {
                continue;
            }
            let Some(middle) = self.item(posture_words(post.posture)) else { return };
            match &post.counter {
                Some(counter) => self.counter(post, counter, middle),
                None => self.sample(post.unit, post.posture, colour(post.side), middle),
            }
        }
    }

    /// Guns that are still to come are limbered in the list below, though none may be on the map.
    fn limbered_in_list(&mut self, troops: &Troops<'_>) {
        let is_shown = troops.posts.iter().any(|post| post.posture == Posture::Limbered) || self.style == Style::Nato;
        let mut coming = troops.coming.iter().flat_map(|coming| coming.units.iter().map(move |unit| (coming, unit)));
        let guns = coming.find(|(_, (unit, posture))| coming::listed_as(unit, *posture) == Posture::Limbered);
        let Some((coming, (unit, _))) = guns.filter(|_| !is_shown) else { return };
        if let Some(middle) = self.item(posture_words(Posture::Limbered)) {
            self.sample(unit, Posture::Limbered, colour(coming.side), middle);
        }
    }

    fn headquarters(&mut self, flag: &Flag<'_>, words: &str) {
        let Some(middle) = self.item(words) else { return };
        let at = middle.plus(-self.scale().units(12), self.scale().units(11));
        self.sheet.raw("<g aria-hidden=\"true\">");
        let shown = flags::Shown { side: flag.side, level: battle::plan::Level::Division };
        // A row is lower than a staff is long.
        flags::cloth_at(self.sheet, &shown, at, Scale(self.scale().0 * 7 / 10));
        self.sheet.raw("</g>");
    }

    /// A counter as it lies in its hex, drawn smaller.
    fn counter(&mut self, post: &Post<'_>, counter: &Counter, middle: Place) {
        // Led horses stand behind the line, and a row is low.
        let has_horses = post.posture == Posture::Dismounted;
        let scale = Scale(self.scale().0 * if has_horses { 42 } else { 55 } / 100);
        let (front, depth) = counters::size(post.posture);
        let turned = depth > front;
        let (front, depth) = (scale.units(front), scale.units(depth));
        let (at, facing) =
            if turned { (middle.plus(depth / 2, 0), 90) } else { (middle.plus(0, -depth / 2 + scale.units(4)), 0) };
        let at = if has_horses { at.plus(0, -scale.units(8)) } else { at };
        let shown = Post {
            front,
            depth,
            facing,
            counter: Some(Counter { place: 0, scale, ..counter.clone() }),
            ..post.clone()
        };
        let transform = placed(at, i32::from(facing) * 10);
        self.sheet
            .open(&format!("class=\"unit {}\" aria-hidden=\"true\" transform=\"{transform}\"", colour(post.side)));
        Glyph { unit: post.unit, posture: post.posture, front, depth, scale }.counter(self.sheet, &shown);
        self.sheet.close();
    }

    /// What letters and figures on counters mean.
    fn counters(&mut self, troops: &Troops<'_>) {
        let own = || troops.posts.iter().filter_map(|post| Some((post, post.counter.as_ref()?)));
        if own().next().is_none() {
            return;
        }
        let grades: BTreeMap<char, &str> =
            own().map(|(post, _)| (counters::grade(post.unit.quality), post.unit.quality.name())).collect();
        let words: Vec<String> = grades.iter().map(|(letter, name)| format!("{letter} {name}")).collect();
        let size = self.scale().units(15);
        let mut plain = |words: &str, figures: &str| {
            let Some(at) = self.item(words) else { return };
            let (size, x, y) = (number(size), number(at.x), number(at.y + size * 36 / 100));
            self.sheet
                .raw(&format!("<text class=\"key-figure\" font-size=\"{size}\" x=\"{x}\" y=\"{y}\">{figures}</text>"));
        };
        plain(
            &format!("Quality: {}", words.join(", ")),
            &grades.keys().next().map_or_else(String::new, char::to_string),
        );
        if let Some(points) = own().find_map(|(_, counter)| counter.points) {
            plain("Strength points; guns for a battery", &points.to_string());
        }
        if let Some((total, _)) = own().find_map(|(_, counter)| counter.total) {
            let Some(middle) = self.item("Stack: strength points in all") else { return };
            counters::disc(self.sheet, middle, total, Scale(self.scale().0 * 7 / 10));
        }
    }

    /// What is told by the sides of hexes.
    fn sides(&mut self, hexes: &Hexes) {
        let half = self.scale().units(SWATCH / 2 - 4);
        for (kind, words) in hexes.kinds() {
            let Some(middle) = self.item(words) else { return };
            Hexes::sample(self.sheet, kind, middle, half);
        }
    }

    fn sample(&mut self, unit: &Unit, posture: Posture, colour: &str, middle: Place) {
        let scale = self.scale();
        let (front, depth, turned) = match posture {
            Posture::March | Posture::Mounted => (13, 46, true),
            Posture::Limbered => (12, 48, true),
            Posture::Afloat => (13, 46, true),
            Posture::Attack | Posture::Square => (24, 22, false),
            Posture::Battery => (46, 18, false),
            Posture::Skirmish => (50, 9, false),
            Posture::Dismounted => (50, 6, false),
            _ => (50, 14, false),
        };
        let (front, depth) = (scale.units(front), scale.units(depth));
        let half = scale.units(SWATCH / 2 - 5);
        let (at, turn) = match (self.style, turned) {
            (Style::Nato, _) => (middle.plus(half, 0), 900),
            (_, true) => (middle.plus(depth / 2, 0), 900),
            // Led horses stand behind the line.
            (Style::Bars, _) if posture == Posture::Dismounted => (middle.plus(0, -scale.units(6)), 0),
            (_, false) => (middle.plus(0, -depth / 2 + scale.units(2)), 0),
        };
        let transform = placed(at, turn);
        self.sheet.open(&format!("class=\"unit {colour}\" aria-hidden=\"true\" transform=\"{transform}\""));
        let is_high = self.style == Style::Nato || posture == Posture::Dismounted;
        let fine = if is_high { small_box(scale) } else { scale };
        let glyph = Glyph { unit, posture, front, depth, scale: fine };
        match self.style {
            Style::Bars => glyph.bar(self.sheet),
            Style::Stands => crate::stands::draw(self.sheet, &glyph),
            Style::Nato => nato::sample(self.sheet, &glyph, half),
        }
        self.sheet.close();
    }

    fn fought_for(&mut self, battle: &Battle) {
        if battle.plan.objectives.is_empty() {
            return;
        }
        let Some(middle) = self.item("Fought for") else { return };
        let mut star = Path::new();
        star.polygon(&flags::points(middle, self.scale().units(11)));
        self.sheet.raw("<g class=\"objective\" aria-hidden=\"true\">");
        self.sheet.path("star", star);
        self.sheet.raw("</g>");
    }

    /// What is fought for, and the things that stand on the ground.
    fn spots(&mut self, battle: &Battle) {
        let scale = self.scale();
        self.fought_for(battle);
        let mut seen = BTreeSet::new();
        for spot in battle.ground.spots() {
            if spot.kind != SpotKind::Place && seen.insert(spot.kind) {
                let Some(middle) = self.item(&kind_words(spot.kind.name())) else { return };
                spots::sample(self.sheet, spot, middle, Scale(scale.0 * 8 / 10));
            }
        }
    }

    /// The kinds of ground that occur.
    fn ground(&mut self, battle: &Battle) {
        let scale = self.scale();
        let mut areas_seen = BTreeSet::new();
        for (index, area) in battle.ground.areas().iter().enumerate() {
            if areas_seen.insert(area.kind) {
                let Some(middle) = self.item(&kind_words(area.kind.name())) else { return };
                let frame = Frame::around(middle, scale.units(SWATCH - 4), scale.units(20));
                areas::swatch(self.sheet, area, index, frame, scale);
            }
        }
        let mut lines_seen: BTreeSet<LineKind> = BTreeSet::new();
        for line in battle.ground.lines() {
            if lines_seen.insert(line.kind) {
                let Some(middle) = self.item(&kind_words(line.kind.name())) else { return };
                let half = scale.units(SWATCH / 2 - 2);
                let sample = Line { name: None, width: 0, faces: Faces::Left, ..line.clone() };
                lines::sample(self.sheet, &sample, [middle.plus(-half, 0), middle.plus(half, 0)], scale);
            }
        }
    }
}

/// What the stars on flags stand for, of those that are flown.
fn headquarters(troops: &Troops<'_>) -> String {
    let mut levels: BTreeMap<i32, &str> = BTreeMap::new();
    for flag in &troops.flags {
        levels.entry(words::stars(flag.level)).or_insert(flag.level.name());
    }
    let count = |stars: i32| ["no star", "a star", "two", "three", "four"][stars.clamp(0, 4) as usize];
    let words: Vec<String> =
        levels.iter().map(|(stars, level)| format!("{} for {}", count(*stars), with_article(level))).collect();
    format!("Headquarters: {}", words.join(", "))
}

fn with_article(level: &str) -> String {
    format!("{} {level}", if level.starts_with('a') { "an" } else { "a" })
}

/// How large the boxes of staff maps are drawn in a row.
const fn small_box(scale: Scale) -> Scale {
    Scale(scale.0 * 7 / 10)
}

/// A kind as people say it.
fn kind_words(name: &str) -> String {
    let mut words = name.replace('-', " ");
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

const fn posture_words(posture: Posture) -> &'static str {
    match posture {
        Posture::Line => "Line",
        Posture::March => "Column of march",
        Posture::Attack => "Closed column",
        Posture::Skirmish => "Skirmishers",
        Posture::Square => "Square",
        Posture::Mounted => "Mounted, in column",
        Posture::MountedLine => "Mounted, in line",
        Posture::Dismounted => "Dismounted",
        Posture::Battery => "Guns, unlimbered",
        Posture::Limbered => "Limbered",
        Posture::Garrison => "Garrison",
        Posture::Afloat => "Ship",
    }
}
