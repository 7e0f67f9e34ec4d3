//! What the hexes mean: terrain for movement, sight and cover, by hex and hexside.
//!
//! A map is drawn by hand in these words, or derived from the ground of a battle. The words are those of the charts.

use engine::Fault;
use engine::chart::Key;
use field::ground::{AreaKind, Ground, Length, LineKind, SpotKind};
use field::hex::derived::{Drawing, Drawn, Lattice, derive};
use field::hex::{Cell, Feature, Features, Hex, HexMap, Layer, Side};

use super::looks::Looks;
use super::quiet::silent;
use crate::Book;
use crate::charts::{Cover, HexTerrain, HexsideTerrain, MoveColumn, MoveCost, RoadType};
use crate::movement::{self, Tolls};

/// RULING: a level is twenty feet of ground. A foot is 3,048 tenths of a millimetre.
const LEVEL: Length = 20 * 3_048;
/// RULING: ground that differs by so many levels from a neighbour is Inclined, and Steep by so many.
const INCLINED: i16 = 2;
const STEEP: i16 = 4;
/// Of nineteen points of a hex, so many make it what they are.
const MOST: u8 = 10;
/// A few trees or houses do.
const SOME: u8 = 6;

/// Words of a map that are no rows of a chart.
const WOODS: &str = "woods";
const ORCHARD: &str = "orchard";
const CREST: &str = "crest";
const WATER: &str = "water";
const ROAD: &str = "road";
const TRAIL: &str = "trail";
const FERRY: &str = "ferry";
const SUNKEN: &str = "sunken-road";
const TRENCH: &str = "trench";

/// What lies in a hex, as the rules ask about it.
#[derive(Clone, Debug, Default)]
pub(crate) struct HexGround {
    /// Terrain of the movement chart.
    pub terrain: Vec<HexTerrain>,
    pub level: i16,
    pub woods: bool,
    pub orchard: bool,
    pub town: bool,
    pub crest: bool,
    /// Cover of the whole hex: Boulders, Trench, Slope, and a Sunken Road where no road crosses the side.
    pub cover: Vec<Cover>,
    /// The way in across each side, for movement; what changes from turn to turn is not filled in.
    pub entries: [movement::Hex; 6],
    /// What protects whoever stands in the hex from fire through each side.
    pub walls: [Vec<Cover>; 6],
}

/// What whoever comes into a hex has to know, and nobody else.
///
/// COST: it is asked for at every step of every march, and apart from the rest of the ground it is near at hand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Passage {
    /// What it costs to come in across each side.
    pub tolls: [Tolls; 6],
    /// The sides across which a road comes in, a bit each.
    roads: u8,
    /// The sides across which no zone of control reaches, a bit each: a line cannot cross them.
    barred: u8,
    pub town: bool,
}

impl Passage {
    /// Whether a road comes in across a side.
    #[inline]
    pub fn has_road(&self, side: Side) -> bool {
        self.roads >> side.index() & 1 == 1
    }
}

/// The hexes of a battle.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub map: HexMap,
    pub hexes: Layer<HexGround>,
    pub passages: Layer<Passage>,
    /// Who sees whom past all units, worked out where it is asked for.
    pub looks: Looks,
}

/// How real ground becomes a map in the words of the charts.
struct Surveyor;

impl Drawing for Surveyor {
    fn area(&self, kind: AreaKind, points: u8) -> Option<&'static str> {
        let (word, least) = match kind {
            AreaKind::OpenWood | AreaKind::DenseWood => (WOODS, MOST),
            AreaKind::Orchard => (ORCHARD, MOST),
            AreaKind::Thicket | AreaKind::Briars => ("thicket", MOST),
            AreaKind::Marsh | AreaKind::Mud => ("marsh", MOST),
            AreaKind::BriarMarsh | AreaKind::Swamp => ("briar-marsh", MOST),
            AreaKind::Boulders | AreaKind::Quarry => ("boulders", MOST),
            AreaKind::SteepSlope | AreaKind::Ravine => (HexTerrain::Steep.name(), MOST),
            AreaKind::Village | AreaKind::Town => ("town", SOME),
            AreaKind::River | AreaKind::Lake => (WATER, MOST),
            _ => return None,
        };
        (points >= least).then_some(word)
    }

    fn line(&self, kind: LineKind) -> Drawn {
        match kind {
            LineKind::Stream | LineKind::MarshyStream | LineKind::Ditch => Drawn::Along("stream"),
            LineKind::Creek | LineKind::Canal => Drawn::Along("creek"),
            LineKind::River => Drawn::Along("river"),
            LineKind::Pike | LineKind::Road | LineKind::Street | LineKind::SunkenRoad => Drawn::Across(ROAD),
            LineKind::Lane | LineKind::Trail | LineKind::Railway | LineKind::UnfinishedRailway => Drawn::Across(TRAIL),
            LineKind::StoneWall | LineKind::LowWall | LineKind::HighWall => Drawn::Along("stone-wall"),
            LineKind::RockLedge => Drawn::Along("rock-ledge"),
            LineKind::Cliff => Drawn::Along("vertical-slope"),
            LineKind::Breastwork
            | LineKind::HastyWorks
            | LineKind::FieldWorks
            | LineKind::Redan
            | LineKind::Lunette
            | LineKind::Barricade => Drawn::Along("breastworks"),
            _ => Drawn::LeftOut,
        }
    }

    fn level(&self, height: Length) -> i8 {
        (height.div_euclid(LEVEL)).clamp(i8::MIN.into(), i8::MAX.into()) as i8
    }
}

/// The map of a piece of ground.
pub(crate) fn survey(ground: &Ground, lattice: &Lattice) -> HexMap {
    let mut map = derive(ground, lattice, &Surveyor);
    // Some lines belong to the hexes they run through.
    for line in ground.lines() {
        let word = match line.kind {
            LineKind::Crest => CREST,
            LineKind::SunkenRoad => SUNKEN,
            LineKind::Trench | LineKind::RiflePits => TRENCH,
            _ => continue,
        };
        if let Some(feature) = map.name(word) {
            lattice.cells_along(&line.points).into_iter().for_each(|cell| map.add(cell, feature));
        }
    }
    for spot in ground.spots() {
        let word = match spot.kind {
            SpotKind::Ford => "ford",
            SpotKind::FootFord | SpotKind::FootBridge => "foot-bridge",
            SpotKind::Ferry => FERRY,
            _ => continue,
        };
        let (Some(cell), Some(feature)) = (lattice.cell_at(spot.at), map.name(word)) else { continue };
        if let Some((cell, side)) = nearest_water(&map, lattice, cell, spot.at) {
            map.add_to_side(cell, side, feature);
        }
    }
    map
}

/// The side with water on it that lies nearest to a point in or near a hex.
fn nearest_water(map: &HexMap, lattice: &Lattice, cell: Cell, at: field::ground::Point) -> Option<(Cell, Side)> {
    let water = some_of(map, &["stream", "creek", "river"]);
    let near = std::iter::once(cell).chain(map.grid().neighbours(cell).map(|(_, next)| next));
    let sides = near.flat_map(|cell| map.grid().neighbours(cell).map(move |(side, next)| (cell, side, next)));
    let wet = sides.filter(|(cell, side, _)| map.side(*cell, *side).has_any(water));
    let apart =
        |cell: Cell, next: Cell| lattice.centre(cell).distance_squared(at) + lattice.centre(next).distance_squared(at);
    wet.min_by_key(|(cell, _, next)| apart(*cell, *next)).map(|(cell, side, _)| (cell, side))
}

fn some_of(map: &HexMap, words: &[&str]) -> Features {
    words.iter().filter_map(|word| map.feature(word)).fold(Features::NONE, Features::with)
}

impl Field {
    /// Reads the words of a map once, so that the rules need not.
    ///
    /// # Errors
    ///
    /// A chart of movement that lacks a price.
    pub fn new(map: HexMap, book: &Book) -> Result<Field, Fault> {
        let words = Words::new(&map);
        let mut hexes = Layer::from_fn(map.grid(), HexGround::default(), |cell| words.hex(&map, cell));
        let grounds: Vec<(Cell, [movement::Hex; 6])> =
            map.grid().cells().map(|cell| (cell, words.entries(&map, &hexes, cell))).collect();
        let mut passages = Layer::new(map.grid(), Passage::default());
        for (cell, entries) in grounds {
            let passage = &mut passages[cell];
            passage.town = hexes[cell].town;
            for side in Side::ALL {
                let entry = &entries[side.index()];
                passage.tolls[side.index()] = Tolls::new(book, entry, &mut silent())?;
                passage.roads |= u8::from(entry.road.is_some()) << side.index();
                passage.barred |= u8::from(bars_zones(book, entry)) << side.index();
            }
            hexes[cell].entries = entries;
        }
        let looks = Looks::new(map.grid().room());
        Ok(Field { map, hexes, passages, looks })
    }

    /// Whether no zone of control reaches into a hex across a side.
    #[inline]
    pub fn bars_zones(&self, cell: Cell, side: Side) -> bool {
        self.passages[cell].barred >> side.index() & 1 == 1
    }

    /// The cell of a hex, if it is on the map.
    #[inline]
    pub fn cell(&self, hex: Hex) -> Option<Cell> {
        self.map.grid().cell(hex)
    }

    /// What lies in a hex of the map.
    #[inline]
    pub fn at(&self, hex: Hex) -> Option<&HexGround> {
        self.cell(hex).map(|cell| &self.hexes[cell])
    }

    /// Whether a hex lies on the map.
    #[inline]
    pub fn has(&self, hex: Hex) -> bool {
        self.cell(hex).is_some()
    }

    /// The printed number of a hex.
    pub fn number(&self, hex: Hex) -> String {
        match self.cell(hex) {
            Some(cell) => self.map.grid().number(cell),
            None => format!("{},{}", hex.q, hex.r),
        }
    }
}

/// Whether a line cannot cross a side: then no zone of control reaches across it either.
fn bars_zones(book: &Book, entry: &movement::Hex) -> bool {
    let barred = |kind: &HexsideTerrain| {
        let cost = book.tables.hexsides.at(*kind, MoveColumn::Line.index());
        cost.is_ok_and(|cost| matches!(cost.value, MoveCost::Prohibited | MoveCost::Crossing))
    };
    entry.hexsides.iter().any(barred) && !entry.hexsides.contains(&HexsideTerrain::Ford)
}

/// The words of the charts as features of one map.
struct Words {
    terrain: Vec<(Feature, HexTerrain)>,
    sides: Vec<(Feature, HexsideTerrain)>,
    walls: Vec<(Feature, Cover)>,
    woods: Option<Feature>,
    orchard: Option<Feature>,
    crest: Option<Feature>,
    water: Option<Feature>,
    road: Option<Feature>,
    trail: Option<Feature>,
    ferry: Option<Feature>,
    sunken: Option<Feature>,
    trench: Option<Feature>,
}

impl Words {
    fn new(map: &HexMap) -> Words {
        fn known<K: Key>(map: &HexMap) -> Vec<(Feature, K)> {
            K::ALL.iter().filter_map(|key| Some((map.feature(key.name())?, *key))).collect()
        }
        let terrain: Vec<(Feature, HexTerrain)> = known(map);
        Words {
            terrain,
            sides: known(map),
            walls: known(map),
            woods: map.feature(WOODS),
            orchard: map.feature(ORCHARD),
            crest: map.feature(CREST),
            water: map.feature(WATER),
            road: map.feature(ROAD),
            trail: map.feature(TRAIL),
            ferry: map.feature(FERRY),
            sunken: map.feature(SUNKEN),
            trench: map.feature(TRENCH),
        }
    }

    fn hex(&self, map: &HexMap, cell: Cell) -> HexGround {
        let features = map.features(cell);
        let has = |feature: Option<Feature>| feature.is_some_and(|feature| features.has(feature));
        let mut terrain: Vec<HexTerrain> =
            self.terrain.iter().filter(|(feature, _)| features.has(*feature)).map(|(_, terrain)| *terrain).collect();
        let level = i16::from(map.level(cell));
        let drop = map.grid().neighbours(cell).map(|(_, next)| level.abs_diff(i16::from(map.level(next)))).max();
        let named_slope =
            terrain.iter().any(|kind| matches!(kind, HexTerrain::Inclined | HexTerrain::Steep | HexTerrain::Slope));
        match drop.unwrap_or(0) as i16 {
            _ if named_slope => {}
            STEEP.. => terrain.push(HexTerrain::Steep),
            INCLINED.. => terrain.push(HexTerrain::Inclined),
            1.. => terrain.push(HexTerrain::Slope),
            _ => {}
        }
        let holds = |kind| terrain.contains(&kind);
        let slope = holds(HexTerrain::Slope) || holds(HexTerrain::Inclined) || holds(HexTerrain::Steep);
        let cover =
            [(holds(HexTerrain::Boulders), Cover::Boulders), (has(self.trench), Cover::Trench), (slope, Cover::Slope)];
        let walls = Side::ALL.map(|side| self.walls_on(map, cell, side, has(self.sunken)));
        HexGround {
            level,
            woods: has(self.woods),
            orchard: has(self.orchard),
            town: holds(HexTerrain::Town),
            crest: has(self.crest),
            cover: cover.into_iter().filter(|(is_there, _)| *is_there).map(|(_, cover)| cover).collect(),
            entries: Default::default(),
            walls,
            terrain,
        }
    }

    /// Walls, ledges and works on a side; a Sunken Road protects where it does not leave the hex.
    fn walls_on(&self, map: &HexMap, cell: Cell, side: Side, sunken: bool) -> Vec<Cover> {
        let features = map.side(cell, side);
        let mut walls: Vec<Cover> =
            self.walls.iter().filter(|(feature, _)| features.has(*feature)).map(|(_, cover)| *cover).collect();
        if sunken && self.road_across(features).is_none() {
            walls.push(Cover::SunkenRoad);
        }
        walls
    }

    fn road_across(&self, features: Features) -> Option<RoadType> {
        let has = |feature: Option<Feature>| feature.is_some_and(|feature| features.has(feature));
        if has(self.road) {
            Some(RoadType::Road)
        } else if has(self.trail) {
            Some(RoadType::Trail)
        } else {
            None
        }
    }

    /// The way into a hex across each of its sides.
    fn entries(&self, map: &HexMap, hexes: &Layer<HexGround>, cell: Cell) -> [movement::Hex; 6] {
        let wet = |cell: Cell| self.water.is_some_and(|water| map.features(cell).has(water));
        Side::ALL.map(|side| {
            let features = map.side(cell, side);
            let mut hexsides: Vec<HexsideTerrain> =
                self.sides.iter().filter(|(feature, _)| features.has(*feature)).map(|(_, kind)| *kind).collect();
            let next = map.grid().neighbour(cell, side);
            // RULING: every side of a Woods hex is a Woods hexside, and open water is crossed as a river is.
            let wooded = hexes[cell].woods || next.is_some_and(|next| hexes[next].woods);
            if wooded && !hexsides.contains(&HexsideTerrain::Woods) {
                hexsides.push(HexsideTerrain::Woods);
            }
            if (wet(cell) || next.is_some_and(wet)) && !hexsides.contains(&HexsideTerrain::River) {
                hexsides.push(HexsideTerrain::River);
            }
            movement::Hex {
                terrain: hexes[cell].terrain.clone(),
                hexsides,
                road: self.road_across(features),
                ferry: self.ferry.is_some_and(|ferry| features.has(ferry)),
                ..movement::Hex::default()
            }
        })
    }
}
