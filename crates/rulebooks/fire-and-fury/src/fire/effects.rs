//! Fire: the effects (procedure 5.2, steps 8, 9 and 11 to 13).

use arrayvec::ArrayVec;
use engine::{Asks, Decimal, Pair, Ruling, Umpire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::points;
use super::situation::{BEHIND_MAX, Charging, FIRERS_MAX, FireCombat, FireStep, Firer, Target};
use crate::charts::{ChargeUnderFire, Value};
use crate::event::{ChargeUnderFireTold, Event, LowOnAmmo, UnitHurt};
use crate::leaders::FallenOutcome;
use crate::lines::FireRow;
use crate::losses::{Damage, GunState, Owner, Piece, TroopState};
use crate::pieces::{GUN_STANDS_READ, Order};
use crate::questions;
use crate::rules::*;
use crate::{Book, Referee};

engine::keys! {
    /// What a fire does, worst first.
    pub enum FireEffect {
        /// Withering fire.
        Withering = "withering",
        /// Telling fire.
        Telling = "telling",
        /// Galling fire.
        Galling = "galling",
        /// Lively fire.
        Lively = "lively",
        /// Desultory fire.
        Desultory = "desultory",
    }
}

engine::keys! {
    /// What becomes of a charge under fire.
    pub enum ChargeAfterFire {
        /// The target was not charging.
        NotCharging = "not_charging",
        /// It goes home: charge combat follows.
        Home = "home",
        /// It is checked: the charger retreats to 2 inches from the enemy.
        Checked = "checked",
        /// It is checked, and the cavalry recalls.
        Recalled = "recalled",
        /// Nothing is left of the charger.
        Destroyed = "destroyed",
    }
}

/// What a fire made of one unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Struck {
    /// The unit afterwards.
    pub unit: Piece,
    /// Stands lost.
    pub stands_lost: u8,
}

/// Who runs low on ammunition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct LowAmmo {
    /// The firer's number in the situation, from 0.
    pub firer: u8,
    /// Its gun stand, from 0; nothing for troops.
    pub stand: Option<u8>,
}

/// A leader who rolled because of the fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct FallenToFire {
    /// His number in the situation, from 0; nothing for the target's brave colonel.
    pub leader: Option<u8>,
    /// What became of him.
    pub outcome: FallenOutcome,
}

/// What came of a fire.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct FireOutcome {
    /// The effect on the target.
    pub effect: FireEffect,
    /// What it made of the target.
    pub target: Struck,
    /// What it made of the target's charge.
    pub charge: ChargeAfterFire,
    /// What it made of the units behind the target, in the order of the situation.
    pub behind: ArrayVec<Struck, BEHIND_MAX>,
    /// Who runs low on ammunition, if somebody does.
    pub low_ammo: Option<LowAmmo>,
    /// The leader who rolled, if one did.
    pub fallen: Option<FallenToFire>,
}

/// How strongly an effect strikes: the total where it counts, and the kind of fire.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    pub effect: FireEffect,
    /// Nothing for units behind the target: what a high total adds is not passed on (S41).
    pub total: Option<i16>,
    pub cannonade: bool,
}

/// Steps 8 and 9. Applies an effect to a unit. Gives back whether it is one that disorders troops.
pub(super) fn strike<U: Referee>(
    book: &Book,
    strength: Strength,
    struck: &mut Struck,
    owner: Owner,
    umpire: &mut U,
) -> Ruling<bool, U> {
    let table = &book.tables.fire_effects;
    if umpire.read(table.cannonade_only.at(strength.effect)) && !strength.cannonade {
        umpire.cite(FF_FIRE_EFF_LIVELY_MUSKETRY);
        return Ok(false);
    }
    let before = struck.unit.stands();
    let disorders = match &mut struck.unit {
        Piece::Troops(troops) => strike_troops(book, strength, troops, umpire),
        Piece::Guns(guns) => strike_guns(book, strength, guns, owner, umpire).map(|()| false)?,
    };
    struck.stands_lost = before - struck.unit.stands();
    umpire.tell(|| {
        let order = match &struck.unit {
            Piece::Troops(troops) => Some(troops.order),
            Piece::Guns(_) => None,
        };
        let (stands_lost, stands_left) = (struck.stands_lost, struck.unit.stands());
        Event::UnitHurt(UnitHurt { unit: owner.piece + 1, stands_lost, stands_left, order })
    });
    Ok(disorders)
}

/// Step 8. Disorder and lost stands. Broken targets count as already disordered, and stay broken.
fn strike_troops<U: Umpire>(book: &Book, strength: Strength, troops: &mut TroopState, umpire: &mut U) -> bool {
    let table = &book.tables.fire_effects;
    let effect = strength.effect;
    umpire.cite(match effect {
        FireEffect::Withering => FF_FIRE_EFF_WITHERING,
        FireEffect::Telling => FF_FIRE_EFF_TELLING,
        FireEffect::Galling => FF_FIRE_EFF_GALLING,
        FireEffect::Lively => FF_FIRE_EFF_LIVELY,
        FireEffect::Desultory => FF_FIRE_EFF_DESULTORY,
    });
    let mut lost = umpire.read(table.stands.at(effect)).saturating_add(extra_stands(book, strength, umpire));
    if troops.order != Order::Good {
        lost = lost.saturating_add(umpire.read(table.stands_if_disordered.at(effect)));
    }
    troops.lose(lost);
    let disorders = umpire.read(table.disorders.at(effect));
    if disorders {
        troops.disorder();
    }
    disorders
}

/// Step 9. Wrecked first, then damaged, then silenced; the owner picks the stands (S38).
fn strike_guns<U: Umpire>(
    book: &Book,
    strength: Strength,
    guns: &mut GunState,
    owner: Owner,
    umpire: &mut U,
) -> Ruling<(), U> {
    let table = &book.tables.fire_effects;
    let effect = strength.effect;
    umpire.cite(match effect {
        FireEffect::Withering => FF_FIRE_EFF_WITHERING_GUNS,
        FireEffect::Telling => FF_FIRE_EFF_TELLING_GUNS,
        FireEffect::Galling => FF_FIRE_EFF_GALLING_GUNS,
        FireEffect::Lively => FF_FIRE_EFF_LIVELY,
        FireEffect::Desultory => FF_FIRE_EFF_DESULTORY,
    });
    let mut wrecked = umpire.read(table.guns_wrecked.at(effect));
    if wrecked > 0 {
        wrecked = wrecked.saturating_add(extra_stands(book, strength, umpire));
    }
    for _ in 0..wrecked {
        guns.wreck_one(owner, umpire)?;
    }
    let mut spared = None;
    for _ in 0..umpire.read(table.guns_damaged.at(effect)) {
        if let Damage::Damaged(index) = guns.damage_one(owner, umpire)? {
            spared = Some(index);
        }
    }
    for _ in 0..umpire.read(table.guns_silenced.at(effect)) {
        guns.silence_one(spared, owner, umpire)?;
    }
    if umpire.read(table.other_guns_silenced.at(effect)) {
        guns.silence_all();
    }
    Ok(())
}

/// R30: a total of 15 or more, after modifiers, costs one more troop or gun stand.
fn extra_stands<U: Umpire>(book: &Book, strength: Strength, umpire: &mut U) -> u8 {
    let table = &book.tables.fire_effects;
    let (Some(from), Some(total)) = (umpire.read(table.extra_from.at(strength.effect)), strength.total) else {
        return 0;
    };
    if total < from {
        return 0;
    }
    umpire.cite(FF_FIRE_EFF_WITHERING_15);
    umpire.read(table.extra_stands.at(strength.effect))
}

/// Step 11. In the defensive step the row says whether a charging target goes home or is checked. Checked cavalry may recall.
pub(super) fn charge_under_fire<U: Referee>(
    book: &Book,
    combat: &FireCombat,
    row: FireRow,
    target: &Piece,
    umpire: &mut U,
) -> Ruling<ChargeAfterFire, U> {
    let Target::Troops(troops) = &combat.target else {
        return Ok(ChargeAfterFire::NotCharging);
    };
    if troops.charging == Charging::No || combat.step != FireStep::Defensive {
        return Ok(ChargeAfterFire::NotCharging);
    }
    if target.is_destroyed() {
        return Ok(ChargeAfterFire::Destroyed);
    }
    match row {
        FireRow::TellingChecked => umpire.cite(FF_FIRE_EFF_TELLING_CHECK),
        FireRow::TellingColdSteel => umpire.cite(FF_FIRE_EFF_TELLING_STEEL),
        FireRow::TellingHome => umpire.cite(FF_FIRE_EFF_TELLING_HOME),
        _ => {}
    }
    let checked = match umpire.read(book.tables.fire_effects.charge.at(row)) {
        ChargeUnderFire::Checked => true,
        ChargeUnderFire::HomeWithColdSteel => troops.charging != Charging::ColdSteel,
        ChargeUnderFire::Home => false,
    };
    umpire.cite(if checked { FF_FIRE_ADD_CHECKED } else { FF_FIRE_ADD_HOME });
    let charge = if !checked {
        ChargeAfterFire::Home
    } else if troops.is_mounted() && umpire.yes(combat.side.enemy(), &questions::RECALL, None)? {
        ChargeAfterFire::Recalled
    } else {
        ChargeAfterFire::Checked
    };
    umpire.tell(|| Event::ChargeUnderFire(ChargeUnderFireTold { charge }));
    Ok(charge)
}

/// Step 12. Massed target: units close behind the target suffer the next lower effect, each in its own state (S41).
pub(super) fn massed_target<U: Referee>(
    book: &Book,
    combat: &FireCombat,
    strength: Strength,
    behind: &mut ArrayVec<Struck, BEHIND_MAX>,
    umpire: &mut U,
) -> Ruling<(), U> {
    if behind.is_empty() {
        return Ok(());
    }
    let Some(effect) = umpire.read(book.tables.fire_effects.next_lower.at(strength.effect)) else {
        return Ok(());
    };
    umpire.cite(FF_FIRE_ADD_MASSED);
    let lower = Strength { effect, total: None, ..strength };
    for (index, struck) in behind.iter_mut().enumerate() {
        let owner = Owner { side: combat.side.enemy(), piece: index as u16 + 1 };
        strike(book, lower, struck, owner, umpire)?;
    }
    Ok(())
}

/// LIMIT: choices of who runs low: every firer, and for guns every stand.
const LOW_AMMO_MAX: usize = FIRERS_MAX * GUN_STANDS_READ;

/// Step 13. Low on ammo: both dice show 6. The firing side marks one gun stand that fired, or one troop unit that fired at
/// least half of its stands (S42).
///
/// RULING: whoever is already marked does not qualify again; gun stands of one battery in the same state are one choice.
pub(super) fn low_ammo<U: Referee>(
    book: &Book,
    combat: &FireCombat,
    dice: Pair,
    umpire: &mut U,
) -> Ruling<Option<LowAmmo>, U> {
    let face = umpire.read(book.tables.whole(Value::LowAmmoFace));
    if !dice.doubles() || i16::from(dice.low) != face {
        return Ok(None);
    }
    umpire.cite(FF_FIRE_ADD_AMMO);
    let choices = who_may_run_low(book, combat, umpire);
    if choices.is_empty() {
        return Ok(None);
    }
    let answer = umpire.number(combat.side, &questions::LOW_AMMO, None, 1, choices.len() as u16)?;
    let marked = choices.get(usize::from(answer) - 1).copied();
    if let Some(LowAmmo { firer, stand }) = marked {
        let stand = stand.map(|stand| stand + 1);
        umpire.tell(|| Event::LowOnAmmo(LowOnAmmo { firer: firer + 1, stand }));
    }
    Ok(marked)
}

fn who_may_run_low<U: Umpire>(book: &Book, combat: &FireCombat, umpire: &mut U) -> ArrayVec<LowAmmo, LOW_AMMO_MAX> {
    let mut choices = ArrayVec::new();
    for (firer, unit) in (0..).zip(&combat.firers) {
        match unit {
            Firer::Troops(troops) => {
                let share = umpire.read(book.tables.value(Value::LowAmmoShare));
                let fired =
                    Decimal::from_int(points::stands_that_fire(book, troops.formation, troops.stands, umpire).into());
                if !troops.low_ammo && fired >= share.times(troops.stands.into()) {
                    choices.push(LowAmmo { firer, stand: None });
                }
            }
            Firer::Guns(guns) => {
                for (index, stand) in guns.stands.iter().enumerate() {
                    let known = guns.stands[..index].contains(stand);
                    if !known && !stand.silenced && !stand.low_ammo {
                        choices.push(LowAmmo { firer, stand: Some(index as u8) });
                    }
                }
            }
        }
    }
    choices
}
