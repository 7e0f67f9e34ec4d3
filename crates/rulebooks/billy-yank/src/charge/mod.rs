//! The charge, from its declaration to contact (section 5.6), and pass-through fire.
//!
//! The melee itself is fought in its own phase (see `melee`). Step 1 (declare) is the situation; [`steps`] has the others.
//! Not here: who lies behind skirmishers that fall back, and whether the vacated ground is taken; those need a map.

mod passing_fire;
mod situation;
mod steps;

use engine::book::Procedure;
use engine::{Asks, Fraction, Refusal, Ruling, keys};
pub use passing_fire::{PassOutcome, PassSituation, PassThrough};
use schemars::JsonSchema;
use serde::Serialize;
pub use situation::{ChargeSituation, Order};

use crate::charts::Grade;
use crate::command::Fate;
use crate::morale::Body;
use crate::movement::{MoverClass, path_cost};
use crate::rules::*;
use crate::unit::{Arm, Condition, Formation, Owner, Withdrawal};
use crate::{Book, Referee};

keys! {
    /// How a charge ended.
    pub enum ChargeEnd {
        /// The way was longer than it looked: the charger goes as far as it can, and no contact is made.
        Short = "short",
        /// The charger was stopped, or sent back.
        Failed = "failed",
        /// The target withdrew before contact: the charger may take its place.
        TargetLeft = "target-left",
        /// Skirmishers, limbered guns or wagons fell back: whoever stands behind them may become the target.
        FellBack = "fell-back",
        /// The target surrendered.
        Surrendered = "surrendered",
        /// Contact: melee in the Melee Phase.
        Contact = "contact",
    }
}

keys! {
    /// Where the charger is.
    pub enum Place {
        /// On its way, or in contact, or on the target's place.
        Forward = "forward",
        /// Halted at the 100 metre mark, or where it began if that was nearer.
        Mark = "mark",
        /// Gone back.
        Back = "back",
    }
}

/// One unit after a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ChargedUnit {
    /// The unit afterwards.
    pub condition: Condition,
    /// Its grade, found out now if it was green.
    pub grade: Grade,
    /// Whether it withdraws, and how.
    pub withdrawal: Withdrawal,
    /// Whether it is Overenthusiastic now.
    pub overenthusiastic: bool,
    /// What became of the commander with it.
    pub commander: Fate,
}

/// Both units after a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ChargeOutcome {
    /// How it ended.
    pub end: ChargeEnd,
    /// Where the charger is.
    pub place: Place,
    /// The charger.
    pub charger: ChargedUnit,
    /// The target.
    pub target: ChargedUnit,
    /// Whether the target counter-charged.
    pub counter_charge: bool,
    /// Whether the target is now out of ammunition (optional rule).
    pub target_out_of_ammo: bool,
}

/// One unit between two steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Party {
    body: Body,
    withdrawal: Withdrawal,
    commander: Fate,
}

impl Party {
    fn outcome(&self) -> ChargedUnit {
        ChargedUnit {
            condition: self.body.condition,
            grade: self.body.grade,
            withdrawal: self.withdrawal,
            overenthusiastic: self.body.overenthusiastic,
            commander: self.commander,
        }
    }

    fn has_left(&self) -> bool {
        self.withdrawal != Withdrawal::None || self.body.condition.is_gone()
    }
}

/// Everything that lives on from one step of a charge to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Progress {
    charger: Party,
    target: Party,
    place: Place,
    /// Fire took effect on the charger, and it has not tested for it yet.
    struck: bool,
    /// The target has fired small arms in this charge: its first volley is gone.
    volleyed: bool,
    /// The target passed its test and will fire.
    answers: bool,
    /// Figures just lost around the charger's commander.
    endangered: u8,
    /// Hits on him that have not been looked up yet.
    hits: u8,
    target_out_of_ammo: bool,
    fell_back: bool,
    counter_charge: bool,
}

impl Progress {
    fn new(situation: &ChargeSituation) -> Self {
        let party = |unit| Party { body: Body::of(unit), withdrawal: Withdrawal::None, commander: Fate::Unhurt };
        Progress {
            charger: party(&situation.charger),
            target: Party { withdrawal: situation.target_withdrawing, ..party(&situation.target) },
            place: Place::Forward,
            struck: false,
            volleyed: false,
            answers: false,
            endangered: 0,
            hits: 0,
            target_out_of_ammo: situation.target.out_of_ammo,
            fell_back: false,
            counter_charge: false,
        }
    }

    fn is_charging(&self) -> bool {
        self.place == Place::Forward && !self.charger.has_left()
    }

    fn end(&self, end: ChargeEnd) -> ChargeOutcome {
        ChargeOutcome {
            end,
            place: self.place,
            charger: self.charger.outcome(),
            target: self.target.outcome(),
            counter_charge: self.counter_charge,
            target_out_of_ammo: self.target_out_of_ammo,
        }
    }
}

/// What does not change during a charge.
struct ChargeFacts<'a> {
    book: &'a Book,
    situation: &'a ChargeSituation,
}

/// Where the commanders of the target begin to be counted in questions.
const TARGET_FIRST: u16 = 10;

impl ChargeFacts<'_> {
    fn charger_owner(&self) -> Owner {
        Owner { side: self.situation.side, first_piece: 0 }
    }

    fn target_owner(&self) -> Owner {
        Owner { side: self.situation.side.enemy(), first_piece: TARGET_FIRST }
    }
}

/// 5.6 as a procedure.
pub struct Charge;

impl Procedure for Charge {
    type Book = Book;
    type Situation = ChargeSituation;
    type Outcome = ChargeOutcome;

    const NAME: &'static str = "charge";
    const CHAPTER: &'static str = "Charge";
    const SUMMARY: &'static str = "A unit charges another: fire, nerve, fire, nerve, and who stands.";

    fn examples() -> Vec<(&'static str, ChargeSituation)> {
        situation::examples()
    }

    fn check(book: &Book, situation: &ChargeSituation) -> Result<(), Refusal> {
        situation.check(book)
    }

    fn run<U: Referee>(book: &Book, situation: &ChargeSituation, umpire: &mut U) -> Ruling<ChargeOutcome, U> {
        let facts = ChargeFacts { book, situation };
        let target = &situation.target;
        let mut charge = Progress::new(situation);
        if !reaches(book, situation, umpire)? {
            return Ok(charge.end(ChargeEnd::Short));
        }
        if situation.target_withdrawing != Withdrawal::None {
            charge = umpire.step(&facts, charge, steps::ride_down)?; // 7, the withdrawn
            let gone = charge.target.body.condition.is_gone();
            return Ok(charge.end(if gone { ChargeEnd::Surrendered } else { ChargeEnd::TargetLeft }));
        }
        let drives = target.formation == Formation::Limbered || target.arm == Arm::Wagon;
        if !situation.target_engaged {
            if target.formation == Formation::Skirmish || drives {
                charge = umpire.step(&facts, charge, steps::fall_back)?; // 2
                if charge.answers {
                    charge = umpire.step(&facts, charge, steps::parting_shot)?;
                    charge = commander_endangered(&facts, charge, umpire)?;
                }
                charge = umpire.step(&facts, charge, steps::first_test)?;
                if charge.target.has_left() {
                    return Ok(charge.end(ChargeEnd::TargetLeft));
                }
                if charge.fell_back {
                    return Ok(charge.end(ChargeEnd::FellBack));
                }
            } else {
                charge = umpire.step(&facts, charge, steps::first_fire)?; // 3
                charge = commander_endangered(&facts, charge, umpire)?;
                charge = umpire.step(&facts, charge, steps::first_test)?; // 4
                if charge.is_charging() {
                    charge = umpire.step(&facts, charge, steps::second_fire)?; // 5
                    if charge.target.has_left() {
                        return Ok(charge.end(ChargeEnd::TargetLeft));
                    }
                    if charge.answers {
                        charge = umpire.step(&facts, charge, steps::second_volley)?;
                        charge = commander_endangered(&facts, charge, umpire)?;
                    }
                    charge = umpire.step(&facts, charge, steps::second_test)?; // 6
                }
            }
        }
        if !charge.is_charging() {
            return Ok(charge.end(ChargeEnd::Failed));
        }
        charge = umpire.step(&facts, charge, steps::receive)?; // 7 and 8
        Ok(charge.end(if charge.target.has_left() { ChargeEnd::TargetLeft } else { ChargeEnd::Contact }))
    }

    fn line(outcome: &ChargeOutcome) -> String {
        let end = match outcome.end {
            ChargeEnd::Short => "the way is too long".to_owned(),
            ChargeEnd::Failed if outcome.charger.condition.is_gone() => "the charger is destroyed".to_owned(),
            ChargeEnd::Failed => match outcome.charger.withdrawal {
                Withdrawal::None => "the charge halts".to_owned(),
                withdrawal => format!("the charger goes back in {withdrawal}"),
            },
            ChargeEnd::TargetLeft => format!("the target leaves in {}", outcome.target.withdrawal),
            ChargeEnd::FellBack => "the target falls back".to_owned(),
            ChargeEnd::Surrendered => "the target surrenders".to_owned(),
            ChargeEnd::Contact if outcome.counter_charge => "contact, and a counter-charge".to_owned(),
            ChargeEnd::Contact => "contact".to_owned(),
        };
        format!("{end}; charger {}; target {}", outcome.charger.condition, outcome.target.condition)
    }
}

/// 5.8 for the commander with the charger.
///
/// COST: the dice for him are steps of their own. Within the fire they were multiplied with everything else that step throws:
/// the odds of a charge with a general at its head took twenty milliseconds instead of five.
fn commander_endangered<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    if charge.endangered > 0 {
        charge = umpire.step(facts, charge, steps::hits_on_commander)?;
    }
    while charge.hits > 0 {
        charge = umpire.step(facts, charge, steps::commander_struck)?;
    }
    Ok(charge)
}

/// Whether the charge allowance pays for the way. A unit that fired has half of it.
fn reaches<U: Referee>(book: &Book, situation: &ChargeSituation, umpire: &mut U) -> Ruling<bool, U> {
    let charger = &situation.charger;
    let metres = umpire.read(book.tables.limits.at(situation.reach()));
    umpire.cite(if charger.rides() { BY_MOVE_TROT } else { BY_MOVE_INF });
    if situation.legs.is_empty() && situation.crossings.is_empty() {
        return Ok(true);
    }
    let allowance = situation.allowance(metres);
    let way = (situation.legs.as_slice(), situation.crossings.as_slice());
    let cost = path_cost(book, MoverClass::of(charger), way, allowance, umpire)?;
    let open = if situation.legs.is_empty() { Fraction::whole(situation.distance_m) } else { Fraction::ZERO };
    Ok(cost.is_some_and(|cost| cost.plus(open) <= allowance))
}
