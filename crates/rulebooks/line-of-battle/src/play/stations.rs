//! Where the combat units of one side stand: which of their hexes is nearest to another, and who of them reaches it.
//!
//! The lists follow the battle piece by piece: whoever comes, goes or changes is put in his place, and the rest stays.
//!
//! COST: both questions are asked some thousand times a battle, so places are kept in lanes whose distances are worked out
//! side by side.

use field::hex::Hex;

use super::state::UnitId;

/// Hexes that are measured at once.
const LANES: usize = 8;

/// The places of some hexes, so laid out that all of them are measured in one go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Lane {
    q: [i16; LANES],
    r: [i16; LANES],
}

impl Lane {
    /// Hexes from another to each of them.
    ///
    /// COST: on its own the whole lane is worked out at once; where it is taken in, only half of it is.
    #[inline(never)]
    fn apart(&self, from: Hex) -> [i16; LANES] {
        let mut apart = [0; LANES];
        for (place, apart) in apart.iter_mut().enumerate() {
            let (q, r) = (self.q[place].wrapping_sub(from.q), self.r[place].wrapping_sub(from.r));
            *apart = q.wrapping_abs().max(r.wrapping_abs()).max(q.wrapping_add(r).wrapping_abs());
        }
        apart
    }
}

/// The hexes of one side.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Stations {
    /// The lowest number in each stack, from the lowest on.
    heads: Vec<UnitId>,
    /// The hex of each stack, in the same order.
    hexes: Vec<Hex>,
    /// The same hexes in the order of their places.
    sorted: Vec<Hex>,
    /// The same again; the last one is repeated to the end of its lane.
    lanes: Vec<Lane>,
}

impl Stations {
    /// Every hex once, in the order of the units.
    pub fn hexes(&self) -> &[Hex] {
        &self.hexes
    }

    pub fn clear(&mut self) {
        self.heads.clear();
        self.hexes.clear();
        self.sorted.clear();
        self.lanes.clear();
    }

    /// A stack with this lowest number is gone, or has another.
    pub fn strike(&mut self, head: UnitId) {
        let Ok(place) = self.heads.binary_search(&head) else { return };
        self.heads.remove(place);
        let hex = self.hexes.remove(place);
        if let Ok(place) = self.sorted.binary_search(&hex) {
            self.sorted.remove(place);
        }
    }

    /// A stack with this lowest number stands in a hex.
    pub fn enter(&mut self, head: UnitId, hex: Hex) {
        let place = self.heads.partition_point(|known| *known < head);
        self.heads.insert(place, head);
        self.hexes.insert(place, hex);
        let place = self.sorted.partition_point(|known| *known < hex);
        self.sorted.insert(place, hex);
    }

    /// Lays out the hexes for measuring, once all that has changed is struck and entered.
    pub fn lay_out(&mut self) {
        self.lanes.clear();
        self.lanes.extend(self.sorted.chunks(LANES).map(|few| {
            let hex = |lane: usize| few[lane.min(few.len() - 1)];
            Lane { q: std::array::from_fn(|lane| hex(lane).q), r: std::array::from_fn(|lane| hex(lane).r) }
        }));
    }

    /// Hexes to the nearest of them, and of equals the first by place.
    pub fn nearest(&self, from: Hex) -> Option<(u16, Hex)> {
        let mut best: Option<(i16, usize)> = None;
        for (number, lane) in self.lanes.iter().enumerate() {
            let apart = lane.apart(from);
            let least = apart.iter().copied().fold(i16::MAX, i16::min);
            if best.is_none_or(|(known, _)| least < known) {
                let place = apart.iter().position(|apart| *apart == least).unwrap_or(0);
                best = Some((least, number * LANES + place));
            }
        }
        let nearest = best.map(|(hexes, place)| (hexes as u16, self.sorted[place]));
        debug_assert_eq!(nearest, self.hexes.iter().map(|hex| (hex.distance(from), *hex)).min());
        nearest
    }
}

/// A unit on the map, as the other side looks at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Foe {
    pub id: UnitId,
    pub at: Hex,
    pub sp: u8,
    /// Hexes it reaches as it stands; none if it cannot fire.
    pub reach: u16,
    pub guns: bool,
    /// Whether it has a front; otherwise it looks everywhere or nowhere.
    pub fronted: bool,
}

/// The units of one side on the map, in the order of their numbers.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Foes {
    all: Vec<Foe>,
    /// Where they stand and how far they reach; behind the last of them nobody reaches anything.
    lanes: Vec<(Lane, [i16; LANES])>,
}

impl Foes {
    /// All of them.
    pub fn all(&self) -> &[Foe] {
        &self.all
    }

    pub fn clear(&mut self) {
        self.all.clear();
        self.lanes.clear();
    }

    /// A unit is so now, or no longer on the map.
    pub fn change(&mut self, id: UnitId, foe: Option<Foe>) {
        match (self.all.binary_search_by_key(&id, |known| known.id), foe) {
            (Ok(place), Some(foe)) => {
                self.all[place] = foe;
                self.lay_out(place);
            }
            (Ok(place), None) => {
                self.all.remove(place);
                self.lay_out_from(place);
            }
            (Err(place), Some(foe)) => {
                self.all.insert(place, foe);
                self.lay_out_from(place);
            }
            (Err(_), None) => {}
        }
    }

    fn lay_out_from(&mut self, place: usize) {
        let nobody = (Lane::default(), [0; LANES]);
        self.lanes.resize(self.all.len().div_ceil(LANES), nobody);
        (place..self.lanes.len() * LANES).for_each(|place| self.lay_out(place));
    }

    fn lay_out(&mut self, place: usize) {
        let (at, reach) = self.all.get(place).map_or((Hex::at(0, 0), 0), |foe| (foe.at, foe.reach));
        let (lane, reaches) = &mut self.lanes[place / LANES];
        (lane.q[place % LANES], lane.r[place % LANES], reaches[place % LANES]) = (at.q, at.r, reach as i16);
    }

    /// Strength Points within so many hexes of another.
    pub fn strength_within(&self, hex: Hex, most: u16) -> u16 {
        let mut strength = 0;
        for (number, (lane, _)) in self.lanes.iter().enumerate() {
            for (place, apart) in lane.apart(hex).into_iter().enumerate() {
                if apart <= most as i16 {
                    strength += self.all.get(number * LANES + place).map_or(0, |foe| u16::from(foe.sp));
                }
            }
        }
        strength
    }

    /// Tells of everybody who reaches a hex, or would if it were no farther off than `most`; not who stands in it.
    #[inline]
    pub fn in_reach(&self, hex: Hex, most: u16, mut tell: impl FnMut(&Foe, u16)) {
        for (number, (lane, reaches)) in self.lanes.iter().enumerate() {
            let apart = lane.apart(hex);
            for (place, (apart, reach)) in apart.iter().zip(reaches).enumerate() {
                if *apart > 0 && apart <= reach && *apart <= most as i16 {
                    tell(&self.all[number * LANES + place], *apart as u16);
                }
            }
        }
    }
}
