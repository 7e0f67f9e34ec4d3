//! Column shifts of fire (P2 step 7), in the order printed. Right is positive.

use engine::{Decimal, Modifiers, Side};

use super::situation::Stance;
use super::volley::{Shot, TargetFacts};
use crate::Book;
use crate::charts::{FireShift, Limit, WeaponClass};
use crate::rules::*;
use crate::unit::{Arm, Cover, Formation};

/// Adds all shifts that apply to this group's fire at this target. They are cumulative, except where two lines are degrees of
/// the same thing (ranks, cover), and that `exposed` counts once however many of its causes hold.
// COST: inlined and added in place: the list is never copied, and where nobody keeps it only its sum is left of it.
#[inline(always)]
pub(super) fn add_fire_shifts(
    shifts: &mut Modifiers,
    book: &Book,
    target: &TargetFacts,
    group: &[Shot],
    factor: Decimal,
) {
    let chart = &book.tables.fire_shifts;
    let switches = &book.switches;
    shifts.add_if(mostly(group, factor, |shot| shot.firer.is_stationary()), SE_FIRE_SHIFT_STATIONARY, || {
        chart.at(FireShift::Stationary)
    });
    let enfiladed = mostly(group, factor, |shot| shot.from_flank_or_rear);
    let mounted = target.arm == Arm::Cavalry && target.mounted;
    let exposed = target.formation == Formation::Limbered || mounted || target.road_column || enfiladed;
    shifts.add_if(exposed, SE_FIRE_SHIFT_EXPOSED, || chart.at(FireShift::Exposed));
    let deep = target.ranks >= 3;
    shifts.add_if(target.ranks == 2 && !deep, SE_FIRE_SHIFT_TWORANKS, || chart.at(FireShift::TwoRanks));
    shifts.add_if(mostly(group, factor, |shot| shot.firer.marksmen), SE_FIRE_SHIFT_MARKSMEN, || {
        chart.at(FireShift::Marksmen)
    });
    shifts.add_if(deep, SE_FIRE_SHIFT_THREERANKS, || chart.at(FireShift::ThreeRanks));
    shifts.add_if(
        mostly(group, factor, |shot| shot.firer.formation == Formation::Skirmish),
        SE_FIRE_SHIFT_SKIRM,
        || chart.at(FireShift::Skirmishers),
    );
    shifts.add_if(target.formation == Formation::Unlimbered, SE_FIRE_SHIFT_UNLIMBERED, || {
        chart.at(FireShift::Unlimbered)
    });
    let hard = mostly(group, factor, |shot| shot.cover == Cover::Hard);
    let soft = !hard && mostly(group, factor, |shot| shot.cover != Cover::None);
    shifts.add_if(soft, SE_FIRE_SHIFT_SOFT, || chart.at(FireShift::SoftCover));
    shifts.add_if(hard, SE_FIRE_SHIFT_HARD, || chart.at(FireShift::HardCover));
    shifts.add_if(mostly(group, factor, |shot| shot.firer.stance == Stance::Prolong), SE_FIRE_SHIFT_PROLONG, || {
        chart.at(FireShift::Prolonging)
    });
    shifts.add_if(mostly(group, factor, |shot| shot.firer.mounted), SE_FIRE_SHIFT_MOUNTED, || {
        chart.at(FireShift::MountedFire)
    });
    let csa_artillery = |shot: &Shot| shot.class == WeaponClass::Artillery && shot.firer.side == Side::Confederate;
    shifts.add_if(switches.csa_artillery_fire && mostly(group, factor, csa_artillery), SE_FIRE_SHIFT_CSAART, || {
        chart.at(FireShift::CsaArtillery)
    });
    shifts.add_if(target.prone, SE_FIRE_SHIFT_PRONE, || chart.at(FireShift::Prone));
    if switches.ammunition && mostly(group, factor, |shot| shot.firer.out_of_ammo) {
        // R 11: one column, or two where the table says so.
        let rule = if switches.out_of_ammo_columns == 1 { SE_FIRE_SHIFT_AMMO } else { SE_OPT_AMMO_SHIFT };
        shifts.add_times(rule, chart.at(FireShift::OutOfAmmo), switches.out_of_ammo_columns);
    }
    let fifty = book.limit(Limit::FiftyYards);
    let close = |shot: &Shot| shot.class == WeaponClass::SmallArms && shot.range_yards <= fifty;
    shifts.add_if(switches.fifty_yards && mostly(group, factor, close), SE_FIRE_SHIFT_50YD, || {
        chart.at(FireShift::FiftyYards)
    });
}

/// S 6: what is true of the firers counts if it is true of at least half of the factor.
#[inline]
fn mostly(group: &[Shot], factor: Decimal, holds: impl Fn(&Shot) -> bool) -> bool {
    match group {
        // COST: most fire is one unit's with one weapon; nothing has to be added up then.
        [shot] => holds(shot),
        _ => {
            let part: Decimal = group.iter().filter(|shot| holds(shot)).map(Shot::factor).sum();
            part.times(2) >= factor
        }
    }
}
