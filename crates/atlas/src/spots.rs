//! Spots: bridges, fords, buildings, gates and summits.

use field::ground::{FOOT, Spot, SpotKind};

use crate::areas::{built, rectangle};
use crate::curve::scatter;
use crate::ink::{Path, Sheet, escaped};
use crate::lines::{self, Drawn, Layer};
use crate::paper::{Bearing, Chart, Frame, Place, Scale, Tenths};
use crate::trees::Clearing;

/// LIMIT: how far a road may pass from a crossing and still be the road over it, in units of ornament.
const ROAD_NEAR: i32 = 60;

/// Keeps trees off what stands there.
pub(crate) fn clear(spots: &[Spot], chart: &Chart, clearing: &mut Clearing) {
    for spot in spots.iter().filter(|spot| spot.kind != SpotKind::Place) {
        clearing.keep(chart.place(spot.at), chart.scale.units(30));
    }
}

/// The box a spot takes up, which names keep off.
pub(crate) fn frame(spot: &Spot, chart: &Chart) -> Frame {
    let side = match spot.kind {
        SpotKind::Place | SpotKind::Defile => 0,
        SpotKind::Building => 40,
        SpotKind::Summit => 20,
        _ => 30,
    };
    Frame::around(chart.place(spot.at), chart.scale.units(side), chart.scale.units(side * 3 / 4))
}

/// Draws all spots.
pub(crate) fn draw(sheet: &mut Sheet, spots: &[Spot], drawn: &[Drawn<'_>], chart: &Chart) {
    for (index, spot) in spots.iter().enumerate() {
        sheet.open(&format!("id=\"spot-{index}\" class=\"spot {}{}\"", spot.kind.name(), built(spot.construction)));
        if let Some(name) = &spot.name {
            sheet.raw(&format!("<title>{} ({})</title>", escaped(name), spot.kind.name()));
        }
        let at = chart.place(spot.at);
        let (road, width) = road_over(at, drawn, chart);
        let glyph = Glyph { at, along: road, half: width / 2, scale: chart.scale };
        glyph.draw(sheet, spot);
        sheet.close();
    }
}

/// A spot of this kind, for the key.
pub(crate) fn sample(sheet: &mut Sheet, spot: &Spot, middle: Place, scale: Scale) {
    sheet.open(&format!("class=\"spot {}{}\" aria-hidden=\"true\"", spot.kind.name(), built(spot.construction)));
    let plain = Spot { name: None, height: None, room: None, ..spot.clone() };
    Glyph { at: middle, along: Bearing::EAST, half: scale.units(4), scale }.draw(sheet, &plain);
    sheet.close();
}

/// Which way the road over a crossing runs, and how wide it is. Without a road, straight across the water.
fn road_over(at: Place, drawn: &[Drawn<'_>], chart: &Chart) -> (Bearing, Tenths) {
    let nearest = |wanted: Layer| {
        let ways = drawn.iter().filter(|way| lines::layer(way.line.kind) == wanted);
        let pairs = ways.flat_map(|way| way.flat.windows(2).map(move |pair| (way, pair)));
        let near = pairs.map(|(way, pair)| {
            let middle = pair[0].towards(pair[1], 1, 2);
            (middle.distance(at).min(pair[0].distance(at)), Bearing::between(pair[0], pair[1]), way.width)
        });
        near.min_by_key(|(away, ..)| *away).filter(|(away, ..)| *away < chart.scale.units(ROAD_NEAR))
    };
    if let Some((_, bearing, width)) = nearest(Layer::Roads) {
        return (bearing, width);
    }
    let across = nearest(Layer::Water).map(|(_, bearing, _)| Bearing { east: -bearing.south, south: bearing.east });
    (across.unwrap_or(Bearing::EAST), chart.scale.units(5))
}

struct Glyph {
    at: Place,
    along: Bearing,
    /// Half the width of the road.
    half: Tenths,
    scale: Scale,
}

impl Glyph {
    /// How each kind of spot is drawn: a kind that is not here does not compile.
    fn draw(&self, sheet: &mut Sheet, spot: &Spot) {
        match spot.kind {
            SpotKind::Bridge => self.bridge(sheet, self.half + self.scale.units(2), 16),
            SpotKind::FootBridge => self.bridge(sheet, self.scale.units(3), 11),
            SpotKind::Ford => self.ford(sheet, 4),
            SpotKind::FootFord => self.ford(sheet, 2),
            SpotKind::Ferry => self.ferry(sheet),
            SpotKind::Building => self.buildings(sheet, spot),
            SpotKind::Gate => self.brackets(sheet, 7, 6),
            SpotKind::Breach => self.breach(sheet),
            SpotKind::Defile => self.brackets(sheet, 14, 12),
            SpotKind::Summit => self.summit(sheet, spot),
            // A name without a thing.
            SpotKind::Place => {}
        }
    }

    fn to(&self, ahead: i32, right: Tenths) -> Place {
        self.at.moved(self.along, self.scale.units(ahead), right)
    }

    /// Two parapets that open outward, with a floor between them.
    fn bridge(&self, sheet: &mut Sheet, half: Tenths, long: i32) {
        let flare = half + self.scale.units(5);
        let floor = rectangle(self.at, self.along, self.scale.units(long), half);
        let mut path = Path::new();
        path.polygon(&floor);
        sheet.path("floor", path);
        let mut rails = Path::new();
        for side in [1, -1] {
            let rail = [
                self.to(-long - 4, side * flare),
                self.to(-long, side * half),
                self.to(long, side * half),
                self.to(long + 4, side * flare),
            ];
            rails.polyline(&rail);
        }
        sheet.path("rails", rails);
    }

    /// Lines of steps across the water.
    fn ford(&self, sheet: &mut Sheet, rows: i32) {
        let mut path = Path::new();
        for row in 0..rows {
            let aside = self.scale.units(6 * row - 3 * (rows - 1));
            for step in -2..=2 {
                path.segment(self.to(7 * step - 2, aside), self.to(7 * step + 2, aside));
            }
        }
        sheet.path("steps", path);
    }

    fn ferry(&self, sheet: &mut Sheet) {
        let mut path = Path::new();
        let (side, bow) = (self.scale.units(5), self.scale.units(3));
        path.polygon(&[
            self.to(-12, -bow),
            self.to(-8, -side),
            self.to(8, -side),
            self.to(12, -bow),
            self.to(12, bow),
            self.to(8, side),
            self.to(-8, side),
            self.to(-12, bow),
        ]);
        sheet.path("boat", path);
    }

    /// A house and its outbuildings; a church has its cross.
    fn buildings(&self, sheet: &mut Sheet, spot: &Spot) {
        let name = spot.name.as_deref().unwrap_or_default().to_lowercase();
        let is_church = ["church", "chapel", "iglesia", "seminary", "college"].iter().any(|word| name.contains(word));
        let chance = scatter(self.at.x, self.at.y, 17);
        let along = Bearing::of_degrees((75 + chance % 31) as u16);
        let size = |units: i32| self.scale.tenths(units);
        let (front, depth) = if is_church { (105, 70) } else { (85, 60) };
        let mut roofs = Path::new();
        roofs.polygon(&rectangle(self.at, along, size(front), size(depth)));
        let is_farm = ["farm", "house", "mill", "hacienda"].iter().any(|word| name.contains(word));
        if !is_church && (is_farm || spot.room.is_some_and(|room| room >= 60)) {
            let barn = self.at.moved(along, size(215), size(if chance & 64 == 0 { 60 } else { -70 }));
            roofs.polygon(&rectangle(barn, along, size(60), size(45)));
            let shed = self.at.moved(along, size(-40), size(if chance & 128 == 0 { 165 } else { -165 }));
            roofs.polygon(&rectangle(shed, along, size(36), size(30)));
        }
        sheet.path(if spot.fortified { "roof fortified" } else { "roof" }, roofs);
        if is_church {
            let (top, foot) = (self.at.plus(0, -size(250)), self.at.plus(0, -size(80)));
            let arm = top.plus(0, size(55));
            let mut cross = Path::new();
            cross.segment(top, foot);
            cross.segment(arm.plus(-size(45), 0), arm.plus(size(45), 0));
            sheet.path("cross", cross);
        }
    }

    fn brackets(&self, sheet: &mut Sheet, aside: i32, long: i32) {
        let mut path = Path::new();
        for side in [1, -1] {
            let (near, far) = (self.half + self.scale.units(aside - 4), self.half + self.scale.units(aside));
            path.polyline(&[
                self.to(-long, side * far),
                self.to(-long / 2, side * near),
                self.to(long / 2, side * near),
                self.to(long, side * far),
            ]);
        }
        sheet.path("rails", path);
    }

    fn breach(&self, sheet: &mut Sheet) {
        let mut path = Path::new();
        for degrees in (0..360).step_by(45) {
            let ray = Bearing::of_degrees(degrees);
            path.segment(self.at.moved(ray, self.scale.units(4), 0), self.at.moved(ray, self.scale.units(11), 0));
        }
        sheet.path("rails", path);
    }

    fn summit(&self, sheet: &mut Sheet, spot: &Spot) {
        let mut path = Path::new();
        let (side, height) = (self.scale.units(7), self.scale.units(12));
        path.polygon(&[self.at.plus(0, -height / 2), self.at.plus(side, height / 2), self.at.plus(-side, height / 2)]);
        sheet.path("peak", path);
        if let Some(height) = spot.height {
            let beside = self.at.plus(self.scale.units(11), self.scale.units(6));
            sheet.words("height", beside, &(height / FOOT).to_string());
        }
    }
}
