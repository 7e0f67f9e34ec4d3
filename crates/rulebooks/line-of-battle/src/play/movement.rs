//! Moves: a stack enters hexes, turns and changes formation, each unit at its own prices, and closes with the enemy.
//!
//! Everything that needs no die is checked for the whole way before the first die falls; so a refusal costs nothing, and
//! a move that begins ends early only by a Closing Roll, an Intersection Roll or a Charge.

use engine::book::Procedure;
use engine::{Refusal, Ruling, Side as Army};
use field::hex::{Hex, Side};

use super::command::{Command, Step};
use super::marching::{Chance, Marching, Start, StepEnd, front_sides, is_march_formation, rule_of};
use super::position::{Battle, Position};
use super::quiet::silent;
use super::radius::{Bound, Intent, forbidden};
use super::refuse::{refusal_of, senseless};
use super::stack::has_front;
use super::state::{LeaderId, UnitId};
use super::theatre::Theatre;
use crate::Referee;
use crate::charts::{Activity, Limit};
use crate::command::{Order, Verdict, Wish};
use crate::formations::StackingOutcome;
use crate::movement::{
    self, IntersectionOutcome, IntersectionRoll, IntersectionSituation, KnownWay, Manoeuvre, March, Piece,
};
use crate::rules::*;
use crate::sight::Purpose;
use crate::unit::Formation;

impl Theatre {
    /// Every unit of a stack enters a hex, at its own price.
    pub(super) fn enter_all<U: Referee>(
        &self,
        battle: &impl Position,
        marching: &mut Marching,
        to: Hex,
        way: &movement::Hex,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let enemy = marching.side(self).enemy();
        let there = (self.in_zone_of(battle, to, enemy), self.is_next_to(battle, to, enemy));
        for place in 0..marching.units.len() {
            let (march, situation) = (&mut marching.marches[place], &marching.situations[place]);
            if let Some(stop) = march.enter_there(&self.book, situation, way, there, umpire)? {
                let name = &self.unit(marching.units[place]).name;
                return Err(self.stopped(battle, name, stop, (&*march, situation)).into());
            }
        }
        marching.at = Some(to);
        marching.moved = true;
        Ok(())
    }

    /// The same where nothing is told: at prices worked out beforehand.
    fn enter_known<U: Referee>(
        &self,
        battle: &impl Position,
        marching: &mut Marching,
        to: Hex,
        way: KnownWay<'_>,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        for place in 0..marching.units.len() {
            let (march, situation) = (&mut marching.marches[place], &marching.situations[place]);
            if let Some(stop) = march.enter_known(&self.book, situation, way, umpire)? {
                let name = &self.unit(marching.units[place]).name;
                return Err(self.stopped(battle, name, stop, (&*march, situation)).into());
            }
        }
        marching.at = Some(to);
        marching.moved = true;
        Ok(())
    }

    /// Every unit makes a manoeuvre; if one cannot, the stack does not.
    fn make_all<U: Referee>(
        &self,
        battle: &impl Position,
        marching: &mut Marching,
        manoeuvre: &Manoeuvre,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        for place in 0..marching.units.len() {
            let (march, situation) = (&mut marching.marches[place], &marching.situations[place]);
            if let Some(stop) = march.make(&self.book, situation, manoeuvre, umpire)? {
                let name = &self.unit(marching.units[place]).name;
                return Err(self.stopped(battle, name, stop, (&*march, situation)).into());
            }
        }
        Ok(())
    }

    /// One step of a move.
    pub(crate) fn step<U: Referee>(
        &self,
        battle: &impl Position,
        marching: &mut Marching,
        step: Step,
        chance: Chance,
        umpire: &mut U,
    ) -> Ruling<StepEnd, U> {
        marching.stirred = true;
        match step {
            Step::Enter(side) => self.enter(battle, marching, side, chance, umpire),
            Step::Turn(corner) => {
                if !marching.has_front() {
                    return Err(battle
                        .no("steps", LB_FORM_TABLE, || "this formation has no front to turn".to_owned())
                        .into());
                }
                self.make_all(battle, marching, &Manoeuvre::Turn, umpire)?;
                marching.moved |= marching.facing != corner;
                marching.facing = corner;
                Ok(StepEnd::Made)
            }
            Step::Form(to, corner) => {
                self.form(battle, marching, to, umpire)?;
                marching.forms_ahead = marching.forms_ahead.saturating_sub(1);
                marching.moved |= has_front(to) && marching.facing != corner;
                marching.facing = corner;
                Ok(StepEnd::Made)
            }
            Step::PickUp(unit) => {
                self.pick_up(battle, marching, unit, umpire)?;
                Ok(StepEnd::Made)
            }
            Step::Drop(unit) => {
                self.leave_behind(battle, marching, unit, umpire)?;
                Ok(StepEnd::Made)
            }
            Step::Charge(_) => {
                Err(battle.senseless("steps", || "a Charge is the last step of a move".to_owned()).into())
            }
        }
    }

    fn enter<U: Referee>(
        &self,
        battle: &impl Position,
        marching: &mut Marching,
        side: Side,
        chance: Chance,
        umpire: &mut U,
    ) -> Ruling<StepEnd, U> {
        let Some(from) = marching.at else {
            return Err(battle.senseless("units", || "it is not on the map".to_owned()).into());
        };
        let to = from.neighbour(side);
        let Some(cell) = self.field.cell(to) else {
            return Err(battle.senseless("steps", || "there the map ends".to_owned()).into());
        };
        let (passage, table, own) = (&self.field.passages[cell], battle.table(self), marching.side(self));
        if table.top(cell).is_some_and(|top| self.unit(top).side != own) {
            return Err(battle
                .no("steps", LB_ACT_CHARGE, || "the enemy is there: Charge, or go another way".to_owned())
                .into());
        }
        // COST: nearly everybody goes where he looks, so that is asked first.
        if !front_sides(marching.facing).contains(&side) && marching.has_front() {
            let why = || {
                let [left, right] = marching.facing.sides();
                let (left, right, cost) = (left.name(), right.name(), self.book.limit(Limit::TurnCost));
                format!("it enters its front hexes only, {left} and {right}: turn first for {cost} MP")
            };
            return Err(battle.no("steps", LB_ACT_FACING, why).into());
        }
        let (across, road) = (side.opposite().index(), passage.has_road(side.opposite()));
        let turns = || road && marching.heading.is_some_and(|heading| heading != side);
        let at_corner = turns() && self.field.cell(from).is_some_and(|here| self.field.passages[here].town);
        if chance == Chance::Thrown && at_corner && self.is_stuck(battle, marching, umpire)? {
            return Ok(StepEnd::Stays);
        }
        // Nobody rolls to close who has no enemy beside the hex.
        let next_to_enemy = table.is_beside(cell, own.enemy());
        marching.risked |= at_corner || next_to_enemy;
        if next_to_enemy && !self.closes(battle, marching, from, to, chance, umpire)? {
            return Ok(StepEnd::Stays);
        }
        match chance {
            Chance::Thrown if U::KEEPS => {
                let way = &self.field.hexes[cell].entries[across];
                self.enter_all(battle, marching, to, way, umpire)?;
            }
            Chance::Thrown | Chance::Supposed => {
                let (tolls, ezoc) = (&passage.tolls[across], table.in_zone(cell, own.enemy()));
                let way = KnownWay { tolls, ezoc, next_to_enemy, town: passage.town, road };
                self.enter_known(battle, marching, to, way, umpire)?;
            }
        }
        marching.heading = Some(side);
        marching.path.push(to);
        for (bound, march) in marching.bounds.iter_mut().zip(&marching.marches) {
            bound.went_deployed |= !is_march_formation(march.formation);
        }
        Ok(StepEnd::Made)
    }

    /// P15: one die for the stack.
    fn is_stuck<U: Referee>(&self, _: &impl Position, marching: &Marching, umpire: &mut U) -> Ruling<bool, U> {
        let Some((id, march)) = marching.units.first().zip(marching.marches.first()) else { return Ok(false) };
        let situation = IntersectionSituation {
            piece: Piece::Unit,
            arm: self.unit(*id).arm,
            formation: march.formation,
            straight_on: false,
        };
        Ok(IntersectionRoll::run(&self.book, &situation, umpire)? == IntersectionOutcome::Stuck)
    }

    fn form<U: Referee>(
        &self,
        battle: &impl Position,
        marching: &mut Marching,
        to: Formation,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let Some(at) = marching.at else {
            return Err(battle.senseless("units", || "it is not on the map".to_owned()).into());
        };
        for id in &marching.units {
            let (card, now) = (self.unit(*id), battle.unit(*id));
            if to == Formation::OpenOrder && !card.open_order {
                let why = || format!("{} is not trained for Open Order: take Line or Column", card.name);
                return Err(battle.no("steps", LB_OO_REQ, why).into());
            }
            if let Some(post) = now.posted.filter(|post| to == Formation::Unlimbered && *post != at) {
                let why = || {
                    let post = self.number(post);
                    format!("{} is posted to hex {post} and stays limbered until it is there", card.name)
                };
                return Err(battle.no("steps", LB_ARTLDR_POST, why).into());
            }
            if to == Formation::Unlimbered && now.retreated {
                let why =
                    || format!("{} has retreated in this phase and unlimbers in the next at the earliest", card.name);
                return Err(battle.no("steps", LB_ARTFORM_LIMBER, why).into());
            }
        }
        let deploys =
            marching.marches.iter().any(|march| is_march_formation(march.formation)) && !is_march_formation(to);
        if deploys {
            self.check_permission(battle, marching, Wish::Deploy, at, umpire)?;
        }
        let enemy_distance = match to {
            Formation::Unlimbered => {
                // The artillery leader who counts is with the guns where they unlimber.
                let guided = self.has_artillery_leader(battle, at, &marching.units, &marching.leaders);
                marching.situations.iter_mut().for_each(|situation| situation.artillery_leader = guided);
                self.nearest_watcher(battle, at, marching.side(self))
            }
            _ => None,
        };
        self.make_all(battle, marching, &Manoeuvre::ChangeFormation { to, enemy_distance }, umpire)
    }

    /// Hexes to the nearest enemy able to fire that sees a hex, whatever stands between.
    fn nearest_watcher(&self, battle: &impl Position, at: Hex, side: Army) -> Option<u16> {
        let farthest = self.book.limit(Limit::Unlimber);
        let distance = |id: UnitId| {
            let from = battle.unit(id).at.filter(|from| from.distance(at) < farthest)?;
            let watches = self.can_fire(battle, id) && self.sees_past_units(from, at, Purpose::Spotting);
            watches.then(|| from.distance(at))
        };
        self.unit_ids().filter(|id| self.unit(*id).side != side).filter_map(distance).min()
    }

    /// The order in force permits it to every unit.
    pub(crate) fn check_permission<U: Referee>(
        &self,
        battle: &impl Position,
        marching: &Marching,
        wish: Wish,
        ends: Hex,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let led = |bound: &Bound| marching.leads(bound);
        // Where somebody keeps what is told, the radius is cited.
        let soon = |bound: &Bound| bound.goes_freely || !U::KEEPS;
        let lets_end = |bound: &Bound| soon(bound) && bound.lets_end(ends, led(bound)) == Some(true);
        if wish == Wish::Move && marching.bounds.iter().all(lets_end) {
            return Ok(());
        }
        let from = marching.began.unwrap_or(ends);
        // Only who closes is asked how far the enemy is: he who is Charged, or all who make the stack roll.
        let enemy_hexes = match wish {
            Wish::Charge => from.distance(ends),
            Wish::Close => {
                let unordered = marching.bounds.iter().any(|bound| bound.order == Order::None);
                let here = marching.at.filter(|_| unordered);
                here.map_or(0, |here| self.farthest_watcher(battle, marching, (here, ends), from))
            }
            Wish::Fire | Wish::Move | Wish::Deploy => 0,
        };
        let flees = |id: &&UnitId| self.is_running(battle, **id);
        if let Some(id) = marching.units.iter().find(flees).filter(|_| wish != Wish::Move) {
            let why = || format!("the Command of {} runs: take the initiative to stand first", self.unit(*id).name);
            return Err(battle.no("units", LB_HOUSE_RUN, why).into());
        }
        let stopped = |id: &&UnitId| {
            let division = self.formation(self.unit(**id).formation).division;
            battle.formation(division).stopped
        };
        if let Some(id) = marching.units.iter().find(stopped).filter(|_| matches!(wish, Wish::Close | Wish::Charge)) {
            let why = || format!("the division of {} is Stopped: it gets away from the enemy", self.unit(*id).name);
            return Err(battle.no("units", LB_FLUKE_RESULT, why).into());
        }
        for ((id, bound), march) in marching.units.iter().zip(&marching.bounds).zip(&marching.marches) {
            // Before it has gone there nobody knows how it will be formed.
            let formed = marching.at != Some(ends) || is_march_formation(march.formation);
            let marches = formed && !bound.went_deployed;
            let intent = Intent { ends, enemy_hexes, marches, led: led(bound) };
            let verdict = self.permits(bound, wish, intent, umpire)?;
            if verdict != Verdict::Permitted {
                let why = || format!("{}: {}", self.unit(*id).name, forbidden(self, verdict, bound));
                return Err(battle.no("units", rule_of(verdict), why).into());
            }
        }
        Ok(())
    }

    /// Whether orders let every unit of a stack end a move in a hex: what [`Theatre::check_permission`] says, without its words.
    pub(super) fn may_end_move(&self, marching: &Marching, ends: Hex) -> bool {
        let mut each = marching.bounds.iter().zip(&marching.marches);
        each.all(|(bound, march)| {
            let led = marching.leads(bound);
            bound.lets_end(ends, led).unwrap_or_else(|| {
                let formed = marching.at != Some(ends) || is_march_formation(march.formation);
                let marches = formed && !bound.went_deployed;
                let intent = Intent { ends, enemy_hexes: 0, marches, led };
                self.permits(bound, Wish::Move, intent, &mut silent()) == Ok(Verdict::Permitted)
            })
        })
    }

    /// Whether the stack may stop where it is: stacking, facing, orders, a stopped division.
    pub(crate) fn check_stop<U: Referee>(
        &self,
        battle: &impl Position,
        marching: &Marching,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let (Some(at), Some(began)) = (marching.at, marching.began) else { return Ok(()) };
        // RULING: who does nothing at all stops nowhere, and may stay where friends have crowded his hex.
        if !marching.stirred && !marching.moved {
            return Ok(marching.units.iter().try_for_each(|id| self.check_withdraws(battle, *id))?);
        }
        self.check_room(battle, marching, at)?;
        if at != began {
            return self.check_end(battle, marching, began, at, umpire);
        }
        let side = marching.side(self);
        if marching.stirred {
            self.check_stopped_division(battle, marching, began, at)?;
        }
        let held = self.in_zone_of(battle, at, side.enemy());
        for (id, bound) in marching.units.iter().zip(&marching.bounds).filter(|_| marching.stirred && !held) {
            if let Some(leader) = bound.lacks {
                let why = || {
                    let (name, leader) = (&self.unit(*id).name, self.number(leader));
                    format!("{name} is out of its leader's radius and turns in an EZOC only: move towards hex {leader}")
                };
                return Err(battle.no("steps", LB_RADIUS_TABLE, why).into());
            }
        }
        Ok(())
    }

    /// Whether those who stand in a hex leave a stack room there, and face as it does.
    fn check_room(&self, battle: &impl Position, marching: &Marching, at: Hex) -> Result<(), Refusal> {
        let side = marching.side(self);
        match self.stacking(battle, at, marching.formed_at(at)) {
            StackingOutcome::Allowed => {}
            StackingOutcome::TooMany => {
                let most = self.stacking_limit();
                let why = || format!("at most {most} SPs stop in one hex: stop before it, or leave a unit behind");
                return Err(battle.no("steps", LB_HOUSE_STACK, why));
            }
            StackingOutcome::GunsApart => {
                let why = || "unlimbered artillery stacks with artillery only".to_owned();
                return Err(battle.no("steps", LB_FORM_ART_STACK, why));
            }
        }
        // COST: most ways that are tried end where nobody is.
        let left = marching.left_facing(at);
        if left.is_none() && self.field.cell(at).is_none_or(|cell| battle.table(self).top(cell).is_none()) {
            return Ok(());
        }
        let fronted = marching.marches.iter().any(|march| has_front(march.formation));
        if let Some(facing) = left.or_else(|| self.facing_there(battle, at, side, &marching.units)).filter(|_| fronted)
            && facing != marching.facing
        {
            let corner = facing.index();
            let why = || format!("the units there face corner {corner}, and a stack faces one way: turn as they do");
            return Err(battle.no("steps", LB_ACT_FACING, why));
        }
        Ok(())
    }

    /// Whether orders, a Stoppage and posts let a stack end its way in another hex.
    pub(super) fn check_end<U: Referee>(
        &self,
        battle: &impl Position,
        marching: &Marching,
        began: Hex,
        at: Hex,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        self.check_permission(battle, marching, Wish::Move, at, umpire)?;
        self.check_stopped_division(battle, marching, began, at)?;
        Ok(self.check_posts(battle, marching, began, at)?)
    }

    /// Whether a stack may stop in another hex than it began in, where its orders are known to permit it.
    ///
    /// COST: where nobody is, it has room or not wherever that is; whoever tries many ways keeps the answer.
    pub(super) fn may_stop_as_permitted(
        &self,
        battle: &impl Position,
        marching: &Marching,
        fits_alone: &mut Option<bool>,
    ) -> bool {
        let (Some(at), Some(began)) = (marching.at, marching.began) else { return true };
        let has_room = || self.check_room(battle, marching, at).is_ok();
        let free = self.field.cell(at).is_some_and(|cell| battle.table(self).top(cell).is_none());
        let fits = if free { *fits_alone.get_or_insert_with(has_room) } else { has_room() };
        debug_assert_eq!(fits, has_room());
        fits && self.check_stopped_division(battle, marching, began, at).is_ok()
            && self.check_posts(battle, marching, began, at).is_ok()
    }

    /// A posted battery goes to its hex, and not away from it.
    fn check_posts(&self, battle: &impl Position, marching: &Marching, began: Hex, at: Hex) -> Result<(), Refusal> {
        for id in &marching.units {
            let Some(post) = battle.unit(*id).posted else { continue };
            if post.distance(at) > post.distance(began) || post == began {
                let why = || {
                    format!("{} is posted to hex {}: it goes there and stays", self.unit(*id).name, self.number(post))
                };
                return Err(battle.no("steps", LB_ARTLDR_POST, why));
            }
        }
        Ok(())
    }

    /// S 14: a stopped division goes no nearer to the enemy.
    #[inline]
    fn check_stopped_division(
        &self,
        battle: &impl Position,
        marching: &Marching,
        began: Hex,
        at: Hex,
    ) -> Result<(), Refusal> {
        // COST: most of the time nobody is Stopped, and every way that is tried asks.
        let stopped = |id: &UnitId| battle.formation(self.formation(self.unit(*id).formation).division).stopped;
        if marching.units.iter().any(stopped) { self.check_withdrawal(battle, marching, began, at) } else { Ok(()) }
    }

    /// The same where a division among them is Stopped.
    fn check_withdrawal(
        &self,
        battle: &impl Position,
        marching: &Marching,
        began: Hex,
        at: Hex,
    ) -> Result<(), Refusal> {
        let enemy = marching.side(self).enemy();
        let near = |hex: Hex| self.nearest(battle, hex, enemy).map(|(distance, _)| distance);
        let (before, now) = (near(began), near(at));
        for id in &marching.units {
            let division = self.formation(self.unit(*id).formation).division;
            if !battle.formation(division).stopped {
                continue;
            }
            if now < before {
                let why = || {
                    let (name, hexes) = (&self.formation(division).name, before.unwrap_or(0));
                    format!("{name} is Stopped: it ends no move nearer to the enemy than the {hexes} hexes it is away")
                };
                return Err(battle.no("steps", LB_FLUKE_RESULT, why));
            }
            if now <= before {
                self.check_withdraws(battle, *id)?;
            }
        }
        Ok(())
    }

    /// The whole way, if everything goes well; or why it cannot be gone. No die is thrown.
    pub(crate) fn check_move(
        &self,
        battle: &impl Position,
        units: &[UnitId],
        leaders: &[LeaderId],
        activity: Activity,
        steps: &[Step],
    ) -> Result<Box<Marching>, Refusal> {
        let room = battle.table(self).fresh_march(activity);
        self.check_move_in(battle, room, (units, leaders), steps)
    }

    /// The same in room that says for what activity.
    pub(crate) fn check_move_in(
        &self,
        battle: &impl Position,
        room: Box<Marching>,
        who: (&[UnitId], &[LeaderId]),
        steps: &[Step],
    ) -> Result<Box<Marching>, Refusal> {
        let begun = (room, Start::Fresh);
        let mut marching = self.begin_march(battle, who, begun, steps, &mut silent()).map_err(refusal_of)?;
        match self.check_steps(battle, &mut marching, steps) {
            Ok(()) => Ok(marching),
            Err(refusal) => {
                battle.table(self).keep_march(marching);
                Err(refusal)
            }
        }
    }

    /// The steps of a stack that has set out.
    fn check_steps(&self, battle: &impl Position, marching: &mut Marching, steps: &[Step]) -> Result<(), Refusal> {
        let mut umpire = silent();
        let (way, charge) = match steps.split_last() {
            Some((Step::Charge(side), way)) if marching.activity == Activity::Move => (way, Some(*side)),
            _ => (steps, None),
        };
        if let Some(wants) =
            steps.iter().position(|step| matches!(step, Step::Charge(_))).filter(|at| *at + 1 < steps.len())
        {
            return Err(senseless(
                &format!("steps[{wants}]"),
                "a Charge is the last step: leave out what comes after it",
            ));
        }
        for step in way {
            self.step(battle, marching, *step, Chance::Supposed, &mut umpire).map_err(refusal_of)?;
        }
        match charge {
            Some(side) => self.check_charge(battle, marching, side, &mut umpire).map_err(refusal_of),
            None => self.check_stop(battle, marching, &mut umpire).map_err(refusal_of),
        }
    }

    /// The MPs that an order to move spends if everything goes well, of those that the unit with the fewest left has. Who has
    /// taken another movement column on his way has left what that one leaves him.
    pub(crate) fn spent_on(&self, battle: &Battle, command: &Command) -> Option<String> {
        let marching = match command {
            Command::Move { units, leaders, steps } => self.check_move(battle, units, leaders, Activity::Move, steps),
            Command::Fire { units, leaders, steps, .. } => {
                self.check_move(battle, units, leaders, Activity::Fire, steps)
            }
            _ => return None,
        };
        let marching = marching.ok()?;
        let march = marching.marches.iter().min_by_key(|march| march.left).filter(|_| marching.stirred)?;
        let March { spent, left, allowance, .. } = march;
        Some(match *spent + *left == *allowance {
            true => format!("{spent} of {allowance} MPs"),
            false => format!("{spent} MPs, and {left} of {allowance} are left"),
        })
    }
}
