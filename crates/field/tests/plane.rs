//! Laws of the plane: footprints, manoeuvres, lines of sight and ways.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use field::ground::{
    Area, AreaKind, Contour, Extent, FOOT, Faces, Ground, How, Length, Line, LineId, LineKind, Met, Point, Region,
    Survey, What, YARD,
};
use field::hex::derived::Lattice;
use field::plane::{
    Block, Edge, Flank, Footprint, Heading, Hides, Look, Manoeuvre, Obstacles, Routes, Stopped, Troops, Turn,
    carry_out, gap, going, passed, swept,
};
use proptest::prelude::*;

fn any_footprint(field: Length) -> impl Strategy<Value = Footprint> {
    let place = (0..field, 0..field).prop_map(|(x, y)| Point::new(x, y));
    (place, any::<u16>(), 2..field / 4, 2..field / 8)
        .prop_map(|(centre, heading, front, depth)| Footprint::new(centre, Heading(heading), front, depth))
}

fn any_troops(field: Length) -> impl Strategy<Value = Vec<Footprint>> {
    prop::collection::vec(any_footprint(field), 1..30)
}

fn any_manoeuvre(reach: Length) -> impl Strategy<Value = Manoeuvre> {
    let turn = -20_000..20_000_i32;
    prop_oneof![
        (-reach..reach).prop_map(Manoeuvre::Advance),
        (0..reach).prop_map(Manoeuvre::BackStep),
        (-reach..reach).prop_map(Manoeuvre::SideStep),
        (turn.clone(), 0..reach).prop_map(|(turn, length)| Manoeuvre::Oblique { turn: Turn(turn), length }),
        (turn.clone(), any::<bool>()).prop_map(|(turn, left)| Manoeuvre::Wheel {
            on: if left { Flank::Left } else { Flank::Right },
            turn: Turn(turn)
        }),
        turn.prop_map(|turn| Manoeuvre::Face(Turn(turn))),
    ]
}

/// The greatest space that any of the four directions shows between two footprints, with rounding: less than nothing if
/// they overlap by so much.
fn space(one: &Footprint, other: &Footprint) -> f64 {
    let corners = |footprint: &Footprint| footprint.corners().map(|point| (f64::from(point.x), f64::from(point.y)));
    let (a, b) = (corners(one), corners(other));
    let mut most = f64::MIN;
    for heading in [one.heading, other.heading] {
        let angle = f64::from(heading.0) / 65_536.0 * std::f64::consts::TAU;
        for (x, y) in [(angle.sin(), angle.cos()), (angle.cos(), -angle.sin())] {
            let reach = |corners: &[(f64, f64); 4]| {
                let along = corners.map(|(at_x, at_y)| at_x * x + at_y * y);
                (along.iter().copied().fold(f64::MAX, f64::min), along.iter().copied().fold(f64::MIN, f64::max))
            };
            let ((a_low, a_high), (b_low, b_high)) = (reach(&a), reach(&b));
            most = most.max(b_low - a_high).max(a_low - b_high);
        }
    }
    most
}

proptest! {
    #[test]
    fn overlap_is_what_four_directions_say(one in any_footprint(20_000), other in any_footprint(20_000)) {
        prop_assert_eq!(one.overlaps(&other), other.overlaps(&one));
        prop_assert_eq!(one.distance_squared(&other), other.distance_squared(&one));
        let space = space(&one, &other);
        if space.abs() > 3.0 {
            prop_assert_eq!(one.overlaps(&other), space < 0.0);
            prop_assert_eq!(one.distance(&other) > 0, space > 0.0);
        }
        // The distance is at least the space that any direction shows, and at most that between the centres.
        let distance = f64::from(one.distance(&other));
        prop_assert!(distance >= space.max(0.0) - 3.0);
        prop_assert!(one.distance(&other) <= one.centre.distance(other.centre));
        let range = one.distance(&other);
        prop_assert!(one.is_within(range + 1, &other));
        prop_assert!(range == 0 || !one.is_within(range - 1, &other));
    }

    #[test]
    fn the_index_finds_what_a_plain_loop_finds(
        troops in any_troops(30_000), from in (0..30_000, 0..30_000), to in (-9_000..39_000, -9_000..39_000),
    ) {
        let (from, to) = (Point::new(from.0, from.1), Point::new(to.0, to.1));
        let index = Troops::new(troops.clone());
        let plainly: Vec<usize> =
            (0..troops.len()).filter(|number| troops[*number].is_crossed_by(from, to)).collect();
        prop_assert_eq!(index.in_the_way(from, to), plainly.clone());
        prop_assert_eq!(index.is_in_the_way(from, to, |_| true), !plainly.is_empty());
        prop_assert_eq!(index.is_in_the_way(from, to, |number| number % 2 == 0), plainly.iter().any(|number| number % 2 == 0));
        prop_assert_eq!(index.is_in_the_way(to, from, |_| true), !plainly.is_empty(), "sight is symmetric");
        let found: Vec<usize> = index.overlapping(&troops[0]).collect();
        let overlapped: Vec<usize> = (0..troops.len()).filter(|number| troops[*number].overlaps(&troops[0])).collect();
        prop_assert_eq!(found, overlapped);
        let near: Vec<usize> = index.within(2_000, &troops[0]).collect();
        let nearby: Vec<usize> = (0..troops.len()).filter(|number| troops[*number].is_within(2_000, &troops[0])).collect();
        prop_assert_eq!(near, nearby);
        let pairs = troops.iter().enumerate().flat_map(|(one, footprint)| {
            let after = troops.iter().enumerate().skip(one + 1);
            after.filter(|(_, other)| footprint.overlaps(other)).map(move |(other, _)| (one, other))
        });
        prop_assert!(index.overlaps().eq(pairs));
    }

    #[test]
    fn long_lines_are_compared_as_short_ones_are(troops in any_troops(30_000), to in (-9..9_i32, -9..9_i32)) {
        let (from, to) = (Point::new(100, 100), Point::new(100 + to.0 * 30_000_000, 100 + to.1 * 30_000_000));
        let index = Troops::new(troops.clone());
        let plainly = troops.iter().any(|footprint| footprint.is_crossed_by(from, to));
        prop_assert_eq!(index.is_in_the_way(from, to, |_| true), plainly);
    }

    #[test]
    fn after_a_move_nobody_stands_on_anybody(
        unit in any_footprint(40_000), others in any_troops(40_000), manoeuvre in any_manoeuvre(20_000),
    ) {
        let others: Vec<Footprint> = others.into_iter().filter(|other| !other.overlaps(&unit)).collect();
        let troops = Troops::new(others.clone());
        let all = |_: usize| true;
        let edge = Extent::to(Point::new(40_000, 40_000));
        let starts_on_map = unit.corners().iter().all(|corner| edge.contains(*corner));
        let obstacles = Obstacles { troops: Some((&troops, &all)), edge: starts_on_map.then_some(edge), ..Obstacles::NONE };
        let moved = carry_out(&unit, manoeuvre, &obstacles);
        prop_assert!(others.iter().all(|other| !other.overlaps(&moved.end)));
        if starts_on_map {
            prop_assert!(moved.end.corners().iter().all(|corner| edge.contains(*corner)));
        }
        prop_assert!(moved.length <= manoeuvre.length(&unit));
        if moved.stopped.is_none() {
            prop_assert_eq!(moved.end, manoeuvre.end(&unit));
        }
        // It was stopped by something it really comes up against.
        if let Some(Stopped::By(number)) = moved.stopped {
            prop_assert!(moved.end.distance(&others[number]) <= 8, "{}", moved.end.distance(&others[number]));
        }
        prop_assert_eq!(carry_out(&unit, manoeuvre, &Obstacles::NONE).end, manoeuvre.end(&unit));
    }

    #[test]
    fn no_part_of_a_unit_comes_upon_ground_that_bars_its_way(
        at in (60..940_i32, 60..940_i32), heading in 0..=u16::MAX, front in 5..120_i32, manoeuvre in any_manoeuvre(500 * YARD),
    ) {
        let ground = ground();
        let unit = Footprint::new(Point::yards(at.0, at.1), Heading(heading), front * YARD, 15 * YARD);
        let before = ground.all_under(&unit.shrunk(1).corners());
        let barred = |what: What| matches!(what, What::Area(_) | What::Line(LineId(1)));
        let bars = |met: &Met| barred(met.what);
        let obstacles = Obstacles { ground: Some((&ground, &bars)), ..Obstacles::NONE };
        let moved = carry_out(&unit, manoeuvre, &obstacles);
        let new = |what: &What| barred(*what) && !before.contains(what);
        let on = ground.all_under(&moved.end.shrunk(4).corners());
        prop_assert!(!on.iter().any(new), "{on:?}");
        if let Some(Stopped::Ground(met)) = moved.stopped {
            // It was really close; but nobody stops halfway through facing.
            prop_assume!(!matches!(manoeuvre, Manoeuvre::Face(_)));
            let near = Footprint { half_front: moved.end.half_front + YARD / 4, half_depth: moved.end.half_depth + YARD / 4, ..moved.end };
            prop_assert!(ground.is_under(met.what, &near.corners()), "{met:?}");
        } else {
            let swept = swept(&unit, manoeuvre);
            let crossed = swept.iter().flat_map(|region| ground.all_under(&region.outline.corners));
            prop_assert!(!crossed.into_iter().any(|what| new(&what)));
        }
    }

    #[test]
    fn whoever_is_passed_stands_on_the_ground_that_is_swept(
        unit in any_footprint(40_000), others in any_troops(40_000), manoeuvre in any_manoeuvre(20_000),
    ) {
        let troops = Troops::new(others.clone());
        let over = passed(&unit, manoeuvre, &troops, |_| true);
        let swept = swept(&unit, manoeuvre);
        for (number, other) in others.iter().enumerate() {
            // Whoever is overlapped at the start or at the end is passed, and who is not passed keeps his middle.
            let is_passed = over.contains(&number);
            if matches!(manoeuvre, Manoeuvre::Advance(length) if length != 0) {
                let touched = other.overlaps(&unit) || other.overlaps(&manoeuvre.end(&unit));
                prop_assert!(is_passed || !touched);
            }
            if !is_passed && manoeuvre.end(&unit) != unit {
                prop_assert!(!other.shrunk(20).contains(unit.centre));
                let inside = swept.iter().any(|region| region.contains(other.centre));
                prop_assert!(!inside || other.half_depth < 20 || other.half_front < 20);
            }
        }
        prop_assert!(swept.iter().any(|region| region.contains(unit.centre)));
    }

    #[test]
    fn a_wheel_leaves_its_corner_where_it_was(unit in any_footprint(40_000), turn in -20_000..20_000_i32) {
        let wheel = Manoeuvre::Wheel { on: Flank::Left, turn: Turn(turn) };
        let (before, after) = (unit.corners()[0], wheel.end(&unit).corners()[0]);
        prop_assert!(before.distance(after) <= 3, "{before:?} {after:?}");
        let around = (f64::from(turn.abs()) / 65_536.0 * std::f64::consts::TAU) * f64::from(2 * unit.half_front);
        prop_assert!((f64::from(wheel.length(&unit)) - around).abs() < 1.0);
    }

    #[test]
    fn a_look_is_the_same_from_either_end(from in (0..1_000, 0..1_000), to in (0..1_000, 0..1_000)) {
        let (ground, from, to) = (ground(), Point::yards(from.0, from.1), Point::yards(to.0, to.1));
        let troops = Troops::new(vec![Block::of(8, 8, 25 * YARD, 25 * YARD).at(Point::yards(500, 700), Heading(5_000))]);
        let (there, back) = (Look::new(&ground, Some(&troops), from, to), Look::new(&ground, Some(&troops), to, from));
        let seen = |look: &Look| {
            let mut seen: Vec<_> = look.screens.iter().map(|screen| (screen.what, screen.length, screen.level)).collect();
            seen.sort_unstable();
            seen
        };
        prop_assert_eq!(seen(&there), seen(&back));
        prop_assert_eq!(there.levels, (back.levels.1, back.levels.0));
        let higher = there.levels.0.max(there.levels.1);
        prop_assert_eq!(there.is_clear(|screen| screen.level > higher), back.is_clear(|screen| screen.level > higher));
    }

    #[test]
    fn what_a_way_costs_adds_up_when_it_is_split(to in (1..1_000, 1..1_000), cut in 1..99_i32) {
        let (ground, from, to) = (ground(), Point::yards(0, 0), Point::yards(to.0, to.1));
        let price = |from: Point, to: Point| -> i64 {
            let twice = |areas: usize| if areas > 0 { 2 } else { 1 };
            going(&ground, from, to).iter().map(|piece| i64::from(piece.to - piece.from) * twice(piece.areas.len())).sum()
        };
        let pieces = going(&ground, from, to);
        prop_assert_eq!(pieces[0].from, 0);
        prop_assert_eq!(pieces[pieces.len() - 1].to, from.distance(to));
        prop_assert!(pieces.windows(2).all(|pair| pair[0].to == pair[1].from));
        let half = Point::new(to.x / 100 * cut, to.y / 100 * cut);
        let (whole, split) = (price(from, to), price(from, half) + price(half, to));
        // Each end of a piece is rounded to a tenth of a millimetre, and the point between may lie a little off the line.
        prop_assert!((whole - split).abs() <= 400, "{whole} {split}");
    }
}

fn yards(corners: &[(i32, i32)]) -> Vec<Point> {
    corners.iter().map(|&(x, y)| Point::yards(x, y)).collect()
}

fn square(low: i32, high: i32) -> Region {
    Region::of(yards(&[(low, low), (high, low), (high, high), (low, high)]))
}

/// A thousand yards square: a wood, a hill, a stream, and a road that goes round the wood.
fn ground() -> Ground {
    let wood = square(300, 700);
    let area = Area {
        name: None,
        kind: AreaKind::OpenWood,
        region: wood,
        construction: None,
        depth: None,
        room: None,
        fortified: false,
    };
    let line = |kind, points: &[(i32, i32)]| Line {
        name: None,
        kind,
        points: yards(points),
        width: 0,
        depth: None,
        faces: Faces::Both,
    };
    Ground::from(Survey {
        extent: Extent::to(Point::yards(1_000, 1_000)),
        contours: vec![Contour { name: None, region: square(750, 950), height: 40 * FOOT }],
        areas: vec![area],
        lines: vec![
            line(LineKind::Road, &[(0, 500), (250, 500), (250, 750), (720, 750), (1_000, 500)]),
            line(LineKind::Stream, &[(0, 100), (1_000, 100)]),
        ],
        spots: vec![],
    })
}

#[test]
fn stands_make_a_block() {
    let block = Block::of(10, 5, 400, 200);
    assert_eq!((block.whole_front(), block.whole_depth()), (2_000, 400));
    let line = block.with_front_at(Point::new(10_000, 10_000), Heading::EAST);
    assert_eq!(line.front_centre(), Point::new(10_000, 10_000));
    assert_eq!(line.corners()[0], Point::new(10_000, 11_000), "the left of a line that faces east is north");
    assert!(line.contains(Point::new(9_700, 9_100)) && !line.contains(Point::new(10_001, 10_000)));
}

#[test]
fn a_charge_ends_in_contact_and_knows_which_edge_it_struck() {
    let target = Footprint::new(Point::yards(500, 500), Heading::SOUTH, 100 * YARD, 20 * YARD);
    let charger = Footprint::new(Point::yards(520, 300), Heading::NORTH, 100 * YARD, 20 * YARD);
    let troops = Troops::new(vec![target]);
    let all = |_: usize| true;
    let obstacles = Obstacles { troops: Some((&troops, &all)), ..Obstacles::NONE };
    let charge = carry_out(&charger, Manoeuvre::Advance(400 * YARD), &obstacles);
    assert_eq!(charge.stopped, Some(Stopped::By(0)));
    assert_eq!(charge.length, 180 * YARD);
    assert!(charge.end.touches(&target, 1));
    assert_eq!(target.edge_towards(&charge.end), Some(Edge::Front));
    let flanker = Footprint::new(Point::yards(300, 500), Heading::EAST, 50 * YARD, 20 * YARD);
    let struck = carry_out(&flanker, Manoeuvre::Advance(400 * YARD), &obstacles).end;
    assert_eq!(target.edge_towards(&struck), Some(Edge::Right), "the right of a line that faces south is west");
    let about = Manoeuvre::ABOUT_FACE.end(&target);
    assert_eq!((about.centre, about.heading), (target.centre, Heading::NORTH));
}

#[test]
fn ground_and_the_edge_of_the_map_stop_a_move() {
    let ground = ground();
    let unit = Footprint::new(Point::yards(500, 190), Heading::NORTH, 60 * YARD, 20 * YARD);
    let closed = |met: &Met| matches!(met.how, How::Enters) && matches!(met.what, What::Area(_));
    let obstacles = Obstacles { ground: Some((&ground, &closed)), edge: Some(ground.extent()), ..Obstacles::NONE };
    let moved = carry_out(&unit, Manoeuvre::Advance(400 * YARD), &obstacles);
    assert!(matches!(moved.stopped, Some(Stopped::Ground(_))));
    assert_eq!(moved.end.front_centre(), Point::new(500 * YARD, 300 * YARD - 1));
    let back = carry_out(&unit, Manoeuvre::BackStep(400 * YARD), &obstacles);
    assert_eq!((back.stopped, back.length), (Some(Stopped::Edge), 180 * YARD));
}

#[test]
fn a_flank_is_stopped_where_the_middle_would_pass() {
    let ground = ground();
    // The middle of the line passes the wood at x 250, its right wing does not.
    let line = Footprint::new(Point::yards(250, 200), Heading::NORTH, 140 * YARD, 20 * YARD);
    let closed = |met: &Met| matches!(met.what, What::Area(_));
    let obstacles = Obstacles { ground: Some((&ground, &closed)), ..Obstacles::NONE };
    let moved = carry_out(&line, Manoeuvre::Advance(400 * YARD), &obstacles);
    assert!(matches!(moved.stopped, Some(Stopped::Ground(Met { how: How::Enters, what: What::Area(_), .. }))));
    assert_eq!(moved.length, 90 * YARD - 1);
    // A thorn of the wood between the wings stops a line whose corners both pass it.
    let wide = Footprint::new(Point::yards(500, 100), Heading::NORTH, 600 * YARD, 20 * YARD);
    assert_eq!(carry_out(&wide, Manoeuvre::Advance(400 * YARD), &obstacles).length, 190 * YARD - 1);
    // Whoever stands in it already goes on.
    let inside = Footprint::new(Point::yards(300, 500), Heading::EAST, 60 * YARD, 20 * YARD);
    assert_eq!(carry_out(&inside, Manoeuvre::Advance(100 * YARD), &obstacles).stopped, None);
}

#[test]
fn a_gap_is_found_beside_those_who_block_the_way() {
    let unit = Footprint::new(Point::yards(500, 500), Heading::NORTH, 60 * YARD, 20 * YARD);
    let behind = Footprint::new(Point::yards(500, 400), Heading::NORTH, 120 * YARD, 20 * YARD);
    let troops = Troops::new(vec![behind]);
    let find = |spread| {
        gap(&unit, Heading::SOUTH, spread, 50 * YARD, 200 * YARD, |way| troops.overlapping(way).next().is_none())
    };
    let heading = find(Turn::degrees(60)).expect("there is room beside it");
    assert!(heading > Heading::SOUTH, "right before left");
    assert_eq!(find(Turn::degrees(10)), None);
}

#[test]
fn a_hill_and_a_wood_stand_in_the_line() {
    let ground = ground();
    let look = Look::new(&ground, None, Point::yards(100, 500), Point::yards(900, 500));
    let wood = look.screens.iter().find(|screen| matches!(screen.what, Hides::Area(_))).expect("the wood");
    assert_eq!(wood.length, 400 * YARD);
    let over = Look::new(&ground, None, Point::yards(700, 850), Point::yards(990, 850));
    let hill = over.screens.iter().find(|screen| matches!(screen.what, Hides::Rise(_))).expect("the hill");
    assert_eq!((hill.level, over.levels), (40 * FOOT, (0, 0)));
    assert!(over.is_under((6 * FOOT, 6 * FOOT), hill, hill.level));
    assert!(!over.is_under((60 * FOOT, 60 * FOOT), hill, hill.level));
}

#[test]
fn one_marches_by_the_road() {
    let ground = ground();
    let lattice = Lattice::over(ground.extent(), 50 * YARD).expect("a small lattice");
    let wood_costs_more = |from: Point, to: Point| {
        let in_wood = going(&ground, from, to).iter().any(|piece| !piece.areas.is_empty());
        Some(if in_wood { 8 } else { 4 })
    };
    let mut routes = Routes::new(&ground, lattice, |kind| kind == LineKind::Road, wood_costs_more, |_| Some(1));
    let route = routes.find(&ground, Point::yards(20, 480), Point::yards(980, 480)).expect("there is a road");
    assert!(route.by_road.iter().filter(|by_road| **by_road).count() >= 3, "{route:?}");
    assert!(route.points.contains(&Point::yards(250, 750)), "it bends where the road bends: {route:?}");
    assert_eq!(
        (route.points[0], route.points[route.points.len() - 1]),
        (Point::yards(20, 480), Point::yards(980, 480))
    );
    let again = routes.find(&ground, Point::yards(20, 480), Point::yards(980, 480));
    assert_eq!(again, Some(route));
}
