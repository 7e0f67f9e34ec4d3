//! Worked examples of the rulebooks on the plane: each is laid out on real ground, and the field finds what the example
//! says is met, how far it is, and who stands in the way. Dice and charts are the rulebooks' own affair and are tested
//! there; here stands what a ruler, a path and a line of sight say.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use field::ground::{
    Area, AreaKind, Contour, Extent, FOOT, Faces, Ground, Length, Line, LineKind, METRE, Point, Region, Survey, What,
    YARD,
};
use field::hex::Aspect;
use field::plane::{
    Arc, Edge, Footprint, Heading, Hides, Look, Manoeuvre, Obstacles, Rays, Stopped, Troops, Turn, aspect, carry_out,
    going, is_behind_front_line, passed,
};

/// An inch of *Seeing the Elephant!* at its second regimental scale, and of *Regimental Fire and Fury*.
const REGIMENTAL_INCH: Length = 40 * YARD;
/// An inch of *Volley & Bayonet*.
const BRIGADE_INCH: Length = 100 * YARD;

/// A strip of ground that runs north from the origin, and what lies across it: areas between two lengths, lines at one.
struct Strip {
    survey: Survey,
}

impl Strip {
    fn new() -> Strip {
        let extent = Extent::to(Point::yards(6_000, 6_000));
        Strip { survey: Survey { extent, contours: vec![], areas: vec![], lines: vec![], spots: vec![] } }
    }

    fn across(from: Length, to: Length) -> Region {
        let (west, east) = (0, 6_000 * YARD);
        Region::of(vec![Point::new(west, from), Point::new(east, from), Point::new(east, to), Point::new(west, to)])
    }

    fn area(mut self, kind: AreaKind, from: Length, to: Length) -> Strip {
        self.survey.areas.push(Area {
            name: None,
            kind,
            region: Strip::across(from, to),
            construction: None,
            depth: None,
            room: None,
            fortified: false,
        });
        self
    }

    fn line(mut self, kind: LineKind, at: Length) -> Strip {
        let points = vec![Point::new(0, at), Point::new(6_000 * YARD, at)];
        self.survey.lines.push(Line { name: None, kind, points, width: 0, depth: None, faces: Faces::Both });
        self
    }

    fn hill(mut self, from: Length, to: Length, height: Length) -> Strip {
        self.survey.contours.push(Contour { name: None, region: Strip::across(from, to), height });
        self
    }

    fn ground(self) -> Ground {
        Ground::from(self.survey)
    }
}

/// A place so far up the strip.
fn up(north: Length) -> Point {
    Point::new(1_000 * YARD, north)
}

/// The lengths of a way in order, each with the kind of its ground; nothing for open ground.
fn lengths(ground: &Ground, from: Point, to: Point) -> Vec<(Length, Option<AreaKind>)> {
    let kind = |areas: &[field::ground::AreaId]| areas.first().map(|id| ground.areas()[id.index()].kind);
    going(ground, from, to).iter().map(|piece| (piece.to - piece.from, kind(&piece.areas))).collect()
}

/// How many things that slow a march it enters or crosses.
fn hindrances(ground: &Ground, from: Point, to: Point) -> usize {
    let met = ground.along(from, to);
    met.iter().filter(|met| !matches!(met.how, field::ground::How::Leaves)).count()
}

fn line_of(middle: Point, heading: Heading, front: Length) -> Footprint {
    Footprint::new(middle, heading, front, 30 * YARD)
}

// Seeing the Elephant!

/// E15: woods and a wall are two deductions of three inches from nine; a stream makes it three.
#[test]
fn elephant_e15_a_path_meets_its_deductions() {
    let inch = REGIMENTAL_INCH;
    let strip = || Strip::new().area(AreaKind::OpenWood, 2 * inch, 6 * inch).line(LineKind::StoneWall, 4 * inch);
    let (dry, wet) = (strip().ground(), strip().line(LineKind::Stream, 3 * inch).ground());
    let (from, to) = (up(inch), up(5 * inch));
    assert_eq!([9 - 3 * hindrances(&dry, from, to), 9 - 3 * hindrances(&wet, from, to)], [3, 0]);
}

/// E16: the column goes uphill, which is its one deduction.
#[test]
fn elephant_e16_uphill_is_told_by_the_ground() {
    let inch = REGIMENTAL_INCH;
    let ground = Strip::new().hill(4 * inch, 90 * inch, 40 * FOOT).ground();
    let (foot, top) = (up(inch), up(12 * inch));
    assert!(ground.slope(foot, top).rise > 0 && ground.slope(top, foot).rise < 0);
    assert_eq!(hindrances(&ground, foot, top), 1, "the slope is met once");
}

/// E17: cavalry whose path touches woods has fewer dice than the same cavalry beside them.
#[test]
fn elephant_e17_a_path_through_woods_is_known() {
    let inch = REGIMENTAL_INCH;
    let ground = Strip::new().area(AreaKind::DenseWood, 5 * inch, 6 * inch).ground();
    assert_eq!(hindrances(&ground, up(inch), up(8 * inch)), 1);
    assert_eq!(hindrances(&ground, up(7 * inch), up(8 * inch)), 0);
}

/// E18: guns are prolonged two and a half inches, and four hundred yards are ten inches.
#[test]
fn elephant_e18_ranges_are_measured_between_bases() {
    let guns = line_of(up(0), Heading::NORTH, 80 * YARD);
    let moved = Manoeuvre::Advance(REGIMENTAL_INCH * 5 / 2).end(&guns);
    assert_eq!(moved.centre, up(100 * YARD));
    let target = line_of(up(530 * YARD), Heading::SOUTH, 200 * YARD);
    assert_eq!(moved.distance(&target), 400 * YARD);
    assert!(moved.is_within(400 * YARD, &target) && !moved.is_within(400 * YARD - 1, &target));
}

/// E19: from 240 yards, six inches, a charge of eleven arrives; it halts at the hundred-yard mark and ends in contact.
#[test]
fn elephant_e19_a_charge_comes_home() {
    let charger = line_of(up(0), Heading::NORTH, 400 * YARD);
    let target = line_of(up(270 * YARD), Heading::SOUTH, 360 * YARD);
    assert_eq!(charger.distance(&target), 6 * REGIMENTAL_INCH);
    let troops = Troops::new(vec![target]);
    let all = |_: usize| true;
    let obstacles = Obstacles { troops: Some((&troops, &all)), ..Obstacles::NONE };
    let charge = carry_out(&charger, Manoeuvre::Advance(11 * REGIMENTAL_INCH), &obstacles);
    assert_eq!((charge.length, charge.stopped), (6 * REGIMENTAL_INCH, Some(Stopped::By(0))));
    assert!(charge.end.touches(&target, 1));
    let mark = Manoeuvre::Advance(140 * YARD).end(&charger);
    assert!(mark.is_within(100 * YARD, &target) && !charger.is_within(100 * YARD, &target));
}

/// E20: five stands strike twelve in flank.
#[test]
fn elephant_e20_a_flank_is_struck() {
    let target = line_of(up(500 * YARD), Heading::SOUTH, 480 * YARD);
    let start = Footprint::new(Point::yards(500, 500), Heading::EAST, 20 * YARD, 30 * YARD);
    let troops = Troops::new(vec![target]);
    let all = |_: usize| true;
    let obstacles = Obstacles { troops: Some((&troops, &all)), ..Obstacles::NONE };
    let struck = carry_out(&start, Manoeuvre::Advance(500 * YARD), &obstacles).end;
    assert_eq!(target.edge_towards(&struck), Some(Edge::Right), "it faces south, so its right is west");
}

/// E24: three friends stand within a hundred yards of the way of a rout; a fourth does not.
#[test]
fn elephant_e24_a_rout_passes_its_friends() {
    let router = line_of(up(1_000 * YARD), Heading::NORTH, 200 * YARD);
    let friend = |east: i32, north: i32| line_of(Point::yards(1_000 + east, north), Heading::NORTH, 80 * YARD);
    let friends = [friend(-200, 900), friend(200, 800), friend(240, 640), friend(260, 700)];
    let run = Manoeuvre::BackStep(400 * YARD);
    let route = Footprint::new(up(800 * YARD), Heading::NORTH, 200 * YARD, 430 * YARD);
    assert_eq!(route.front_centre(), router.front_centre());
    assert_eq!(run.end(&router).centre, up(600 * YARD));
    let near: Vec<bool> = friends.iter().map(|friend| friend.is_within(100 * YARD, &route)).collect();
    assert_eq!(near, [true, true, true, false]);
}

/// E26: after four inches of its ten the march comes within 150 yards of the cavalry, and no sooner.
#[test]
fn elephant_e26_a_march_comes_within_reach() {
    let inch = REGIMENTAL_INCH;
    let column = Footprint::new(up(0), Heading::NORTH, 40 * YARD, 100 * YARD);
    let cavalry =
        Footprint::new(up(4 * inch + 50 * YARD + 150 * YARD + 20 * YARD), Heading::SOUTH, 40 * YARD, 40 * YARD);
    let after = |length: Length| Manoeuvre::Advance(length).end(&column);
    assert!(after(4 * inch).is_within(150 * YARD, &cavalry));
    assert!(!after(4 * inch - 1).is_within(150 * YARD, &cavalry));
    assert_eq!(150 * YARD * 4, 15 * inch, "150 yards are 3.75 inches");
    let on = after(4 * inch + 150 * YARD / 3);
    assert_eq!(on.centre, up(inch * 21 / 4), "a third of that further on: 5.25 inches used");
}

// Regimental Fire and Fury

/// W12: the lengths of mixed ground are found, and their shares add up to one, four thirds, and one.
#[test]
fn fire_and_fury_w12_shares_of_a_move_add_up() {
    let inch = REGIMENTAL_INCH;
    let share = |open: Length, broken: Length, rates: (i64, i64)| {
        let ground = Strip::new().area(AreaKind::BrokenGround, inch + open, 90 * inch).ground();
        let pieces = lengths(&ground, up(inch), up(inch + open + broken));
        assert_eq!(pieces, [(open, None), (broken, Some(AreaKind::BrokenGround))]);
        // Over the product of both rates, in tenths of an inch.
        let part = |length: Length, other: i64| i64::from(length) * 10 / i64::from(inch) * other;
        (part(open, rates.1) + part(broken, rates.0), rates.0 * rates.1)
    };
    let (over, under) = share(3 * inch, 4 * inch, (90, 60));
    assert_eq!(over, under, "a whole move");
    let (over, under) = share(3 * inch, 2 * inch, (45, 30));
    assert_eq!(3 * over, 4 * under, "a third too much");
    let (over, under) = share(9 * inch, inch * 15 / 2, (180, 150));
    assert_eq!(over, under, "a whole move at the double quick");
}

/// W25, W27 and the outflanked test of section 2.4: who stands behind the front line, within eight inches.
#[test]
fn fire_and_fury_outflanked_is_behind_the_front_line() {
    let inch = REGIMENTAL_INCH;
    let unit = line_of(up(1_000 * YARD), Heading::NORTH, 6 * inch);
    let beside = line_of(Point::yards(1_000 + 400, 1_000), Heading::WEST, 3 * inch);
    let before = line_of(up(1_000 * YARD + 5 * inch), Heading::SOUTH, 3 * inch);
    assert!(is_behind_front_line(&unit, beside.front_centre()) && beside.is_within(8 * inch, &unit));
    assert!(!is_behind_front_line(&unit, before.front_centre()));
}

// Billy Yank!

/// BY-EX-26: fifty metres of open ground and twenty of forest; then a wall between.
#[test]
fn billy_yank_ex_26_woods_and_a_wall() {
    let ground = Strip::new().area(AreaKind::OpenWood, 150 * METRE, 400 * METRE).ground();
    let pieces = lengths(&ground, up(100 * METRE), up(170 * METRE));
    assert_eq!(pieces, [(50 * METRE, None), (20 * METRE, Some(AreaKind::OpenWood))]);
    // Forest costs double: ninety of 125.
    let price = |pieces: &[(Length, Option<AreaKind>)]| -> Length {
        pieces.iter().map(|(length, kind)| if kind.is_some() { 2 * length } else { *length }).sum()
    };
    assert_eq!(price(&pieces), 90 * METRE);
    let walled =
        Strip::new().area(AreaKind::OpenWood, 150 * METRE, 400 * METRE).line(LineKind::StoneWall, 150 * METRE).ground();
    let (from, to) = (up(100 * METRE), up(160 * METRE));
    assert_eq!(walled.crossings(from, to).len(), 1);
    // Half of the pace more for the wall: 132.5, in half metres 265, and 225 at the edge of the forest.
    let wall = 125 * METRE / 2;
    assert_eq!(2 * (price(&lengths(&walled, from, to)) + wall), 265 * METRE);
    assert_eq!(2 * (price(&lengths(&walled, from, up(150 * METRE))) + wall), 225 * METRE);
}

/// BY-EX-27: 375 metres of road, at half price.
#[test]
fn billy_yank_ex_27_a_road_is_followed() {
    let road = [up(0), up(200 * METRE), Point::new(1_000 * YARD + 175 * METRE, 200 * METRE)];
    let length: Length = road.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    assert_eq!(length, 375 * METRE);
    assert_eq!(length, 2 * 175 * METRE + 25 * METRE);
}

/// BY-EX-28: sixty-two metres to the ford, twenty through it; in, ten metres, and out again.
#[test]
fn billy_yank_ex_28_guns_at_a_ford() {
    let ground = Strip::new().area(AreaKind::River, 162 * METRE, 182 * METRE).ground();
    let first = ground.along(up(100 * METRE), up(163 * METRE));
    assert_eq!(first.iter().filter(|met| matches!(met.how, field::ground::How::Enters)).count(), 1);
    assert_eq!(lengths(&ground, up(100 * METRE), up(163 * METRE))[0], (62 * METRE, None));
    let through = lengths(&ground, up(162 * METRE), up(190 * METRE));
    assert_eq!(through, [(20 * METRE, Some(AreaKind::River)), (8 * METRE, None)]);
    let brook = Strip::new().area(AreaKind::River, 110 * METRE, 120 * METRE).ground();
    let at_once = brook.along(up(100 * METRE), up(130 * METRE));
    assert_eq!(at_once.len(), 2, "in and out are both met: {at_once:?}");
}

/// BY-EX-29: ten metres of forest, fifty of fields.
#[test]
fn billy_yank_ex_29_mud() {
    let ground =
        Strip::new().area(AreaKind::OpenWood, 0, 10 * METRE).area(AreaKind::Ploughed, 10 * METRE, 90 * METRE).ground();
    let pieces = lengths(&ground, up(0), up(60 * METRE));
    assert_eq!(pieces, [(10 * METRE, Some(AreaKind::OpenWood)), (50 * METRE, Some(AreaKind::Ploughed))]);
}

/// BY-EX-30: one regiment is passed through, then the line turns a quarter and goes on for 37 metres.
#[test]
fn billy_yank_ex_30_a_regiment_is_passed_through() {
    let line = Footprint::new(up(0), Heading::NORTH, 100 * METRE, 25 * METRE);
    let friend = Footprint::new(up(40 * METRE), Heading::NORTH, 100 * METRE, 25 * METRE);
    let aside =
        Footprint::new(Point::new(1_000 * YARD + 200 * METRE, 40 * METRE), Heading::NORTH, 90 * METRE, 25 * METRE);
    let troops = Troops::new(vec![aside, friend]);
    assert_eq!(passed(&line, Manoeuvre::Advance(70 * METRE), &troops, |_| true), [1]);
    let turned = Manoeuvre::Face(Turn::QUARTER).end(&line);
    let advanced = Manoeuvre::Advance(37 * METRE).end(&turned);
    assert_eq!((advanced.heading, line.centre.distance(advanced.centre)), (Heading::EAST, 37 * METRE));
}

/// BY-EX-31: two thousand metres are in sight, one more is not.
#[test]
fn billy_yank_ex_31_visibility() {
    let (from, to) =
        (Footprint::new(up(0), Heading::NORTH, 0, 0), Footprint::new(up(2_000 * METRE), Heading::NORTH, 0, 0));
    assert!(from.is_within(2_000 * METRE, &to) && !from.is_within(2_000 * METRE - 1, &to));
}

/// BY-EX-15: the spots of a bounce lie 75, 125 and 150 metres beyond the target on the line of fire.
#[test]
fn billy_yank_ex_15_a_ball_bounces_along_its_line() {
    let target = Footprint::new(up(300 * METRE), Heading::SOUTH, 100 * METRE, 25 * METRE);
    let spot = |beyond: Length| Footprint::new(up(300 * METRE + beyond), Heading::NORTH, 0, 0);
    let second = Footprint::new(up(375 * METRE), Heading::SOUTH, 100 * METRE, 25 * METRE);
    let third = Footprint::new(up(440 * METRE), Heading::SOUTH, 100 * METRE, 25 * METRE);
    let struck = |spot: &Footprint, unit: &Footprint| unit.is_within(25 * METRE, spot);
    assert!(struck(&spot(0), &target) && struck(&spot(75 * METRE), &second) && struck(&spot(125 * METRE), &third));
    assert!(!struck(&spot(75 * METRE), &third) && !struck(&spot(125 * METRE), &second));
}

/// BY-EX-35: a charge from 120 metres over open ground passes the marks at 100 and 50 and comes to the wall of its target.
#[test]
fn billy_yank_ex_35_a_charge_from_start_to_contact() {
    let ground = Strip::new().line(LineKind::StoneWall, 130 * METRE).ground();
    let charger = Footprint::new(up(0), Heading::NORTH, 150 * METRE, 25 * METRE);
    let target = Footprint::new(up(145 * METRE), Heading::SOUTH, 125 * METRE, 25 * METRE);
    assert_eq!(charger.distance(&target), 120 * METRE);
    let after = |length: Length| Manoeuvre::Advance(length).end(&charger);
    assert_eq!((after(20 * METRE).distance(&target), after(70 * METRE).distance(&target)), (100 * METRE, 50 * METRE));
    let line = ground.crossings(charger.front_centre(), target.centre);
    assert_eq!(line.len(), 1, "the wall lies between them");
    assert!(after(120 * METRE).touches(&target, 1));
    let front = aspect(&target, charger.front_centre(), Turn::EIGHTH, Turn::degrees(135));
    assert_eq!(front, Aspect::Front);
}

/// BY-EX-36 (c): a forest below the higher end does not hide; one as high does, once more than fifty metres are crossed.
#[test]
fn billy_yank_ex_36_sight_over_a_forest() {
    let level = 20 * FOOT;
    let is_seen = |ground: &Ground, from: Point, to: Point| {
        let look = Look::new(ground, None, from, to);
        let higher = look.levels.0.max(look.levels.1);
        let is_hidden = |screen: &field::plane::Screen| {
            matches!(screen.what, Hides::Area(_)) && screen.level >= higher && screen.length > 50 * METRE
        };
        look.is_clear(is_hidden)
    };
    let low =
        Strip::new().area(AreaKind::OpenWood, 300 * METRE, 400 * METRE).hill(600 * METRE, 900 * METRE, level).ground();
    assert!(is_seen(&low, up(100 * METRE), up(700 * METRE)), "from level 0 to level 1 over a forest on level 0");
    assert!(is_seen(&low, up(700 * METRE), up(100 * METRE)), "and back");
    let high = |deep: Length| {
        let wood = Strip::new().area(AreaKind::OpenWood, 600 * METRE, 600 * METRE + deep);
        wood.hill(500 * METRE, 1_500 * METRE, level).ground()
    };
    assert!(!is_seen(&high(51 * METRE), up(900 * METRE), up(100 * METRE)), "a forest on level 1");
    assert!(is_seen(&high(50 * METRE), up(900 * METRE), up(100 * METRE)), "fifty metres of it are seen through");
}

// Volley & Bayonet

/// Examples 1, 2 and 4: inches of the table, and seven are more than six.
#[test]
fn volley_and_bayonet_1_2_and_4_inches_are_a_hundred_yards() {
    let brigade = Footprint::new(up(0), Heading::NORTH, 300 * YARD, 300 * YARD);
    assert_eq!(Manoeuvre::Advance(24 * BRIGADE_INCH).end(&brigade).centre, up(2_400 * YARD));
    let ridden = Manoeuvre::Advance(6 * BRIGADE_INCH).end(&brigade);
    assert_eq!(brigade.centre.distance(Manoeuvre::Advance(4 * BRIGADE_INCH).end(&ridden).centre), 10 * BRIGADE_INCH);
    let commander = Footprint::new(up(150 * YARD + 7 * BRIGADE_INCH), Heading::NORTH, 0, 0);
    assert!(!brigade.is_within(6 * BRIGADE_INCH, &commander) && brigade.is_within(7 * BRIGADE_INCH, &commander));
    let enemy = Footprint::new(up(20 * BRIGADE_INCH), Heading::SOUTH, 300 * YARD, 300 * YARD);
    let nearer = |manoeuvre: Manoeuvre| manoeuvre.end(&brigade).distance(&enemy) < brigade.distance(&enemy);
    assert!(nearer(Manoeuvre::Advance(YARD)) && !nearer(Manoeuvre::SideStep(8 * BRIGADE_INCH)));
}

/// Examples 3 and 5: four inches in the open, five in the forest; four in the marsh.
#[test]
fn volley_and_bayonet_3_and_5_forest_and_marsh() {
    let inch = BRIGADE_INCH;
    let ground =
        Strip::new().area(AreaKind::OpenWood, 5 * inch, 10 * inch).area(AreaKind::Marsh, 20 * inch, 24 * inch).ground();
    let ride = lengths(&ground, up(inch), up(12 * inch));
    assert_eq!(ride, [(4 * inch, None), (5 * inch, Some(AreaKind::OpenWood)), (2 * inch, None)]);
    // A fifth and a half of twenty inches are gone: three tenths, six inches, are left.
    let spent = ride[0].0 + 2 * ride[1].0;
    assert_eq!(20 * inch - spent, 6 * inch);
    assert_eq!(lengths(&ground, up(20 * inch), up(24 * inch)), [(4 * inch, Some(AreaKind::Marsh))]);
}

/// Example 6: one brigade is in contact in front across the works, another in flank.
#[test]
fn volley_and_bayonet_6_works_and_flank() {
    let ground = Strip::new().line(LineKind::HastyWorks, 1_150 * YARD + 1).ground();
    let brigade = Footprint::new(up(1_000 * YARD), Heading::NORTH, 300 * YARD, 300 * YARD);
    let before = Footprint::new(up(1_310 * YARD), Heading::SOUTH, 300 * YARD, 300 * YARD);
    let beside = Footprint::new(Point::yards(700, 1_000), Heading::EAST, 300 * YARD, 300 * YARD);
    assert_eq!(brigade.edge_towards(&before), Some(Edge::Front));
    assert_eq!(brigade.edge_towards(&beside), Some(Edge::Left));
    assert!(brigade.touches(&beside, 1) && brigade.is_within(10 * YARD, &before));
    let between = |other: &Footprint| !ground.crossings(brigade.centre, other.centre).is_empty();
    assert!(between(&before) && !between(&beside), "the works cover the front alone");
}

/// Example 7 and 8: whoever may not charge is halted an inch short, and one who is repulsed stands an inch away.
#[test]
fn volley_and_bayonet_7_and_8_halted_an_inch_short() {
    let target = Footprint::new(up(1_000 * YARD), Heading::SOUTH, 300 * YARD, 300 * YARD);
    let charger = Footprint::new(up(0), Heading::NORTH, 300 * YARD, 300 * YARD);
    let zone = Footprint {
        half_front: target.half_front + BRIGADE_INCH,
        half_depth: target.half_depth + BRIGADE_INCH,
        ..target
    };
    let troops = Troops::new(vec![zone]);
    let all = |_: usize| true;
    let obstacles = Obstacles { troops: Some((&troops, &all)), ..Obstacles::NONE };
    let halted = carry_out(&charger, Manoeuvre::Advance(16 * BRIGADE_INCH), &obstacles).end;
    assert_eq!(halted.distance(&target), BRIGADE_INCH);
    assert!(halted.is_within(3 * BRIGADE_INCH, &target), "within close range of rifles");
    let arc = Arc::new(Rays::FromFrontCorners, Turn::EIGHTH);
    assert!(arc.holds(&target, &halted));
}

/// Example 10: four inches are close range, a tenth more is not.
#[test]
fn volley_and_bayonet_10_the_edge_of_close_range() {
    let guns = Footprint::new(up(0), Heading::NORTH, 100 * YARD, 200 * YARD);
    let at = |tenths: Length| {
        Footprint::new(up(250 * YARD + tenths * BRIGADE_INCH / 10), Heading::SOUTH, 300 * YARD, 300 * YARD)
    };
    assert!(guns.is_within(4 * BRIGADE_INCH, &at(40)) && !guns.is_within(4 * BRIGADE_INCH, &at(41)));
}

/// Example 25: a rout of sixteen inches passes through P and then Q, in that order.
#[test]
fn volley_and_bayonet_25_a_rout_passes_two_brigades() {
    let brigade = |north: i32| Footprint::new(up(north * YARD), Heading::NORTH, 300 * YARD, 300 * YARD);
    let troops = Troops::new(vec![brigade(2_200), brigade(2_700), brigade(900)]);
    let rout = Manoeuvre::BackStep(16 * BRIGADE_INCH);
    let over = passed(&brigade(3_300), rout, &troops, |_| true);
    assert_eq!(over, [1, 0], "the brigade nearest to it first; the third lies beyond its way");
    assert!(passed(&brigade(2_700), Manoeuvre::SideStep(16 * BRIGADE_INCH), &troops, |number| number != 1).is_empty());
}

/// What is met has a name of its own: a line is a line and an area an area, for whoever prices them.
#[test]
fn lines_and_areas_are_told_apart() {
    let ground = Strip::new().area(AreaKind::Marsh, 10 * YARD, 20 * YARD).line(LineKind::Hedge, 30 * YARD).ground();
    let what: Vec<What> = ground.along(up(0), up(40 * YARD)).iter().map(|met| met.what).collect();
    assert!(matches!(what[..], [What::Area(_), What::Area(_), What::Line(_)]), "{what:?}");
}
