//! Fire points (procedure 5.2, steps 3 to 5 and 10).
//!
//! Points are kept exactly: three halvings of a quarter point need five decimal places, and sums of such parts may still
//! meet a bracket. Nothing is rounded (R23).

use engine::{Asks, Decimal, Looked, Refusal, Rule, Ruling, Umpire};

use super::situation::{FireCombat, Firer, GunFirer, TroopFirer, TroopWeapon, WeaponLine};
use crate::Book;
use crate::charts::Value;
use crate::lines::{BandLine, HalvingLine, MusketryLine};
use crate::pieces::{Formation, Order, Rating};
use crate::rules::*;

/// Fire points, exactly: thousandths, and nine places more for three multipliers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Points(i64);

/// What one thousandth counts.
const FINE: i64 = 1_000_000_000;
const THOUSAND: i64 = 1_000;

impl Points {
    fn of(points: Decimal, stands: u8) -> Self {
        Points(i64::from(points.thousandths()) * i64::from(stands) * FINE)
    }

    fn times(self, multiplier: Decimal) -> Self {
        Points(self.0 * i64::from(multiplier.thousandths()) / THOUSAND)
    }

    fn add(&mut self, more: Points) {
        self.0 += more.0;
    }

    /// The same to the thousandth below, which falls into the same bracket.
    pub(super) fn floor(self) -> Decimal {
        Decimal::from_thousandths(i32::try_from(self.0 / FINE).unwrap_or(i32::MAX))
    }

    /// Whether this is at least such a share of `total`.
    fn is_share(self, share: Decimal, total: Points) -> bool {
        self.0 > 0 && self.0 * THOUSAND >= total.0 * i64::from(share.thousandths())
    }
}

/// All points of a combat, and how much of them each kind of firer gives.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// All of them.
    pub total: Points,
    cannon: Points,
    machine_guns: Points,
    in_charge: Points,
    raw: Points,
}

/// Which firer lines count, and what kind of fire it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Character {
    /// Cannonade rather than musketry (S30).
    pub cannonade: bool,
    /// Mitrailleuse or Gatling gun at close range.
    pub machine_guns: bool,
    /// Repeaters or buck and ball in a charge, or sharpshooters.
    pub in_charge: bool,
    /// Raw troops or guns.
    pub raw: bool,
}

impl Tally {
    /// S30, S31: a line counts, and fire is cannonade, if the firers it fits give at least half of the points.
    pub(super) fn character<U: Umpire>(&self, book: &Book, umpire: &mut U) -> Character {
        let share = umpire.read(book.tables.value(Value::FirerShare));
        let counts = |part: Points| part.is_share(share, self.total);
        Character {
            cannonade: counts(self.cannon),
            machine_guns: counts(self.machine_guns),
            in_charge: counts(self.in_charge),
            raw: counts(self.raw),
        }
    }
}

/// 5.2 step 4. Stands times table value, halved for each condition; summed over all firers.
pub(super) fn total<U: Umpire>(book: &Book, combat: &FireCombat, umpire: &mut U) -> Ruling<Tally, U> {
    let mut tally = Tally::default();
    for firer in &combat.firers {
        let Some(looked) = printed(book, firer) else {
            return Err(out_of_reach(firer).into());
        };
        let value = umpire.read(looked);
        cite_range(book, firer, umpire);
        let points = match firer {
            Firer::Troops(troops) => of_troops(book, troops, value, umpire),
            Firer::Guns(guns) => of_guns(book, guns, value, umpire),
        };
        tally.total.add(points);
        classify(book, firer, points, &mut tally, umpire);
    }
    Ok(tally)
}

/// The value of one stand at its range; nothing beyond its reach.
pub(super) fn printed(book: &Book, firer: &Firer) -> Option<Looked<Decimal>> {
    match firer.line() {
        WeaponLine::Musketry(line) => book.tables.musketry.at(line, firer.range()),
        WeaponLine::Cannonade(line) => book.tables.cannonade.at(line, firer.range()),
    }
}

/// R54: whether only the French reach this far, by the switch `french_only`.
pub(super) fn is_french_only(book: &Book, firer: &Firer) -> bool {
    let WeaponLine::Musketry(line) = firer.line() else {
        return false;
    };
    let reserved = book.tables.french_only.at(line).value;
    book.switches.french_only && reserved.is_some() && book.tables.musketry.column(firer.range()) == reserved
}

/// Troops: the stands that their formation lets fire (S35), halved if disordered, low on ammunition or in mass.
fn of_troops<U: Umpire>(book: &Book, troops: &TroopFirer, value: Decimal, umpire: &mut U) -> Points {
    let points = Points::of(value, stands_that_fire(book, troops.formation, troops.stands, umpire));
    let conditions = [
        (troops.order == Order::Disordered, HalvingLine::Disordered),
        (troops.low_ammo, HalvingLine::LowAmmo),
        (troops.formation == Formation::Mass, HalvingLine::Mass),
    ];
    halved(book, points, &conditions, umpire)
}

/// Guns: every stand that is not silenced, each halved if low on ammunition or damaged.
fn of_guns<U: Umpire>(book: &Book, guns: &GunFirer, value: Decimal, umpire: &mut U) -> Points {
    let mut points = Points::default();
    for stand in guns.stands.iter().filter(|stand| !stand.silenced) {
        let conditions = [(stand.low_ammo, HalvingLine::LowAmmo), (stand.damaged, HalvingLine::Damaged)];
        points.add(halved(book, Points::of(value, 1), &conditions, umpire));
    }
    points
}

/// S32: halvings multiply.
fn halved<U: Umpire>(book: &Book, points: Points, conditions: &[(bool, HalvingLine)], umpire: &mut U) -> Points {
    conditions.iter().filter(|(applies, _)| *applies).fold(points, |points, (_, line)| {
        umpire.cite(FF_FIRE_PT_MOD);
        umpire.cite(line.rule());
        points.times(umpire.read(book.tables.halvings.at(*line)))
    })
}

/// S35: all stands of a line, extended line or mass; the front of a field column; one face of a square; so many of a
/// garrison; none of a march column.
pub(crate) fn stands_that_fire<U: Umpire>(book: &Book, formation: Formation, stands: u8, umpire: &mut U) -> u8 {
    let mut whole = |value| umpire.read(book.tables.whole(value)).max(0) as u8;
    match formation {
        Formation::Line | Formation::Extended | Formation::DismountedExtended | Formation::Mass => stands,
        Formation::FieldColumn => stands.min(whole(Value::FieldColumnFires)),
        Formation::Square => stands.div_ceil(whole(Value::SquareFaces).max(1)),
        Formation::Garrison => stands.min(whole(Value::GarrisonFires)),
        Formation::MarchColumn => 0,
    }
}

/// Cites the weapon's row and the range band.
fn cite_range<U: Umpire>(book: &Book, firer: &Firer, umpire: &mut U) {
    let within = |line: BandLine| firer.range() <= book.tables.bands.at(line).value.0;
    umpire.cite(match firer.line() {
        WeaponLine::Musketry(_) => FF_MUSK,
        WeaponLine::Cannonade(_) => FF_CANN,
    });
    umpire.cite(weapon_rule(firer));
    umpire.cite(match firer.line() {
        WeaponLine::Musketry(_) if within(BandLine::MusketryClose) => FF_BAND_M_CLOSE,
        WeaponLine::Musketry(_) => FF_BAND_M_LONG,
        WeaponLine::Cannonade(_) if within(BandLine::Canister) => FF_BAND_C_CANISTER,
        WeaponLine::Cannonade(_) => FF_BAND_C_SHOT,
    });
    if is_french_only(book, firer) {
        umpire.cite(FF_MUSK_FRENCH);
    }
}

/// Adds a firer's points to every line that it fits.
fn classify<U: Umpire>(book: &Book, firer: &Firer, points: Points, tally: &mut Tally, umpire: &mut U) {
    use MusketryLine::{GatlingGun, Mitrailleuse};
    match firer.line() {
        WeaponLine::Cannonade(_) => tally.cannon.add(points),
        WeaponLine::Musketry(GatlingGun | Mitrailleuse) => {
            let close = umpire.read(book.tables.bands.at(BandLine::MusketryClose)).0;
            if firer.range() <= close {
                tally.machine_guns.add(points);
            }
        }
        WeaponLine::Musketry(_) => {}
    }
    if charge_line(firer).is_some() {
        tally.in_charge.add(points);
    }
    // R25: raw troops, or raw guns.
    if firer.rating() == Rating::Raw {
        tally.raw.add(points);
    }
}

/// R24: repeaters and buck and ball count only in a charge, sharpshooters at any time.
pub(super) fn charge_line(firer: &Firer) -> Option<Rule> {
    let Firer::Troops(troops) = firer else {
        return None;
    };
    match troops.weapon {
        TroopWeapon::Rp if troops.in_charge => Some(FF_FIRE_MOD_REPEATER),
        TroopWeapon::Sm if troops.in_charge => Some(FF_FIRE_MOD_BUCKBALL),
        _ => troops.sharpshooters.then_some(FF_FIRE_MOD_SHARPSHOOTER),
    }
}

fn weapon_rule(firer: &Firer) -> Rule {
    match firer.line() {
        WeaponLine::Musketry(line) => line.rule(),
        WeaponLine::Cannonade(line) => line.rule(),
    }
}

#[cold]
fn out_of_reach(firer: &Firer) -> Refusal {
    Refusal::new().because("firers", format!("{} inches is out of reach", firer.range()), weapon_rule(firer))
}
