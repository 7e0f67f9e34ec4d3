//! One step of a move: whether it may be made, and what happens when it is.

use engine::{Refusal, Ruling};
use field::ground::Length;
use field::plane::{Footprint, Manoeuvre};

use super::condition::tell;
use super::course::Course;
use super::movement::{bit, looked_ahead, nobody};
use super::state::{Battle, Moving, UnitId};
use super::{Command, Deed, Theatre};
use crate::Referee;
use crate::charts::Penalty;
use crate::rules::*;
use crate::unit::Formation;

/// A step that may be made.
pub(super) struct Stride {
    /// Where it ends.
    pub end: Footprint,
    /// The friends it leads through.
    pub friends: Vec<UnitId>,
    /// All that makes the move shorter, this step included.
    pub penalties: u32,
    /// How far the unit will have gone.
    pub gone: Length,
}

impl Theatre {
    /// Whether a step may be made, as far as it may be; nothing has happened yet.
    pub(super) fn plan_step(
        &self,
        battle: &Battle,
        manoeuvre: Manoeuvre,
        costs: Option<Penalty>,
    ) -> Result<Stride, Refusal> {
        let moving = self.moving(battle)?;
        let id = moving.unit;
        let start = self.footprint(battle, id);
        let skirmishes = battle.unit(id).formation == Formation::Skirmish;
        // S 13: skirmishers never pay for facing; guns that prolong pay for nothing.
        let costs = costs.filter(|penalty| !(moving.prolongs || skirmishes && *penalty == Penalty::Face));
        let mut penalties = moving.penalties | costs.map_or(0, bit);
        let (manoeuvre, met) = self.cut_at_edge(battle, &moving, penalties, &start, manoeuvre)?;
        penalties |= met;
        let end = manoeuvre.end(&start);
        self.check_place(battle, id, &start, manoeuvre, &end)?;
        let friends = self.friends_passed(battle, id, &start, manoeuvre);
        for friend in &friends {
            let ruled = looked_ahead::<_, std::convert::Infallible>(self.passage(battle, id, *friend, &mut nobody()));
            if ruled.is_ok_and(|passage| passage.costs_an_inch_a_die) {
                penalties |= bit(Penalty::Interpenetration);
            }
        }
        let gone = moving.gone + manoeuvre.length(&start);
        let allowed = self.allowed(battle, &moving, penalties, &mut nobody());
        let mut refusal = Refusal::new();
        refusal.unless(gone <= allowed, "inches", SE_PEN_TABLE, || {
            let left = self.in_inches((allowed - moving.gone).max(0));
            let needs = self.in_inches(manoeuvre.length(&start));
            format!("{left} inches are left with all that this step meets, and it needs {needs}: go {left} at most")
        });
        refusal.verdict()?;
        Ok(Stride { end, friends, penalties, gone })
    }

    /// A step of a move: a manoeuvre, and the penalty of doing it at all.
    pub(super) fn step<U: Referee>(
        &self,
        battle: &mut Course,
        manoeuvre: Manoeuvre,
        costs: Option<Penalty>,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let moving = self.moving(battle)?;
        let id = moving.unit;
        let Stride { end, friends, penalties, gone } = self.plan_step(battle, manoeuvre, costs)?;
        // For its citations.
        self.allowed(battle, &moving, penalties, umpire);
        battle.moving = Some(Moving { gone, penalties, ..moving });
        let unit = battle.unit_mut(id);
        (unit.centre, unit.heading) = (end.centre, end.heading);
        unit.done.marched = true;
        self.carry_officers(battle, id);
        tell(umpire, || Deed::Stands { unit: id, centre: end.centre, heading: end.heading });
        for friend in friends {
            if battle.unit(id).is_on_field() {
                self.pass_through_friend(battle, id, friend, umpire)?;
            }
        }
        if battle.unit(id).is_on_field() {
            self.flush_officers(battle, id, umpire)?;
            self.react(battle, id, umpire)?;
        }
        Ok(())
    }

    /// Whether a step would be allowed. COST: nothing is copied and nobody is asked.
    pub(super) fn may_step(&self, battle: &Battle, command: &Command) -> bool {
        self.manoeuvre(battle, command).and_then(|(manoeuvre, costs)| self.plan_step(battle, manoeuvre, costs)).is_ok()
    }
}
