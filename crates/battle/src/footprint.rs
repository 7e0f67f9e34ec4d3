//! The ground a unit takes up as it stands, for drawing it and for seeing whether two stand on each other.
//!
//! These are the sizes of the drill books, rounded; a rulebook has its own bases.

use field::ground::{Length, Point, YARD};

use crate::number::Yards;
use crate::plan::{Posture, Unit, point};

/// Sines of whole degrees up to a right angle, in millionths.
const SINES: [i64; 91] = [
    0, 17_452, 34_899, 52_336, 69_756, 87_156, 104_528, 121_869, 139_173, 156_434, 173_648, 190_809, 207_912, 224_951,
    241_922, 258_819, 275_637, 292_372, 309_017, 325_568, 342_020, 358_368, 374_607, 390_731, 406_737, 422_618,
    438_371, 453_990, 469_472, 484_810, 500_000, 515_038, 529_919, 544_639, 559_193, 573_576, 587_785, 601_815,
    615_661, 629_320, 642_788, 656_059, 669_131, 681_998, 694_658, 707_107, 719_340, 731_354, 743_145, 754_710,
    766_044, 777_146, 788_011, 798_636, 809_017, 819_152, 829_038, 838_671, 848_048, 857_167, 866_025, 874_620,
    882_948, 891_007, 898_794, 906_308, 913_545, 920_505, 927_184, 933_580, 939_693, 945_519, 951_057, 956_305,
    961_262, 965_926, 970_296, 974_370, 978_148, 981_627, 984_808, 987_688, 990_268, 992_546, 994_522, 996_195,
    997_564, 998_630, 999_391, 999_848, 1_000_000,
];
const MILLION: i64 = 1_000_000;

/// Yards of front for two men in line, and how deep a line or how wide a column is.
const DEPTH: i64 = 10;
const YARDS_A_GUN_IN_BATTERY: i64 = 15;
const YARDS_A_GUN_ON_THE_ROAD: i64 = 30;
/// A closed column or a square.
const CLOSED: i64 = 60;

/// The four corners of the ground a unit takes up: front left, front right, rear right, rear left.
///
/// Nothing for skirmishers and garrisons, who share their ground with others.
pub fn footprint(unit: &Unit, at: [Yards; 2], facing: u16, posture: Posture) -> Option<[Point; 4]> {
    let (men, guns) = (i64::from(unit.men), unit.guns.iter().map(|guns| i64::from(guns.count)).sum::<i64>());
    let (width, depth) = match posture {
        Posture::Skirmish | Posture::Garrison => return None,
        Posture::Line | Posture::MountedLine => (men / 2, DEPTH),
        Posture::March if guns > 0 => (DEPTH, guns * YARDS_A_GUN_ON_THE_ROAD),
        Posture::March => (DEPTH, men / 2),
        Posture::Attack | Posture::Square => (CLOSED, CLOSED),
        Posture::Mounted => (DEPTH, men),
        Posture::Dismounted => (men * 3 / 4, DEPTH),
        Posture::Battery => (guns * YARDS_A_GUN_IN_BATTERY, DEPTH),
        Posture::Limbered => (DEPTH, guns.max(1) * YARDS_A_GUN_ON_THE_ROAD),
        Posture::Afloat => {
            let [length, beam] = unit.ship.as_ref()?.size?;
            return Some(rectangle(point(at), facing, i64::from(beam.0), i64::from(length.0)));
        }
    };
    Some(rectangle(point(at), facing, width * i64::from(YARD), depth * i64::from(YARD)))
}

/// A rectangle whose front edge has its middle here.
fn rectangle(front: Point, facing: u16, width: i64, depth: i64) -> [Point; 4] {
    let (east, north) = (sine(facing), sine(facing + 90));
    let corner = |right: i64, back: i64| {
        // Forward is (east, north) in millionths, and the right hand (north, -east).
        let x = right * north / (2 * MILLION) - back * east / MILLION;
        let y = -right * east / (2 * MILLION) - back * north / MILLION;
        Point::new(shifted(front.x, x), shifted(front.y, y))
    };
    [corner(-width, 0), corner(width, 0), corner(width, depth), corner(-width, depth)]
}

fn shifted(from: Length, by: i64) -> Length {
    Length::try_from(i64::from(from) + by).unwrap_or(if by < 0 { Length::MIN } else { Length::MAX })
}

/// The sine of whole degrees, in millionths.
fn sine(degrees: u16) -> i64 {
    let (sign, half) = if degrees % 360 < 180 { (1, degrees % 180) } else { (-1, degrees % 180) };
    sign * SINES[usize::from(if half > 90 { 180 - half } else { half })]
}

/// Whether two rectangles share more than their edges.
pub(crate) fn overlap(first: &[Point; 4], second: &[Point; 4]) -> bool {
    !apart(first, second) && !apart(second, first)
}

/// Whether some edge of the first has all of the second on its outer side. Corners run clockwise.
fn apart(first: &[Point; 4], second: &[Point; 4]) -> bool {
    (0..4).any(|edge| {
        let (from, to) = (first[edge], first[(edge + 1) % 4]);
        // A yard is forgiven: sources do not place regiments better than that.
        let slack = i64::from(YARD) * i64::from(from.distance(to));
        second.iter().all(|corner| from.side(to, *corner) >= -slack)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_face_where_they_should() {
        let east = rectangle(Point::yards(100, 100), 90, 20 * i64::from(YARD), 10 * i64::from(YARD));
        assert_eq!(east, [Point::yards(100, 110), Point::yards(100, 90), Point::yards(90, 90), Point::yards(90, 110)]);
        let north = rectangle(Point::yards(100, 100), 0, 20 * i64::from(YARD), 10 * i64::from(YARD));
        assert_eq!(north[0], Point::yards(90, 100));
        let near = rectangle(Point::yards(119, 100), 0, 20 * i64::from(YARD), 10 * i64::from(YARD));
        let next = rectangle(Point::yards(117, 100), 0, 20 * i64::from(YARD), 10 * i64::from(YARD));
        assert!(!overlap(&north, &near) && overlap(&north, &next) && overlap(&next, &north));
    }
}
