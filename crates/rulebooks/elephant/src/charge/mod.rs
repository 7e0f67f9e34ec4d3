//! The charge subphase: nine steps from the announcement to Combat (P5).
//!
//! Step 1 (announce) is the situation itself; [`distance`] is step 2, [`defence`] steps 3 and 6, [`nerve`] steps 4, 5, 7
//! and 8, [`contact`] steps 8p and 9. Not here: who may be charged and along which path, where the beaten go, and whether
//! the vacated ground is taken; those need a map.

mod contact;
mod defence;
mod distance;
mod nerve;
mod situation;

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;
pub(crate) use distance::{carried, going};
use engine::book::Procedure;
use engine::{Refusal, Ruling, Step, Umpire, keys};
use schemars::JsonSchema;
use serde::Serialize;
pub use situation::{ChargeSituation, ChargeTarget, Charger, Guns};

use crate::combat::{Ending, FIGHTERS_MAX, FighterOutcome, Standing, Strengths};
use crate::rules::*;
use crate::unit::{Arm, Formation};
use crate::{Book, Event, Referee};

keys! {
    /// How a charge as a whole ended.
    pub enum ChargeEnd {
        /// No attacker came to contact.
        Failed = "failed",
        /// The target withdrew before contact: the attackers may take its place.
        TargetLeft = "target-left",
        /// Skirmishers fell back: the attackers may carry on to their parent unit or the vacated place.
        FellBack = "fell-back",
        /// A wagon was reached and captured.
        Captured = "captured",
        /// It came to Combat.
        Combat = "combat",
    }
}

keys! {
    /// How far one attacker came.
    pub enum Going {
        /// It reached its target.
        Home = "home",
        /// A test stopped it at the 100 yard mark, or where it began if that was nearer.
        Halted = "halted",
        /// Its dice did not carry it to the target, but to the 100 yard mark.
        ShortAtMark = "short-at-mark",
        /// Its dice did not even carry it to the mark.
        Short = "short",
    }
}

/// One attacker after the charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ChargerOutcome {
    /// How far it came.
    pub going: Going,
    /// How it came out of it.
    pub unit: FighterOutcome,
}

/// Everyone after a charge.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ChargeOutcome {
    /// How the charge ended.
    pub end: ChargeEnd,
    /// The attackers, in the order given.
    #[schemars(with = "Vec<ChargerOutcome>")]
    pub attackers: ArrayVec<ChargerOutcome, FIGHTERS_MAX>,
    /// The target.
    pub target: FighterOutcome,
}

/// One attacker between two steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attacking {
    pub standing: Standing,
    pub going: Going,
    /// It took a hit or Panic Marker and has not tested for it yet.
    pub struck: bool,
    pub overenthusiastic: bool,
    /// It withdrew last turn, and has passed a test since: that no longer tells against it.
    pub rallied: bool,
    pub out_of_ammo: bool,
}

// COST: copying and hashing states was a fifth of the time of a charge of two regiments, so both are done in a few words.
impl Hash for Attacking {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.standing.hash(state);
        let flags =
            u32::from(self.struck) << 8 | u32::from(self.overenthusiastic) << 16 | u32::from(self.rallied) << 24;
        let flags = flags | u32::from(self.out_of_ammo) << 25;
        state.write_u32(self.going as u32 | flags);
    }
}

/// All attackers of a charge.
// COST: a plain array is copied in one go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attackers {
    units: [Attacking; FIGHTERS_MAX],
    count: u8,
}

impl Attackers {
    fn of(situation: &ChargeSituation) -> Self {
        let at = |place: usize| situation.attackers.get(place).map_or(Attacking::NOBODY, Attacking::new);
        let count = situation.attackers.len().min(FIGHTERS_MAX) as u8;
        Attackers { units: std::array::from_fn(at), count }
    }
}

impl Hash for Attackers {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.iter().for_each(|attacking| attacking.hash(state));
    }
}

impl Deref for Attackers {
    type Target = [Attacking];

    fn deref(&self) -> &[Attacking] {
        &self.units[..usize::from(self.count)]
    }
}

impl DerefMut for Attackers {
    fn deref_mut(&mut self) -> &mut [Attacking] {
        &mut self.units[..usize::from(self.count)]
    }
}

impl Attacking {
    /// The place of an attacker that is not there.
    const NOBODY: Attacking = Attacking {
        standing: Standing::NOBODY,
        going: Going::Short,
        struck: false,
        overenthusiastic: false,
        rallied: false,
        out_of_ammo: false,
    };

    fn new(charger: &Charger) -> Self {
        let unit = &charger.unit;
        Attacking {
            standing: Standing::new(unit.grade, unit.condition, unit.commander.as_ref()),
            going: Going::Home,
            struck: false,
            overenthusiastic: unit.overenthusiastic,
            rallied: false,
            out_of_ammo: unit.out_of_ammo,
        }
    }

    /// Still on its way to the target.
    pub fn is_charging(&self) -> bool {
        self.going == Going::Home && self.standing.ending == Ending::Stands
    }

    /// At the 100 yard mark or nearer, whether it goes on or not.
    pub fn is_at_the_mark(&self) -> bool {
        self.going != Going::Short && self.standing.ending == Ending::Stands
    }
}

/// Everything that lives on from one step of a charge to the next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Progress {
    pub attackers: Attackers,
    pub target: Standing,
    pub target_out_of_ammo: bool,
    pub target_overenthusiastic: bool,
    /// S 7: a prone target that did not get up fights as if hit in the rear.
    pub target_still_prone: bool,
    /// It has passed a test in this charge: a withdrawal of last turn no longer tells against it.
    pub target_passed: bool,
    /// Pistols or shotguns took effect from its flank or rear: its next test this turn is harder.
    pub target_flank_fire: bool,
    /// How often it was shaken in this charge: whoever follows up behind it shares that.
    pub target_shaken: u8,
    /// Hits it took from pistols or shotguns: every officer with it is in danger.
    pub target_hits: u16,
    /// Stands of the target that are about to fire at each attacker.
    aimed: [u16; FIGHTERS_MAX],
    /// The attacker whose turn it is, where attackers take turns: each turn is a step of its own.
    next: u8,
    /// The strengths of both sides when Combat begins.
    strengths: Option<Strengths>,
}

impl Progress {
    pub fn new(situation: &ChargeSituation) -> Self {
        let target = &situation.target.unit;
        Progress {
            attackers: Attackers::of(situation),
            target: Standing::new(target.grade, target.condition, target.commander.as_ref()),
            target_out_of_ammo: target.out_of_ammo,
            target_overenthusiastic: target.overenthusiastic,
            target_still_prone: situation.target.prone,
            target_passed: false,
            target_flank_fire: false,
            target_shaken: 0,
            target_hits: 0,
            aimed: [0; FIGHTERS_MAX],
            next: 0,
            strengths: None,
        }
    }

    /// The number of the attacker whose turn it is; the turn passes to the following one.
    fn take_turn(&mut self, attackers: usize) -> usize {
        let turn = usize::from(self.next);
        self.next = if turn + 1 < attackers { self.next + 1 } else { 0 };
        turn
    }

    fn anyone_charging(&self) -> bool {
        self.attackers.iter().any(Attacking::is_charging)
    }

    /// Whether anybody has come up to the 100 yard mark, or began nearer, and is still there.
    fn anyone_at_the_mark(&self) -> bool {
        self.attackers.iter().any(Attacking::is_at_the_mark)
    }

    fn target_left(&self) -> bool {
        matches!(self.target.ending, Ending::Retreats | Ending::Routs | Ending::Gone)
    }

    fn end(&self, end: ChargeEnd) -> ChargeOutcome {
        let outcome =
            |attacking: &Attacking| ChargerOutcome { going: attacking.going, unit: attacking.standing.outcome() };
        ChargeOutcome { end, attackers: self.attackers.iter().map(outcome).collect(), target: self.target.outcome() }
    }
}

/// What does not change during a charge.
pub(crate) struct ChargeFacts<'a> {
    pub book: &'a Book,
    pub situation: &'a ChargeSituation,
}

/// P5 as a procedure.
pub struct Charge;

impl Procedure for Charge {
    type Book = Book;
    type Situation = ChargeSituation;
    type Outcome = ChargeOutcome;

    const NAME: &'static str = "charge";
    const CHAPTER: &'static str = "Charge";
    const SUMMARY: &'static str = "One or more units charge a target: distance, fire, nerve, fire, nerve, Combat.";

    fn examples() -> Vec<(&'static str, ChargeSituation)> {
        situation::examples()
    }

    fn check(book: &Book, situation: &ChargeSituation) -> Result<(), Refusal> {
        situation.check(book)
    }

    #[inline(always)]
    fn run<U: Umpire<Event = Event>>(
        book: &Book,
        situation: &ChargeSituation,
        umpire: &mut U,
    ) -> Ruling<ChargeOutcome, U> {
        let facts = ChargeFacts { book, situation };
        let attackers = situation.attackers.len();
        umpire.cite_all([SE_CHARGE_TABLE, SE_CHARGE_1]);
        if situation.attackers.iter().any(|charger| charger.unit.formation == Formation::Column) {
            umpire.cite(SE_MOVE_COLUMN_USE);
        }
        let mut charge = Progress::new(situation);
        for _ in 0..attackers {
            charge = umpire.step(&facts, charge, distance::roll_for_distance)?; // 2
        }
        let (mut charge, end) = approach(&facts, charge, &mut Seams, umpire)?;
        if let Some(end) = end {
            return Ok(charge.end(end));
        }
        charge = umpire.step(&facts, charge, contact::close_in)?; // 9
        for _ in 0..attackers {
            charge = umpire.step(&facts, charge, contact::strike_one)?;
        }
        Ok(charge.end(ChargeEnd::Combat))
    }

    fn line(outcome: &ChargeOutcome) -> String {
        let each = |charger: &ChargerOutcome| format!("{} ({})", charger.said(), charger.unit.condition);
        let attackers = outcome.attackers.iter().map(each).collect::<Vec<_>>().join(", ");
        format!("{} ({}); attacker {attackers}", outcome.said(), outcome.target.condition)
    }

    fn gist(outcome: &ChargeOutcome) -> String {
        let attackers = outcome.attackers.iter().map(ChargerOutcome::said).collect::<Vec<_>>().join(", ");
        format!("{}; attacker {attackers}", outcome.said())
    }
}

/// Who carries out the steps of a charge one after another.
pub(crate) trait Stepper<U: Referee> {
    /// Carries out one.
    #[track_caller]
    fn step<'a>(
        &mut self,
        facts: &ChargeFacts<'a>,
        charge: Progress,
        step: Step<ChargeFacts<'a>, Progress, U>,
        umpire: &mut U,
    ) -> Ruling<Progress, U>;
}

/// The charge is all there is: every step ends in a seam.
struct Seams;

impl<U: Referee> Stepper<U> for Seams {
    #[inline(always)]
    #[track_caller]
    fn step<'a>(
        &mut self,
        facts: &ChargeFacts<'a>,
        charge: Progress,
        step: Step<ChargeFacts<'a>, Progress, U>,
        umpire: &mut U,
    ) -> Ruling<Progress, U> {
        umpire.step(facts, charge, step)
    }
}

/// Steps 3 to 8p: how the charge ended before contact, or nothing where it comes to Combat.
#[inline(always)]
pub(crate) fn approach<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    stepper: &mut impl Stepper<U>,
    umpire: &mut U,
) -> Ruling<(Progress, Option<ChargeEnd>), U> {
    let (target, attackers) = (&facts.situation.target, facts.situation.attackers.len());
    // Friends that ran may have taken it along before anybody reached it.
    if charge.target_left() {
        return Ok((charge, Some(ChargeEnd::TargetLeft)));
    }
    if target.unit.arm == Arm::Wagon {
        umpire.cite(SE_MOVE_WAGON);
        let end = if charge.anyone_charging() { ChargeEnd::Captured } else { ChargeEnd::Failed };
        return Ok((charge, Some(end)));
    }
    if !target.engaged {
        if target.unit.formation == Formation::Skirmish {
            // S 28: a charge that stops short of the mark frightens nobody.
            if !charge.anyone_at_the_mark() {
                return Ok((charge, Some(ChargeEnd::Failed)));
            }
            charge = stepper.step(facts, charge, defence::skirmish_fire, umpire)?; // 3s
            for _ in 0..attackers {
                charge = stepper.step(facts, charge, defence::fire_at_100_yards, umpire)?;
            }
            for _ in 0..attackers {
                charge = stepper.step(facts, charge, nerve::first_test, umpire)?;
            }
            let end = if charge.target_left() { ChargeEnd::TargetLeft } else { ChargeEnd::FellBack };
            return Ok((charge, Some(end)));
        }
        charge = stepper.step(facts, charge, defence::first_fire, umpire)?; // 3
        for _ in 0..attackers {
            charge = stepper.step(facts, charge, defence::fire_at_100_yards, umpire)?;
        }
        for _ in 0..attackers {
            charge = stepper.step(facts, charge, nerve::first_test, umpire)?; // 4 and 5
        }
        if charge.anyone_charging() {
            charge = stepper.step(facts, charge, defence::second_fire, umpire)?; // 6
            if charge.target_left() {
                return Ok((charge, Some(ChargeEnd::TargetLeft)));
            }
            for _ in 0..attackers {
                charge = stepper.step(facts, charge, defence::fire_at_50_yards, umpire)?;
            }
            for _ in 0..attackers {
                charge = stepper.step(facts, charge, nerve::second_test, umpire)?; // 7
            }
        }
    }
    if !charge.anyone_charging() {
        return Ok((charge, Some(ChargeEnd::Failed)));
    }
    if !target.engaged {
        charge = stepper.step(facts, charge, nerve::receive, umpire)?; // 8
        if charge.target_left() {
            return Ok((charge, Some(ChargeEnd::TargetLeft)));
        }
    }
    charge = stepper.step(facts, charge, contact::charge_pistols, umpire)?; // 8p
    let end = charge.target_left().then_some(ChargeEnd::TargetLeft);
    Ok((charge, end))
}

impl ChargerOutcome {
    fn said(&self) -> &'static str {
        match (self.going, self.unit.ending) {
            (Going::Halted, Ending::Stands) => "halts",
            (Going::ShortAtMark | Going::Short, Ending::Stands) => "falls short",
            (_, ending) => ending.said(),
        }
    }
}

impl ChargeOutcome {
    fn said(&self) -> String {
        match self.end {
            ChargeEnd::Failed => "the charge fails".to_owned(),
            ChargeEnd::TargetLeft => format!("the target {} before contact", self.target.ending.said()),
            ChargeEnd::FellBack => "the skirmishers fall back".to_owned(),
            ChargeEnd::Captured => "the wagon is captured".to_owned(),
            ChargeEnd::Combat => format!("Combat: the target {}", self.target.ending.said()),
        }
    }
}
