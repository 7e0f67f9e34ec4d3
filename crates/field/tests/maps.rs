//! Maps of hexes, drawn by hand and derived from real ground.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use field::ground::{
    Area, AreaKind, Contour, Extent, FOOT, Faces, Ground, Length, Line, LineKind, Point, Region, Survey, YARD,
};
use field::hex::derived::{Drawing, Drawn, Lattice, derive};
use field::hex::{Cell, HexMap, Marches, Side, Tolls, drawn};

const MAP: &str = "
map 4 x 3
pushed odd
first 0101
key . clear
key w woods
key W woods crest
hexes
  . . w W   # the northern row
  . w w .
  . . . .
levels
  0 0 1 2
  0 0 1 1
  0 0 0 0
path road 0101 0201 0302
side stream 0102 n ne
place 0302 Widow Tapp
";

#[test]
fn a_drawn_map_is_read() {
    let map = drawn::read(MAP).expect("it is right");
    let cell = |number: &str| map.grid().numbered(number).expect("it is on the map");
    let (woods, crest) = (map.feature("woods").unwrap(), map.feature("crest").unwrap());
    assert!(map.features(cell("0401")).has(woods) && map.features(cell("0401")).has(crest));
    assert!(!map.features(cell("0101")).has(woods));
    assert_eq!(map.level(cell("0401")), 2);
    let road = map.feature("road").unwrap();
    let side = map.grid().side_to(cell("0101"), cell("0201")).unwrap();
    assert!(map.side(cell("0101"), side).has(road) && map.side(cell("0201"), side.opposite()).has(road));
    let stream = map.feature("stream").unwrap();
    assert!(map.side(cell("0101"), Side::named("s").unwrap()).has(stream));
    assert_eq!(map.place(cell("0302")), Some("Widow Tapp"));
}

#[test]
fn every_mistake_is_told_with_its_place() {
    let wrong = MAP
        .replace(". w w .", ". x w .")
        .replace("0 0 1 1", "0 0 one 1")
        .replace("0101 0201 0302", "0101 0301 0302")
        .replace("n ne", "n north")
        .replace("place 0302", "place 0902")
        + "river 0101\n";
    let mistakes = drawn::read(&wrong).expect_err("six things are wrong");
    let places: Vec<(usize, usize)> = mistakes.iter().map(|mistake| (mistake.line, mistake.column)).collect();
    assert_eq!(places, [(10, 5), (14, 7), (16, 16), (17, 20), (18, 7), (19, 1)], "{mistakes:#?}");
    let short = drawn::read("map 2 x 2\nkey . clear\nhexes\n. .\n").expect_err("a row is missing");
    assert_eq!(short[0].message, "1 rows are drawn, and the map has 2");
    assert!(drawn::read("hexes").is_err());
    assert!(drawn::read("map 0 x 7").is_err());
}

struct Plain;

impl Drawing for Plain {
    fn area(&self, kind: AreaKind, points: u8) -> Option<&'static str> {
        (kind == AreaKind::OpenWood && points >= 10).then_some("woods")
    }

    fn line(&self, kind: LineKind) -> Drawn {
        match kind {
            LineKind::Road => Drawn::Across("road"),
            LineKind::Stream => Drawn::Along("stream"),
            _ => Drawn::LeftOut,
        }
    }

    fn level(&self, height: Length) -> i8 {
        (height / (20 * FOOT)) as i8
    }
}

#[test]
fn a_map_is_derived_from_the_ground() {
    let yards = |corners: &[(i32, i32)]| corners.iter().map(|&(x, y)| Point::yards(x, y)).collect::<Vec<_>>();
    let square = |low, high| Region::of(yards(&[(low, low), (high, low), (high, high), (low, high)]));
    let line = |kind, points: &[(i32, i32)]| Line {
        name: None,
        kind,
        points: yards(points),
        width: 0,
        depth: None,
        faces: Faces::Both,
    };
    let wood = Area {
        name: None,
        kind: AreaKind::OpenWood,
        region: square(300, 700),
        construction: None,
        depth: None,
        room: None,
        fortified: false,
    };
    let ground = Ground::from(Survey {
        extent: Extent::to(Point::yards(2_000, 2_000)),
        contours: vec![Contour { name: None, region: square(1_200, 1_800), height: 45 * FOOT }],
        areas: vec![wood],
        lines: vec![
            line(LineKind::Road, &[(0, 1_000), (2_000, 1_000)]),
            line(LineKind::Stream, &[(0, 205), (2_000, 205)]),
        ],
        spots: vec![],
    });
    let lattice = Lattice::over(ground.extent(), 100 * YARD).expect("twenty hexes across");
    let map = derive(&ground, &lattice, &Plain);
    let grid = map.grid();
    for cell in grid.cells() {
        assert_eq!(lattice.cell_at(lattice.centre(cell)), Some(cell));
    }
    let at = |x, y| lattice.cell_at(Point::yards(x, y)).expect("it is on the map");
    let woods = map.feature("woods").unwrap();
    assert!(map.features(at(500, 500)).has(woods) && !map.features(at(900, 500)).has(woods));
    assert_eq!((map.level(at(1_500, 1_500)), map.level(at(500, 500))), (2, 0));
    let road = map.feature("road").unwrap();
    let crossed = grid.cells().flat_map(|cell| Side::ALL.map(|side| map.side(cell, side).has(road)));
    assert!(
        crossed.filter(|has| *has).count() >= 2 * usize::from(grid.columns() - 1),
        "the road reaches from edge to edge"
    );
    // The stream parts the map in two: whoever goes from south to north crosses it.
    let stream = map.feature("stream").unwrap();
    for column in 0..grid.columns() - 1 {
        let crossings = (0..grid.rows() - 1).filter(|row| {
            let cell = grid.in_column(column, *row).expect("it is on the map");
            map.side(cell, Side::named("s").expect("a side")).has(stream)
        });
        assert_eq!(crossings.count(), 1, "column {column}");
    }
}

/// A road through twelve hexes with a thicket beside its end; a row of fields below it with a woods hexside and a slope.
const MARCH: &str = "
map 12 x 3
key . clear
key t thicket
key i incline
hexes
  . . . . . . . . . . . .
  . . . . . . . . t . . .
  . . i . . . . . . . . .
path road 0101 0201 0301 0401 0501 0601 0701 0801 0901 1001
side woods 0103 ne
";

/// Prices in half-points, as a rulebook would draw them from its chart: by road in column, over the fields in line.
struct Prices<'a> {
    map: &'a HexMap,
    by_road: bool,
}

impl Tolls for Prices<'_> {
    fn toll(&self, from: Cell, side: Side, to: Cell) -> Option<u16> {
        let feature = |name: &str| self.map.feature(name).expect("the map knows it");
        if self.by_road && self.map.side(from, side).has(feature("road")) {
            return Some(1);
        }
        let hex = match self.map.features(to) {
            features if features.has(feature("thicket")) => 6,
            features if features.has(feature("incline")) => 4,
            _ => 2,
        };
        Some(hex + if !self.by_road && self.map.side(from, side).has(feature("woods")) { 2 } else { 0 })
    }

    fn cheapest(&self) -> u16 {
        if self.by_road { 1 } else { 2 }
    }
}

#[test]
fn a_march_costs_what_the_chart_says() {
    let map = drawn::read(MARCH).expect("it is right");
    let cell = |number: &str| map.grid().numbered(number).expect("it is on the map");
    let mut marches = Marches::new();
    // A column follows the road over seven hexes at half a point and turns off into the thicket for three: six and a half.
    let column = Prices { map: &map, by_road: true };
    let (way, cost) = marches.way(map.grid(), &column, cell("0101"), cell("0902")).expect("there is a way");
    let numbers: Vec<String> = way.iter().map(|cell| map.grid().number(*cell)).collect();
    assert_eq!(cost, 7 + 6, "{numbers:?}");
    assert_eq!(numbers[7], "0801", "it stays on the road until the last step");
    // A line pays for the woods hexside and for the incline, road or no road.
    let line = Prices { map: &map, by_road: false };
    assert_eq!(line.toll(cell("0103"), Side::named("ne").unwrap(), cell("0202")), Some(4));
    let (_, cost) = marches.way(map.grid(), &line, cell("0103"), cell("0303")).expect("there is a way");
    assert_eq!(cost, 2 + 4, "round the woods hexside, then up the incline");
    let reached = marches.reach(map.grid(), &line, cell("0101"), 12).len();
    assert!(reached > 10 && reached < 36, "{reached}");
}
