//! The jobs that sight and movement are measured by: two pieces of ground that belong to nobody.
//!
//! A hundred by a hundred hexes, odd columns pushed down: 12 in a hundred stop sight; of the others' prices 60 in a hundred
//! are 1, 25 are 2, 10 are 3, and 5 are no way at all. And a table of 1,800 by 1,200 millimetres with 200 stands of 40 by
//! 20 at any angle.
//!
//! The peers read this very file (`benches/peers/geometry`), so it uses nothing but the standard library. It is frozen: a
//! goal that is met by changing the job is not met.

/// The seed of everything below.
pub const SEED: u64 = 1863;

/// Hexes in a column, and in a row.
pub const ACROSS: i32 = 100;

/// A generator that anybody can write down: splitmix64.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// From a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from nought up to, and without, this one.
    pub fn below(&mut self, end: i32) -> i32 {
        (self.bits() % end.unsigned_abs() as u64) as i32
    }
}

/// A hex: columns east, and steps down the diagonal that runs north and south.
pub type Axial = (i32, i32);

/// The hexes.
#[derive(Clone, Debug)]
pub struct Hexes {
    stops: Vec<bool>,
    prices: Vec<u8>,
}

/// How many pairs of hexes are looked along.
pub const PAIRS: usize = 20_000;
/// How many ways are looked for.
pub const WAYS: usize = 300;

impl Hexes {
    /// The frozen map.
    pub fn new() -> Hexes {
        let mut dice = Dice::new(SEED);
        let cells = (ACROSS * ACROSS) as usize;
        let stops = (0..cells).map(|_| dice.below(100) < 12).collect();
        let prices = (0..cells).map(|_| match dice.below(100) {
            0..60 => 1,
            60..85 => 2,
            85..95 => 3,
            _ => 0,
        });
        Hexes { prices: prices.collect(), stops }
    }

    /// Whether a hex stops sight.
    pub fn stops(&self, hex: Axial) -> bool {
        place(hex).is_some_and(|place| self.stops[place])
    }

    /// What it costs to enter a hex; nothing where there is no way.
    pub fn price(&self, hex: Axial) -> Option<u8> {
        place(hex).map(|place| self.prices[place]).filter(|price| *price > 0)
    }

    /// Pairs of different hexes, no further apart than this.
    pub fn pairs(&self, range: i32) -> Vec<(Axial, Axial)> {
        let mut dice = Dice::new(SEED + range as u64);
        let mut pairs = Vec::with_capacity(PAIRS);
        while pairs.len() < PAIRS {
            let (from, to) = (any_hex(&mut dice), any_hex(&mut dice));
            let near = if range >= ACROSS { to } else { near(from, range, &mut dice) };
            if place(near).is_some() && (1..=range).contains(&distance(from, near)) {
                pairs.push((from, near));
            }
        }
        pairs
    }

    /// The ends of the ways: hexes that can be entered.
    pub fn ends(&self) -> Vec<(Axial, Axial)> {
        let mut dice = Dice::new(SEED + 1_000);
        let mut open = || loop {
            let hex = any_hex(&mut dice);
            if self.price(hex).is_some() {
                return hex;
            }
        };
        (0..WAYS).map(|_| (open(), open())).collect()
    }
}

impl Default for Hexes {
    fn default() -> Self {
        Hexes::new()
    }
}

/// The place of a hex in an array column by column, if it is on the map.
pub fn place((q, r): Axial) -> Option<usize> {
    let row = r + q.div_euclid(2);
    let on_map = (0..ACROSS).contains(&q) && (0..ACROSS).contains(&row);
    on_map.then_some((q * ACROSS + row) as usize)
}

/// How many hexes two are apart.
pub fn distance((q, r): Axial, (to_q, to_r): Axial) -> i32 {
    let (q, r) = (to_q - q, to_r - r);
    q.abs().max(r.abs()).max((q + r).abs())
}

fn any_hex(dice: &mut Dice) -> Axial {
    let (column, row) = (dice.below(ACROSS), dice.below(ACROSS));
    (column, row - column / 2)
}

fn near((q, r): Axial, range: i32, dice: &mut Dice) -> Axial {
    (q + dice.below(2 * range + 1) - range, r + dice.below(2 * range + 1) - range)
}

/// A stand: its centre in tenths of a millimetre of the table, and its angle in parts of a turn, 65,536 to the whole.
#[derive(Clone, Copy, Debug)]
pub struct Stand {
    /// East.
    pub x: i32,
    /// North.
    pub y: i32,
    /// Clockwise from north.
    pub heading: u16,
}

/// The table, in tenths of a millimetre.
pub const TABLE: (i32, i32) = (18_000, 12_000);
/// A stand's frontage and depth.
pub const STAND: (i32, i32) = (400, 200);
/// How many stands.
pub const STANDS: usize = 200;
/// How far one sees.
pub const SIGHT: i32 = 6_000;
/// How many pairs of stands look at each other.
pub const LOOKS: usize = 4_000;

/// The stands.
pub fn stands() -> Vec<Stand> {
    let mut dice = Dice::new(SEED + 2_000);
    let mut one = || Stand { x: dice.below(TABLE.0), y: dice.below(TABLE.1), heading: dice.bits() as u16 };
    (0..STANDS).map(|_| one()).collect()
}

/// Pairs of stands whose centres are within sight of each other.
pub fn looks(stands: &[Stand]) -> Vec<(usize, usize)> {
    let mut dice = Dice::new(SEED + 3_000);
    let mut looks = Vec::with_capacity(LOOKS);
    while looks.len() < LOOKS {
        let (from, to) = (dice.below(STANDS as i32) as usize, dice.below(STANDS as i32) as usize);
        let (x, y) = (stands[to].x - stands[from].x, stands[to].y - stands[from].y);
        if from != to && x * x + y * y <= SIGHT * SIGHT {
            looks.push((from, to));
        }
    }
    looks
}

/// Answers as text that two programs can compare: four bits a letter.
pub fn letters(answers: impl IntoIterator<Item = bool>) -> String {
    let answers: Vec<bool> = answers.into_iter().collect();
    let digit = |bits: &[bool]| bits.iter().fold(0, |digit, bit| digit * 2 + u32::from(*bit));
    answers.chunks(4).filter_map(|bits| char::from_digit(digit(bits), 16)).collect()
}
