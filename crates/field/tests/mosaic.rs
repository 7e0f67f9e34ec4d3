//! The ground in cells never says that there is nothing where there is something.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use field::ground::{
    Area, AreaKind, Contour, Extent, FOOT, Faces, Ground, Line, LineKind, Mosaic, Point, Region, Survey, What, YARD,
};

/// A generator of our own, so that the test depends on nothing.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as i32
    }

    fn point(&mut self) -> Point {
        Point::new(self.below(2_000 * YARD), self.below(1_500 * YARD))
    }

    fn region(&mut self, size: i32) -> Region {
        let at = self.point();
        let mut corner = |east: i32, north: i32| {
            let (x, y) = (east * self.below(size * YARD), north * self.below(size * YARD));
            Point::new(at.x + x, at.y + y)
        };
        Region::of(vec![corner(1, 1), corner(-1, 1), corner(-1, -1), corner(1, -1)])
    }
}

fn ground(chance: &mut Chance) -> Ground {
    let area =
        |kind, region| Area { name: None, kind, region, construction: None, depth: None, room: None, fortified: false };
    let mut survey = Survey {
        extent: Extent::to(Point::yards(2_000, 1_500)),
        contours: Vec::new(),
        areas: Vec::new(),
        lines: Vec::new(),
        spots: Vec::new(),
    };
    for number in 0..12 {
        survey.areas.push(area(if number % 2 == 0 { AreaKind::OpenWood } else { AreaKind::Town }, chance.region(250)));
        let points = (0..4).map(|_| chance.point()).collect();
        let (width, faces) = (0, Faces::Both);
        survey.lines.push(Line { name: None, kind: LineKind::StoneWall, points, width, depth: None, faces });
    }
    for height in 1..6 {
        survey.contours.push(Contour { height: height * 20 * FOOT, region: chance.region(400), name: None });
    }
    Ground::from(survey)
}

#[test]
fn no_mark_means_that_nothing_is_there() {
    let mut chance = Chance(1862);
    let (mut plain, mut marked) = (0, 0);
    for _ in 0..20 {
        let ground = ground(&mut chance);
        let mosaic = Mosaic::new(&ground, 30 * YARD, |what| match what {
            What::Area(_) => 1,
            What::Line(_) => 2,
            What::Contour(_) => 0,
        });
        for _ in 0..400 {
            let from = chance.point();
            let near = Point::new(
                from.x + chance.below(600 * YARD) - 300 * YARD,
                from.y + chance.below(600 * YARD) - 300 * YARD,
            );
            let to = Point::new(near.x.clamp(0, 2_000 * YARD), near.y.clamp(0, 1_500 * YARD));
            let found = mosaic.along(from, to);
            assert!(found.marks & 1 != 0 || ground.stretches(from, to).is_empty(), "{from:?} to {to:?}");
            assert!(found.marks & 2 != 0 || ground.crossings(from, to).is_empty(), "{from:?} to {to:?}");
            let climbs = ground.climbs(from, to);
            assert!(climbs.iter().all(|climb| ground.contours()[climb.of.index()].height <= found.top));
            let levels = (ground.level_at(from), ground.level_at(to));
            assert!(found.uneven || levels == (found.top, found.top), "{from:?} to {to:?}");
            let at = mosaic.at(from);
            assert!(at.marks & 1 != 0 || ground.areas_at(from).next().is_none());
            assert!(at.uneven || at.top == levels.0, "{from:?}");
            let base = Extent::around([from, to]).expect("two points have a box");
            let corners = [
                base.south_west,
                Point::new(base.north_east.x, base.south_west.y),
                base.north_east,
                Point::new(base.south_west.x, base.north_east.y),
            ];
            assert!(mosaic.within(&base).marks & 2 != 0 || ground.lines_under(&corners).is_empty());
            if found.marks == 0 && !found.uneven { plain += 1 } else { marked += 1 }
        }
    }
    assert!(plain > 500 && marked > 500, "{plain} lines met nothing, {marked} something");
}
