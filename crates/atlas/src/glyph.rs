//! Troops as signs: bars, stands from above, and boxes.
//!
//! Each is drawn as if it faced the top of the page, the middle of its front at nought, and turned by its group.

use battle::plan::{Arm, Posture, Unit};

use crate::ink::{Path, Sheet, escaped, placed};
use crate::paper::{Place, Scale, Tenths};
use crate::troops::{Post, Style, colour};
use crate::{counters, nato, stands};

/// A sign: what is drawn, how large.
pub(crate) struct Glyph<'a> {
    pub(crate) unit: &'a Unit,
    pub(crate) posture: Posture,
    pub(crate) front: Tenths,
    pub(crate) depth: Tenths,
    pub(crate) scale: Scale,
}

/// Draws a unit where it stands.
pub(crate) fn draw(sheet: &mut Sheet, post: &Post<'_>, style: Style, scale: Scale) {
    let Post { unit, posture, front, depth, .. } = post;
    open(
        sheet,
        unit,
        colour(post.side),
        post.side.id.as_str(),
        *posture,
        &placed(post.at, i32::from(post.facing) * 10),
    );
    let scale = post.counter.as_ref().map_or(scale, |counter| counter.scale);
    let glyph = Glyph { unit, posture: *posture, front: *front, depth: *depth, scale };
    match style {
        Style::Bars if post.counter.is_some() => glyph.counter(sheet, post),
        Style::Bars => glyph.bar(sheet),
        Style::Stands => stands::draw(sheet, &glyph),
        Style::Nato => nato::draw(sheet, &glyph, post.facing, Place::new(post.aside, post.behind)),
    }
    sheet.close();
}

/// Opens the group of a unit, with its name and strength for whoever points at it.
pub(crate) fn open(sheet: &mut Sheet, unit: &Unit, colour: &str, side: &str, posture: Posture, transform: &str) {
    let (arm, formed) = (unit.arm.name(), posture.name());
    sheet.open(&format!(
        "id=\"unit-{}\" class=\"unit {colour} {side} {arm} {formed}\" transform=\"{transform}\"",
        unit.id
    ));
    let guns: u32 = unit.guns.iter().map(|guns| guns.count).sum();
    let guns = if guns > 0 { format!(", {guns} guns") } else { String::new() };
    sheet.raw(&format!("<title>{}, {} men{guns}, {formed}</title>", escaped(&unit.name), unit.men));
}

/// A box from its left upper corner.
pub(crate) fn box_path(x: Tenths, y: Tenths, width: Tenths, height: Tenths) -> Path {
    let mut path = Path::new();
    let corner = Place::new(x, y);
    path.polygon(&[corner, corner.plus(width, 0), corner.plus(width, height), corner.plus(0, height)]);
    path
}

impl Glyph<'_> {
    pub(crate) fn units(&self, units: i32) -> Tenths {
        self.scale.units(units)
    }

    pub(crate) fn guns(&self) -> i32 {
        self.unit.guns.iter().map(|guns| guns.count as i32).sum()
    }

    /// As a counter in its hex. One that lies under another shows no more than its rim.
    pub(crate) fn counter(&self, sheet: &mut Sheet, post: &Post<'_>) {
        sheet.open("class=\"counter\"");
        match self.posture {
            Posture::Line | Posture::Dismounted => {
                self.line(sheet, false);
                if self.posture == Posture::Dismounted {
                    self.horses(sheet);
                }
            }
            Posture::March | Posture::Attack => {
                self.body(sheet);
                self.edge(sheet);
            }
            _ => self.bar(sheet),
        }
        if let Some(counter) = post.counter.as_ref().filter(|counter| counter.place == 0) {
            counters::write(sheet, self, post.facing, &counter.figures(post.unit, post.posture));
        }
        sheet.close();
    }

    /// As on a troop-position map.
    pub(crate) fn bar(&self, sheet: &mut Sheet) {
        match self.posture {
            Posture::Line => self.line(sheet, true),
            Posture::Dismounted => {
                self.line(sheet, true);
                self.horses(sheet);
            }
            Posture::MountedLine => {
                self.line(sheet, false);
                self.slash(sheet);
            }
            Posture::March | Posture::Attack => self.column(sheet),
            Posture::Mounted => {
                self.column(sheet);
                self.slash(sheet);
            }
            Posture::Skirmish => self.skirmishers(sheet),
            Posture::Square => self.square(sheet),
            Posture::Battery => self.battery(sheet),
            Posture::Limbered => self.limbered(sheet),
            Posture::Garrison => self.garrison(sheet),
            Posture::Afloat => self.ship(sheet),
        }
    }

    pub(crate) fn left(&self) -> Tenths {
        -self.front / 2
    }

    pub(crate) fn body(&self, sheet: &mut Sheet) {
        let halo = self.units(2);
        sheet.path("halo", box_path(self.left() - halo, -halo, self.front + 2 * halo, self.depth + 2 * halo));
        sheet.path("body", box_path(self.left(), 0, self.front, self.depth));
    }

    /// The thick edge towards the enemy, and the nib in its middle.
    pub(crate) fn edge(&self, sheet: &mut Sheet) {
        let thick = self.units(6).min(self.depth * 2 / 5);
        let mut path = box_path(self.left(), 0, self.front, thick);
        self.nib(&mut path, 0);
        sheet.path("front", path);
    }

    fn nib(&self, path: &mut Path, y: Tenths) {
        let narrow = self.front < self.units(28);
        let half = if narrow { self.front / 2 } else { self.units(10).min(self.front / 6) };
        let high = half.clamp(self.units(5), self.units(11));
        path.polygon(&[Place::new(-half, y), Place::new(0, y - high), Place::new(half, y)]);
    }

    fn line(&self, sheet: &mut Sheet, ticks: bool) {
        self.body(sheet);
        if ticks {
            let stands = (self.front / self.units(34)).clamp(1, 12);
            let mut path = Path::new();
            for stand in 1..stands {
                let x = self.left() + self.front * stand / stands;
                path.segment(Place::new(x, 0), Place::new(x, self.depth));
            }
            sheet.path("tick", path);
        }
        self.edge(sheet);
    }

    fn column(&self, sheet: &mut Sheet) {
        self.body(sheet);
        let pieces = (self.depth / self.units(26)).clamp(2, 14);
        let mut path = Path::new();
        for piece in 1..pieces {
            let y = self.depth * piece / pieces;
            path.segment(Place::new(self.left(), y), Place::new(-self.left(), y));
        }
        sheet.path("tick", path);
        let mut head = box_path(self.left(), 0, self.front, self.units(5).min(self.depth / 4));
        self.nib(&mut head, 0);
        sheet.path("front", head);
    }

    /// The sign of cavalry: a bar cut from corner to corner.
    fn slash(&self, sheet: &mut Sheet) {
        let (left, right) = (self.left(), -self.left());
        let mut path = Path::new();
        path.polygon(&[Place::new(left, self.depth), Place::new(right, 0), Place::new(right, self.depth)]);
        sheet.path("slash", path);
    }

    /// Led horses behind men who fight on foot.
    fn horses(&self, sheet: &mut Sheet) {
        let (half, top, high) = (self.units(13), self.depth + self.units(4), self.units(11));
        sheet.path("body", box_path(-half, top, 2 * half, high));
        let mut path = Path::new();
        path.polygon(&[Place::new(-half, top + high), Place::new(half, top), Place::new(half, top + high)]);
        sheet.path("slash", path);
    }

    fn skirmishers(&self, sheet: &mut Sheet) {
        let groups = (self.front / self.units(42)).clamp(2, 9);
        let y = self.depth / 2;
        let mut thread = Path::new();
        thread.segment(Place::new(self.left(), y), Place::new(-self.left(), y));
        sheet.path("thread", thread);
        let mut pills = Path::new();
        let half = self.units(10);
        for group in 0..groups {
            let x = self.left() + half + (self.front - 2 * half) * group / (groups - 1);
            pills.segment(Place::new(x - half, y), Place::new(x + half, y));
        }
        let text = pills.text();
        for part in ["pill-edge", "pill"] {
            sheet.raw(&format!("<path class=\"{part}\" d=\"{text}\"/>"));
        }
        let mut nib = Path::new();
        let (side, high) = (self.units(6), self.units(8));
        nib.polygon(&[
            Place::new(-side, y - self.units(8)),
            Place::new(0, y - self.units(8) - high),
            Place::new(side, y - self.units(8)),
        ]);
        sheet.path("front", nib);
    }

    fn square(&self, sheet: &mut Sheet) {
        self.body(sheet);
        let thick = self.units(5);
        let mut path = box_path(self.left(), 0, self.front, self.depth);
        path.polygon(&[
            Place::new(self.left() + thick, thick),
            Place::new(self.left() + thick, self.depth - thick),
            Place::new(-self.left() - thick, self.depth - thick),
            Place::new(-self.left() - thick, thick),
        ]);
        sheet.path("front hollow", path);
    }

    /// Barrels forward of a low bar.
    fn battery(&self, sheet: &mut Sheet) {
        let shown = self.guns().max(1).min((self.front / self.units(15)).max(1));
        let low = self.depth / 2;
        let halo = self.units(2);
        sheet.path("halo", box_path(self.left() - halo, -halo, self.front + 2 * halo, self.depth + 2 * halo));
        sheet.path("body", box_path(self.left(), self.depth - low, self.front, low));
        let mut guns = Path::new();
        for gun in 0..shown {
            let x = self.left() + self.front * (2 * gun + 1) / (2 * shown);
            self.gun(&mut guns, x, self.depth - low / 2);
        }
        sheet.path("front", guns);
    }

    /// A gun with its wheels, the muzzle ahead.
    pub(crate) fn gun(&self, path: &mut Path, x: Tenths, axle: Tenths) {
        let unit = |tenths: i32| self.scale.tenths(tenths);
        let at = Place::new(x, axle);
        let mut shape = |x: i32, y: i32, width: i32, height: i32| {
            let corner = at.plus(unit(x), unit(y));
            path.polygon(&[
                corner,
                corner.plus(unit(width), 0),
                corner.plus(unit(width), unit(height)),
                corner.plus(0, unit(height)),
            ]);
        };
        shape(-18, -175, 36, 220);
        shape(-28, -195, 56, 34);
        shape(-68, -60, 26, 105);
        shape(42, -60, 26, 105);
        shape(-60, -20, 120, 26);
    }

    /// Team, limber and gun in file, with an arrow at the head.
    fn limbered(&self, sheet: &mut Sheet) {
        let teams = self.guns().max(1).min((self.depth / self.units(30)).max(1));
        let piece = self.depth / teams;
        let (mut bodies, mut parts, mut trails) = (Path::new(), Path::new(), Path::new());
        let half = self.front / 2;
        for team in 0..teams {
            let top = piece * team + if team == 0 { self.units(4) } else { self.units(2) };
            let room = piece - self.units(5);
            let (horse, limber) = (room * 5 / 10, room * 3 / 10);
            for corner in [(-half, top, half * 2, horse), (-half, top + horse + room / 10, half * 2, limber)] {
                let at = Place::new(corner.0, corner.1);
                bodies.polygon(&[at, at.plus(corner.2, 0), at.plus(corner.2, corner.3), at.plus(0, corner.3)]);
            }
            parts.segment(Place::new(0, top), Place::new(0, top + horse));
            trails.segment(Place::new(0, top + horse), Place::new(0, piece * (team + 1)));
        }
        let halo = self.units(3);
        sheet.path("halo", box_path(self.left() - halo, -halo, self.front + 2 * halo, self.depth + 2 * halo));
        sheet.path("thread", trails);
        sheet.path("body", bodies);
        sheet.path("tick", parts);
        let mut head = Path::new();
        self.nib(&mut head, self.units(5));
        sheet.path("front", head);
    }

    /// Behind walls: a small bar in a frame.
    fn garrison(&self, sheet: &mut Sheet) {
        self.body(sheet);
        let gap = self.units(4);
        sheet.path("inside", box_path(self.left() + gap, gap, self.front - 2 * gap, self.depth - 2 * gap));
    }

    /// A hull from above, bow ahead.
    fn ship(&self, sheet: &mut Sheet) {
        let (half, long) = (self.front / 2, self.depth);
        let hull = |inset: Tenths| {
            let (half, bow, stern) = (half - inset, inset * 2, long - inset);
            let mut path = Path::new();
            path.move_to(Place::new(0, bow));
            path.curve_to(Place::new(half, bow + long / 10), Place::new(half, long / 4), Place::new(half, long / 3));
            path.line_to(Place::new(half, stern - long / 10));
            path.line_to(Place::new(half * 2 / 3, stern));
            path.line_to(Place::new(-half * 2 / 3, stern));
            path.line_to(Place::new(-half, stern - long / 10));
            path.line_to(Place::new(-half, long / 3));
            path.curve_to(Place::new(-half, long / 4), Place::new(-half, bow + long / 10), Place::new(0, bow));
            path.close();
            path
        };
        sheet.path("halo", hull(-self.units(2)));
        sheet.path("body", hull(0));
        let (deck, wide) = (long / 4, half * 11 / 10);
        let mut casemate = box_path(-wide / 2, deck, wide, long / 2);
        let funnel = half / 4;
        for x in [-funnel * 2, funnel] {
            casemate.polygon(&[
                Place::new(x, long / 2),
                Place::new(x + funnel, long / 2),
                Place::new(x + funnel, long / 2 + funnel),
                Place::new(x, long / 2 + funnel),
            ]);
        }
        sheet.path("tick", casemate);
        let mut bow = Path::new();
        let point = self.units(6).min(long / 6);
        bow.polygon(&[Place::new(-half / 2, point), Place::new(0, -point / 2), Place::new(half / 2, point)]);
        sheet.path("front", bow);
    }
}

/// Whether a unit has no bars of men but vehicles or hulls.
pub(crate) const fn is_gunnery(arm: Arm) -> bool {
    matches!(arm, Arm::Artillery | Arm::HorseArtillery)
}
