//! Rough sums for generals: what fire and Combat come to on the average, read out of the charts once for each theatre.
//!
//! Nothing here decides anything. A general has to compare a dozen orders in less time than one die takes to roll, so the
//! charts are boiled down to small tables of thousandths.

use engine::chart::Key;
use engine::{Decimal, Fault};

use crate::Book;
use crate::charts::{CombatCell, FireResult, FireShift, Weapon, WeaponClass};
use crate::scale::{ScaleRow, StandType};
use crate::unit::Arm;

/// LIMIT: factors beyond this all fall into the last column of the fire chart.
const FACTORS: usize = 64;
/// LIMIT: range bands, and columns of either chart; no house rule has more.
const BANDS_MAX: usize = 12;
const COLUMNS_MAX: usize = 16;
/// The faces of the die.
const FACES: i16 = 10;
/// A Panic Marker without a hit is worth so many thousandths of one: it silences a stand and may send a unit off.
const MARKER_WORTH: u32 = 500;

/// What one die of Combat comes to in a column, in thousandths.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Odds {
    /// How often the defender goes.
    pub won: i32,
    /// How often the attacker goes.
    pub lost: i32,
    /// Stands the attacker loses.
    pub cost: i32,
    /// Stands the defender loses.
    pub harm: i32,
}

/// The charts, boiled down.
#[derive(Clone, Debug, Default)]
pub(crate) struct Estimates {
    /// Thousandths of a factor, by weapon and band.
    factors: Vec<[u32; BANDS_MAX]>,
    /// The last yard of each band.
    band_ends: Vec<u32>,
    /// Yards beyond which a weapon does nothing.
    reach: Vec<u32>,
    /// Yards up to which it does at least half of what it does close up.
    effective: Vec<u32>,
    guns: Vec<bool>,
    /// The column of a factor.
    columns: Vec<u8>,
    /// Thousandths of hits by column, markers among them.
    hits: Vec<u32>,
    /// Combat, by column of the odds.
    combat: Vec<Odds>,
    /// Thousandths of fire that soft and hard cover keep off.
    cover: [i32; 3],
    shift_stationary: i32,
    shift_prone: i32,
    shift_cover: [i32; 3],
    /// Men in a hit.
    pub(super) men_per_hit: i32,
    /// Men in a stand of foot, of horse, and with a gun.
    pub(super) men_per_stand: [i32; 3],
}

impl Estimates {
    /// Reads the charts of a book.
    pub(crate) fn of(book: &Book) -> Result<Estimates, Fault> {
        let tables = &book.tables;
        let mut made = Estimates::default();
        for limit in tables.fire_bands.limits().iter().take(BANDS_MAX - 1) {
            made.band_ends.push(limit.thousandths().max(0) as u32 / 1_000);
        }
        for weapon in Weapon::ALL.iter().copied() {
            let mut row = [0; BANDS_MAX];
            for (band, factor) in row.iter_mut().enumerate().take(made.band_ends.len() + 1) {
                *factor =
                    tables.fire_factors.at(weapon, band).map_or(0, |looked| looked.value.thousandths().max(0) as u32);
            }
            let reach = u32::from(tables.max_range.at(weapon).value);
            let half = |band: &usize| row[*band] * 2 >= row[0] && row[*band] > 0;
            let last = (0..made.band_ends.len()).filter(half).max().unwrap_or(0);
            made.effective.push(made.band_ends[last].min(reach));
            made.guns.push(tables.weapon_class.at(weapon).value == WeaponClass::Artillery);
            made.factors.push(row);
            made.reach.push(reach);
        }
        for factor in 0..FACTORS {
            made.columns.push(tables.fire_columns.step(Decimal::from_int(factor as i32))? as u8);
        }
        for column in 0..tables.fire_columns.len().min(COLUMNS_MAX) {
            let mut sum = 0;
            for die in 0..FACES {
                sum += match tables.fire_results.at(die, column)?.value {
                    FireResult::Nothing => 0,
                    FireResult::Panic => MARKER_WORTH,
                    FireResult::Hits(hits) => 1_000 * u32::from(hits),
                };
            }
            made.hits.push(sum / FACES as u32);
        }
        for column in 0..tables.combat_columns.len().min(COLUMNS_MAX) {
            made.combat.push(odds_in(book, column)?);
        }
        let shift = |row| i32::from(tables.fire_shifts.at(row).value);
        made.shift_stationary = shift(FireShift::Stationary);
        made.shift_prone = shift(FireShift::Prone);
        made.shift_cover = [0, shift(FireShift::SoftCover), shift(FireShift::HardCover)];
        made.cover = made.shift_cover.map(|shift| made.kept_off(shift));
        made.men_per_hit = book.scale.of_row(ScaleRow::MenPerHit, book.switches.scale)?.into();
        let per = |stand| book.scale.per_stand(stand, book.switches.scale).map(i32::from);
        made.men_per_stand = [per(StandType::Infantry)?, per(StandType::Cavalry)?, per(StandType::ArtilleryCrew)?];
        Ok(made)
    }

    /// Thousandths of fire that so many columns to the left keep off.
    fn kept_off(&self, shift: i32) -> i32 {
        let (mut all, mut left) = (0, 0);
        for column in 0..self.hits.len() as i32 {
            all += self.hits[column as usize] as i32;
            left += self.in_column(column + shift) as i32;
        }
        if all == 0 { 0 } else { 1_000 - 1_000 * left / all }
    }

    fn in_column(&self, column: i32) -> u32 {
        let last = self.hits.len() as i32 - 1;
        self.hits.get(column.clamp(0, last.max(0)) as usize).copied().unwrap_or(0)
    }

    /// Thousandths of the factor of one stand.
    #[inline]
    pub(super) fn factor(&self, weapon: Weapon, yards: i32) -> u32 {
        let yards = yards.max(0) as u32;
        if yards > self.reach[weapon.index()] {
            return 0;
        }
        let band = self.band_ends.iter().position(|end| yards <= *end).unwrap_or(self.band_ends.len());
        self.factors[weapon.index()][band]
    }

    /// Men that fire should cost its target, from thousandths of a factor and a shift.
    #[inline]
    pub(super) fn men_hit(&self, factor: u32, shift: i32) -> i32 {
        if factor == 0 {
            return 0;
        }
        let column = self.columns[(factor as usize / 1_000).min(FACTORS - 1)];
        self.in_column(i32::from(column) + shift) as i32 * self.men_per_hit / 1_000
    }

    pub(super) fn reach(&self, weapon: Weapon) -> i32 {
        self.reach[weapon.index()] as i32
    }

    pub(super) fn effective(&self, weapon: Weapon) -> i32 {
        self.effective[weapon.index()] as i32
    }

    /// Men in a stand.
    #[inline]
    pub(super) fn men_in_stand(&self, arm: Arm) -> i32 {
        let [foot, horse, gun] = self.men_per_stand;
        match arm {
            Arm::Infantry => foot,
            Arm::Cavalry => horse,
            Arm::FieldArtillery | Arm::HorseArtillery => gun,
            Arm::Wagon => 0,
        }
    }

    /// The shift of whoever does not move.
    pub(super) fn stationary(&self) -> i32 {
        self.shift_stationary
    }

    /// The shift of whoever lies down.
    pub(super) fn prone(&self) -> i32 {
        self.shift_prone
    }

    /// The shift of no, soft and hard cover.
    pub(super) fn cover_shift(&self, cover: usize) -> i32 {
        self.shift_cover[cover.min(2)]
    }

    /// Thousandths of fire that no, soft and hard cover keep off.
    pub(super) fn cover(&self, cover: usize) -> i32 {
        self.cover[cover.min(2)]
    }

    /// What one die of Combat comes to at these odds.
    pub(super) fn combat(&self, book: &Book, ours: Decimal, theirs: Decimal, shift: i32) -> Odds {
        let step = book.tables.combat_columns.step(ours, theirs) as i32 + shift;
        self.combat.get(step.clamp(0, self.combat.len() as i32 - 1) as usize).copied().unwrap_or_default()
    }
}

fn odds_in(book: &Book, column: usize) -> Result<Odds, Fault> {
    let (attacker, defender) = (&book.tables.combat_attacker, &book.tables.combat_defender);
    let mut odds = Odds::default();
    let share = 1_000 / i32::from(FACES);
    for die in 0..FACES {
        let cell: CombatCell = book.tables.combat_results.at(die, column)?.value;
        odds.won += share * i32::from(defender.retreats.at(cell).value);
        odds.lost += share * i32::from(attacker.retreats.at(cell).value);
        odds.cost += share * i32::from(attacker.lost.at(cell).value);
        odds.harm += share * i32::from(defender.lost.at(cell).value);
    }
    Ok(odds)
}
