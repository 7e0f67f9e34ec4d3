//! Charges on the map (P10): who may, what happens, and who goes on.

use engine::book::Procedure;
use engine::{Decimal, Refusal, Ruling};
use field::hex::{Hex, Side};

use super::command::{SomeLeaders, Step};
use super::deed::Deed;
use super::marching::{Chance, Marching, Start, StepEnd, WON, can_go_on, front_sides};
use super::position::{Battle, Position};
use super::quiet::silent;
use super::refuse::{no, refusal_of, senseless};
use super::stack::{Derived, has_front};
use super::state::{Advance, Done, GoingOn, LeaderId, UnitId};
use super::theatre::Theatre;
use crate::charge::{Charge, ChargeEnd, ChargeSituation};
use crate::charts::{Activity, Cover};
use crate::command::{Order, Wish};
use crate::movement::{KnownWay, MovementSituation};
use crate::questions::OPENING_VOLLEY;
use crate::rules::*;
use crate::unit::{Formation, LEADERS_MAX, Leader};
use crate::{Event, Referee};

impl Theatre {
    /// Whether a stack may Charge across a side of the hex it has come to.
    pub(crate) fn check_charge<U: Referee>(
        &self,
        battle: &impl Position,
        marching: &Marching,
        side: Side,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let Some(from) = marching.at else {
            return Err(battle.senseless("units", || "it is not on the map".to_owned()).into());
        };
        let target = from.neighbour(side);
        let own = marching.side(self);
        if self.holder(battle, target) != Some(own.enemy()) {
            return Err(battle
                .no("steps", LB_ACT_CHARGE, || {
                    format!("no enemy combat unit is there to be Charged{}", self.nearest_in_words(battle, from))
                })
                .into());
        }
        if marching.marches.iter().any(|march| march.minimum_move) {
            return Err(battle
                .no("steps", LB_TEM_MA, || "after its one hex of minimum movement it does not Charge".to_owned())
                .into());
        }
        let fronted = marching.marches.iter().any(|march| has_front(march.formation));
        if fronted && !front_sides(marching.facing).contains(&side) {
            return Err(battle
                .no("steps", LB_ACT_FACING, || {
                    let [left, right] = front_sides(marching.facing);
                    format!("it Charges its front hexes only, {} and {}: turn first", left.name(), right.name())
                })
                .into());
        }
        // It may have to stay where it is, and to enter the hex it Charges.
        self.check_stop(battle, marching, umpire)?;
        self.check_permission(battle, marching, Wish::Charge, target, umpire)?;
        self.check_target_price(battle, marching, side, umpire)?;
        Ok(self.charge_situation(battle, marching, from, target).check_on_map(&self.book)?)
    }

    /// Whether every unit can pay for the hex that is Charged, at prices worked out beforehand.
    fn check_target_price<U: Referee>(
        &self,
        battle: &impl Position,
        marching: &Marching,
        side: Side,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let Some(cell) = marching.at.and_then(|from| self.field.cell(from.neighbour(side))) else { return Ok(()) };
        let (passage, across) = (&self.field.passages[cell], side.opposite());
        let (tolls, road) = (&passage.tolls[across.index()], passage.has_road(across));
        let way = KnownWay { tolls, ezoc: false, next_to_enemy: true, town: passage.town, road };
        for ((id, march), situation) in marching.units.iter().zip(&marching.marches).zip(&marching.situations) {
            let (before, mut march) = (march.left, *march);
            march.in_ezoc = false;
            if march.enter_known(&self.book, situation, way, umpire)?.is_some() || march.minimum_move {
                return Err(self.too_dear(battle, *id, (before, situation)).into());
            }
        }
        Ok(())
    }

    #[cold]
    fn too_dear(
        &self,
        battle: &impl Position,
        id: UnitId,
        (left, situation): (Decimal, &MovementSituation),
    ) -> Refusal {
        let name = &self.unit(id).name;
        self.cannot_move(battle, name, situation).unwrap_or_else(|| {
            let why =
                || format!("{name} has {left} MPs left, too few for the hex it would Charge, or may not go there");
            battle.no("steps", LB_TEM_MA, why)
        })
    }

    /// The price of the hex that is Charged: no EZOC keeps a stack from it.
    fn pay_for_target<U: Referee>(
        &self,
        battle: &impl Position,
        marching: &mut Marching,
        side: Side,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let Some(from) = marching.at else { return Ok(()) };
        let to = from.neighbour(side);
        let Some(ground) = self.field.at(to) else { return Ok(()) };
        let own = marching.side(self);
        let way = &ground.entries[side.opposite().index()];
        let there = (self.in_zone_of(battle, to, own.enemy()), self.is_next_to(battle, to, own.enemy()));
        for place in 0..marching.units.len() {
            let (march, situation) = (&mut marching.marches[place], &mut marching.situations[place]);
            situation.exit = WON;
            let before = march.left;
            if march.enter_there(&self.book, situation, way, there, umpire)?.is_some() || march.minimum_move {
                return Err(self.too_dear(battle, marching.units[place], (before, &*situation)).into());
            }
        }
        marching.at = Some(to);
        marching.path.push(to);
        marching.heading = Some(side);
        Ok(())
    }

    fn charge_situation(&self, battle: &impl Position, marching: &Marching, from: Hex, target: Hex) -> ChargeSituation {
        let side = marching.side(self);
        let defender = self.derived_at(battle, target, side.enemy());
        // RULING: a stack that is charging began where each of its units did: one that was taken along beside the target is as
        // static as if it had charged alone.
        let began_in_works = marching.starts().any(|began| self.is_in_works(battle, began));
        ChargeSituation {
            side,
            attacker: self.marching_stack(battle, marching).stack,
            rear: defender.ids.first().is_some_and(|top| self.is_rear(battle, *top, from)),
            shelter: self.shelter(battle, target, from, side.enemy()),
            began_adjacent: marching.starts().any(|began| began.distance(target) == 1),
            began_in_works,
            charged_before: marching.charged,
            other_canister: self.faces_canister(battle, marching, from, target),
            guns_face: Some(
                defender.ids.iter().any(|id| {
                    battle.unit(*id).formation == Formation::Unlimbered && self.has_in_front(battle, *id, from)
                }),
            ),
            volleys: self.volleys(battle, from, Some(target), &marching.units),
            can_withdraw: self.can_withdraw(battle, &defender, target, from),
            cowardly_legs: self.among_legs(battle, &defender.ids, target),
            light: self.turn(battle).light,
            defender: defender.stack,
        }
    }

    /// Whether a hex has Breastworks on any side.
    fn is_in_works(&self, battle: &impl Position, hex: Hex) -> bool {
        let built =
            |ground: &super::ground::HexGround| ground.walls.iter().any(|walls| walls.contains(&Cover::Breastworks));
        battle.works.iter().any(|works| works.at == hex) || self.field.at(hex).is_some_and(built)
    }

    /// A Move activity, with a Charge at its end if it has one.
    pub(crate) fn make_move<U: Referee>(
        &self,
        battle: &mut Battle,
        units: &[UnitId],
        leaders: &[LeaderId],
        steps: &[Step],
        umpire: &mut U,
    ) -> Ruling<(), U> {
        if steps.is_empty() && leaders.is_empty() && self.check_actors(battle, units)?.is_some() {
            // Who stays where he is needs no march.
            self.check_zeros(battle, units)?;
            units.iter().try_for_each(|id| self.check_withdraws(battle, *id))?;
            self.finish_activity(battle, units.iter().copied(), Done::Move);
            return Ok(());
        }
        let room = battle.fresh_march(Activity::Move);
        let checked = self.check_move_in(battle, room, (units, leaders), steps)?;
        let (marching, end) = self.go(battle, (units, leaders), checked, steps, umpire)?;
        self.finish_activity(battle, marching.everyone(), Done::Move);
        self.and_charge(battle, marching, end, steps, umpire)
    }

    /// The Charge at the end of a move, if there is one and nothing has stopped the stack before.
    fn and_charge<U: Referee>(
        &self,
        battle: &mut Battle,
        mut marching: Box<Marching>,
        end: StepEnd,
        steps: &[Step],
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let ended = match steps.last() {
            Some(Step::Charge(side)) if end == StepEnd::Made => self.charge(battle, &mut marching, *side, umpire),
            _ => Ok(()),
        };
        battle.keep_march(marching);
        ended
    }

    fn charge<U: Referee>(
        &self,
        battle: &mut Battle,
        marching: &mut Marching,
        side: Side,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let own = marching.side(self);
        // Fire on the way may have taken some of them, or all.
        self.keep_living(battle, marching);
        marching.has_paid();
        let Some(from) = marching.at.filter(|_| !marching.units.is_empty()) else { return Ok(()) };
        let target = from.neighbour(side);
        let mut situation = self.charge_situation(battle, marching, from, target);
        situation.check_on_map(&self.book)?;
        let mut attacker = self.marching_stack(battle, marching);
        self.add_bystanders(battle, from, &mut attacker);
        situation.attacker.leaders.clone_from(&attacker.stack.leaders);
        umpire.tell(|| Event::Deed(Deed::Charged { units: marching.units.clone(), target }));
        let defender = self.derived_at(battle, target, own.enemy());
        umpire.name_choices(&OPENING_VOLLEY, || {
            self.volley_names(battle, from, (Some(target), Some(target)), &marching.units)
        });
        let outcome = Charge::run(&self.book, &situation, umpire)?;
        self.apply(battle, &attacker, &outcome.attacker, 0, umpire)?;
        if outcome.attacker.is_destroyed() {
            self.leave_legs(battle, from, &attacker.ids);
            self.stranded(battle, from, own);
        }
        let before: u8 = defender.ids.iter().map(|id| battle.unit(*id).sp).sum();
        self.apply(battle, &defender, &outcome.defender, outcome.retreat_loss, umpire)?;
        match outcome.end {
            ChargeEnd::Balked | ChargeEnd::AttackerDestroyed => return Ok(()),
            ChargeEnd::Withdrew => {
                self.withdraw(battle, &defender.ids, target, from, umpire)?;
                return self.follow(battle, marching, side, umpire);
            }
            ChargeEnd::Repulsed => {
                let check = (outcome.retreat, outcome.retreat_loss, before);
                return self.beaten(battle, &defender, target, from, check, umpire);
            }
            ChargeEnd::Won => {}
        }
        let check = (outcome.retreat, outcome.retreat_loss, before);
        self.beaten(battle, &defender, target, from, check, umpire)?;
        if self.holder(battle, target).is_none() && outcome.retreat == 0 {
            // The procedure has settled who was captured: those who got away are gone before the victor comes. Whose stack had
            // nowhere to retreat to is still there, and overrun.
            self.rejoin(battle, target, own.enemy());
        }
        self.advance(battle, marching, side, umpire)
    }

    /// P11: leaders in the hex who do not go along are in danger of the volley like the others. They lead nobody.
    fn add_bystanders(&self, battle: &impl Position, from: Hex, attacker: &mut Derived) {
        for id in &self.leaders_at(battle, from, battle.active) {
            if attacker.leaders.contains(id) || attacker.leaders.len() >= LEADERS_MAX {
                continue;
            }
            attacker.leaders.push(*id);
            let morale = battle.leaders[id.index()].morale;
            attacker.stack.leaders.push(Leader { morale, commands: false, artillery: false });
        }
    }

    /// 9.4: who Charged an Open Order unit that withdrew may enter its hex, unless another enemy holds it.
    ///
    /// RULING: it does, where it may; to stay behind it would not have had to Charge.
    fn follow<U: Referee>(
        &self,
        battle: &mut Battle,
        marching: &mut Marching,
        side: Side,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let Some(from) = marching.at else { return Ok(()) };
        let target = from.neighbour(side);
        let own = marching.side(self);
        if self.in_zone_of(battle, from, own.enemy()) || self.holder(battle, target).is_some() {
            return Ok(());
        }
        self.keep_living(battle, marching);
        self.pay_for_target(battle, marching, side, umpire)?;
        self.settle(battle, marching, umpire);
        self.overrun(battle, &[target], own.enemy(), umpire)
    }

    /// P10 step 5: the victor enters the hex, and may go on.
    fn advance<U: Referee>(
        &self,
        battle: &mut Battle,
        marching: &mut Marching,
        side: Side,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let own = marching.side(self);
        self.keep_living(battle, marching);
        let Some(from) = marching.at.filter(|_| !marching.units.is_empty()) else { return Ok(()) };
        let target = from.neighbour(side);
        // A beaten stack may have been pushed aside by nobody: friends of it who stayed hold the hex.
        if self.holder(battle, target).is_some() {
            return Ok(());
        }
        self.pay_for_target(battle, marching, side, umpire)?;
        marching.facing = self.new_facing(battle, &marching.units, target, umpire)?;
        marching.charged = true;
        self.settle(battle, marching, umpire);
        self.overrun(battle, &[target], own.enemy(), umpire)?;
        // An EZOC on the way may have cost it its last men.
        self.keep_living(battle, marching);
        marching.has_paid();
        if can_go_on(marching) && !marching.units.is_empty() {
            let units = marching.units.iter().zip(&marching.marches);
            let units = units.map(|(unit, march)| GoingOn { unit: *unit, march: *march }).collect();
            battle.aside().advance = Some(Advance { units, began: marching.began.unwrap_or(target), heading: side });
        }
        Ok(())
    }

    /// Forgets the units of a stack that are no more, and keeps the states they are in.
    fn keep_living(&self, battle: &impl Position, marching: &mut Marching) {
        let lives: Vec<bool> = marching.units.iter().map(|id| battle.unit(*id).sp > 0).collect();
        let mut place = lives.iter();
        marching.units.retain(|_| place.next().copied().unwrap_or(false));
        let mut place = lives.iter();
        marching.marches.retain(|_| place.next().copied().unwrap_or(false));
        let mut place = lives.iter();
        marching.situations.retain(|_| place.next().copied().unwrap_or(false));
        let mut place = lives.iter();
        marching.bounds.retain(|_| place.next().copied().unwrap_or(false));
        marching.leaders.retain(|id| battle.leaders[id.index()].at == marching.at);
        for (id, march) in marching.units.iter().zip(&mut marching.marches) {
            march.state = battle.unit(*id).state;
        }
    }

    /// The stack that has won a Charge, as it stands.
    fn resumed<U: Referee>(&self, battle: &impl Position, steps: &[Step], umpire: &mut U) -> Ruling<Box<Marching>, U> {
        let Some(advance) = &battle.advance else {
            return Err(battle.no("do", LB_CHG_SEQ, || "only a stack that has won a Charge goes on".to_owned()).into());
        };
        let units: Vec<UnitId> = advance.units.iter().map(|going| going.unit).collect();
        let at = units.first().and_then(|id| battle.unit(*id).at);
        let leaders = at.map_or_else(SomeLeaders::new, |at| self.leaders_at(battle, at, battle.active));
        let begun = (battle.table(self).fresh_march(Activity::Move), Start::GoesOn);
        let mut marching = self.begin_march(battle, (&units, &leaders), begun, steps, umpire)?;
        for (place, unit) in marching.units.iter().enumerate() {
            if let Some(going) = advance.units.iter().find(|going| going.unit == *unit) {
                marching.marches[place] = going.march;
            }
            marching.situations[place].exit = WON;
            // The radius was judged when the activity began: who was out of it has not Charged.
            let bound = &mut marching.bounds[place];
            if bound.lacks.take().is_some() && bound.order == Order::None {
                bound.tether = self.tether_of(battle, *unit);
            }
        }
        (marching.began, marching.heading) = (Some(advance.began), Some(advance.heading));
        marching.charged = true;
        Ok(marching)
    }

    /// Whether a stack that has won a Charge may go on so. No die is thrown.
    pub(crate) fn check_go_on(&self, battle: &impl Position, steps: &[Step]) -> Result<(), Refusal> {
        let mut umpire = silent();
        let mut marching = self.resumed(battle, steps, &mut umpire).map_err(refusal_of)?;
        let Some((last, way)) = steps.split_last() else { return Err(senseless("steps", "give at least one step")) };
        for step in way {
            self.step(battle, &mut marching, *step, Chance::Supposed, &mut umpire).map_err(refusal_of)?;
        }
        match last {
            Step::Charge(side) => self.check_charge(battle, &marching, *side, &mut umpire).map_err(refusal_of),
            step => {
                self.step(battle, &mut marching, *step, Chance::Supposed, &mut umpire).map_err(refusal_of)?;
                self.check_stop(battle, &marching, &mut umpire).map_err(refusal_of)
            }
        }
    }

    /// The stack that has won a Charge goes on.
    pub(crate) fn go_on<U: Referee>(&self, battle: &mut Battle, steps: &[Step], umpire: &mut U) -> Ruling<(), U> {
        self.check_go_on(battle, steps)?;
        let mut marching = self.resumed(battle, steps, umpire)?;
        battle.aside().advance = None;
        let end = self.walk(battle, &mut marching, steps, umpire)?;
        self.finish_activity(battle, marching.everyone(), Done::Move);
        self.and_charge(battle, marching, end, steps, umpire)
    }

    /// The stack that has won a Charge stays.
    pub(crate) fn halt(&self, battle: &mut Battle) -> Result<(), Refusal> {
        match battle.aside().advance.take() {
            Some(_) => Ok(()),
            None => Err(no("do", LB_CHG_SEQ, "nobody has won a Charge and may go on")),
        }
    }
}
