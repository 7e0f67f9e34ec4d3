//! What can be asked about the ground, on a small map that can be checked with a pencil, and laws on random ones.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use field::ground::{
    Area, AreaId, AreaKind, Contour, Depth, Extent, FOOT, Faces, Fraction, Ground, How, Line, LineId, LineKind, Point,
    Region, Ring, Slope, Spot, SpotKind, Survey, What, YARD,
};
use proptest::prelude::*;

fn yards(corners: &[(i32, i32)]) -> Vec<Point> {
    corners.iter().map(|&(x, y)| Point::yards(x, y)).collect()
}

fn square(low: i32, high: i32) -> Region {
    Region::of(yards(&[(low, low), (high, low), (high, high), (low, high)]))
}

fn area(kind: AreaKind, region: Region) -> Area {
    Area { name: None, kind, region, construction: None, depth: None, room: None, fortified: false }
}

fn line(kind: LineKind, points: &[(i32, i32)]) -> Line {
    Line { name: None, kind, points: yards(points), width: 0, depth: None, faces: Faces::Both }
}

fn hill(region: Region, feet: i32) -> Contour {
    Contour { name: None, region, height: feet * FOOT }
}

/// A thousand yards square: a wood with a clearing, a hill of two contours, a brook and a wall.
fn ground() -> Ground {
    let mut wood = square(200, 400);
    wood.holes.push(Ring { corners: yards(&[(250, 250), (350, 250), (350, 350), (250, 350)]) });
    let summit = Spot {
        name: None,
        kind: SpotKind::Summit,
        at: Point::yards(750, 750),
        construction: None,
        room: None,
        fortified: false,
        height: Some(80 * FOOT),
    };
    Ground::from(Survey {
        extent: Extent::to(Point::yards(1000, 1000)),
        contours: vec![hill(square(700, 800), 60), hill(square(600, 900), 30)],
        areas: vec![area(AreaKind::OpenWood, wood), area(AreaKind::SteepSlope, square(0, 50))],
        lines: vec![
            line(LineKind::Stream, &[(0, 500), (1000, 500)]),
            line(LineKind::StoneWall, &[(100, 450), (300, 550), (500, 450)]),
        ],
        spots: vec![summit],
    })
}

#[test]
fn a_point_lies_in_its_areas_and_an_edge_belongs_to_its_area() {
    let ground = ground();
    let kinds = |x, y| ground.kinds_at(Point::yards(x, y)).collect::<Vec<_>>();
    assert_eq!(kinds(220, 220), [AreaKind::OpenWood]);
    assert_eq!(kinds(200, 300), [AreaKind::OpenWood]);
    assert_eq!(kinds(250, 300), [AreaKind::OpenWood], "the edge of a hole");
    assert_eq!(kinds(300, 300), [], "the clearing");
    assert_eq!(kinds(199, 300), []);
}

#[test]
fn a_straight_line_meets_things_in_order_at_exact_places() {
    let ground = ground();
    let met = ground.along(Point::yards(0, 300), Point::yards(600, 300));
    let seen: Vec<_> = met.iter().map(|met| (met.at, met.how)).collect();
    let at = |yards| Fraction::new(yards, 600).expect("not by nought");
    let expected = [(at(200), How::Enters), (at(250), How::Leaves), (at(350), How::Enters), (at(400), How::Leaves)];
    assert_eq!(seen, expected);
    assert!(met.iter().all(|met| met.what == What::Area(AreaId(0))));
    assert_eq!(at(250).between(Point::yards(0, 300), Point::yards(600, 300)), Point::yards(250, 300));
}

#[test]
fn a_line_is_crossed_once_however_the_path_is_cut() {
    let ground = ground();
    let (south, on, north) = (Point::yards(600, 400), Point::yards(600, 500), Point::yards(600, 590));
    assert_eq!(ground.crossings(south, north).len(), 1);
    assert!(!ground.crossings(south, north)[0].from_left, "the brook runs east, and south of it is its right side");
    assert!(ground.crossings(north, south)[0].from_left);
    assert_eq!(ground.crossings(south, on).len() + ground.crossings(on, north).len(), 1);
    assert_eq!(ground.crossings(north, on).len() + ground.crossings(on, south).len(), 1);
}

#[test]
fn a_corner_that_is_only_touched_is_not_crossed() {
    let ground = ground();
    let walls = |from, to| {
        let crossings = ground.crossings(from, to);
        crossings.iter().filter(|crossing| crossing.line == LineId(1)).count()
    };
    assert_eq!(walls(Point::yards(0, 550), Point::yards(600, 550)), 0);
    assert_eq!(walls(Point::yards(300, 600), Point::yards(300, 400)), 1, "through the corner");
    assert_eq!(walls(Point::yards(0, 500), Point::yards(600, 500)), 2);
}

#[test]
fn asked_about_some_lines_one_finds_those_of_all_crossings() {
    let ground = ground();
    let lines: Vec<LineId> = (0..ground.lines().len() as u32).map(LineId).collect();
    let places: Vec<Point> =
        (0..7).flat_map(|column| (0..7).map(move |row| Point::yards(column * 100, row * 100))).collect();
    for from in &places {
        for to in &places {
            let all = ground.crossings(*from, *to);
            assert_eq!(ground.crossings_among(&lines, *from, *to), all);
            for line in &lines {
                let of_it: Vec<_> = all.iter().copied().filter(|crossing| crossing.line == *line).collect();
                assert_eq!(ground.crossings_among(&[*line], *from, *to), of_it);
            }
        }
    }
}

#[test]
fn levels_are_contours_and_heights_lie_between_them() {
    let ground = ground();
    let level = |x, y| ground.level_at(Point::yards(x, y)) / FOOT;
    assert_eq!([level(500, 750), level(600, 750), level(650, 750), level(750, 700)], [0, 30, 30, 60]);
    let height = |x, y| ground.height_at(Point::yards(x, y));
    assert_eq!(height(650, 750), 45 * FOOT, "half-way between the contours");
    assert_eq!(height(750, 750), 80 * FOOT, "the summit");
    assert_eq!(height(725, 750), 70 * FOOT, "half-way to the summit");
    assert_eq!(height(550, 750), 15 * FOOT, "the foot is ten times thirty feet long");
    assert_eq!(height(450, 750), 0);
}

#[test]
fn slopes_are_told_by_height_by_marks_and_by_cliffs() {
    let ground = ground();
    let slope = |from: (i32, i32), to: (i32, i32)| ground.slope(Point::yards(from.0, from.1), Point::yards(to.0, to.1));
    assert_eq!(slope((100, 700), (300, 700)).slope, Slope::Level);
    assert_eq!(slope((600, 750), (700, 750)).slope, Slope::Gentle);
    assert_eq!(slope((600, 750), (700, 750)).rise, 30 * FOOT);
    assert_eq!(slope((700, 750), (600, 750)).rise, -30 * FOOT);
    assert_eq!(slope((725, 750), (750, 750)).slope, Slope::Gentle);
    assert_eq!(slope((20, 20), (80, 20)).slope, Slope::Steep);
    assert_eq!(slope((20, 20), (20, 20)).rise, 0);
}

#[test]
fn a_base_knows_what_lies_under_it_and_whether_wholly() {
    let ground = ground();
    let base = |x: i32, y: i32| yards(&[(x, y), (x + 20, y), (x + 20, y + 20), (x, y + 20)]);
    let under = |x, y| ground.areas_under(&base(x, y)).first().map(|under| under.whole);
    assert_eq!(under(210, 210), Some(true));
    assert_eq!(under(190, 210), Some(false));
    assert_eq!(under(290, 290), None, "in the clearing");
    assert_eq!(under(240, 300), Some(false), "half in the clearing");
    let great = yards(&[(240, 240), (360, 240), (360, 360), (240, 360)]);
    assert_eq!(ground.areas_under(&great).first().map(|under| under.whole), Some(false), "the clearing lies under it");
    assert_eq!(ground.lines_under(&base(600, 490)), [LineId(0)]);
    assert_eq!(ground.lines_under(&base(600, 470)), []);
}

#[test]
fn reach_is_exact() {
    let ground = ground();
    let point = Point::yards(600, 400);
    assert_eq!(ground.lines_near(point, 100 * YARD), [LineId(0)]);
    assert_eq!(ground.lines_near(point, 100 * YARD - 1), []);
    assert_eq!(ground.spots_near(Point::yards(750, 700), 50 * YARD).len(), 1);
    assert_eq!(ground.spots_near(Point::yards(750, 700), 50 * YARD - 1).len(), 0);
}

#[test]
fn every_kind_is_found_by_its_name() {
    assert!(AreaKind::ALL.iter().all(|kind| AreaKind::named(kind.name()) == Some(*kind)));
    assert!(LineKind::ALL.iter().all(|kind| LineKind::named(kind.name()) == Some(*kind)));
    assert!(SpotKind::ALL.iter().all(|kind| SpotKind::named(kind.name()) == Some(*kind)));
    assert_eq!(Depth::named("bottomless"), None);
}

fn any_point() -> impl Strategy<Value = Point> {
    (0..1000, 0..1000).prop_map(|(x, y)| Point::yards(x, y))
}

proptest! {
    /// A path cut in two meets what the whole path meets.
    #[test]
    fn pieces_of_a_path_add_up(from in any_point(), to in any_point(), cut in 0..=24_i64) {
        let ground = ground();
        let middle = Fraction::new(cut, 24).expect("not by nought").between(from, to);
        prop_assert_eq!(from.side(to, middle), 0, "a yard has twenty-four whole parts");
        let whole = ground.crossings(from, to).len();
        prop_assert_eq!(ground.crossings(from, middle).len() + ground.crossings(middle, to).len(), whole);
    }

    /// The middle of a stretch lies in its area, and what lies in no stretch lies in no area.
    #[test]
    fn stretches_and_points_agree(from in any_point(), to in any_point(), share in 0..=1000_i64) {
        let ground = ground();
        let place = Fraction::new(share, 1000).expect("not by nought");
        let point = place.between(from, to);
        // Within the rounding of the place either answer is right.
        let near = |at: Fraction| at.between(from, to).distance(point) <= 2;
        let stretches = ground.stretches(from, to);
        prop_assume!(from != to && !stretches.iter().any(|stretch| near(stretch.from) || near(stretch.to)));
        let in_stretch = stretches.iter().any(|stretch| stretch.from < place && place < stretch.to);
        let on_edge = |x: i32, y: i32| ground.areas_at(Point::new(point.x + x, point.y + y)).next().is_some();
        let in_area = ground.areas_at(point).next().is_some();
        // A line along an edge lies beside the area, though the points on it belong to it.
        prop_assert!(in_stretch == in_area || !(on_edge(3, 0) && on_edge(-3, 0) && on_edge(0, 3) && on_edge(0, -3)));
    }

    /// There and back one meets the same lines.
    #[test]
    fn there_and_back_one_crosses_the_same(from in any_point(), to in any_point()) {
        let ground = ground();
        let on_a_line = |point| !ground.lines_near(point, 0).is_empty();
        prop_assume!(!on_a_line(from) && !on_a_line(to));
        let lines = |from, to| {
            let mut lines: Vec<_> = ground.crossings(from, to).iter().map(|crossing| crossing.line).collect();
            lines.sort_unstable();
            lines
        };
        prop_assert_eq!(lines(from, to), lines(to, from));
    }

    /// The height lies between the level of the point and the next contour's.
    #[test]
    fn heights_lie_between_levels(point in any_point()) {
        let ground = ground();
        let (level, height) = (ground.level_at(point), ground.height_at(point));
        prop_assert!(level <= height && height <= level + 30 * FOOT);
    }
}
