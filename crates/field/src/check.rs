//! One number that says whether this machine reckons as every other does.

use crate::ground::{
    Area, AreaKind, Contour, Extent, FOOT, Faces, Ground, Length, Line, LineKind, Met, Point, Region, Survey, What,
};
use crate::hex::{Along, Grid, Layer, Marches, Numbering, Pushed, SightTable, TollTable, sees};
use crate::plane::{Arc, Flank, Footprint, Heading, Look, Manoeuvre, Obstacles, Rays, Troops, Turn, carry_out, going};

/// Works through a fixed job on hexes and on the plane and folds every answer into one number: sights, reaches and ways,
/// footprints that overlap, see and move, heights and slopes, what a look and a march meet and what stops them. It is the
/// same natively and in a page, in debug and in release, or something is wrong.
pub fn digest() -> u64 {
    let mut digest = Digest(0xcbf2_9ce4_8422_2325);
    hexes(&mut digest);
    plane(&mut digest);
    ground(&mut digest);
    digest.0
}

/// FNV-1a over whole numbers, which also serves as the job's dice.
struct Digest(u64);

impl Digest {
    fn add(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// A generator of the job's ground.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(end)) as u32
    }
}

fn hexes(digest: &mut Digest) {
    let Some(grid) = Grid::new(30, 24, Pushed::Odd, Numbering::default()) else { return };
    let mut dice = Dice(1863);
    let ground = Layer::from_fn(&grid, 99, |_| dice.below(100));
    let stops = |piece| match piece {
        Along::Through(hex) => ground[hex] > 85,
        Along::Between(one, other) => ground[one] > 85 && ground[other] > 85,
    };
    let table = SightTable::new(&grid, 12, |from, to| sees(&grid, from, to, stops));
    let tolls = TollTable::new(&grid, |_, _, to| (ground[to] < 95).then(|| 1 + (ground[to] / 25) as u16));
    let mut marches = Marches::new();
    let cells: Vec<_> = grid.cells().collect();
    for _ in 0..200 {
        let mut any = || cells[dice.below(cells.len() as u32) as usize];
        let (from, to) = (any(), any());
        digest.add(u64::from(table.sees(grid.hex(from), grid.hex(to))));
        let reached = marches.reach(&grid, &tolls, from, 12);
        digest.add(reached.iter().map(|reached| u64::from(reached.cost) + reached.cell.index() as u64).sum());
        if let Some((way, cost)) = marches.way(&grid, &tolls, from, to) {
            way.iter().for_each(|cell| digest.add(cell.index() as u64));
            digest.add(u64::from(cost));
        }
    }
}

fn plane(digest: &mut Digest) {
    let mut dice = Dice(1865);
    let mut stand = || {
        let centre = Point::new(dice.below(1_000_000) as i32, dice.below(1_000_000) as i32);
        let (front, depth) = (4_000 + dice.below(60_000) as i32, 4_000 + dice.below(20_000) as i32);
        Footprint::new(centre, Heading(dice.below(1 << 16) as u16), front, depth)
    };
    let troops = Troops::new((0..80).map(|_| stand()).collect());
    troops.overlaps().for_each(|(one, other)| digest.add((one * 100 + other) as u64));
    let arc = Arc::new(Rays::FromFrontCorners, Turn::EIGHTH);
    let edge = Extent::to(Point::new(1_000_000, 1_000_000));
    for (number, unit) in troops.footprints().iter().enumerate() {
        let other = &troops.footprints()[(number * 7 + 3) % 80];
        digest.add(unit.distance_squared(other) as u64);
        digest.add(u64::from(arc.holds(unit, other)));
        digest.add(troops.in_the_way(unit.centre, other.centre).len() as u64);
        let others = |by: usize| by != number;
        let obstacles = Obstacles { troops: Some((&troops, &others)), edge: Some(edge), ..Obstacles::NONE };
        let wheel = Manoeuvre::Wheel { on: Flank::Right, turn: Turn(-6_000) };
        for manoeuvre in [Manoeuvre::Advance(90_000), wheel, Manoeuvre::Face(Turn(9_000))] {
            let moved = carry_out(unit, manoeuvre, &obstacles);
            digest.add(moved.end.centre.x as u64 ^ (moved.end.centre.y as u64) << 24 ^ u64::from(moved.end.heading.0));
            digest.add(moved.length as u64);
        }
    }
}

/// Woods, hills and streams in a square of ground, and units that look and march over it.
fn ground(digest: &mut Digest) {
    let ground = survey();
    let mut dice = Dice(1864);
    let mut any = || Point::new(dice.below(1_000_000) as i32, dice.below(1_000_000) as i32);
    for number in 0..120_u16 {
        let (from, to) = (any(), any());
        digest.add(ground.height_at(from) as u64);
        let grade = ground.slope(from, to);
        digest.add(grade.rise as u64 ^ (grade.slope as u64) << 40);
        let look = Look::new(&ground, None, from, to);
        look.screens.iter().for_each(|screen| digest.add(screen.length as u64 ^ (screen.level as u64) << 32));
        going(&ground, from, to)
            .iter()
            .for_each(|piece| digest.add(piece.to as u64 ^ (piece.areas.len() as u64) << 32));
        let unit = Footprint::new(from, Heading(number.wrapping_mul(547)), 30_000, 6_000);
        let bars = |met: &Met| matches!(met.what, What::Area(_) | What::Line(_));
        let obstacles = Obstacles { ground: Some((&ground, &bars)), ..Obstacles::NONE };
        let wheel = Manoeuvre::Wheel { on: Flank::Left, turn: Turn(9_000) };
        for manoeuvre in [Manoeuvre::Advance(300_000), wheel, Manoeuvre::SideStep(-80_000)] {
            let moved = carry_out(&unit, manoeuvre, &obstacles);
            digest.add(moved.length as u64 ^ u64::from(moved.end.heading.0) << 40);
        }
    }
}

fn survey() -> Ground {
    let mut dice = Dice(1866);
    let mut outline = |size: Length| {
        let (x, y) = (dice.below(900_000) as i32, dice.below(900_000) as i32);
        let mut bent = || dice.below(40_000) as i32;
        let corners = [(x + bent(), y), (x + size, y + bent()), (x + size - bent(), y + size), (x, y + size - bent())];
        Region::of(corners.map(|(x, y)| Point::new(x, y)).to_vec())
    };
    let contours =
        (1..=4).map(|step| Contour { name: None, region: outline(300_000 / step), height: 20 * FOOT * step });
    let contours = contours.collect();
    let wood = |region| Area {
        name: None,
        kind: AreaKind::OpenWood,
        region,
        construction: None,
        depth: None,
        room: None,
        fortified: false,
    };
    let areas = (0..6).map(|_| wood(outline(120_000))).collect();
    let stream = |at: Length| Line {
        name: None,
        kind: LineKind::Stream,
        points: vec![Point::new(0, at), Point::new(500_000, at + 90_000), Point::new(1_000_000, at)],
        width: 0,
        depth: None,
        faces: Faces::Both,
    };
    let extent = Extent::to(Point::new(1_000_000, 1_000_000));
    let lines = vec![stream(200_000), stream(650_000)];
    Ground::from(Survey { extent, contours, areas, lines, spots: vec![] })
}
