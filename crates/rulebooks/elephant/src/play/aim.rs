//! Which stands of a unit can fire at whom (P2 step 1).

use engine::Decimal;
use field::ground::Point;

use super::Theatre;
use super::geometry::{SLACK, nearest_point, whole_yards};
use super::sight::Screens;
use super::state::{Battle, STANDS_IN_BATTLE_MAX, UnitId};
use crate::charts::Weapon;
use crate::unit::Formation;

/// A stand that can fire at a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Aim {
    /// Which stand.
    pub stand: u8,
    /// Which of the unit's weapons.
    pub kind: u8,
    pub weapon: Weapon,
    pub range_yards: u16,
    /// The middle of its front, from which it fires.
    pub from: Point,
    /// The factor of the stand, and with it the range band.
    pub factor: Decimal,
}

/// Which stands of a unit are asked whether they can fire. COST: nobody looks along the line of one whose answer is not wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sought {
    /// A bit for each of them.
    pub stands: u64,
    /// Only those who have the target within so many yards.
    pub yards: u16,
}

impl Sought {
    /// All of them.
    pub const ALL: Sought = Sought { stands: u64::MAX, yards: u16::MAX };

    /// All who are as near as this.
    pub const fn within(yards: u16) -> Sought {
        Sought { yards, ..Sought::ALL }
    }
}

impl Theatre {
    /// P2 step 1: the stands of a unit that can fire at a target: in arc, in sight, and with a factor at that range.
    pub(super) fn aims(&self, battle: &Battle, id: UnitId, target: UnitId) -> Vec<Aim> {
        self.aims_of(battle, id, target, Sought::ALL)
    }

    /// Those of some stands that can fire at a target.
    pub(super) fn aims_of(&self, battle: &Battle, id: UnitId, target: UnitId, sought: Sought) -> Vec<Aim> {
        let mut aims = Vec::new();
        self.each_aim(battle, (id, target), sought, |aim| {
            aims.push(aim);
            true
        });
        aims
    }

    /// Whether a stand of a unit can fire at a target that is no farther away than this, in yards.
    pub(super) fn has_aim_within(&self, battle: &Battle, id: UnitId, target: UnitId, most: u16) -> bool {
        let mut found = false;
        self.each_aim(battle, (id, target), Sought::within(most), |_| {
            found = true;
            false
        });
        found
    }

    /// The same stands, one after another until somebody has heard enough.
    fn each_aim(
        &self,
        battle: &Battle,
        (id, target): (UnitId, UnitId),
        sought: Sought,
        mut heard: impl FnMut(Aim) -> bool,
    ) {
        let unit = battle.unit(id);
        let at = self.footprint(battle, target);
        if unit.formation == Formation::Limbered || !battle.unit(target).is_on_field() {
            return;
        }
        let own = self.footprint(battle, id);
        if !own.is_within(self.yards(self.farthest(battle, id).min(sought.yards)) + SLACK, &at) {
            return;
        }
        // COST: whoever might stand between is looked for once the ground lets one line pass.
        let mut screens: Option<Screens> = None;
        // S 65: every stand fires, whatever its rank, unless this table lets only the front rank fire.
        let front = self.book.switches.front_rank_fire && unit.is_formed();
        let able = if front { usize::from(unit.files).max(1) } else { usize::from(STANDS_IN_BATTLE_MAX) };
        for (number, stand) in self.each_stand(battle, id).enumerate().take(able.min(usize::from(STANDS_IN_BATTLE_MAX)))
        {
            if sought.stands & (1 << number) == 0 {
                continue;
            }
            let Some((kind, weapon)) = self.weapon_of(battle, id, number) else { continue };
            let from = stand.front_centre();
            let to = nearest_point(&at, from);
            let range_yards = whole_yards(from.distance(to));
            let factor = self.factor(weapon, range_yards);
            if factor.is_zero() || range_yards > sought.yards || !self.is_in_arc(unit, &stand, &at) {
                continue;
            }
            let Some(line) = self.open_line(battle, (from, to), target) else { continue };
            let screens = screens.get_or_insert_with(|| self.screens(battle, (id, target), Some(own.extent()), &at));
            if screens.iter().any(|screen| self.is_between(screen, &line)) {
                continue;
            }
            if !heard(Aim { stand: number as u8, kind, weapon, range_yards, from, factor }) {
                return;
            }
        }
    }

    /// What a stand fires.
    fn weapon_of(&self, battle: &Battle, id: UnitId, stand: usize) -> Option<(u8, Weapon)> {
        let regiment = self.regiment(battle, id);
        if !regiment.arm.is_artillery() {
            return regiment.weapons.first().map(|weapon| (0, *weapon));
        }
        let mut before = 0;
        for (kind, (weapon, guns)) in regiment.weapons.iter().zip(battle.unit(id).guns).enumerate() {
            before += usize::from(guns);
            if stand < before {
                return Some((kind as u8, *weapon));
            }
        }
        None
    }

    /// The factor of one stand; nothing beyond its reach.
    pub(super) fn factor(&self, weapon: Weapon, range_yards: u16) -> Decimal {
        let tables = &self.book.tables;
        if range_yards > tables.max_range.at(weapon).value {
            return Decimal::ZERO;
        }
        let band = tables.fire_bands.band(Decimal::from_int(range_yards.into()));
        let looked = band.and_then(|band| tables.fire_factors.at(weapon, band).ok());
        looked.map_or(Decimal::ZERO, |looked| looked.value)
    }
}
