//! A map of hexes with what lies in them and on their sides.
//!
//! What there is has names, and each map brings its own list of them: the map knows no rulebook, so it cannot know what the
//! names mean. A rulebook looks up the names it knows once, and then only asks for bits.

use std::collections::BTreeMap;

use super::{Cell, Grid, Layer, Side, SideLayer};

/// One of the things a map may show: its place in the map's list of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Feature(u8);

impl Feature {
    /// Its place in the list of names.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Some of the things a map may show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features(u64);

/// LIMIT: different names on one map.
pub const NAMES_MAX: usize = 64;

impl Features {
    /// None of them.
    pub const NONE: Features = Features(0);

    /// Whether this is among them.
    #[inline]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 >> feature.0 & 1 == 1
    }

    /// Whether any of those is among them.
    #[inline]
    pub const fn has_any(self, of: Features) -> bool {
        self.0 & of.0 != 0
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, feature: Feature) -> Features {
        Features(self.0 | 1 << feature.0)
    }

    /// These and those.
    #[must_use]
    pub const fn and(self, others: Features) -> Features {
        Features(self.0 | others.0)
    }

    /// These, less one.
    #[must_use]
    pub const fn without(self, feature: Feature) -> Features {
        Features(self.0 & !(1 << feature.0))
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each of them, in the order of the names.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        (0..NAMES_MAX as u8).map(Feature).filter(move |feature| self.has(*feature))
    }
}

/// A map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexMap {
    grid: Grid,
    names: Vec<String>,
    features: Layer<Features>,
    levels: Layer<i8>,
    sides: SideLayer<Features>,
    places: BTreeMap<Cell, String>,
}

impl HexMap {
    /// A bare map at level nought.
    pub fn new(grid: Grid) -> HexMap {
        HexMap {
            features: Layer::new(&grid, Features::NONE),
            levels: Layer::new(&grid, 0),
            sides: SideLayer::new(&grid, Features::NONE),
            names: Vec::new(),
            places: BTreeMap::new(),
            grid,
        }
    }

    /// Its shape.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The names of everything it may show, in the order of their features.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The feature of this name, if the map knows it.
    pub fn feature(&self, name: &str) -> Option<Feature> {
        self.names.iter().position(|known| known == name).map(|place| Feature(place as u8))
    }

    /// The feature of this name; the map learns it if it does not know it yet. Nothing if it knows [`NAMES_MAX`] already.
    pub fn name(&mut self, name: &str) -> Option<Feature> {
        if let Some(known) = self.feature(name) {
            return Some(known);
        }
        let feature = (self.names.len() < NAMES_MAX).then_some(Feature(self.names.len() as u8))?;
        self.names.push(name.to_owned());
        Some(feature)
    }

    /// What lies in a hex.
    #[inline]
    pub fn features(&self, cell: Cell) -> Features {
        self.features[cell]
    }

    /// Adds something to a hex.
    pub fn add(&mut self, cell: Cell, feature: Feature) {
        self.features[cell] = self.features[cell].with(feature);
    }

    /// How high a hex lies.
    #[inline]
    pub fn level(&self, cell: Cell) -> i8 {
        self.levels[cell]
    }

    /// Says how high a hex lies.
    pub fn set_level(&mut self, cell: Cell, level: i8) {
        self.levels[cell] = level;
    }

    /// What lies on a side of a hex: streams and walls along it, roads and bridges across it.
    #[inline]
    pub fn side(&self, cell: Cell, side: Side) -> Features {
        self.sides.get(&self.grid, cell, side)
    }

    /// Adds something to a side of a hex.
    pub fn add_to_side(&mut self, cell: Cell, side: Side, feature: Feature) {
        let features = self.side(cell, side).with(feature);
        self.sides.set(&self.grid, cell, side, features);
    }

    /// What a place is called.
    pub fn place(&self, cell: Cell) -> Option<&str> {
        self.places.get(&cell).map(String::as_str)
    }

    /// Every named place.
    pub fn places(&self) -> impl Iterator<Item = (Cell, &str)> {
        self.places.iter().map(|(cell, name)| (*cell, name.as_str()))
    }

    /// Names a place.
    pub fn set_place(&mut self, cell: Cell, name: &str) {
        self.places.insert(cell, name.to_owned());
    }
}
