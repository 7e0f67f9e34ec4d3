//! Stands of figures, seen from above, as they stand on a table.

use battle::plan::Posture;

use crate::glyph::{Glyph, box_path};
use crate::ink::{Path, Sheet};
use crate::paper::{Place, Tenths};

/// Draws a unit as stands.
pub(crate) fn draw(sheet: &mut Sheet, glyph: &Glyph<'_>) {
    match glyph.posture {
        Posture::Line | Posture::Dismounted | Posture::MountedLine | Posture::Garrison => ranks(sheet, glyph),
        Posture::March | Posture::Attack | Posture::Square | Posture::Mounted => files(sheet, glyph),
        // Skirmishers, guns, teams and ships look from above as their bars do.
        Posture::Skirmish | Posture::Battery | Posture::Limbered | Posture::Afloat => glyph.bar(sheet),
    }
}

/// Stands side by side.
fn ranks(sheet: &mut Sheet, glyph: &Glyph<'_>) {
    let count = (glyph.front / glyph.units(40)).clamp(1, 12);
    let places = (0..count).map(|stand| (glyph.left() + glyph.front * stand / count, 0));
    stands(sheet, glyph, &places.collect::<Vec<_>>(), glyph.front / count, glyph.depth);
}

/// Stands one behind the other.
fn files(sheet: &mut Sheet, glyph: &Glyph<'_>) {
    let count = (glyph.depth / glyph.units(22)).clamp(1, 14);
    let places = (0..count).map(|stand| (glyph.left(), glyph.depth * stand / count));
    stands(sheet, glyph, &places.collect::<Vec<_>>(), glyph.front, glyph.depth / count);
}

fn stands(sheet: &mut Sheet, glyph: &Glyph<'_>, places: &[(Tenths, Tenths)], width: Tenths, depth: Tenths) {
    let gap = glyph.scale.tenths(9);
    let (wide, deep) = ((width - gap).max(10), (depth - gap).max(10));
    let halo = glyph.units(2);
    sheet.path("halo", box_path(glyph.left() - halo, -halo, glyph.front + 2 * halo, glyph.depth + 2 * halo));
    let (mut bases, mut heads) = (Path::new(), Path::new());
    let files = (wide / glyph.scale.tenths(75)).clamp(2, 8);
    let ranks = (deep / glyph.scale.tenths(85)).clamp(1, 3);
    for (x, y) in places {
        let corner = Place::new(*x, *y);
        bases.polygon(&[corner, corner.plus(wide, 0), corner.plus(wide, deep), corner.plus(0, deep)]);
        for rank in 0..ranks {
            for file in 0..files {
                heads.dot(corner.plus(wide * (2 * file + 1) / (2 * files), deep * (2 * rank + 1) / (2 * ranks)));
            }
        }
    }
    sheet.path("base", bases);
    sheet.path(if is_mounted(glyph.posture) { "figures mounts" } else { "figures" }, heads);
    // The colours stand in the first rank of the middle, and show the front.
    let mut nib = Path::new();
    let (half, high) = (glyph.units(8).min(glyph.front / 2), glyph.units(9));
    nib.polygon(&[Place::new(-half, 0), Place::new(0, -high), Place::new(half, 0)]);
    sheet.path("front", nib);
    let mut edge = Path::new();
    edge.segment(Place::new(glyph.left(), 0), Place::new(-glyph.left(), 0));
    sheet.path("front-line", edge);
}

const fn is_mounted(posture: Posture) -> bool {
    matches!(posture, Posture::Mounted | Posture::MountedLine)
}
