//! A battle at work: what is true, and what follows from it, looked up by hex instead of searched.
//!
//! Rules look at a [`Position`]. Whoever changes the battle makes its table by hexes stale; whoever asks next has it made
//! again. So no rule can forget to keep it; what is written, compared and counted of a battle is the [`Moment`] alone.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, OnceLock, PoisonError};

use arrayvec::ArrayVec;
use engine::{Refusal, Rule};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::marching::Marching;
use super::radius::Bound;
use super::refuse;
use super::state::{Moment, UnitId, UnitNow};
use super::table::Table;
use super::theatre::Theatre;
use crate::charts::Activity;
use crate::unit::UNITS_MAX;

/// The units of a stack, the top unit first.
pub(crate) type Units = ArrayVec<UnitId, UNITS_MAX>;

/// A battle as the rules look at it.
pub(crate) trait Position: Deref<Target = Moment> {
    /// The battle itself.
    fn battle(&self) -> &Battle;

    /// The rules say no, for one reason.
    fn no(&self, field: &str, rule: Rule, why: impl FnOnce() -> String) -> Refusal;

    /// The command makes no sense here, whatever the rules say.
    fn senseless(&self, field: &str, why: impl FnOnce() -> String) -> Refusal;

    /// What follows from the battle.
    #[inline]
    fn table(&self, theatre: &Theatre) -> &Table {
        self.battle().known(theatre)
    }
}

/// A battle: what is true between two commands, and what follows from it.
#[derive(Default)]
pub struct Battle {
    now: Moment,
    table: OnceLock<Box<Table>>,
    /// COST: of a stale table most is still true.
    spare: Mutex<Option<Box<Table>>>,
    /// What binds the first unit that was asked about since something changed.
    ///
    /// COST: who weighs the orders of a stack asks for it, and whoever then checks the one that is given.
    bound: OnceLock<(UnitId, Bound)>,
}

/// The same for somebody who only wants to know what is legal: nobody will read why something is refused.
#[derive(Clone, Copy)]
pub(crate) struct Terse<'a>(pub &'a Battle);

impl Battle {
    /// A battle at this moment.
    pub(crate) fn at(now: Moment) -> Battle {
        Battle { now, ..Battle::default() }
    }

    /// Hands the battle over to a step that gives it back, and leaves nothing behind.
    pub(crate) fn take(&mut self) -> Battle {
        std::mem::take(self)
    }

    /// Whether the table is what one made afresh would be.
    pub(crate) fn knows_itself(&self, theatre: &Theatre) -> bool {
        *self.known(theatre) == *Battle::at(self.now.clone()).known(theatre)
    }

    /// The battle, to change what the table by hexes does not look at: who has done what, orders, counts.
    pub(crate) fn aside(&mut self) -> &mut Moment {
        self.forget_bound();
        &mut self.now
    }

    /// A unit, to change anything about it.
    ///
    /// COST: the table looks again at those who were touched so, and not at everybody.
    pub(crate) fn unit_mut(&mut self, id: UnitId) -> &mut UnitNow {
        self.forget_bound();
        if let Some(stale) = self.stale_table() {
            stale.touch(id);
        }
        &mut self.now.units[id.index()]
    }

    /// The table, which is not to be trusted from now on; none if there never was one.
    fn stale_table(&mut self) -> Option<&mut Table> {
        let spare = self.spare.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(stale) = self.table.take() {
            *spare = Some(stale);
        }
        spare.as_deref_mut()
    }

    /// The table, be it true or not; none if there never was one.
    fn any_table(&mut self) -> Option<&mut Table> {
        let spare = self.spare.get_mut().unwrap_or_else(PoisonError::into_inner);
        self.table.get_mut().or(spare.as_mut()).map(|table| &mut **table)
    }

    /// A stack that has not set out, in room that was used before.
    ///
    /// COST: whoever has the battle to himself asks nobody for leave.
    pub(crate) fn fresh_march(&mut self, activity: Activity) -> Box<Marching> {
        match self.any_table() {
            Some(table) => table.fresh_march_alone(activity),
            None => Box::new(Marching::new(activity)),
        }
    }

    /// Keeps the room of a stack for the next.
    pub(crate) fn keep_march(&mut self, marching: Box<Marching>) {
        if let Some(table) = self.any_table() {
            table.keep_march_alone(marching);
        }
    }

    fn forget_bound(&mut self) {
        self.bound.take();
    }

    /// What binds a unit, if it was the first that was asked about since something changed.
    #[inline]
    pub(crate) fn known_bound(&self, id: UnitId) -> Option<Bound> {
        self.bound.get().filter(|(unit, _)| *unit == id).map(|(_, bound)| *bound)
    }

    /// Keeps what binds a unit for the next who asks, if nobody was asked about before.
    #[inline]
    pub(crate) fn keep_bound(&self, id: UnitId, bound: Bound) {
        if self.bound.get().is_none() {
            self.bound.get_or_init(|| (id, bound));
        }
    }

    #[inline]
    fn known(&self, theatre: &Theatre) -> &Table {
        self.table.get_or_init(|| self.look(theatre))
    }

    #[cold]
    fn look(&self, theatre: &Theatre) -> Box<Table> {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut table = spare.unwrap_or_default();
        table.refresh(theatre, &self.now);
        table
    }
}

impl Position for Battle {
    #[inline]
    fn battle(&self) -> &Battle {
        self
    }

    #[cold]
    fn no(&self, field: &str, rule: Rule, why: impl FnOnce() -> String) -> Refusal {
        refuse::no(field, rule, why())
    }

    #[cold]
    fn senseless(&self, field: &str, why: impl FnOnce() -> String) -> Refusal {
        refuse::senseless(field, why())
    }
}

impl Position for Terse<'_> {
    #[inline]
    fn battle(&self) -> &Battle {
        self.0
    }

    #[inline]
    fn no(&self, _: &str, _: Rule, _: impl FnOnce() -> String) -> Refusal {
        Refusal::new()
    }

    #[inline]
    fn senseless(&self, _: &str, _: impl FnOnce() -> String) -> Refusal {
        Refusal::new()
    }
}

impl Deref for Battle {
    type Target = Moment;

    #[inline]
    fn deref(&self) -> &Moment {
        &self.now
    }
}

impl Deref for Terse<'_> {
    type Target = Moment;

    #[inline]
    fn deref(&self) -> &Moment {
        &self.0.now
    }
}

impl DerefMut for Battle {
    #[inline]
    fn deref_mut(&mut self) -> &mut Moment {
        self.forget_bound();
        if let Some(stale) = self.stale_table() {
            stale.touch_all();
        }
        &mut self.now
    }
}

impl Clone for Battle {
    fn clone(&self) -> Battle {
        Battle::at(self.now.clone())
    }

    /// COST: a battle kept to fall back upon is copied into the room of the last one.
    fn clone_from(&mut self, other: &Battle) {
        (**self).clone_from(&other.now);
    }
}

impl PartialEq for Battle {
    fn eq(&self, other: &Battle) -> bool {
        self.now == other.now
    }
}

impl Eq for Battle {}

impl Hash for Battle {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.now.hash(hasher);
    }
}

impl fmt::Debug for Battle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.now.fmt(out)
    }
}

impl Serialize for Battle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.now.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Battle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Moment::deserialize(deserializer).map(Battle::at)
    }
}

impl JsonSchema for Battle {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Battle".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Moment::json_schema(generator)
    }
}
