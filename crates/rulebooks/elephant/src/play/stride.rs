//! One step of a move: whether it may be made, and what happens when it is.

use engine::{Refusal, Ruling};
use field::ground::Length;
use field::plane::{Footprint, Manoeuvre, moved};

use super::condition::tell;
use super::course::Course;
use super::movement::{bit, looked_ahead, nobody};
use super::passage::friends_among;
use super::passing::{Passing, put};
use super::state::{Battle, Moving, UnitId};
use super::{Command, Deed, Theatre};
use crate::Referee;
use crate::charts::Penalty;
use crate::rules::*;
use crate::unit::Formation;

/// A step that may be made.
pub(super) struct Stride {
    /// What it comes to: it may end at the edge of worse ground.
    pub manoeuvre: Manoeuvre,
    /// Where it ends.
    pub end: Footprint,
    /// The friends it leads through.
    pub friends: Vec<UnitId>,
    /// What makes the move shorter before anything is met on this step.
    pub before: u32,
    /// All that makes the move shorter, this step included.
    pub penalties: u32,
    /// How far the unit will have gone.
    pub gone: Length,
}

/// A step under way.
struct Marching {
    /// The move before it.
    moving: Moving,
    stride: Stride,
    path: Passing,
    /// How far along its path the unit has come.
    here: Option<Length>,
    /// The friends it has passed through.
    passed: Vec<UnitId>,
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
        let before = moving.penalties | costs.map_or(0, bit);
        let whole = self.straight(start.front_centre(), manoeuvre.end(&start).front_centre());
        let (manoeuvre, met) = self.cut_at_edge(battle, &moving, before, (&start, &whole), manoeuvre)?;
        let mut penalties = before | met;
        let end = manoeuvre.end(&start);
        let there = end.front_centre();
        let way = if there == whole.to { whole } else { self.straight(whole.from, there) };
        let (keep, _) = self.keeps_from_enemies(battle.unit(id).formation);
        let neighbours = self.neighbours(battle, id, (&start, manoeuvre), keep);
        self.check_place(battle, id, (&start, &end), manoeuvre, (&way, &neighbours))?;
        let friends = friends_among(&neighbours, &start, manoeuvre, &end);
        penalties |= self.price_of_passing(battle, id, &friends);
        let gone = moving.gone + manoeuvre.length(&start);
        let allowed = self.allowed(battle, &moving, penalties, &mut nobody());
        let mut refusal = Refusal::new();
        refusal.unless(gone <= allowed, "inches", SE_PEN_TABLE, || {
            let left = self.in_inches((allowed - moving.gone).max(0));
            let needs = self.in_inches(manoeuvre.length(&start));
            format!("{left} inches are left with all that this step meets, and it needs {needs}: go {left} at most")
        });
        refusal.verdict()?;
        Ok(Stride { manoeuvre, end, friends, before, penalties, gone })
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
        let stride = self.plan_step(battle, manoeuvre, costs)?;
        if U::KEEPS {
            // For its citations.
            self.allowed(battle, &moving, stride.penalties, umpire);
        }
        battle.unit_mut(id).done.marched = true;
        let path = Passing::new(self, self.footprint(battle, id), stride.manoeuvre);
        let mut march = Marching { moving, stride, path, here: None, passed: Vec::new() };
        let mut end = path.length;
        loop {
            let reaction = self.next_reaction(battle, id, &path, (march.here.unwrap_or(0), end));
            self.come_to(battle, &mut march, reaction.map_or(end, |reaction| reaction.at), umpire)?;
            let Some(reaction) = reaction.filter(|_| self.goes_on(battle, id)) else { break };
            self.react(battle, id, &path, reaction, umpire)?;
            if !self.goes_on(battle, id) {
                self.make_room(battle, id, &path, reaction.at, umpire);
                return Ok(());
            }
            end = self.may_go_on_to(battle, id, &path, reaction.at);
        }
        if end < path.length {
            self.make_room(battle, id, &path, end, umpire);
        }
        Ok(())
    }

    /// Whoever had to stop among friends, whatever stopped it, stands at the last place before them.
    pub(super) fn make_room<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        path: &Passing,
        here: Length,
        umpire: &mut U,
    ) {
        let unit = battle.unit(id);
        let stands = unit.is_on_field() && !unit.has_withdrawn(battle.turn) && !battle.is_in_contact(id);
        if stands && self.lies_over(battle, id, &self.footprint(battle, id)).is_some() {
            let room = self.last_room(battle, id, path, here);
            self.stands_at(battle, id, &room, umpire);
        }
    }

    /// A mover comes so far along its path, through the friends who stand there.
    fn come_to<U: Referee>(
        &self,
        battle: &mut Course,
        march: &mut Marching,
        to: Length,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let Marching { moving, stride, path, here, passed } = march;
        if *here == Some(to) {
            return Ok(());
        }
        let (id, part) = (moving.unit, path.part(to));
        let (friends, penalties) = if to == path.length && here.is_none() {
            (stride.friends.clone(), stride.penalties)
        } else {
            let (from, there) = (path.start.front_centre(), path.after(to).front_centre());
            let met = self.penalties_on(battle, id, &self.straight(from, there)).into_iter();
            let met = met.fold(stride.before, |bits, (_, penalty)| bits | bit(penalty));
            let friends = self.friends_passed(battle, id, &path.start, part);
            let price = self.price_of_passing(battle, id, &friends);
            (friends, met | price)
        };
        *here = Some(to);
        if let Some(now) = &mut battle.moving {
            (now.gone, now.penalties) = (moving.gone + part.length(&path.start), penalties);
        }
        self.stands_at(battle, id, &path.after(to), umpire);
        for friend in friends {
            if battle.unit(id).is_on_field() && !passed.contains(&friend) {
                passed.push(friend);
                self.pass_through_friend(battle, id, friend, umpire)?;
            }
        }
        self.flush_officers(battle, id, (&path.start, part), umpire)
    }

    /// What it costs to pass through these friends.
    pub(super) fn price_of_passing(&self, battle: &Battle, id: UnitId, friends: &[UnitId]) -> u32 {
        let is_dear = |friend: &UnitId| {
            let ruled = looked_ahead::<_, std::convert::Infallible>(self.passage(battle, id, *friend, &mut nobody()));
            ruled.is_ok_and(|passage| passage.costs_an_inch_a_die)
        };
        if friends.iter().any(is_dear) { bit(Penalty::Interpenetration) } else { 0 }
    }

    /// A unit stands here now, and whoever is with it.
    pub(super) fn stands_at<U: Referee>(&self, battle: &mut Course, id: UnitId, at: &Footprint, umpire: &mut U) {
        // Who has lost a rank on the way keeps its front.
        let half = self.footprint(battle, id).half_depth;
        let centre = if half == at.half_depth { at.centre } else { moved(at.front_centre(), at.ahead().back(), half) };
        put(battle, id, &at.at(centre, at.heading));
        self.carry_officers(battle, id);
        tell(umpire, || Deed::Stands { unit: id, centre, heading: at.heading });
    }

    /// Whether a step would be allowed. COST: nothing is copied and nobody is asked.
    pub(super) fn may_step(&self, battle: &Battle, command: &Command) -> bool {
        self.manoeuvre(battle, command).and_then(|(manoeuvre, costs)| self.plan_step(battle, manoeuvre, costs)).is_ok()
    }
}
