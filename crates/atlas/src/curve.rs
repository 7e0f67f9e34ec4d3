//! Lines as a hand draws them: smooth, with a little waver, and always through the points that were surveyed.

use crate::ink::Path;
use crate::paper::{Bearing, Place, Scale, Tenths};

/// A number that looks thrown, from a place and a salt: the same on every machine.
pub(crate) fn scatter(x: i32, y: i32, salt: u32) -> u32 {
    let mut mixed = (x as u32).wrapping_mul(0x9E37_79B1) ^ (y as u32).wrapping_mul(0x85EB_CA77) ^ salt;
    mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x2C1B_3C6D);
    mixed = (mixed ^ (mixed >> 12)).wrapping_mul(0x297A_2D39);
    mixed ^ (mixed >> 15)
}

/// A thrown number from `-most` to `most`.
pub(crate) fn thrown(x: i32, y: i32, salt: u32, most: Tenths) -> Tenths {
    let span = 2 * i64::from(most) + 1;
    (i64::from(scatter(x, y, salt)) * span / (1 << 32)) as Tenths - most
}

/// How the ground wavers at a place: a smooth push of at most so far east and south, the same for all that lies there.
pub(crate) fn waver(at: Place, wave: Tenths, most: Tenths) -> (Tenths, Tenths) {
    (smooth_noise(at, wave, most, 11), smooth_noise(at, wave, most, 57))
}

fn smooth_noise(at: Place, wave: Tenths, most: Tenths, salt: u32) -> Tenths {
    let (column, row) = (at.x.div_euclid(wave), at.y.div_euclid(wave));
    let ease = |along: Tenths| {
        let t = i64::from(along) * 1_024 / i64::from(wave);
        t * t * (3 * 1_024 - 2 * t) / (1_024 * 1_024)
    };
    let (across, down) = (ease(at.x.rem_euclid(wave)), ease(at.y.rem_euclid(wave)));
    let corner = |x: i32, y: i32| i64::from(thrown(column + x, row + y, salt, most));
    let blend = |one: i64, two: i64, share: i64| one * (1_024 - share) + two * share;
    let top = blend(corner(0, 0), corner(1, 0), across);
    let bottom = blend(corner(0, 1), corner(1, 1), across);
    (blend(top, bottom, down) / (1_024 * 1_024)) as Tenths
}

/// A line with a place added in every so far, so that it can waver between its points.
pub(crate) fn divided(places: &[Place], step: Tenths) -> Vec<(Place, bool)> {
    let mut divided = Vec::new();
    for pair in places.windows(2) {
        let pieces = i64::from(pair[0].distance(pair[1]) / step.max(1)) + 1;
        divided.push((pair[0], true));
        divided.extend((1..pieces).map(|piece| (pair[0].towards(pair[1], piece, pieces), false)));
    }
    divided.extend(places.last().map(|last| (*last, true)));
    divided
}

/// A stream or path that wavers between the points it was surveyed through, and keeps those.
pub(crate) fn natural(places: &[Place], scale: Scale) -> Vec<Place> {
    let (step, wave, most) = (scale.units(55), scale.units(130), scale.units(9));
    let push = |(place, surveyed): (Place, bool)| {
        let (x, y) = if surveyed { (0, 0) } else { waver(place, wave, most) };
        place.plus(x, y)
    };
    divided(places, step).into_iter().map(push).collect()
}

/// A road: straight between its points, and eased into each bend no farther from it than `reach`.
pub(crate) fn eased(places: &[Place], reach: Tenths) -> Vec<Place> {
    let mut eased = Vec::new();
    for (index, place) in places.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|index| places.get(index));
        let near = |other: &Place| {
            let whole = place.distance(*other);
            (whole > 3 * reach).then(|| place.towards(*other, i64::from(reach), i64::from(whole)))
        };
        let is_end = index == 0 || index + 1 == places.len();
        eased.extend(before.and_then(near).filter(|_| !is_end));
        eased.push(*place);
        eased.extend(places.get(index + 1).and_then(near).filter(|_| !is_end));
    }
    eased
}

/// The edge of a wood or a marsh: a ring with waver everywhere but on the map's own edge.
pub(crate) fn natural_ring(corners: &[Place], scale: Scale) -> Vec<Place> {
    let mut closed = corners.to_vec();
    closed.extend(corners.first().copied());
    let (step, wave, most) = (scale.units(45), scale.units(110), scale.units(10));
    let mut ring: Vec<Place> = divided(&closed, step)
        .into_iter()
        .map(|(place, _)| {
            let (x, y) = waver(place, wave, most);
            place.plus(x, y)
        })
        .collect();
    ring.pop();
    ring
}

/// A smooth curve through all the places.
pub(crate) fn smooth(path: &mut Path, places: &[Place], closed: bool) {
    let count = places.len();
    let Some(first) = places.first() else { return };
    let at = |index: isize| {
        let wrapped = if closed { index.rem_euclid(count as isize) } else { index.clamp(0, count as isize - 1) };
        places[wrapped as usize]
    };
    path.move_to(*first);
    let last = if closed { count } else { count - 1 } as isize;
    for index in 0..last {
        let (before, from, to, after) = (at(index - 1), at(index), at(index + 1), at(index + 2));
        path.curve_to(handle(from, before, to, to), handle(to, after, from, from), to);
    }
    if closed {
        path.close();
    }
}

/// Where a curve leaves a place: parallel to the line between its neighbours, a third of the way to the next one.
fn handle(at: Place, behind: Place, ahead: Place, next: Place) -> Place {
    let reach = i64::from(at.distance(next)) / 3;
    let along = i64::from(behind.distance(ahead)).max(1);
    let part = |from: Tenths, to: Tenths| (i64::from(to - from) * reach / along) as Tenths;
    at.plus(part(behind.x, ahead.x), part(behind.y, ahead.y))
}

/// The places of a smooth curve, close enough together to walk along.
pub(crate) fn flattened(places: &[Place], step: Tenths) -> Vec<Place> {
    let mut flat = Vec::new();
    let count = places.len();
    for index in 0..count.saturating_sub(1) {
        let (from, to) = (places[index], places[index + 1]);
        let (before, after) = (places[index.saturating_sub(1)], places[(index + 2).min(count - 1)]);
        let (first, second) = (handle(from, before, to, to), handle(to, after, from, from));
        let pieces = i64::from(from.distance(to) / step.max(1)).clamp(1, 64);
        flat.extend((0..pieces).map(|piece| bezier([from, first, second, to], piece, pieces)));
    }
    flat.extend(places.last());
    flat
}

fn bezier(points: [Place; 4], piece: i64, pieces: i64) -> Place {
    let middle = |one: Place, two: Place| one.towards(two, piece, pieces);
    let [a, b, c, d] = points;
    let (ab, bc, cd) = (middle(a, b), middle(b, c), middle(c, d));
    middle(middle(ab, bc), middle(bc, cd))
}

/// Stations along a line, every so far, each with the way the line runs there. `lead` is the way to the first.
pub(crate) fn stations(places: &[Place], lead: Tenths, every: Tenths) -> Vec<(Place, Bearing)> {
    let every = every.max(1);
    let (mut found, mut due) = (Vec::new(), lead);
    for pair in places.windows(2) {
        let length = pair[0].distance(pair[1]);
        if length == 0 {
            continue;
        }
        let bearing = Bearing::between(pair[0], pair[1]);
        while due <= length {
            found.push((pair[0].towards(pair[1], i64::from(due), i64::from(length)), bearing));
            due += every;
        }
        due -= length;
    }
    found
}

/// A line beside a line, so far to its right.
pub(crate) fn beside(places: &[Place], right: Tenths) -> Vec<Place> {
    let count = places.len();
    (0..count)
        .map(|index| {
            let bearing = Bearing::between(places[index.saturating_sub(1)], places[(index + 1).min(count - 1)]);
            places[index].moved(bearing, 0, right)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wavering_line_keeps_its_surveyed_points() {
        let places = [Place::new(0, 0), Place::new(5_000, 300), Place::new(9_000, 4_000)];
        let drawn = natural(&places, Scale(1_000));
        assert!(places.iter().all(|place| drawn.contains(place)));
        assert!(drawn.len() > 10);
    }

    #[test]
    fn stations_stand_apart_as_told() {
        let found = stations(&[Place::new(0, 0), Place::new(100, 0), Place::new(100, 100)], 10, 60);
        let places: Vec<Place> = found.iter().map(|(place, _)| *place).collect();
        assert_eq!(places, [Place::new(10, 0), Place::new(70, 0), Place::new(100, 30), Place::new(100, 90)]);
        assert_eq!(beside(&[Place::new(0, 0), Place::new(100, 0)], 10)[0], Place::new(0, 10));
    }
}
