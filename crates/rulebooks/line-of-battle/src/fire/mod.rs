//! Fire (5.6): P8, with the Opening Volley before it and the morale check after it.
//!
//! [`situation`] is what the charts ask about, [`loading`] who fires what, [`shifts`] the column shifts. Not here: facing, sight
//! and the way of a retreat or withdrawal; those need a map.

mod loading;
mod shifts;
mod situation;

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Decimal, Die, Refusal, Ruling, Umpire, counted, keys};
use loading::{Loaded, anybody_fires, load};
use schemars::JsonSchema;
use serde::Serialize;
pub use situation::FireSituation;
pub(crate) use situation::{is_rear, led, rated, regiment};

use crate::charts::{CombatCell, CombatColumn, Depletion, Limit, LossCase};
use crate::leaders::leaders_at_risk;
use crate::morale::{Cause, morale_check};
use crate::questions::{DEPLETED_BATTERY, OPEN_ORDER_STAND};
use crate::rules::*;
use crate::unit::{Ammunition, Light, StackAfter, Standing, describe, describe_leaders};
use crate::volley::receive_volley;
use crate::{Book, Event, Referee};

keys! {
    /// How a shot ended.
    pub enum FireEnd {
        /// It was resolved.
        Fired = "fired",
        /// It is off the left of the table: no dice, no effect.
        OffTable = "off-table",
        /// The Open Order Capable target withdrew: there was no shot.
        Withdrew = "target-withdrew",
        /// The Opening Volley destroyed everybody who was to fire: there was no shot.
        FirersDestroyed = "firers-destroyed",
    }
}

/// A battery that ran out of what it fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Depleted {
    /// Which unit of the firing stack.
    pub unit: u8,
    /// What it ran out of.
    pub ammunition: Ammunition,
}

/// Everyone after a shot.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct FireOutcome {
    /// How it ended.
    pub end: FireEnd,
    /// The firing stack.
    pub firer: StackAfter,
    /// The target.
    pub target: StackAfter,
    /// Hexes the target retreats or withdraws.
    pub retreat: u8,
    /// SPs that the morale check takes off after the retreat; they are off the stack already.
    pub retreat_loss: u8,
    /// SPs, as counted, that fired.
    pub sps_fired: Decimal,
    /// Counter-battery fire on the target hex, where there are guns.
    pub target_cbf: u8,
    /// The battery that ran out of ammunition.
    pub depleted: Option<Depleted>,
}

/// P8 as a procedure.
pub struct Fire;

impl Procedure for Fire {
    type Book = Book;
    type Situation = FireSituation;
    type Outcome = FireOutcome;

    const NAME: &'static str = "fire";
    const CHAPTER: &'static str = "Fire";
    const SUMMARY: &'static str = "A stack fires at a hex: Opening Volley, losses, leaders, morale, depletion.";

    fn examples() -> Vec<(&'static str, FireSituation)> {
        situation::examples()
    }

    fn check(book: &Book, situation: &FireSituation) -> Result<(), Refusal> {
        situation.check(book)
    }

    fn run<U: Umpire<Event = Event>>(book: &Book, situation: &FireSituation, umpire: &mut U) -> Ruling<FireOutcome, U> {
        let facts = FireFacts { book, situation };
        let mut shooting = Shooting::new(situation);
        if facts.volley_is_due() && facts.target_is_open() {
            if withdraws(&facts, umpire)? {
                shooting.retreat = umpire.read(book.tables.limits.at(Limit::Withdrawal)) as u8;
                return Ok(shooting.end(FireEnd::Withdrew));
            }
            if !situation.can_withdraw {
                return resolve(&facts, shooting, umpire);
            }
        }
        let shooting = umpire.step(&facts, shooting, opening_volley)?; // 1
        if !anybody_fires(book, situation, &shooting.firer) {
            return Ok(shooting.end(FireEnd::FirersDestroyed));
        }
        resolve(&facts, shooting, umpire)
    }

    fn line(outcome: &FireOutcome) -> String {
        let target = &outcome.target;
        let mut line = match outcome.end {
            FireEnd::Fired => describe(target),
            FireEnd::OffTable => "no effect: off the left of the table".to_owned(),
            FireEnd::Withdrew => "the skirmishers withdraw: no shot".to_owned(),
            FireEnd::FirersDestroyed => "the Opening Volley destroys the firers".to_owned(),
        };
        if outcome.retreat > 0 {
            line += &format!(", retreats {}", counted(outcome.retreat, "hex", "hexes"));
        }
        line += &describe_leaders(target, "its");
        line += &describe_leaders(&outcome.firer, "a firing");
        if let Some(depleted) = outcome.depleted {
            line += &format!("; unit {} is out of {}", depleted.unit + 1, depleted.ammunition);
        }
        line
    }
}

/// What does not change during a shot.
struct FireFacts<'a> {
    book: &'a Book,
    situation: &'a FireSituation,
}

impl FireFacts<'_> {
    /// S 17: a stack that moved or turned and fires at short range provokes a volley.
    fn volley_is_due(&self) -> bool {
        self.situation.moved && u16::from(self.situation.range) <= self.book.limit(Limit::VolleyRange)
    }

    fn target_is_open(&self) -> bool {
        let after = StackAfter::new(&self.situation.target);
        Standing { stack: &self.situation.target, after: &after }.is_open_order_capable()
    }
}

/// Everything that lives on from one step of a shot to the next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Shooting {
    firer: StackAfter,
    target: StackAfter,
    loaded: Loaded,
    /// None if the shot is off the table.
    result: Option<CombatCell>,
    depletion: Depletion,
    retreat: u8,
    retreat_loss: u8,
    target_cbf: u8,
    depleted: Option<Depleted>,
}

impl Shooting {
    fn new(situation: &FireSituation) -> Self {
        Shooting {
            firer: StackAfter::new(&situation.firer),
            target: StackAfter::new(&situation.target),
            loaded: Loaded::default(),
            result: None,
            depletion: Depletion::Nothing,
            retreat: 0,
            retreat_loss: 0,
            target_cbf: situation.target_cbf,
            depleted: None,
        }
    }

    fn end(self, end: FireEnd) -> FireOutcome {
        FireOutcome {
            end,
            firer: self.firer,
            target: self.target,
            retreat: self.retreat,
            retreat_loss: self.retreat_loss,
            sps_fired: self.loaded.loads.iter().map(|load| load.counts).sum(),
            target_cbf: self.target_cbf,
            depleted: self.depleted,
        }
    }
}

/// 9.4: an Open Order Capable target withdraws before a shot that would need an Opening Volley, if it can.
fn withdraws<U: Referee>(facts: &FireFacts<'_>, umpire: &mut U) -> Ruling<bool, U> {
    let situation = facts.situation;
    umpire.cite(LB_OO_4);
    if !situation.can_withdraw {
        return Ok(false);
    }
    let may_stand = facts.book.switches.ooc_may_stand && !situation.volleys.is_empty();
    if may_stand && umpire.yes(situation.side.enemy(), &OPEN_ORDER_STAND, None)? {
        return Ok(false);
    }
    umpire.cite(LB_OO_4_EZOC);
    Ok(true)
}

/// P8 step 1.
fn opening_volley<U: Referee>(facts: &FireFacts<'_>, mut shooting: Shooting, umpire: &mut U) -> Ruling<Shooting, U> {
    let situation = facts.situation;
    if facts.volley_is_due() && !situation.volleys.is_empty() {
        let case = LossCase::Other;
        receive_volley(facts.book, situation.side, &situation.volleys, case, &mut shooting.firer, umpire)?;
    }
    Ok(shooting)
}

/// P8 steps 2 to 9.
fn resolve<U: Referee>(facts: &FireFacts<'_>, shooting: Shooting, umpire: &mut U) -> Ruling<FireOutcome, U> {
    let shooting = umpire.step(facts, shooting, shoot)?;
    if shooting.result.is_none() {
        return Ok(shooting.end(FireEnd::OffTable));
    }
    let shooting = umpire.step(facts, shooting, leaders)?;
    let shooting = umpire.step(facts, shooting, morale)?;
    let shooting = deplete(facts, shooting, umpire)?;
    Ok(shooting.end(FireEnd::Fired))
}

/// P8 steps 2 to 7: load, find the column, shift it, roll, take the losses.
fn shoot<U: Referee>(facts: &FireFacts<'_>, mut shooting: Shooting, umpire: &mut U) -> Ruling<Shooting, U> {
    let FireFacts { book, situation } = *facts;
    umpire.cite(LB_ACT_FIRE);
    let loaded = load(book, situation, &shooting.firer, umpire)?;
    if loaded.artillery && situation.shots_before > 0 {
        umpire.cite(LB_ARTLDR_SHOTS);
    }
    let sps = loaded.sps(book);
    umpire.cite(LB_COMBAT_SP);
    let start = umpire.read(book.tables.combat_columns.at(sps.into())?);
    let shifts = shifts::fire_shifts(book, situation, &shooting, &loaded, sps, umpire)?;
    let shift = umpire.apply(&shifts);
    shooting.loaded = loaded;
    let place = start.index() as i16 + shift;
    if place < 0 {
        // S 6: off the left there are no dice, off the right it is the last column.
        umpire.tell(|| Event::Fired { sps, column: start, shift, shifted: None, result: None });
        return Ok(shooting);
    }
    let column = CombatColumn::ALL.get(place as usize).copied().unwrap_or(CombatColumn::D);
    if !matches!(column, CombatColumn::One | CombatColumn::TwoThree | CombatColumn::FourFive | CombatColumn::SixEight) {
        umpire.cite(LB_COMBAT_LETTERS);
    }
    let dice = umpire.sum(2, Die::D6, LB_COMBAT_TABLE)?;
    let result = umpire.read(book.tables.combat.at(dice, column.index())?);
    umpire.tell(|| Event::Fired { sps, column: start, shift, shifted: Some(column), result: Some(result) });
    if shooting.loaded.artillery {
        shooting.depletion = umpire.read(book.tables.depletion.at(dice, column.index())?);
    }
    shooting.result = Some(result);
    suffer(book, situation, result, &mut shooting, umpire);
    Ok(shooting)
}

/// P8 steps 6 and 7: losses off the top unit first, and counter-battery fire on guns.
fn suffer<U: Referee>(
    book: &Book,
    situation: &FireSituation,
    result: CombatCell,
    shooting: &mut Shooting,
    umpire: &mut U,
) {
    match result {
        CombatCell::Nothing => {}
        CombatCell::Morale => umpire.cite(LB_COMBAT_RES_M),
        _ => umpire.cite(LB_COMBAT_RES_NUM),
    }
    let guns = Standing { stack: &situation.target, after: &shooting.target }.has_artillery();
    let losses = umpire.read(book.tables.combat_losses.at(result));
    if losses > 0 {
        let sps = shooting.target.lose(losses);
        umpire.tell(|| Event::Lost { sps });
    }
    let step = book.tables.combat_cbf.at(result);
    if guns && step.value.up > 0 {
        umpire.cite(LB_COMBAT_CBF);
        let step = umpire.read(step);
        shooting.target_cbf = shooting.target_cbf.saturating_add(step.up).min(step.most);
    }
    if shooting.target.is_destroyed() {
        umpire.cite(LB_HOUSE_STRENGTH);
        umpire.cite(LB_RET_LEGS);
    }
}

/// P8 step 6: every leader in the target hex.
fn leaders<U: Referee>(facts: &FireFacts<'_>, mut shooting: Shooting, umpire: &mut U) -> Ruling<Shooting, U> {
    let FireFacts { book, situation } = *facts;
    let Some(result) = shooting.result.filter(|result| book.tables.combat_leaders.at(*result).value) else {
        return Ok(shooting);
    };
    umpire.read(book.tables.combat_leaders.at(result));
    let firers = Standing { stack: &situation.firer, after: &shooting.firer };
    let sharpshooters = firers.is_sharpshooter_capable();
    leaders_at_risk(book, LossCase::Other, sharpshooters, &mut shooting.target, umpire)?;
    Ok(shooting)
}

/// P8 steps 6 and 9: the morale check, unless the guns fired next to their own troops.
fn morale<U: Referee>(facts: &FireFacts<'_>, mut shooting: Shooting, umpire: &mut U) -> Ruling<Shooting, U> {
    let FireFacts { book, situation } = *facts;
    let checks = shooting.result.is_some_and(|result| book.tables.combat_morale.at(result).value);
    // S 8: danger close.
    let spared = book.switches.danger_close
        && shooting.loaded.artillery
        && situation.friends_next_to_target
        && u16::from(situation.range) >= book.limit(Limit::DangerClose);
    if checks && !spared && !shooting.target.is_destroyed() {
        let cause = Cause {
            range: situation.range,
            small_arms: !shooting.loaded.artillery,
            charge: None,
            rear: situation.is_rear(book),
            cowardly_legs: situation.cowardly_legs,
            night: situation.light == Light::Night,
            shelter: &situation.shelter,
        };
        let effect = morale_check(book, &situation.target, &cause, &mut shooting.target, umpire)?;
        shooting.retreat = effect.retreat;
        shooting.retreat_loss = effect.loss;
    }
    shooting.result = None;
    Ok(shooting)
}

/// P8 step 8: one battery may run out of what it fired.
fn deplete<U: Referee>(facts: &FireFacts<'_>, mut shooting: Shooting, umpire: &mut U) -> Ruling<Shooting, U> {
    let runs_out = |ammunition: Ammunition| match shooting.depletion {
        Depletion::Nothing => false,
        Depletion::Canister => ammunition == Ammunition::Canister,
        Depletion::Any => true,
    };
    match shooting.depletion {
        Depletion::Nothing => {}
        Depletion::Canister => umpire.cite(LB_DEPL_CANISTER),
        Depletion::Any => umpire.cite(LB_DEPL_ANY),
    }
    let batteries = || shooting.loaded.batteries().filter(|(_, ammunition)| runs_out(*ammunition));
    let count = batteries().count();
    if count == 0 {
        return Ok(shooting);
    }
    umpire.cite(LB_DEPL_ONE);
    let chosen = umpire.number(facts.situation.side, &DEPLETED_BATTERY, None, 0, count as u16 - 1)?;
    let depleted = batteries().nth(chosen.into()).map(|(unit, ammunition)| Depleted { unit, ammunition });
    shooting.depleted = depleted;
    Ok(shooting)
}
