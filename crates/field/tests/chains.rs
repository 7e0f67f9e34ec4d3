//! Nobody stands on anybody, however long the battle: chains of moves, changes of formation, and marches that the path finder
//! laid out.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use field::ground::{Extent, Faces, Ground, Length, Line, LineKind, Point, Survey, YARD};
use field::hex::derived::Lattice;
use field::plane::{Block, Flank, Footprint, Heading, Manoeuvre, Obstacles, Routes, Stopped, Troops, Turn, carry_out};
use proptest::prelude::*;

const FIELD: Length = 400 * YARD;

/// What one unit does next.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Moves(Manoeuvre),
    /// Its stands form up in so many files, on the middle of their front.
    Forms(u16),
}

fn any_deed() -> impl Strategy<Value = Deed> {
    let (reach, turn) = (80 * YARD, -20_000..20_000_i32);
    prop_oneof![
        (-reach..reach).prop_map(|length| Deed::Moves(Manoeuvre::Advance(length))),
        (0..reach).prop_map(|length| Deed::Moves(Manoeuvre::BackStep(length))),
        (-reach..reach).prop_map(|length| Deed::Moves(Manoeuvre::SideStep(length))),
        (turn.clone(), 0..reach)
            .prop_map(|(turn, length)| Deed::Moves(Manoeuvre::Oblique { turn: Turn(turn), length })),
        (turn.clone(), any::<bool>()).prop_map(|(turn, left)| {
            let on = if left { Flank::Left } else { Flank::Right };
            Deed::Moves(Manoeuvre::Wheel { on, turn: Turn(turn) })
        }),
        turn.prop_map(|turn| Deed::Moves(Manoeuvre::Face(Turn(turn)))),
        (1..=10_u16).prop_map(Deed::Forms),
    ]
}

/// Ten stands in so many files.
fn block(files: u16) -> Block {
    Block::of(10, files, 8 * YARD, 5 * YARD)
}

/// A dozen units in three rows, all in line and clear of each other.
fn drawn_up() -> Vec<Footprint> {
    let places = (0..12_i32).map(|number| Point::yards(50 + 100 * (number % 4), 80 + 110 * (number / 4)));
    places.map(|place| block(10).at(place, Heading::NORTH)).collect()
}

/// All but one, as obstacles.
fn others(units: &[Footprint], one: usize) -> Troops {
    Troops::new(units.iter().enumerate().filter(|(number, _)| *number != one).map(|(_, unit)| *unit).collect())
}

fn standing_on_each_other(units: &[Footprint]) -> Option<(usize, usize)> {
    let pairs = (0..units.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
    pairs.into_iter().find(|(one, other)| units[*one].overlaps(&units[*other]))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Sixty deeds in a row by whoever has his turn: after each of them everybody has his own ground, on the map.
    #[test]
    fn after_any_chain_of_deeds_nobody_stands_on_anybody(
        deeds in prop::collection::vec((0..12_usize, any_deed()), 1..60),
    ) {
        let edge = Extent::to(Point::new(FIELD, FIELD));
        let mut units = drawn_up();
        prop_assert_eq!(standing_on_each_other(&units), None);
        for (who, deed) in deeds {
            let (troops, all) = (others(&units, who), |_: usize| true);
            units[who] = match deed {
                Deed::Moves(manoeuvre) => {
                    let obstacles = Obstacles { troops: Some((&troops, &all)), edge: Some(edge), ..Obstacles::NONE };
                    carry_out(&units[who], manoeuvre, &obstacles).end
                }
                Deed::Forms(files) => {
                    let formed = block(files).with_front_at(units[who].front_centre(), units[who].heading);
                    let has_room = troops.overlapping(&formed).next().is_none();
                    let is_on = formed.corners().iter().all(|corner| edge.contains(*corner));
                    // Whoever has no room stays as he is.
                    if has_room && is_on { formed } else { units[who] }
                }
            };
            prop_assert_eq!(standing_on_each_other(&units), None, "after {:?} by {}", deed, who);
            prop_assert!(units[who].corners().iter().all(|corner| edge.contains(*corner)), "{:?}", deed);
        }
    }

    /// A column that marches where the path finder sends it, leg by leg, is stopped by those in its way and never comes upon
    /// them.
    #[test]
    fn a_march_by_the_path_finder_comes_upon_nobody(
        from in (20..380_i32, 20..380_i32), to in (20..380_i32, 20..380_i32),
        posts in prop::collection::vec((20..380_i32, 20..380_i32, any::<u16>()), 0..8),
    ) {
        let ground = ground();
        let lattice = Lattice::over(ground.extent(), 20 * YARD).expect("a small lattice");
        let price = |_: Point, _: Point| Some(4);
        let mut routes = Routes::new(&ground, lattice, |kind| kind == LineKind::Road, price, |_| Some(1));
        let (from, to) = (Point::yards(from.0, from.1), Point::yards(to.0, to.1));
        let Some(route) = routes.find(&ground, from, to) else { return Ok(()) };
        let heading = route.points.windows(2).find_map(|leg| Heading::towards(leg[0], leg[1]));
        let Some(heading) = heading else { return Ok(()) };
        let mut column = block(1).with_front_at(from, heading);
        let posted = posts.iter().map(|(x, y, heading)| block(5).at(Point::yards(*x, *y), Heading(*heading)));
        let mut posted: Vec<Footprint> = posted.filter(|post| !post.overlaps(&column)).collect();
        posted.dedup_by(|one, other| one.overlaps(other));
        let (troops, all) = (Troops::new(posted.clone()), |_: usize| true);
        let obstacles = Obstacles { troops: Some((&troops, &all)), ..Obstacles::NONE };
        let mut went = 0_i64;
        for leg in route.points.windows(2) {
            let Some(heading) = Heading::towards(leg[0], leg[1]) else { continue };
            let turn = Turn(i32::from(heading.0.wrapping_sub(column.heading.0) as i16));
            let faced = carry_out(&column, Manoeuvre::Face(turn), &obstacles);
            prop_assert!(posted.iter().all(|post| !post.overlaps(&faced.end)));
            if let Some(Stopped::By(number)) = faced.stopped {
                // One part of a turn moves the tail of so long a column by some tenths of a millimetre.
                prop_assert!(faced.end.distance(&posted[number]) <= 64);
                return Ok(());
            }
            let marched = carry_out(&faced.end, Manoeuvre::Advance(leg[0].distance(leg[1])), &obstacles);
            prop_assert!(posted.iter().all(|post| !post.overlaps(&marched.end)));
            went += i64::from(marched.length);
            column = marched.end;
            if let Some(Stopped::By(number)) = marched.stopped {
                prop_assert!(column.distance(&posted[number]) <= 8);
                return Ok(());
            }
        }
        // Nobody was in the way: it has marched the whole of its route.
        let whole: i64 = route.points.windows(2).map(|leg| i64::from(leg[0].distance(leg[1]))).sum();
        prop_assert_eq!(went, whole);
    }
}

/// Open ground with a road that bends.
fn ground() -> Ground {
    let points = [(0, 100), (150, 120), (260, 300), (400, 320)];
    let road = Line {
        name: None,
        kind: LineKind::Road,
        points: points.iter().map(|(x, y)| Point::yards(*x, *y)).collect(),
        width: 0,
        depth: None,
        faces: Faces::Both,
    };
    let extent = Extent::to(Point::new(FIELD, FIELD));
    Ground::from(Survey { extent, contours: vec![], areas: vec![], lines: vec![road], spots: vec![] })
}
