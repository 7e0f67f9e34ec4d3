//! Where the combat units of one side stand: which of their hexes is nearest to another, and who of them reaches it.
//!
//! The lists follow the battle piece by piece: whoever comes, goes or changes is put in his place, and the rest stays.
//!
//! COST: both questions are asked some thousand times a battle, so places are kept in lanes whose distances are worked out
//! side by side.

use field::hex::{Corner, Hex};

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
        let mut all = [0; LANES];
        for (place, apart) in all.iter_mut().enumerate() {
            *apart = self.apart_at(place, from);
        }
        all
    }

    #[inline(always)]
    fn apart_at(&self, place: usize, from: Hex) -> i16 {
        let (q, r) = (self.q[place].wrapping_sub(from.q), self.r[place].wrapping_sub(from.r));
        q.wrapping_abs().max(r.wrapping_abs()).max(q.wrapping_add(r).wrapping_abs())
    }

    /// Those who are no farther from a hex than their reach and this, and not there.
    #[inline]
    fn within(&self, from: Hex, reach: &[i16; LANES], most: i16) -> Marks {
        let mut far = [0; LANES];
        self.far_off(from, reach, most, &mut far);
        Marks::unless(far)
    }

    /// The others, each with all bits of its byte.
    ///
    /// COST: three questions about eight hexes are so one, and on its own all of it is worked out at once; as a value it would be put
    /// together byte by byte.
    #[inline(never)]
    fn far_off(&self, from: Hex, reach: &[i16; LANES], most: i16, far: &mut [u8; LANES]) {
        let mut nearer = [0; LANES];
        for (place, nearer) in nearer.iter_mut().enumerate() {
            let apart = self.apart_at(place, from);
            // Below nought for whoever is too far off, and for whoever is there.
            *nearer = reach[place].min(most).wrapping_sub(apart) | apart.wrapping_sub(1);
        }
        for (far, nearer) in far.iter_mut().zip(nearer) {
            *far = (nearer >> (i16::BITS - 1)) as u8;
        }
    }
}

/// Some places of a lane, a byte each, from the first on.
///
/// COST: whoever goes through them passes over the others, which are most, without a look.
#[derive(Clone, Copy)]
struct Marks(u64);

impl Marks {
    /// The places whose bits are not set.
    #[inline]
    fn unless(set: [u8; LANES]) -> Marks {
        const ONE_EACH: u64 = u64::from_le_bytes([1; LANES]);
        Marks(!u64::from_le_bytes(set) & ONE_EACH)
    }
}

impl Iterator for Marks {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.trailing_zeros() / u8::BITS;
        self.0 &= self.0 - 1;
        Some(place as usize)
    }
}

/// Hexes that are numbered along with how far they are, the bits of such a number, and what counts as far off then.
const NUMBERED: usize = 1 << NUMBER;
const NUMBER: u32 = 6;
const FARTHEST: i16 = i16::MAX >> NUMBER;

/// The least of how far each hex is, with its number behind.
///
/// COST: so the lanes are gone through without a look at any one of them.
#[inline(never)]
fn least_of(lanes: &[Lane], from: Hex) -> i16 {
    let (mut least, mut number) = ([i16::MAX; LANES], std::array::from_fn::<i16, LANES, _>(|place| place as i16));
    for lane in lanes {
        for place in 0..LANES {
            least[place] = least[place].min(lane.apart_at(place, from).min(FARTHEST) << NUMBER | number[place]);
            number[place] = number[place].wrapping_add(LANES as i16);
        }
    }
    least.into_iter().fold(i16::MAX, i16::min)
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
    /// The hexes in the order of the stacks, likewise.
    listed: Vec<Lane>,
}

/// Hexes laid out for measuring.
fn lay_out(hexes: &[Hex], lanes: &mut Vec<Lane>) {
    lanes.clear();
    lanes.extend(hexes.chunks(LANES).map(|few| {
        let hex = |lane: usize| few[lane.min(few.len() - 1)];
        Lane { q: std::array::from_fn(|lane| hex(lane).q), r: std::array::from_fn(|lane| hex(lane).r) }
    }));
}

/// The same where only the hexes from one place to another have changed, and where there are as many as before.
fn lay_out_some(hexes: &[Hex], lanes: &mut [Lane], from: usize, to: usize) {
    let Some(last) = hexes.len().checked_sub(1).filter(|last| lanes.len() == last / LANES + 1) else { return };
    let end = if to == last { lanes.len() * LANES } else { to + 1 };
    for place in from..end {
        let (hex, lane) = (hexes[place.min(last)], &mut lanes[place / LANES]);
        (lane.q[place % LANES], lane.r[place % LANES]) = (hex.q, hex.r);
    }
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
        self.listed.clear();
    }

    /// A stack has gone from one hex to another, and its lowest number is still the same.
    ///
    /// COST: nearly everything that changes is this, and it leaves all others in their places.
    pub fn shift(&mut self, head: UnitId, from: Hex, to: Hex) {
        let (Ok(place), Ok(old)) = (self.heads.binary_search(&head), self.sorted.binary_search(&from)) else { return };
        self.hexes[place] = to;
        lay_out_some(&self.hexes, &mut self.listed, place, place);
        let new = self.sorted.partition_point(|known| *known < to);
        let (first, last) = if new > old {
            self.sorted.copy_within(old + 1..new, old);
            (old, new - 1)
        } else {
            self.sorted.copy_within(new..old, new + 1);
            (new, old)
        };
        self.sorted[if new > old { last } else { first }] = to;
        lay_out_some(&self.sorted, &mut self.lanes, first, last);
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
        lay_out(&self.sorted, &mut self.lanes);
        lay_out(&self.hexes, &mut self.listed);
    }

    /// Tells of every hex no farther off than this, in the order of the units; not of the hex itself.
    #[inline]
    pub fn within(&self, from: Hex, most: u16, mut tell: impl FnMut(Hex)) {
        for (number, lane) in self.listed.iter().enumerate() {
            for place in lane.within(from, &[i16::MAX; LANES], most.min(i16::MAX as u16) as i16) {
                // The last one is repeated to the end of its lane.
                let Some(hex) = self.hexes.get(number * LANES + place) else { break };
                debug_assert!(*hex != from && hex.distance(from) <= most);
                tell(*hex);
            }
        }
    }

    /// Hexes to the nearest of a few, and its number: both are one number, of which the least is looked for.
    fn soon_nearest(&self, from: Hex) -> Option<(i16, usize)> {
        let least = least_of(&self.lanes, from);
        let (apart, number) = (least >> NUMBER, (least & (NUMBERED as i16 - 1)) as usize);
        if self.lanes.is_empty() || apart == FARTHEST { self.find_nearest(from) } else { Some((apart, number)) }
    }

    fn find_nearest(&self, from: Hex) -> Option<(i16, usize)> {
        let mut best: Option<(i16, usize)> = None;
        for (number, lane) in self.lanes.iter().enumerate() {
            let apart = lane.apart(from);
            let least = apart.iter().copied().fold(i16::MAX, i16::min);
            if best.is_none_or(|(known, _)| least < known) {
                let place = apart.iter().position(|apart| *apart == least).unwrap_or(0);
                best = Some((least, number * LANES + place));
            }
        }
        best
    }

    /// Hexes to the nearest of them, and of equals the first by place.
    pub fn nearest(&self, from: Hex) -> Option<(u16, Hex)> {
        let best = if self.lanes.len() <= NUMBERED / LANES { self.soon_nearest(from) } else { self.find_nearest(from) };
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
    pub facing: Corner,
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
    /// Where they stand, how far they reach and how strong they are; behind the last of them nobody reaches anything.
    lanes: Vec<FoeLane>,
}

/// Some of them, so laid out that all are measured in one go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct FoeLane {
    at: Lane,
    reach: [i16; LANES],
    sp: [u16; LANES],
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
        self.lanes.resize(self.all.len().div_ceil(LANES), FoeLane::default());
        (place..self.lanes.len() * LANES).for_each(|place| self.lay_out(place));
    }

    fn lay_out(&mut self, place: usize) {
        let known = self.all.get(place);
        let (at, reach, sp) = known.map_or((Hex::at(0, 0), 0, 0), |foe| (foe.at, foe.reach, foe.sp));
        let (lane, place) = (&mut self.lanes[place / LANES], place % LANES);
        (lane.at.q[place], lane.at.r[place]) = (at.q, at.r);
        (lane.reach[place], lane.sp[place]) = (reach as i16, u16::from(sp));
    }

    /// Strength Points within so many hexes of another.
    pub fn strength_within(&self, hex: Hex, most: u16) -> u16 {
        let mut strength = [0_u16; LANES];
        for lane in &self.lanes {
            let apart = lane.at.apart(hex);
            for place in 0..LANES {
                strength[place] += if apart[place] <= most as i16 { lane.sp[place] } else { 0 };
            }
        }
        let strength: u16 = strength.iter().sum();
        let near = self.all.iter().filter(|foe| foe.at.distance(hex) <= most);
        debug_assert_eq!(strength, near.map(|foe| u16::from(foe.sp)).sum::<u16>());
        strength
    }

    /// Tells of everybody who reaches a hex, or would if it were no farther off than `most`; not who stands in it.
    #[inline]
    pub fn in_reach(&self, hex: Hex, most: u16, mut tell: impl FnMut(&Foe, u16)) {
        debug_assert!(self.reaching(hex, most).eq(self.all.iter().filter(|foe| {
            let apart = foe.at.distance(hex);
            apart > 0 && apart <= foe.reach.min(most)
        })));
        for (number, lane) in self.lanes.iter().enumerate() {
            for place in lane.at.within(hex, &lane.reach, most as i16) {
                let foe = &self.all[number * LANES + place];
                tell(foe, foe.at.distance(hex));
            }
        }
    }

    /// All of them who reach a hex so, for whoever compares.
    fn reaching(&self, hex: Hex, most: u16) -> impl Iterator<Item = &Foe> {
        let near = move |lane: &FoeLane| lane.at.within(hex, &lane.reach, most as i16);
        self.all.chunks(LANES).zip(&self.lanes).flat_map(move |(few, lane)| near(lane).map(|place| &few[place]))
    }
}
