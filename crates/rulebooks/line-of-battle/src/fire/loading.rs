//! Who fires, with how many Strength Points, and what batteries load (P8 step 2).

use arrayvec::ArrayVec;
use engine::{Asks, Decimal, Rule, Ruling};

use super::situation::FireSituation;
use crate::charts::{Firepower, Gun, Limit, MoraleState, SmallArm};
use crate::movement::whole;
use crate::questions::{AMMUNITION, FIRING_SPS};
use crate::rules::*;
use crate::unit::{Ammunition, StackAfter, Standing, UNITS_MAX, Unit, UnitAfter, Weapon, has_canister};
use crate::{Book, Referee};

/// What one unit brings to a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Load {
    /// Its place in the stack.
    pub unit: u8,
    /// The Strength Points it counts.
    pub counts: Decimal,
    /// What a battery loads.
    pub ammunition: Option<Ammunition>,
}

/// Everything that takes part in a shot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Loaded {
    pub loads: ArrayVec<Load, UNITS_MAX>,
    /// Whether it is an artillery shot.
    pub artillery: bool,
}

impl Loaded {
    /// S 4: fractions are dropped once, from the total, which is at least one.
    pub fn sps(&self, book: &Book) -> u8 {
        let total: Decimal = self.loads.iter().map(|load| load.counts).sum();
        let sps = whole(total).thousandths() / Decimal::from_int(1).thousandths();
        (sps as u16).max(book.limit(Limit::FireLeast)).min(book.limit(Limit::FireMost)) as u8
    }

    /// The batteries that fired, by their place in the stack.
    pub fn batteries(&self) -> impl Iterator<Item = (u8, Ammunition)> {
        self.loads.iter().filter_map(|load| load.ammunition.map(|ammunition| (load.unit, ammunition)))
    }
}

/// The farthest hex a weapon reaches.
pub(super) fn max_range(book: &Book, weapon: Weapon) -> u16 {
    match weapon {
        Weapon::SmallArms(arm) => book.tables.arm_range.at(arm).value,
        Weapon::Artillery(gun) => book.tables.gun_range.at(gun).value,
    }
}

/// What a battery can load at this range: shell, canister.
pub(super) fn can_load(book: &Book, unit: &Unit, range: u8) -> (bool, bool) {
    let reach = book.tables.firepower_range.at(Firepower::CanisterNormal).value;
    (!unit.shell_depleted, has_canister(book, unit) && u16::from(range) <= reach)
}

/// Whether a unit takes part in a shot at this range.
pub(super) fn takes_part(book: &Book, standing: Standing<'_>, unit: &Unit, after: UnitAfter, range: u8) -> bool {
    let Some(weapon) = unit.weapon else {
        return false;
    };
    let loads = match weapon {
        Weapon::SmallArms(_) => true,
        Weapon::Artillery(_) => can_load(book, unit, range) != (false, false),
    };
    !unit.holds_fire && loads && u16::from(range) <= max_range(book, weapon) && standing.can_fire(book, unit, after)
}

/// Whether anybody is left who takes part in a shot.
pub(super) fn anybody_fires(book: &Book, situation: &FireSituation, after: &StackAfter) -> bool {
    let standing = Standing { stack: &situation.firer, after };
    standing.living().any(|(unit, after)| takes_part(book, standing, unit, after, situation.range))
}

/// P8 step 2: DG units count half, at most so many SPs fire out of a hex; the firing side chooses which.
pub(super) fn load<U: Referee>(
    book: &Book,
    situation: &FireSituation,
    after: &StackAfter,
    umpire: &mut U,
) -> Ruling<Loaded, U> {
    let standing = Standing { stack: &situation.firer, after };
    let per_sp = |after: UnitAfter| book.tables.state_fire.at(after.state).value.0;
    let firing = || {
        let places = situation.firer.units.iter().zip(&after.units).enumerate();
        places.filter(|(_, (unit, after))| after.sp > 0 && takes_part(book, standing, unit, **after, situation.range))
    };
    let mut rest: Decimal = firing().map(|(_, (_, after))| per_sp(*after).times(after.sp.into())).sum();
    let limit = if standing.is_open_order_capable() { Limit::FireMostOpen } else { Limit::FireMost };
    let mut room = Decimal::from_int(book.limit(limit).into()) - situation.sps_fired;
    let mut loaded = Loaded::default();
    for (index, (unit, after)) in firing() {
        let per_sp = per_sp(*after);
        if after.state == MoraleState::Disorganized {
            umpire.cite(LB_STATE_DG);
            umpire.read(book.tables.state_fire.at(after.state));
        }
        rest = rest - per_sp.times(after.sp.into());
        let (least, most) = bounds(room, rest, per_sp, after.sp);
        let fires = umpire.number(situation.side, &FIRING_SPS, Some(index as u16), least, most)?;
        if fires == 0 {
            continue;
        }
        let counts = per_sp.times(fires.into());
        room = room - counts;
        let ammunition = ammunition(book, situation, index as u16, unit, umpire)?;
        loaded.artillery |= ammunition.is_some();
        loaded.loads.push(Load { unit: index as u8, counts, ammunition });
    }
    Ok(loaded)
}

/// How many SPs of a unit must and may fire, if so much room is left and so much can come after it.
fn bounds(room: Decimal, rest: Decimal, per_sp: Decimal, sp: u8) -> (u16, u16) {
    let per_sp = per_sp.thousandths().max(1);
    let most = (room.thousandths().max(0) / per_sp).min(sp.into());
    let needed = (room - rest).thousandths().max(0);
    let least = ((needed + per_sp - 1) / per_sp).min(most);
    (least as u16, most as u16)
}

/// Shell or canister: as the situation says, else as the firing side does, where there is a choice (S 38).
fn ammunition<U: Referee>(
    book: &Book,
    situation: &FireSituation,
    index: u16,
    unit: &Unit,
    umpire: &mut U,
) -> Ruling<Option<Ammunition>, U> {
    let gun = match unit.weapon {
        Some(Weapon::Artillery(gun)) => gun,
        Some(Weapon::SmallArms(arm)) => {
            umpire.cite(LB_ARMS_TABLE);
            umpire.cite(small_arm_rule(arm));
            return Ok(None);
        }
        None => return Ok(None),
    };
    umpire.cite(LB_GUNS_TABLE);
    umpire.cite(gun_rule(gun));
    let chosen = match (unit.ammunition, can_load(book, unit, situation.range)) {
        (_, (true, false)) => Ammunition::Shell,
        (_, (false, _)) => Ammunition::Canister,
        (Some(ammunition), _) => ammunition,
        (None, _) => {
            let answer = umpire.choose(situation.side, &AMMUNITION, Some(index), &["shell", "canister"])?;
            if answer == 0 { Ammunition::Shell } else { Ammunition::Canister }
        }
    };
    Ok(Some(chosen))
}

/// The rule that gives small arms their line.
pub(super) fn small_arm_rule(arm: SmallArm) -> Rule {
    match arm {
        SmallArm::RifledMusket => LB_ARMS_R,
        SmallArm::Smoothbore => LB_ARMS_M,
        SmallArm::Carbine => LB_ARMS_C,
        SmallArm::Sharps => LB_ARMS_SR,
        SmallArm::Colt | SmallArm::Spencer => LB_ARMS_CR_S,
        SmallArm::Henry => LB_ARMS_HR,
        SmallArm::Shotgun => LB_ARMS_SH,
        SmallArm::Pistol => LB_ARMS_P,
        SmallArm::TargetRifle => LB_ARMS_T,
    }
}

/// The rule that gives guns their line.
pub(super) fn gun_rule(gun: Gun) -> Rule {
    match gun {
        Gun::Rifled => LB_GUNS_RIFLE,
        Gun::Napoleon => LB_GUNS_NAPOLEON,
        Gun::Howitzer12 => LB_GUNS_HOW12,
        Gun::Light => LB_GUNS_LIGHT,
        Gun::Parrott20 => LB_GUNS_PARROTT20,
        Gun::Howitzer24 => LB_GUNS_HOW24,
        Gun::MountainHowitzer => LB_GUNS_MTNHOW,
        Gun::SiegeRifle => LB_GUNS_SIEGE,
        Gun::Whitworth => LB_GUNS_WHITWORTH,
        Gun::Naval => LB_GUNS_NAVAL,
    }
}
