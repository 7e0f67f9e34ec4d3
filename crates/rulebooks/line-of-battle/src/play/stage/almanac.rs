//! What a staff works out once, before a battle: the price of every step, the ways to every objective, and what shots and
//! morale checks come to on the average. Everything is read from the charts and the map; nothing here decides anything.

use engine::chart::Key;
use engine::{Decimal, Fault};
use field::hex::{Cell, Hex, Layer, Marches, Side, Tolls};

use super::stacks::AROUND;
use crate::Book;
use crate::charts::{
    Activity, CombatColumn, Cover, Level, Limit, MoraleState, MoveColumn, Rating, TargetShift, VolleyColumn, ZeroMa,
};
use crate::movement::{ExitLicence, Manoeuvre, March, MovementSituation, Piece, activity_allowance};
use crate::play::ground::{Field, HexGround};
use crate::play::quiet::silent;
use crate::play::state::{FormationId, UnitId};
use crate::play::theatre::{FormationCard, ObjectiveCard, UnitCard, index};
use crate::unit::{Arm, Formation, SP_MAX, is_wrecked};

/// How a piece goes over the ground. Prices are those of a piece alone; `InCompany` has no road rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    Line,
    Column,
    ColumnInCompany,
    Open,
    Mounted,
    MountedInCompany,
    Limbered,
    LimberedInCompany,
    Leader,
    Wagon,
}

const PACES: [Pace; 10] = [
    Pace::Line,
    Pace::Column,
    Pace::ColumnInCompany,
    Pace::Open,
    Pace::Mounted,
    Pace::MountedInCompany,
    Pace::Limbered,
    Pace::LimberedInCompany,
    Pace::Leader,
    Pace::Wagon,
];

/// A step nobody may make at this pace.
pub(crate) const BARRED: u8 = u8::MAX;
/// The end of all ways.
const NO_WAY: u16 = u16::MAX;
/// A hex that is protected from everywhere.
pub(crate) const COVERED: u8 = u8::MAX;
/// Prices are counted in halves of a Movement Point.
const HALF: i32 = 500;
/// Modifiers of a morale check that are told apart, from the lowest.
const MODIFIERS: std::ops::RangeInclusive<i16> = -6..=12;
/// Ranges that are told apart.
const RANGES: usize = 41;
/// Ways two dice can fall.
const WAYS: i32 = 36;
/// Printed Strength Points of a stack that are told apart.
const PRINTED: usize = u8::MAX as usize + 1;

impl Pace {
    /// The pace of a formation.
    pub(crate) const fn of(formation: Formation, in_company: bool) -> Pace {
        match (formation, in_company) {
            (Formation::Line, _) | (Formation::OpenOrder, true) => Pace::Line,
            (Formation::Column, false) => Pace::Column,
            (Formation::Column, true) => Pace::ColumnInCompany,
            (Formation::OpenOrder, false) => Pace::Open,
            (Formation::Mounted, false) => Pace::Mounted,
            (Formation::Mounted, true) => Pace::MountedInCompany,
            (Formation::Limbered | Formation::Unlimbered, false) => Pace::Limbered,
            (Formation::Limbered | Formation::Unlimbered, true) => Pace::LimberedInCompany,
        }
    }

    /// The way that is looked up for it.
    const fn way(self) -> usize {
        match self {
            Pace::Line => 0,
            Pace::Column | Pace::ColumnInCompany | Pace::Open | Pace::Leader => 1,
            Pace::Mounted | Pace::MountedInCompany => 2,
            Pace::Limbered | Pace::LimberedInCompany | Pace::Wagon => 3,
        }
    }

    const fn formation(self) -> (Arm, Formation, bool) {
        match self {
            Pace::Line | Pace::Leader | Pace::Wagon => (Arm::Infantry, Formation::Line, false),
            Pace::Column => (Arm::Infantry, Formation::Column, false),
            Pace::ColumnInCompany => (Arm::Infantry, Formation::Column, true),
            Pace::Open => (Arm::Infantry, Formation::OpenOrder, false),
            Pace::Mounted => (Arm::Cavalry, Formation::Mounted, false),
            Pace::MountedInCompany => (Arm::Cavalry, Formation::Mounted, true),
            Pace::Limbered => (Arm::Artillery, Formation::Limbered, false),
            Pace::LimberedInCompany => (Arm::Artillery, Formation::Limbered, true),
        }
    }
}

/// The paces whose ways are known, in the order of [`Pace::way`].
const WALKERS: [Pace; 4] = [Pace::Line, Pace::Column, Pace::Mounted, Pace::Limbered];

/// What a shot in a column of the Combat Table comes to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ShotOdds {
    /// Thousandths of a Strength Point lost.
    pub loss: i32,
    /// Chance of a morale check, in thousandths.
    pub check: i32,
}

/// What a morale check comes to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CheckOdds {
    /// Thousandths of a Strength Point lost.
    pub loss: i32,
    /// Chance of a retreat, in thousandths.
    pub retreat: i32,
    /// Chance of being disorganized or routed, in thousandths.
    pub broken: i32,
}

/// What is known beforehand.
#[derive(Clone, Debug)]
pub(crate) struct Almanac {
    prices: Vec<Vec<[u8; 6]>>,
    /// The lowest price there is, by pace.
    cheapest: Vec<u8>,
    ways: Vec<[Layer<Onward>; WALKERS.len()]>,
    shots: [ShotOdds; CombatColumn::ALL.len()],
    checks: Vec<Vec<CheckOdds>>,
    columns: [i16; SP_MAX as usize + 1],
    small_arms: [i16; RANGES],
    sharpshooters: [i16; RANGES],
    guns: [i16; RANGES],
    volleys: [i32; VolleyColumn::ALL.len()],
    /// Halves of a Movement Point, by activity, movement column, morale state and what the Zero Rule leaves.
    allowances: Allowances,
    /// The units of either side, and who counts for the score of the other.
    pub rolls: [Roll; 2],
    /// For each unit the place of its brigade on the roll of its side, if it counts for one.
    brigades: Vec<Option<usize>>,
    /// Losses at which a unit is Wrecked, by its printed Strength Points.
    wrecks: [u8; PRINTED],
    /// What protects each hex from fire: a bit for each side, and one more for the whole hex.
    covers: Vec<u8>,
    /// Which of the hexes around each within two something protects, a bit for each in the order of [`AROUND`].
    covered_about: Vec<u32>,
    /// Thousandths of fire that protective terrain keeps off.
    pub cover: i32,
    /// Men of a Strength Point.
    pub men: i32,
    /// Yards of a hex.
    pub yards: i32,
}

impl Almanac {
    pub(crate) fn new(book: &Book, field: &Field) -> Result<Almanac, Fault> {
        let prices: Vec<Vec<[u8; 6]>> =
            PACES.iter().map(|pace| prices(book, field, *pace)).collect::<Result<_, _>>()?;
        let shots = shot_odds(book)?;
        let column = |sp: usize| {
            let most = book.limit(Limit::FireMost);
            let sps = (sp as u16).clamp(book.limit(Limit::FireLeast), most);
            book.tables.combat_columns.at(sps as i16).map(|column| column.value.index() as i16)
        };
        let mut columns = [0; SP_MAX as usize + 1];
        for (sp, place) in columns.iter_mut().enumerate() {
            *place = column(sp)?;
        }
        let shift = book.tables.target_shift.at(TargetShift::Protective).value;
        let (open, covered) = (CombatColumn::SixEight, CombatColumn::SixEight.index() as i16 + shift);
        let grid = field.map.grid();
        let covers = grid.cells().fold(vec![0; grid.room()], |mut covers, cell| {
            covers[cell.index()] = covers_of(book, &field.hexes[cell]);
            covers
        });
        let kept = shots.get(covered.max(0) as usize).map_or(0, |odds| odds.loss);
        Ok(Almanac {
            ways: Vec::new(),
            columns,
            small_arms: range_shifts(|range| book.tables.range_regular.at(range))?,
            sharpshooters: range_shifts(|range| book.tables.range_sharpshooter.at(range))?,
            guns: range_shifts(|range| book.tables.range_artillery.at(range))?,
            volleys: volley_odds(book)?,
            checks: check_odds(book)?,
            rolls: [Roll::default(), Roll::default()],
            brigades: Vec::new(),
            wrecks: std::array::from_fn(|printed| wrecked_at(book, printed as u8)),
            allowances: allowances(book),
            covered_about: covered_about(field, &covers),
            covers,
            cover: 1_000 - 1_000 * kept / shots[open.index()].loss.max(1),
            men: book.limit(Limit::SpMen).into(),
            yards: book.limit(Limit::HexYards).into(),
            cheapest: prices.iter().map(|prices| prices.iter().flatten().copied().min().unwrap_or(BARRED)).collect(),
            prices,
            shots,
        })
    }

    /// Works out the ways to the objectives.
    pub(crate) fn know_ways(&mut self, field: &Field, objectives: &[ObjectiveCard]) {
        self.ways = objectives.iter().map(|objective| ways_to(field, &self.prices, objective.at)).collect();
    }

    /// Writes down who belongs to which side, and who counts for the score of the other.
    pub(crate) fn call_roll(&mut self, units: &[UnitCard], formations: &[FormationCard]) {
        self.brigades = vec![None; units.len()];
        for (number, formation) in formations.iter().enumerate().filter(|(_, card)| card.level == Level::Brigade) {
            let own = units
                .iter()
                .enumerate()
                .filter(|(_, unit)| unit.formation.index() == number && unit.arm != Arm::Artillery);
            let least = |unit: &UnitCard| i16::from(unit.printed) - i16::from(self.wrecks[usize::from(unit.printed)]);
            let brigade: Regiments = own.map(|(place, unit)| (UnitId(place as u16), least(unit))).collect();
            let known = &mut self.rolls[index(formation.side)].brigades;
            brigade.iter().for_each(|(id, _)| self.brigades[id.index()] = Some(known.len()));
            known.push(brigade);
        }
        for (place, unit) in units.iter().enumerate() {
            let roll = &mut self.rolls[index(unit.side)];
            roll.units.push(UnitId(place as u16));
            if unit.arm == Arm::Artillery {
                roll.batteries.push(UnitId(place as u16));
            }
            if unit.entry.is_some() {
                roll.comers.push(UnitId(place as u16));
            }
        }
        for (number, formation) in formations.iter().enumerate() {
            self.rolls[index(formation.side)].formations.push(FormationId(number as u16));
        }
    }

    /// The place of a unit's brigade on the roll of its side, if it counts for one.
    pub(crate) fn brigade_of(&self, id: UnitId) -> Option<usize> {
        self.brigades[id.index()]
    }

    /// What it costs to leave a hex across a side, in halves of a Movement Point.
    #[inline]
    pub(crate) fn price(&self, pace: Pace, from: Cell, side: Side) -> u8 {
        self.prices[pace as usize][from.index()][side.index()]
    }

    /// The same for every hex and side.
    #[inline]
    pub(crate) fn prices(&self, pace: Pace) -> &[[u8; 6]] {
        &self.prices[pace as usize]
    }

    /// The lowest of them.
    #[inline]
    pub(crate) fn cheapest(&self, pace: Pace) -> u8 {
        self.cheapest[pace as usize]
    }

    /// Halves of a Movement Point that a unit has for an activity.
    #[inline]
    pub(crate) fn allowance(&self, activity: Activity, column: MoveColumn, state: MoraleState, zero: ZeroMa) -> i32 {
        self.allowances[activity.index()][column.index()][state.index()][zero.index()].into()
    }

    /// Whether a unit with so many of its printed Strength Points left is Wrecked.
    ///
    /// COST: the rule divides, and every score of a battle asks it about every unit.
    #[inline]
    pub(crate) fn is_wrecked(&self, printed: u8, sp: u8) -> bool {
        printed.saturating_sub(sp) >= self.wrecks[usize::from(printed)]
    }

    /// What the ground of a hex keeps off: everything, something through one of these sides, or nothing.
    #[inline]
    pub(crate) fn covers(&self, cell: Cell) -> u8 {
        self.covers[cell.index()]
    }

    /// In which hexes within two of another the ground keeps anything off, a bit for each in the order of [`AROUND`].
    #[inline]
    pub(crate) fn covered_about(&self, cell: Cell) -> u32 {
        self.covered_about[cell.index()]
    }

    /// How everybody gets to an objective from every hex.
    pub(crate) fn ways(&self, objective: usize, pace: Pace) -> Option<&Layer<Onward>> {
        self.ways.get(objective).map(|ways| &ways[pace.way()])
    }

    /// The column of the Combat Table for so many Strength Points at a range, before anything else shifts it.
    #[inline]
    pub(crate) fn column(&self, sp: u8, range: u16, how: Muzzle) -> i16 {
        let shifts = match how {
            Muzzle::SmallArms => &self.small_arms,
            Muzzle::Sharpshooters => &self.sharpshooters,
            Muzzle::Guns => &self.guns,
        };
        self.columns[usize::from(sp.min(SP_MAX))] + shifts[usize::from(range).min(RANGES - 1)]
    }

    /// What a shot in this column comes to; off the left of the table nothing.
    #[inline]
    pub(crate) fn shot(&self, column: i16) -> ShotOdds {
        usize::try_from(column).map_or(ShotOdds::default(), |column| self.shots[column.min(self.shots.len() - 1)])
    }

    /// What a morale check comes to.
    #[inline]
    pub(crate) fn check(&self, rating: Rating, modifier: i16) -> CheckOdds {
        let place = modifier.clamp(*MODIFIERS.start(), *MODIFIERS.end()) - MODIFIERS.start();
        self.checks[rating.index()][place as usize]
    }

    /// Thousandths of a Strength Point that an Opening Volley costs.
    pub(crate) fn volley(&self, column: VolleyColumn) -> i32 {
        self.volleys[column.index()]
    }
}

/// The regiments of a brigade, each with the most Strength Points with which it is Wrecked; less than none if it never is.
pub(crate) type Regiments = Vec<(UnitId, i16)>;

/// The units of a side, and who of them counts for the score of the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Roll {
    /// All of them, by number.
    pub units: Vec<UnitId>,
    pub formations: Vec<FormationId>,
    pub brigades: Vec<Regiments>,
    pub batteries: Vec<UnitId>,
    /// Those who come on in the course of the battle.
    pub comers: Vec<UnitId>,
}

/// What fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Muzzle {
    SmallArms,
    Sharpshooters,
    Guns,
}

fn prices(book: &Book, field: &Field, pace: Pace) -> Result<Vec<[u8; 6]>, Fault> {
    let (arm, formation, stacked) = pace.formation();
    let situation = MovementSituation {
        piece: match pace {
            Pace::Leader => Piece::Leader,
            Pace::Wagon => Piece::Wagon,
            _ => Piece::Unit,
        },
        arm,
        formation,
        stacked,
        artillery_leader: false,
        state: MoraleState::Normal,
        activity: Activity::Move,
        zero: ZeroMa::Full,
        in_ezoc: false,
        exit: ExitLicence::None,
        in_town: false,
        sp: 1,
        manoeuvres: Vec::new(),
    };
    let mut umpire = silent();
    let mut fresh = March::begin(book, &situation, &mut umpire)?;
    fresh.left = Decimal::from_int(99);
    fresh.allowance = fresh.left;
    let grid = field.map.grid();
    let mut prices = vec![[BARRED; 6]; grid.room()];
    for cell in grid.cells() {
        for (side, next) in grid.neighbours(cell) {
            let mut march = March { in_town: field.hexes[cell].town, ..fresh };
            let way = field.hexes[next].entries[side.opposite().index()].clone();
            if let Ok(None) = march.make(book, &situation, &Manoeuvre::Enter(way), &mut umpire) {
                let halves = (march.spent.thousandths() + HALF - 1) / HALF;
                prices[cell.index()][side.index()] = halves.clamp(0, i32::from(BARRED) - 1) as u8;
            }
        }
    }
    Ok(prices)
}

type Allowances = [[[[i16; ZeroMa::ALL.len()]; MoraleState::ALL.len()]; MoveColumn::ALL.len()]; Activity::ALL.len()];

fn allowances(book: &Book) -> Allowances {
    let halves = |activity: &Activity, column: &MoveColumn, state: &MoraleState, zero: &ZeroMa| {
        let points = activity_allowance(book, *column, *state, *zero, *activity, &mut silent());
        points.map_or(0, |points| (points.thousandths() / HALF) as i16)
    };
    let mut all = Allowances::default();
    for activity in Activity::ALL {
        for column in MoveColumn::ALL {
            for state in MoraleState::ALL {
                for zero in ZeroMa::ALL {
                    all[activity.index()][column.index()][state.index()][zero.index()] =
                        halves(activity, column, state, zero);
                }
            }
        }
    }
    all
}

/// The fewest losses at which a unit is Wrecked; more than it has where none are enough.
fn wrecked_at(book: &Book, printed: u8) -> u8 {
    (0..=printed).find(|lost| is_wrecked(book, printed, printed - lost)).unwrap_or(u8::MAX)
}

/// A bit for every side through which the ground protects, and [`COVERED`] where it does from everywhere.
fn covers_of(book: &Book, ground: &HexGround) -> u8 {
    let shifts = |cover: &Cover| book.tables.cover_combat.at(*cover).value;
    if ground.cover.iter().any(shifts) {
        return COVERED;
    }
    let walls = Side::ALL.into_iter().filter(|side| ground.walls[side.index()].iter().any(shifts));
    walls.fold(0, |bits, side| bits | 1 << side.index())
}

/// Where cover is near enough to be looked for.
fn covered_about(field: &Field, covers: &[u8]) -> Vec<u32> {
    let grid = field.map.grid();
    let mut about = vec![0; grid.room()];
    for cell in grid.cells() {
        let here = grid.hex(cell);
        let covered = |(q, r): &(i16, i16)| {
            grid.cell(Hex::at(here.q + q, here.r + r)).is_some_and(|cell| covers[cell.index()] != 0)
        };
        let bits = AROUND.iter().enumerate().filter(|(_, step)| covered(step));
        about[cell.index()] = bits.fold(0, |bits, (place, _)| bits | 1 << place);
    }
    about
}

/// Prices of going back along a way.
struct Backwards<'a>(&'a [[u8; 6]]);

impl Tolls for Backwards<'_> {
    fn toll(&self, _: Cell, side: Side, to: Cell) -> Option<u16> {
        let price = self.0[to.index()][side.opposite().index()];
        (price != BARRED).then_some(u16::from(price))
    }

    fn cheapest(&self) -> u16 {
        1
    }
}

/// How to get on from a hex to somewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Onward {
    /// How far it is: halves of a Movement Point by the best way; over even ground, as the crow flies, where there is none.
    pub far: u16,
    /// The sides across which it is nearer, a bit each.
    pub nearer: u8,
}

fn ways_to(field: &Field, prices: &[Vec<[u8; 6]>], at: Hex) -> [Layer<Onward>; WALKERS.len()] {
    let grid = field.map.grid();
    WALKERS.map(|pace| {
        let mut ways = Layer::new(grid, Onward { far: NO_WAY, nearer: 0 });
        for cell in grid.cells() {
            ways[cell].far = 2 * grid.hex(cell).distance(at);
        }
        if let Some(goal) = grid.cell(at) {
            let tolls = Backwards(&prices[pace as usize]);
            for reached in Marches::new().reach(grid, &tolls, goal, u32::from(NO_WAY - 1)) {
                ways[reached.cell].far = reached.cost as u16;
            }
        }
        for cell in grid.cells() {
            let nearer = grid.neighbours(cell).filter(|(_, next)| ways[*next].far < ways[cell].far);
            ways[cell].nearer = nearer.fold(0, |bits, (side, _)| bits | 1 << side.index());
        }
        ways
    })
}

/// The ways in which two dice come to each sum.
fn two_dice() -> impl Iterator<Item = (i16, i32)> {
    (2..=12).map(|sum: i16| (sum, 6 - i32::from((sum - 7).abs())))
}

fn shot_odds(book: &Book) -> Result<[ShotOdds; CombatColumn::ALL.len()], Fault> {
    let tables = &book.tables;
    let mut all = [ShotOdds::default(); CombatColumn::ALL.len()];
    for (column, odds) in all.iter_mut().enumerate() {
        for (dice, ways) in two_dice() {
            let cell = tables.combat.at(dice, column)?.value;
            odds.loss += ways * 1_000 * i32::from(tables.combat_losses.at(cell).value);
            odds.check += ways * 1_000 * i32::from(tables.combat_morale.at(cell).value);
        }
        (odds.loss, odds.check) = (odds.loss / WAYS, odds.check / WAYS);
    }
    Ok(all)
}

fn check_odds(book: &Book) -> Result<Vec<Vec<CheckOdds>>, Fault> {
    let (lowest, highest) = (book.limit(Limit::MoraleLowest) as i16, book.limit(Limit::MoraleHighest) as i16);
    let one = |rating: &Rating, modifier: i16| -> Result<CheckOdds, Fault> {
        let mut odds = CheckOdds::default();
        for (dice, ways) in two_dice() {
            let cell = book.tables.morale.at((dice + modifier).clamp(lowest, highest), rating.index())?.value;
            let broken = matches!(cell.result, MoraleState::Disorganized | MoraleState::Routed);
            odds.loss += ways * 1_000 * i32::from(cell.loss);
            odds.retreat += ways * 1_000 * i32::from(cell.retreat > 0);
            odds.broken += ways * 1_000 * i32::from(broken);
        }
        Ok(CheckOdds { loss: odds.loss / WAYS, retreat: odds.retreat / WAYS, broken: odds.broken / WAYS })
    };
    Rating::ALL.iter().map(|rating| MODIFIERS.map(|modifier| one(rating, modifier)).collect()).collect()
}

fn volley_odds(book: &Book) -> Result<[i32; VolleyColumn::ALL.len()], Fault> {
    let mut all = [0; VolleyColumn::ALL.len()];
    for (column, odds) in VolleyColumn::ALL.iter().zip(&mut all) {
        for loss in 1..=2 {
            let bound = |which: usize| book.tables.volley.at(*column, 2 * loss + which).map(|looked| looked.value);
            if let (Some(low), Some(high)) = (bound(0)?, bound(1)?) {
                *odds += loss as i32 * 1_000 * (i32::from(high) - i32::from(low) + 1) / 6;
            }
        }
    }
    Ok(all)
}

fn range_shifts(at: impl Fn(i16) -> Result<engine::Looked<i16>, Fault>) -> Result<[i16; RANGES], Fault> {
    let mut shifts = [0; RANGES];
    for (range, shift) in shifts.iter_mut().enumerate().skip(1) {
        *shift = at(range as i16)?.value;
    }
    Ok(shifts)
}
