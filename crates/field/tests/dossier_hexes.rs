//! Worked examples of *Line of Battle* on hexes: lines of sight, marches and facings, on maps that are drawn for them. The
//! numbers are those of the examples; the rulebook takes them from its charts and is tested with them there.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use field::hex::{Along, Aspect, Cell, Cone, Corner, Facing, Hex, HexMap, Marches, Side, TollTable, drawn, sees};

/// The rows of the Slope Table that the example reads: differences of three and four levels, by range.
const THREE_LEVELS: [u16; 8] = [31, 16, 10, 8, 6, 5, 4, 4];
const FOUR_LEVELS: [u16; 8] = [41, 21, 14, 10, 8, 7, 6, 5];

/// A column of nine hexes that runs south, the first on level 5 and all others on level 1, with woods in one of them.
fn slope(woods: usize, high: i8, low: i8) -> HexMap {
    let rows = (0..9).map(|row| if row == woods { "w\n" } else { ".\n" }).collect::<String>();
    let levels = (0..9).map(|row| if row == 0 { format!("{high}\n") } else { format!("{low}\n") }).collect::<String>();
    let text = format!("map 1 x 9\nkey . clear\nkey w woods\nhexes\n{rows}levels\n{levels}");
    drawn::read(&text).expect("it is right")
}

/// Whether the first hex sees the last: what is higher than both ends blocks at once; what is not is compared by its slope,
/// seen from the lower end, with the slope of the whole line.
fn is_seen(map: &HexMap) -> bool {
    let cells: Vec<Cell> = map.grid().cells().collect();
    let (from, to) = (cells[0], cells[8]);
    let (high, low) = (map.level(from).max(map.level(to)), map.level(from).min(map.level(to)));
    let lower = if map.level(from) == low { from } else { to };
    let overall = if high == low { 0 } else { FOUR_LEVELS[7] };
    let woods = map.feature("woods").expect("it has some");
    let stops = |cell: Cell| {
        let top = map.level(cell) + if map.features(cell).has(woods) { 3 } else { 0 };
        let range = usize::from(map.grid().distance(lower, cell));
        top > high || (top - low == 3 && THREE_LEVELS[range - 1] > overall)
    };
    sees(map.grid(), from, to, |piece| match piece {
        Along::Through(cell) => stops(cell),
        Along::Between(one, other) => stops(one) && stops(other),
    })
}

#[test]
fn line_of_battle_e26_slopes_and_woods() {
    // The low end is the last hex: three hexes from it is the sixth, seven hexes the second.
    assert!(!is_seen(&slope(5, 5, 1)), "woods three hexes from the low end");
    assert!(is_seen(&slope(1, 5, 1)), "woods seven hexes from it");
    assert!(!is_seen(&slope(4, 2, 2)), "higher than both ends");
}

/// A line of hexes to the south for a march: what each costs, in half points, with a woods hexside before the second.
#[test]
fn line_of_battle_e27_a_line_marches() {
    let text = "map 1 x 6\nkey . clear\nkey i incline\nkey t thicket\nhexes\n.\n.\n.\ni\nt\n.\nside woods 0102 s\n";
    let map = drawn::read(text).expect("it is right");
    let feature = |name: &str| map.feature(name).expect("the map knows it");
    let tolls = TollTable::new(map.grid(), |from, side, to| {
        let hex = match map.features(to) {
            features if features.has(feature("thicket")) => 6,
            features if features.has(feature("incline")) => 4,
            _ => 2,
        };
        Some(hex + if map.side(from, side).has(feature("woods")) { 2 } else { 0 })
    });
    let cell = |number: &str| map.grid().numbered(number).expect("it is on the map");
    let mut marches = Marches::new();
    let (way, cost) = marches.way(map.grid(), &tolls, cell("0101"), cell("0104")).expect("there is a way");
    assert_eq!((way.len(), cost), (4, 2 * 5), "clear, clear across a woods hexside, inclined: five of six");
    let reached = marches.reach(map.grid(), &tolls, cell("0101"), 12);
    assert!(reached.iter().all(|reached| reached.cell != cell("0105")), "one is left, and a thicket costs three");
}

#[test]
fn line_of_battle_e28_a_column_leaves_the_road() {
    let text = "map 1 x 11\nkey . clear\nkey t thicket\nhexes\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\nt\n\
                path road 0101 0102 0103 0104 0105 0106 0107 0108 0109 0110\n";
    let map = drawn::read(text).expect("it is right");
    let feature = |name: &str| map.feature(name).expect("the map knows it");
    let tolls = TollTable::new(map.grid(), |from, side, to| match () {
        () if map.side(from, side).has(feature("road")) => Some(1),
        () if map.features(to).has(feature("thicket")) => Some(6),
        () => Some(2),
    });
    let cell = |number: &str| map.grid().numbered(number).expect("it is on the map");
    let mut marches = Marches::new();
    let by_road = marches.way(map.grid(), &tolls, cell("0101"), cell("0110")).expect("a road").1;
    let off_it = marches.way(map.grid(), &tolls, cell("0101"), cell("0111")).expect("a way").1;
    assert_eq!((by_road, off_it), (9, 15), "nine hexes at a half, then three: seven and a half of eight");
    assert!(off_it > 2 * 6, "more than a line may use");
}

#[test]
fn line_of_battle_e29_five_hexes_and_a_third_left() {
    let map = drawn::read(&format!("map 1 x 12\nkey . clear\nhexes\n{}", ".\n".repeat(12))).expect("it is right");
    let cell = |number: &str| map.grid().numbered(number).expect("it is on the map");
    let each = TollTable::new(map.grid(), |_, _, _| Some(1));
    let mut marches = Marches::new();
    let ridden = marches.way(map.grid(), &each, cell("0101"), cell("0106")).expect("a way").1;
    let left = 12 - (ridden + 3);
    assert_eq!((ridden, 6 * left / 12), (5, 2));
    let on_foot = marches.reach(map.grid(), &each, cell("0106"), 2).iter().map(|reached| reached.cell);
    assert!(on_foot.into_iter().any(|reached| reached == cell("0108")));
}

#[test]
fn line_of_battle_e31_front_and_rear() {
    let (facing, here) = (Facing::Corner(Corner::new(0)), Hex::at(20, 20));
    let step = |side: u8| Hex::at(0, 0).neighbour(Side::new(side));
    let at = |first: i16, second: i16| {
        let (one, other) = (step(0), step(1));
        Hex::at(here.q + first * one.q + second * other.q, here.r + first * one.r + second * other.r)
    };
    let front = |hex: Hex| facing.has_before(Cone::HundredAndTwenty, here, hex);
    assert_eq!(here.distance(at(2, -1)), 2);
    assert!(front(at(2, -1)), "on the edge of the cone");
    assert!(!front(at(1, -1)) && at(1, -1) == here.neighbour(Side::new(5)));
    assert!(!front(at(-1, 1)) && at(-1, 1) == here.neighbour(Side::new(2)));
}

/// E10, E12, E15 and E32: fire into the Rear comes from a hex that does not lie before the target, at the range of the example.
#[test]
fn line_of_battle_e10_e12_e15_and_e32_the_rear_at_every_range() {
    let (facing, target) = (Facing::Side(Side::new(0)).turned(0), Hex::at(40, 40));
    let corner = Facing::Corner(Corner::new(0));
    for range in [1_i16, 3, 12] {
        let south = Hex::at(target.q, target.r + range);
        assert_eq!(target.distance(south), range as u16);
        assert!(!corner.has_before(Cone::HundredAndTwenty, target, south), "range {range}");
        assert_eq!(facing.aspect(Cone::HundredAndTwenty, Cone::HundredAndTwenty, target, south), Aspect::Rear);
        let north = Hex::at(target.q, target.r - range);
        assert!(corner.has_before(Cone::HundredAndTwenty, target, north), "range {range}");
    }
}
