//! Column shifts of fire (5.3 step 4), in the order printed. Right is positive.

use engine::chart::Key;
use engine::{Modifiers, Side};

use super::Ammunition;
use crate::charts::{Cover, FireShift, Limit, WeaponClass};
use crate::citations::{combat_bonus_rule, fire_shift_rule};
use crate::command::Led;
use crate::fire::Stance;
use crate::unit::{Formation, Ranks, Unit};
use crate::{Book, FirstVolley};

/// What is true of those who fire.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirerFacts {
    pub stationary: bool,
    pub marksmen: bool,
    pub skirmishers: bool,
    pub first_volley: bool,
    pub led: Led,
    pub mounted: bool,
    pub grape: bool,
    pub csa_artillery: bool,
    pub out_of_ammo: bool,
    pub fatigued: bool,
    pub small_arms: bool,
    pub range_m: u16,
}

impl FirerFacts {
    /// What is true of a unit that fires so.
    pub fn of(
        book: &Book,
        unit: &Unit,
        side: Side,
        (stance, ammunition): (Stance, Ammunition),
        range_m: u16,
        led: Led,
    ) -> Self {
        let foot_or_horse = unit.arm.is_foot_or_horse();
        let class = unit.weapon.map(|weapon| book.tables.fire.class.at(weapon).value);
        FirerFacts {
            // SL-15: nobody moves in the enemy's Movement Phase.
            stationary: foot_or_horse && stance != Stance::Move,
            marksmen: unit.marksmen,
            skirmishers: unit.formation == Formation::Skirmish,
            first_volley: foot_or_horse && unit.first_volley,
            led,
            mounted: unit.rides(),
            grape: ammunition == Ammunition::Grape,
            csa_artillery: unit.arm.is_artillery() && side == Side::Confederate,
            out_of_ammo: unit.out_of_ammo,
            fatigued: unit.fatigued,
            small_arms: class == Some(WeaponClass::SmallArm),
            range_m,
        }
    }
}

/// What is true of the unit that is fired at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TargetFacts {
    pub unlimbered: bool,
    pub cover: Cover,
    pub ranks: Ranks,
    pub exposed: bool,
}

/// All shifts. They add up, except that only the best cover and the deeper ranks count, and `exposed` counts once.
pub(super) fn fire_shifts(book: &Book, firer: &FirerFacts, target: &TargetFacts) -> Modifiers {
    let switches = &book.switches;
    let mut shifts = Modifiers::new();
    for shift in FireShift::ALL.iter().copied() {
        let looked = book.tables.fire.shifts.at(shift);
        let rule = fire_shift_rule(shift);
        let times = match shift {
            FireShift::Stationary => firer.stationary,
            FireShift::Marksmen => firer.marksmen,
            FireShift::Skirmishers => firer.skirmishers,
            FireShift::FirstVolley => {
                // RD-28: as printed, or the other way round where the switch says so.
                let times = match switches.first_volley {
                    FirstVolley::Printed => 1,
                    FirstVolley::Reversed => -1,
                    FirstVolley::Off => 0,
                };
                if firer.first_volley && times != 0 {
                    shifts.add_times(rule, looked, times);
                }
                false
            }
            FireShift::General => {
                if let Led::Bonus { level, bonus } = firer.led {
                    shifts.add(combat_bonus_rule(level), bonus);
                }
                matches!(firer.led, Led::Usual)
            }
            FireShift::MountedFire => firer.mounted,
            FireShift::Grapeshot => firer.grape,
            FireShift::CsaArtillery => firer.csa_artillery,
            FireShift::OutOfAmmo => switches.out_of_ammunition && firer.out_of_ammo,
            FireShift::FiftyMetres => {
                switches.fifty_metre_fire && firer.small_arms && firer.range_m <= book.limit(Limit::FiftyMetres)
            }
            FireShift::Fatigued => switches.fatigue && firer.fatigued,
            FireShift::Unlimbered => target.unlimbered,
            FireShift::SoftCover => target.cover == Cover::Soft,
            FireShift::HardCover => target.cover == Cover::Hard,
            FireShift::TwoRanks => target.ranks == Ranks::Two,
            FireShift::ThreeRanksSquare => target.ranks == Ranks::ThreeOrMore,
            FireShift::Exposed => target.exposed,
        };
        shifts.add_if(times, rule, || looked);
    }
    shifts
}
