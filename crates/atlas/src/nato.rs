//! Boxes with the signs of staff maps: what it is inside, how large it is above.

use battle::plan::{Arm, Posture};

use crate::glyph::{Glyph, box_path, is_gunnery};
use crate::ink::{Path, Sheet};
use crate::paper::{Place, Tenths};

/// The size of a box, in units of ornament.
pub(crate) const WIDTH: i32 = 44;
pub(crate) const HEIGHT: i32 = 28;

/// Draws a unit as a box that stands upright, with the ground it really takes up. The middle of the box is `at`, as seen
/// from the middle of the front.
pub(crate) fn draw(sheet: &mut Sheet, glyph: &Glyph<'_>, facing: u16, at: Place) {
    ground(sheet, glyph);
    // A thread leads from the front to the box, and ends beneath it.
    let mut thread = Path::new();
    thread.segment(Place::new(0, 0), at);
    sheet.path("front-line", thread);
    plain(sheet, glyph, facing, at);
}

/// The ground a unit takes up: the front of a line, the length of a column, the flanks of a closed one.
fn ground(sheet: &mut Sheet, glyph: &Glyph<'_>) {
    let (left, right, nib) = (glyph.left(), -glyph.left(), glyph.units(8));
    let (mut front, mut spine) = (Path::new(), Path::new());
    front.polyline(&[Place::new(-nib, 0), Place::new(0, -nib), Place::new(nib, 0)]);
    match glyph.posture {
        Posture::March | Posture::Mounted | Posture::Limbered | Posture::Afloat => {
            spine.segment(Place::new(0, -nib), Place::new(0, glyph.depth));
        }
        Posture::Attack | Posture::Square => {
            let arm = glyph.units(10).min(glyph.depth);
            let corners = [(left, arm), (left, 0), (right, 0), (right, arm)];
            front.polyline(&corners.map(|(x, y)| Place::new(x, y)));
        }
        _ => {
            front.segment(Place::new(left, 0), Place::new(right, 0));
        }
    }
    sheet.path(if glyph.posture == Posture::Skirmish { "front-line broken" } else { "front-line" }, front);
    sheet.path("front-line spine", spine);
}

/// The box for the key, with the ground beside it: it faces the right edge of the page.
pub(crate) fn sample(sheet: &mut Sheet, glyph: &Glyph<'_>, half: Tenths) {
    let is_column = matches!(glyph.posture, Posture::March | Posture::Mounted | Posture::Limbered | Posture::Afloat);
    let (front, depth) = (glyph.units(28), if is_column { 2 * half } else { glyph.units(20) });
    let shown = Glyph { front, depth, ..*glyph };
    ground(sheet, &shown);
    plain(sheet, glyph, 90, Place::new(0, half + glyph.units(if is_column { 0 } else { 10 })));
}

/// The box alone, with its middle here.
pub(crate) fn plain(sheet: &mut Sheet, glyph: &Glyph<'_>, facing: u16, at: Place) {
    let (half, high) = (glyph.units(WIDTH) / 2, glyph.units(HEIGHT));
    let (x, y) = (crate::ink::number(at.x), crate::ink::number(at.y));
    sheet.open(&format!("class=\"nato-box\" transform=\"translate({x} {y}) rotate(-{facing})\""));
    sheet.path(
        "halo",
        box_path(-half - glyph.units(2), -high / 2 - glyph.units(2), 2 * half + glyph.units(4), high + glyph.units(4)),
    );
    sheet.path("body", box_path(-half, -high / 2, 2 * half, high));
    sign(sheet, glyph, half, high / 2);
    size(sheet, glyph, high / 2);
    sheet.close();
}

/// What it is.
fn sign(sheet: &mut Sheet, glyph: &Glyph<'_>, x: Tenths, y: Tenths) {
    let mut strokes = Path::new();
    match glyph.unit.arm {
        Arm::Infantry => {
            strokes.segment(Place::new(-x, -y), Place::new(x, y));
            strokes.segment(Place::new(-x, y), Place::new(x, -y));
        }
        Arm::Cavalry => {
            strokes.segment(Place::new(-x, y), Place::new(x, -y));
        }
        Arm::Wagons => {
            strokes.segment(Place::new(-x, y / 2), Place::new(x, y / 2));
        }
        Arm::Ship => {
            strokes.segment(Place::new(0, -y * 2 / 3), Place::new(0, y * 2 / 3));
            strokes.polyline(&[Place::new(-x / 2, y / 6), Place::new(0, y * 2 / 3), Place::new(x / 2, y / 6)]);
            strokes.segment(Place::new(-x / 4, -y / 3), Place::new(x / 4, -y / 3));
        }
        Arm::Artillery | Arm::HorseArtillery => {}
    }
    sheet.path("sign", strokes);
    if is_gunnery(glyph.unit.arm) {
        let mut ball = Path::new();
        ball.dot(Place::new(0, 0));
        sheet.path("ball", ball);
        if glyph.unit.arm == Arm::HorseArtillery {
            let mut slash = Path::new();
            slash.segment(Place::new(-x, y), Place::new(x, -y));
            sheet.path("sign", slash);
        }
    }
}

/// How large it is: a regiment has three strokes, a battalion two, a battery or company one. One that is thrown out as
/// skirmishers has dots.
fn size(sheet: &mut Sheet, glyph: &Glyph<'_>, top: Tenths) {
    let count = match glyph.unit.arm {
        Arm::Infantry | Arm::Cavalry if glyph.unit.men >= 250 => 3,
        Arm::Infantry | Arm::Cavalry if glyph.unit.men >= 120 => 2,
        _ => 1,
    };
    let mut strokes = Path::new();
    for place in 0..count {
        let x = glyph.units(6) * (2 * place - count + 1) / 2;
        if glyph.posture == Posture::Skirmish {
            strokes.dot(Place::new(x, -top - glyph.units(6)));
        } else {
            strokes.segment(Place::new(x, -top - glyph.units(3)), Place::new(x, -top - glyph.units(10)));
        }
    }
    sheet.path("size", strokes);
}
