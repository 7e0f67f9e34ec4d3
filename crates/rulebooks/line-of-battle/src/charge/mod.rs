//! Charges (7.0): P10, from the Closing Roll to the advance.
//!
//! Not here: who may reach whom, the way of the beaten, and going on after a won Charge; those need a map.

mod situation;

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, Umpire, counted, keys};
use schemars::JsonSchema;
use serde::Serialize;
pub use situation::ChargeSituation;

use crate::charts::{Cover, Limit, LossCase, MoraleState};
use crate::closing::{Approach, closing_roll};
use crate::fire::is_rear;
use crate::leaders::leaders_at_risk;
use crate::morale::{Cause, ChargeEdge, morale_check};
use crate::questions::OPEN_ORDER_STAND;
use crate::rules::*;
use crate::unit::{Formation, Light, StackAfter, Standing, describe, describe_leaders, is_wrecked};
use crate::volley::{VolleyHex, VolleyHexes, receive_volley};
use crate::{Book, Event, Referee};

keys! {
    /// How a Charge ended.
    pub enum ChargeEnd {
        /// The attacker did not dare: it stays, and its activity is over.
        Balked = "balked",
        /// The Open Order Capable target withdrew: there was no Charge.
        Withdrew = "target-withdrew",
        /// The Opening Volley destroyed the attacker.
        AttackerDestroyed = "attacker-destroyed",
        /// The defender stands; the attacker stays where it is and is done.
        Repulsed = "repulsed",
        /// The defender left or was destroyed: the attacker must enter the hex, and may go on.
        Won = "won",
    }
}

/// Everyone after a Charge.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ChargeOutcome {
    /// How it ended.
    pub end: ChargeEnd,
    /// The attacker.
    pub attacker: StackAfter,
    /// The defender.
    pub defender: StackAfter,
    /// Hexes the defender retreats or withdraws.
    pub retreat: u8,
    /// SPs that the morale check takes off after the retreat; they are off the stack already.
    pub retreat_loss: u8,
}

/// P10 as a procedure.
pub struct Charge;

impl Procedure for Charge {
    type Book = Book;
    type Situation = ChargeSituation;
    type Outcome = ChargeOutcome;

    const NAME: &'static str = "charge";
    const CHAPTER: &'static str = "Charge";
    const SUMMARY: &'static str = "A stack Charges: Closing Roll, Opening Volley, the shock, the defender's morale.";

    fn examples() -> Vec<(&'static str, ChargeSituation)> {
        situation::examples()
    }

    fn check(book: &Book, situation: &ChargeSituation) -> Result<(), Refusal> {
        situation.check(book)
    }

    fn run<U: Umpire<Event = Event>>(
        book: &Book,
        situation: &ChargeSituation,
        umpire: &mut U,
    ) -> Ruling<ChargeOutcome, U> {
        let facts = ChargeFacts { book, situation, rear: is_rear(book, &situation.defender, situation.rear) };
        umpire.cite(LB_ACT_CHARGE);
        let mut charge = umpire.step(&facts, Progress::new(situation), close)?; // 1
        if charge.end == Some(ChargeEnd::Balked) {
            return Ok(charge.end(ChargeEnd::Balked));
        }
        umpire.cite(LB_CHG_SEQ);
        let open = facts.defender(&charge).is_open_order_capable();
        if open && withdraws(&facts, umpire)? {
            charge.retreat = umpire.read(book.tables.limits.at(Limit::Withdrawal)) as u8;
            return Ok(charge.end(ChargeEnd::Withdrew));
        }
        let charge = umpire.step(&facts, charge, opening_volley)?; // 2
        if charge.attacker.is_destroyed() {
            return Ok(charge.end(ChargeEnd::AttackerDestroyed));
        }
        let charge = umpire.step(&facts, charge, shock)?; // 3
        let charge = umpire.step(&facts, charge, nerve)?; // 4
        if charge.end != Some(ChargeEnd::Won) {
            return Ok(charge.end(ChargeEnd::Repulsed));
        }
        let charge = capture(&facts, charge, umpire)?; // 5
        Ok(charge.end(ChargeEnd::Won))
    }

    fn line(outcome: &ChargeOutcome) -> String {
        let mut line = match outcome.end {
            ChargeEnd::Balked => "the attacker does not close".to_owned(),
            ChargeEnd::Withdrew => format!("the skirmishers withdraw {}", counted(outcome.retreat, "hex", "hexes")),
            ChargeEnd::AttackerDestroyed => "the volley destroys the attacker".to_owned(),
            ChargeEnd::Repulsed => "the defender stands".to_owned(),
            ChargeEnd::Won if outcome.retreat > 0 => {
                format!("the defender retreats {}", counted(outcome.retreat, "hex", "hexes"))
            }
            ChargeEnd::Won => "the defender is destroyed".to_owned(),
        };
        line += &format!(": attacker {}, defender {}", describe(&outcome.attacker), describe(&outcome.defender));
        line += &describe_leaders(&outcome.attacker, "an attacking");
        line += &describe_leaders(&outcome.defender, "a defending");
        line
    }
}

/// What does not change during a Charge.
struct ChargeFacts<'a> {
    book: &'a Book,
    situation: &'a ChargeSituation,
    rear: bool,
}

impl<'a> ChargeFacts<'a> {
    fn attacker<'b>(&self, charge: &'b Progress) -> Standing<'b>
    where
        'a: 'b,
    {
        Standing { stack: &self.situation.attacker, after: &charge.attacker }
    }

    fn defender<'b>(&self, charge: &'b Progress) -> Standing<'b>
    where
        'a: 'b,
    {
        Standing { stack: &self.situation.defender, after: &charge.defender }
    }

    /// Guns with canister in the target hex that have the attacker in their front.
    fn faces_canister(&self, charge: &Progress) -> bool {
        self.situation.guns_face.unwrap_or(!self.rear) && self.defender(charge).shows_canister(self.book)
    }
}

/// Everything that lives on from one step of a Charge to the next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Progress {
    attacker: StackAfter,
    defender: StackAfter,
    retreat: u8,
    retreat_loss: u8,
    end: Option<ChargeEnd>,
}

impl Progress {
    fn new(situation: &ChargeSituation) -> Self {
        Progress {
            attacker: StackAfter::new(&situation.attacker),
            defender: StackAfter::new(&situation.defender),
            retreat: 0,
            retreat_loss: 0,
            end: None,
        }
    }

    fn end(self, end: ChargeEnd) -> ChargeOutcome {
        let Progress { attacker, defender, retreat, retreat_loss, .. } = self;
        ChargeOutcome { end, attacker, defender, retreat, retreat_loss }
    }
}

/// P10 step 1.
fn close<U: Referee>(facts: &ChargeFacts<'_>, mut charge: Progress, umpire: &mut U) -> Ruling<Progress, U> {
    let situation = facts.situation;
    let approach = Approach {
        rear: facts.rear,
        canister: situation.other_canister || facts.faces_canister(&charge),
        from_rest: (situation.began_adjacent || situation.began_in_works) && !situation.charged_before,
    };
    if !closing_roll(facts.book, facts.attacker(&charge), approach, umpire)? {
        charge.end = Some(ChargeEnd::Balked);
    }
    Ok(charge)
}

/// 9.4: an Open Order Capable target withdraws; against horsemen it must stand.
fn withdraws<U: Referee>(facts: &ChargeFacts<'_>, umpire: &mut U) -> Ruling<bool, U> {
    let situation = facts.situation;
    if situation.is_mounted() {
        return Ok(false);
    }
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

/// P10 step 2: the target volleys whatever its facing, or another hex does.
fn opening_volley<U: Referee>(facts: &ChargeFacts<'_>, mut charge: Progress, umpire: &mut U) -> Ruling<Progress, U> {
    umpire.cite(LB_CHG_SEQ_1);
    let mut hexes = VolleyHexes::new();
    // A target that should have withdrawn and could not is charged without a volley of any kind.
    let skirmishers = facts.defender(&charge).is_open_order_capable() && !facts.situation.is_mounted();
    if !skirmishers {
        hexes.extend(target_volley(facts, &charge));
    }
    // If it stays by its owner's choice, another stack delivers the volley.
    if !skirmishers || facts.situation.can_withdraw {
        hexes.extend(facts.situation.volleys.iter().copied().take(hexes.remaining_capacity()));
    }
    let (side, case) = (facts.situation.side, LossCase::ChargeAttacker);
    receive_volley(facts.book, side, &hexes, case, &mut charge.attacker, umpire)?;
    Ok(charge)
}

/// The volley of the target itself, if anybody there is able to fire.
fn target_volley(facts: &ChargeFacts<'_>, charge: &Progress) -> Option<VolleyHex> {
    let (book, defender) = (facts.book, facts.defender(charge));
    // The switch gives mounted units their pistols when they are charged.
    let pistols = |formation, state| {
        book.switches.mounted_pistols && formation == Formation::Mounted && state != MoraleState::Routed
    };
    let able = || {
        defender
            .living()
            .filter(|(unit, after)| defender.can_fire(book, unit, *after) || pistols(unit.formation, after.state))
    };
    able().next()?;
    Some(VolleyHex {
        range: 1,
        charged: true,
        canister: facts.faces_canister(charge),
        wrecked: able().all(|(unit, after)| is_wrecked(book, unit.printed, after.sp)),
        sharpshooters: defender.is_sharpshooter_capable(),
    })
}

/// P10 step 3: the defender loses an SP and its leaders are in danger, unless the attacker is Small or works protect it.
fn shock<U: Referee>(facts: &ChargeFacts<'_>, mut charge: Progress, umpire: &mut U) -> Ruling<Progress, U> {
    let book = facts.book;
    if facts.attacker(&charge).is_small(book) {
        umpire.cite(LB_SMALL_SIZE);
        umpire.cite(LB_CHG_SEQ_2_SMALL);
        return Ok(charge);
    }
    if facts.situation.shelter.cover.contains(&Cover::Breastworks) {
        umpire.cite(LB_CHG_SEQ_2_WORKS);
        return Ok(charge);
    }
    umpire.cite(LB_CHG_SEQ_2);
    let sps = charge.defender.lose(umpire.read(book.tables.limits.at(Limit::ChargeLoss)) as u8);
    umpire.tell(|| Event::Lost { sps });
    leaders_at_risk(book, LossCase::ChargeDefender, false, &mut charge.defender, umpire)?;
    Ok(charge)
}

/// P10 step 4: the defender's morale check, with the modifiers of a Charge.
fn nerve<U: Referee>(facts: &ChargeFacts<'_>, mut charge: Progress, umpire: &mut U) -> Ruling<Progress, U> {
    let (book, situation) = (facts.book, facts.situation);
    if charge.defender.is_destroyed() {
        umpire.cite(LB_RET_LEGS);
        charge.end = Some(ChargeEnd::Won);
        return Ok(charge);
    }
    umpire.cite(LB_CHG_SEQ_3);
    let (attacker, defender) = (facts.attacker(&charge), facts.defender(&charge));
    let edge = ChargeEdge {
        attacker_sp: attacker.charge_sp(book),
        defender_sp: defender.charge_sp(book),
        blood_lust: attacker.top().is_some_and(|(_, after)| after.state == MoraleState::BloodLust),
        leader: attacker.leader(),
    };
    let cause = Cause {
        range: 1,
        small_arms: true,
        charge: Some(edge),
        rear: facts.rear,
        cowardly_legs: situation.cowardly_legs,
        night: situation.light == Light::Night,
        shelter: &situation.shelter,
    };
    let effect = morale_check(book, &situation.defender, &cause, &mut charge.defender, umpire)?;
    charge.retreat = effect.retreat;
    charge.retreat_loss = effect.loss;
    if effect.retreat > 0 || charge.defender.is_destroyed() {
        charge.end = Some(ChargeEnd::Won);
    }
    Ok(charge)
}

/// P10 step 5: leaders left alone in the hex that the attacker enters may be captured; those who retreat are not there.
fn capture<U: Referee>(facts: &ChargeFacts<'_>, mut charge: Progress, umpire: &mut U) -> Ruling<Progress, U> {
    if charge.retreat == 0 {
        leaders_at_risk(facts.book, LossCase::Capture, false, &mut charge.defender, umpire)?;
    }
    Ok(charge)
}
