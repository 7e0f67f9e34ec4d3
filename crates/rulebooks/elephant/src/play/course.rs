//! An order under way: the battle, and what the order has set off and is not settled yet.
//!
//! A test may send a unit off, its flight frightens friends, and one of them may run in turn. All of that waits on a
//! [`Task`] list and is settled one task after another, each a step of its own. So everything is finished in the order of
//! the rulebook (what a test sets off comes before the next test), and exact odds find a seam after each die.

use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use engine::Ruling;

use super::Theatre;
use super::charge_steps::Sent;
use super::morale::{Cause, Occasion};
use super::state::{Battle, OfficerId, UnitId};
use crate::Referee;
use crate::charge::Progress;
use crate::charts::{CasualtyCheck, Grade, MoraleResult, Withdrawn};

/// Something an order has set off.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Task {
    /// So many guns of a battery are lost, and it has several kinds: its owner says which.
    LoseGuns { unit: UnitId, guns: u16 },
    /// A unit tests (P1).
    Test { unit: UnitId, occasion: Occasion, cause: Cause },
    /// These units test one after another, in the order their owner chooses (P10).
    TestAll { units: Vec<UnitId> },
    /// A unit retreats or routs (P6).
    Withdraw { unit: UnitId, how: Withdrawn, cause: Cause },
    /// A unit goes with the one it followed up behind, unless it has run already (P9 step 7).
    Follow { unit: UnitId, how: Withdrawn, cause: Cause },
    /// These friends saw a unit of this grade withdraw; they react in the order their owner chooses (P7).
    Ripple { unit: UnitId, how: Withdrawn, grade: Grade, friends: Vec<UnitId> },
    /// One more officer with a unit is in danger (P10).
    Danger { unit: UnitId, officer: OfficerId, check: CasualtyCheck, count: u16 },
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Inner {
    battle: Battle,
    docket: Vec<Task>,
    result: MoraleResult,
    /// COST: apart from the rest, for few orders have any, and every order is handed on.
    charge: Option<Box<(Progress, Sent)>>,
}

/// The battle while an order is carried out.
// COST: exact odds hand out the states of every step that lies behind; a shared one is handed out for nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Course(Rc<Inner>);

impl Deref for Course {
    type Target = Battle;

    #[inline]
    fn deref(&self) -> &Battle {
        &self.0.battle
    }
}

impl DerefMut for Course {
    #[inline]
    fn deref_mut(&mut self) -> &mut Battle {
        &mut Rc::make_mut(&mut self.0).battle
    }
}

impl Course {
    /// An order begins on this battle, which is taken away meanwhile.
    pub fn begin(battle: &mut Battle) -> Course {
        let battle = std::mem::replace(battle, Battle::nowhere());
        Course(Rc::new(Inner { battle, docket: Vec::new(), result: MoraleResult::Pass, charge: None }))
    }

    /// The order is carried out.
    pub fn finish(self) -> Battle {
        Rc::try_unwrap(self.0).map_or_else(|shared| shared.battle.clone(), |inner| inner.battle)
    }

    /// The same, with nothing left here.
    pub fn take(&mut self) -> Course {
        std::mem::replace(self, Course::begin(&mut Battle::nowhere()))
    }

    /// This comes next, before everything that waits.
    pub fn next(&mut self, task: Task) {
        Rc::make_mut(&mut self.0).docket.push(task);
    }

    /// Whether nothing waits.
    pub fn is_settled(&self) -> bool {
        self.0.docket.is_empty()
    }

    /// Whether a unit will go with the one it follows up behind.
    pub fn is_to_follow(&self, id: UnitId) -> bool {
        self.0.docket.iter().any(|task| matches!(task, Task::Follow { unit, .. } if *unit == id))
    }

    /// What the last test came to that an order asked for.
    pub fn result(&self) -> MoraleResult {
        self.0.result
    }

    pub fn report(&mut self, result: MoraleResult) {
        Rc::make_mut(&mut self.0).result = result;
    }

    /// The charge under way: what of it lives on, and who was sent off.
    pub fn charge(&self) -> Option<&(Progress, Sent)> {
        self.0.charge.as_deref()
    }

    pub fn set_charge(&mut self, charge: Option<(Progress, Sent)>) {
        Rc::make_mut(&mut self.0).charge = charge.map(Box::new);
    }

    /// What is settled now: lost guns first, because a battery is what its guns are; else what came last.
    fn pop(&mut self) -> Option<Task> {
        let docket = &mut Rc::make_mut(&mut self.0).docket;
        match docket.iter().position(|task| matches!(task, Task::LoseGuns { .. })) {
            Some(place) => Some(docket.remove(place)),
            None => docket.pop(),
        }
    }
}

impl Theatre {
    /// Settles all that waits.
    #[track_caller]
    pub(super) fn settle_all<U: Referee>(&self, battle: &mut Course, umpire: &mut U) -> Ruling<(), U> {
        while !battle.is_settled() {
            *battle = umpire.step(self, battle.take(), settle_next)?;
        }
        Ok(())
    }

    /// Settles what comes first of all that waits.
    pub(super) fn settle_one<U: Referee>(&self, battle: &mut Course, umpire: &mut U) -> Ruling<(), U> {
        match battle.pop() {
            None => Ok(()),
            Some(Task::LoseGuns { unit, guns }) => self.lose_guns(battle, unit, guns, umpire),
            Some(Task::Test { unit, occasion, cause }) => self.run_test(battle, unit, occasion, cause, umpire),
            Some(Task::TestAll { units }) => self.test_next(battle, units, umpire),
            Some(Task::Withdraw { unit, how, cause }) => self.withdraw(battle, unit, how, cause, umpire),
            Some(Task::Follow { unit, .. }) if battle.unit(unit).has_withdrawn(battle.turn) => Ok(()),
            Some(Task::Follow { unit, how, cause }) => self.withdraw(battle, unit, how, cause, umpire),
            Some(Task::Ripple { unit, how, grade, friends }) => {
                self.ripple_next(battle, unit, (how, grade), friends, umpire)
            }
            Some(Task::Danger { unit, officer, check, count }) => {
                self.endanger(battle, unit, officer, (check, count), umpire)
            }
        }
    }
}

fn settle_next<U: Referee>(theatre: &Theatre, mut battle: Course, umpire: &mut U) -> Ruling<Course, U> {
    theatre.settle_one(&mut battle, umpire)?;
    Ok(battle)
}
