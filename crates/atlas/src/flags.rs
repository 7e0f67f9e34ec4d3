//! Flags of headquarters: stars for the level, and a shape for the side.

use battle::plan::{Colour, Level, Side};

use crate::ink::{Path, Sheet, escaped, placed};
use crate::paper::{Frame, Place, Scale, Tenths};
use crate::troops::{Flag, colour};
use crate::words::stars;

/// The size of a flag in units of ornament: the staff, and the cloth for each star.
const STAFF: i32 = 36;
const CLOTH: i32 = 17;
const STAR: i32 = 12;

/// Whose flag it is, and of what level.
pub(crate) struct Shown<'a> {
    pub(crate) side: &'a Side,
    pub(crate) level: Level,
}

const fn cloth_width(level: Level) -> i32 {
    10 + STAR * stars(level)
}

/// The box a flag takes up.
pub(crate) fn frame(flag: &Flag<'_>, scale: Scale) -> Frame {
    Frame {
        left: flag.at.x - scale.units(4),
        top: flag.at.y - scale.units(STAFF),
        right: flag.at.x + scale.units(cloth_width(flag.level) + 2),
        bottom: flag.at.y + scale.units(3),
    }
}

/// Draws a flag where the leader is.
pub(crate) fn draw(sheet: &mut Sheet, flag: &Flag<'_>, scale: Scale) {
    sheet.open(&format!("id=\"leader-{}\" class=\"leader {}\"", flag.leader.id, flag.level.name()));
    sheet.raw(&format!("<title>{}</title>", escaped(&flag.leader.name)));
    cloth_at(sheet, &Shown { side: flag.side, level: flag.level }, flag.at, scale);
    sheet.close();
}

/// A flag with the foot of its staff at a place.
pub(crate) fn cloth_at(sheet: &mut Sheet, flag: &Shown<'_>, at: Place, scale: Scale) {
    let class = format!("flag {} {}", colour(flag.side), flag.side.id);
    sheet.open(&format!("class=\"{class}\" transform=\"{}\"", placed(at, 0)));
    let units = |units: i32| scale.units(units);
    let mut staff = Path::new();
    staff.segment(Place::new(0, 0), Place::new(0, -units(STAFF)));
    sheet.path("staff-halo", cloth(flag, scale));
    sheet.path("staff", staff);
    let mut foot = Path::new();
    foot.dot(Place::new(0, 0));
    sheet.path("foot", foot);
    sheet.path("cloth", cloth(flag, scale));
    let mut field = Path::new();
    for star in 0..stars(flag.level) {
        let middle = Place::new(units(8 + STAR * star), -units(STAFF) + units(CLOTH) / 2);
        field.polygon(&points(middle, scale.tenths(52)));
    }
    sheet.path("stars", field);
    sheet.close();
}

/// The cloth: swallowtailed, square, pointed, or notched below.
fn cloth(flag: &Shown<'_>, scale: Scale) -> Path {
    let (width, top) = (scale.units(cloth_width(flag.level)), -scale.units(STAFF));
    let bottom = top + scale.units(CLOTH);
    let (middle, notch) = ((top + bottom) / 2, scale.units(6));
    let [upper, lower] = [Place::new(0, top), Place::new(0, bottom)];
    let corners: Vec<Place> = match flag.side.colour {
        Colour::Blue => {
            let ends = [Place::new(width, top), Place::new(width - notch, middle), Place::new(width, bottom)];
            [&[upper][..], &ends, &[lower]].concat()
        }
        Colour::Grey => vec![upper, Place::new(width, top), Place::new(width, bottom), lower],
        Colour::Green => vec![upper, Place::new(width + notch, middle), lower],
        Colour::Red => vec![upper, Place::new(width, top), Place::new(width - notch, bottom), lower],
    };
    let mut path = Path::new();
    path.polygon(&corners);
    path
}

/// A five-pointed star around a place.
pub(crate) fn points(middle: Place, radius: Tenths) -> Vec<Place> {
    (0..10_u16)
        .map(|point| {
            let reach = if point % 2 == 0 { radius } else { radius * 2 / 5 };
            middle.moved(crate::paper::Bearing::of_degrees(point * 36), reach, 0)
        })
        .collect()
}
