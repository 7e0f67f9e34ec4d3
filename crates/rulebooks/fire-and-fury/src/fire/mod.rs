//! Musketry and cannonade (procedure 5.2): one roll of two dice for all that fire at one target.
//!
//! Not here: field of fire, line of sight and the choice of targets (they need a map), and the charge combat itself.

mod effects;
mod examples;
mod legality;
mod modifiers;
mod points;
mod situation;

use std::fmt::Write;

use arrayvec::ArrayVec;
pub use effects::{ChargeAfterFire, FallenToFire, FireEffect, FireOutcome, LowAmmo, Struck};
use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, Umpire, counted};
pub(crate) use points::stands_that_fire;
pub(crate) use situation::sound_stands;
pub use situation::{
    BEHIND_MAX, Charging, FIRERS_MAX, FireCombat, FireStep, Firer, GunFirer, GunTarget, GunWeapon, LEADERS_MAX,
    NearLeader, Target, TroopFirer, TroopTarget, TroopWeapon,
};

use crate::charts::Value;
use crate::event::{Event, FirePointsTotalled, FireResolved};
use crate::leaders::{self, Officer, OfficerInDanger};
use crate::losses::{Owner, Piece};
use crate::pieces::Order;
use crate::questions;
use crate::rules::*;
use crate::{Book, Referee};
use effects::Strength;

/// The fire combat.
pub struct Fire;

impl Procedure for Fire {
    type Book = Book;
    type Situation = FireCombat;
    type Outcome = FireOutcome;

    const NAME: &'static str = "fire";
    const CHAPTER: &'static str = "Fire";
    const SUMMARY: &'static str = "What the combined fire of muskets and guns does to one target.";

    fn examples() -> Vec<(&'static str, FireCombat)> {
        examples::all()
    }

    fn check(book: &Book, situation: &FireCombat) -> Result<(), Refusal> {
        legality::check(book, situation)
    }

    fn run<U: Referee>(book: &Book, situation: &FireCombat, umpire: &mut U) -> Ruling<FireOutcome, U> {
        fire_combat(book, situation, umpire)
    }

    fn line(outcome: &FireOutcome) -> String {
        in_words(outcome)
    }
}

/// The unchanging facts of one fire.
struct Firing<'a> {
    book: &'a Book,
    combat: &'a FireCombat,
}

/// A fire that is being resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Fired {
    outcome: FireOutcome,
    /// Who has to roll on the fallen leader table: a leader's number, or the target's brave colonel.
    in_danger: Option<Option<u8>>,
}

/// 5.2 Fire combat: the roll and its effect, then the fallen leader.
fn fire_combat<U: Referee>(book: &Book, combat: &FireCombat, umpire: &mut U) -> Ruling<FireOutcome, U> {
    let untouched = |unit: Piece| Struck { unit, stands_lost: 0 };
    let fired = Fired {
        outcome: FireOutcome {
            effect: FireEffect::Desultory,
            target: untouched(combat.target.piece()),
            charge: ChargeAfterFire::NotCharging,
            behind: combat.behind.iter().cloned().map(untouched).take(BEHIND_MAX).collect::<ArrayVec<_, _>>(),
            low_ammo: None,
            fallen: None,
        },
        in_danger: None,
    };
    let firing = Firing { book, combat };
    let fired = umpire.step(&firing, fired, roll_and_strike::<U>)?;
    let fired = umpire.step(&firing, fired, roll_for_leader::<U>)?;
    Ok(fired.outcome)
}

/// Steps 4 to 13: points, modifiers, dice, effect, and everything the same dice bring about.
fn roll_and_strike<U: Referee>(firing: &Firing<'_>, mut fired: Fired, umpire: &mut U) -> Ruling<Fired, U> {
    let Firing { book, combat } = *firing;
    umpire.cite(if combat.step == FireStep::Defensive { FF_TURN_FIRE_1 } else { FF_TURN_FIRE_2 });
    let tally = points::total(book, combat, umpire)?;
    let character = tally.character(book, umpire);
    let (points, cannonade) = (tally.total.floor(), character.cannonade);
    umpire.tell(|| Event::FirePoints(FirePointsTotalled { points, cannonade }));

    let dice = umpire.pair(FF_PROC_FIRE_1)?;
    umpire.cite(FF_PROC_FIRE_2);
    umpire.cite(FF_FIRE_PTS);
    umpire.cite(FF_FIRE_MOD);
    let modifiers = modifiers::gather(book, combat, &tally, character, umpire)?;
    let total = dice.sum() + umpire.apply(&modifiers);

    umpire.cite(FF_PROC_FIRE_3);
    umpire.cite(FF_FIRE_RATING);
    let row = umpire.read(book.tables.fire_effects.row(combat.target.rating(), total)?);
    umpire.cite(row.rule());
    let effect = umpire.read(book.tables.fire_effects.effect.at(row));
    umpire.tell(|| Event::FireResolved(FireResolved { dice: dice.sum(), total, effect }));

    let outcome = &mut fired.outcome;
    outcome.effect = effect;
    let strength = Strength { effect, total: Some(total), cannonade };
    let owner = Owner { side: combat.side.enemy(), piece: 0 };
    let disorders = effects::strike(book, strength, &mut outcome.target, owner, umpire)?;
    outcome.charge = effects::charge_under_fire(book, combat, row, &outcome.target.unit, umpire)?;
    effects::massed_target(book, combat, strength, &mut outcome.behind, umpire)?;
    outcome.low_ammo = effects::low_ammo(book, combat, dice, umpire)?;
    if disorders && dice.doubles() {
        fired.in_danger = leader_in_danger(book, combat, umpire)?;
    }
    Ok(fired)
}

/// Step 14. On doubles that disorder troops, even those that already were (S43), the closest leader within 4 inches of the
/// target is in danger; its brave colonel counts as one at no distance. The target's side breaks ties.
fn leader_in_danger<U: Umpire>(book: &Book, combat: &FireCombat, umpire: &mut U) -> Ruling<Option<Option<u8>>, U> {
    let reach = umpire.read(book.tables.value(Value::FallenLeaderReach));
    let colonel = matches!(&combat.target, Target::Troops(troops) if troops.brave_colonel);
    let leaders = combat.leaders.iter().enumerate().map(|(index, leader)| (Some(index as u8), leader.distance));
    let colonels = colonel.then_some((None, engine::Decimal::ZERO));
    let all = leaders.chain(colonels).filter(|(_, distance)| *distance <= reach);
    let Some(closest) = all.clone().map(|(_, distance)| distance).min() else {
        return Ok(None);
    };
    umpire.cite(FF_FIRE_ADD_FALLEN);
    let tied: ArrayVec<Option<u8>, { LEADERS_MAX + 1 }> =
        all.filter(|(_, distance)| *distance == closest).map(|(who, _)| who).take(LEADERS_MAX + 1).collect();
    let answer = umpire.number(combat.side.enemy(), &questions::LEADER_TIE, None, 1, tied.len() as u16)?;
    Ok(tied.get(usize::from(answer) - 1).copied())
}

fn roll_for_leader<U: Referee>(firing: &Firing<'_>, mut fired: Fired, umpire: &mut U) -> Ruling<Fired, U> {
    let Some(leader) = fired.in_danger.take() else {
        return Ok(fired);
    };
    let officer = if leader.is_some() { Officer::Leader } else { Officer::BraveColonel };
    let danger = OfficerInDanger { officer, swept_or_repulsed: false };
    let outcome = leaders::fallen_leader(firing.book, danger, umpire)?;
    fired.outcome.fallen = Some(FallenToFire { leader, outcome });
    Ok(fired)
}

fn in_words(outcome: &FireOutcome) -> String {
    let mut words = format!("{}: {}", outcome.effect, struck_in_words(&outcome.target));
    let charge = match outcome.charge {
        ChargeAfterFire::NotCharging | ChargeAfterFire::Destroyed => "",
        ChargeAfterFire::Home => "; charge home",
        ChargeAfterFire::Checked => "; charge checked",
        ChargeAfterFire::Recalled => "; charge checked, recalled",
    };
    words.push_str(charge);
    for struck in &outcome.behind {
        // Writing to a string cannot fail.
        let _ = write!(words, "; behind: {}", struck_in_words(struck));
    }
    if let Some(low) = outcome.low_ammo {
        let _ = write!(words, "; firer {} low on ammo", low.firer + 1);
    }
    if let Some(fallen) = outcome.fallen {
        let _ = write!(words, "; leader {}", fallen.outcome.fate);
    }
    words
}

fn struck_in_words(struck: &Struck) -> String {
    let lost = match struck.stands_lost {
        0 => "no stand lost".to_owned(),
        lost => format!("{} lost", counted(lost, "stand", "stands")),
    };
    let state = match &struck.unit {
        unit if unit.is_destroyed() => ", destroyed".to_owned(),
        Piece::Troops(troops) if troops.order == Order::Good => String::new(),
        Piece::Troops(troops) => format!(", {}", troops.order),
        Piece::Guns(guns) => {
            let damaged = guns.stands.iter().filter(|stand| stand.damaged).count();
            let silenced = guns.stands.iter().filter(|stand| stand.silenced).count();
            format!(", {damaged} damaged, {silenced} silenced")
        }
    };
    lost + &state
}
