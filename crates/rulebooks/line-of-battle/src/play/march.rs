//! A stack sets out and arrives: who may act, what it has to spend, reinforcements, and where everybody stands afterwards.

use engine::{Refusal, Ruling, Side as Army};
use field::hex::{Corner, Hex};

use super::command::Step;
use super::deed::Deed;
use super::marching::{Chance, Marching, Start, StepEnd, guide};
use super::position::{Battle, Position};
use super::radius::Bound;
use super::refuse::senseless;
use super::stack::has_front;
use super::state::{Done, LeaderId, UnitId};
use super::theatre::{Entry, Theatre};
use crate::charts::{Limit, ZeroMa};
use crate::command::Order;
use crate::formations::StackingOutcome;
use crate::movement::{self, MANOEUVRES_MAX, Manoeuvre, March, MovementSituation, Piece};
use crate::rules::*;
use crate::unit::Arm;
use crate::{Event, Referee};

/// How a stack sets out: whether other combat units share a hex with it on its way, what formations it means to take, and what
/// binds its units in their order, for whoever has asked before.
pub(super) type Going<'a> = (bool, &'a [Manoeuvre], &'a [Bound]);

impl Theatre {
    /// Whether units may begin an activity together, and where they are.
    pub(crate) fn check_actors(&self, battle: &impl Position, units: &[UnitId]) -> Result<Option<Hex>, Refusal> {
        self.check_stack(battle, units, Start::Fresh)
    }

    fn check_stack(&self, battle: &impl Position, units: &[UnitId], start: Start) -> Result<Option<Hex>, Refusal> {
        let Some(first) = units.first() else {
            return Err(battle.senseless("units", || "name at least one unit".to_owned()));
        };
        if let Some(unknown) = units.iter().find(|id| id.index() >= self.units.len()) {
            let last = self.units.len() - 1;
            return Err(battle.senseless("units", || format!("there is no unit {}: they are 0 to {last}", unknown.0)));
        }
        let at = battle.unit(*first).at;
        for (place, id) in units.iter().enumerate() {
            let (card, now) = (self.unit(*id), battle.unit(*id));
            let name = &card.name;
            if card.side != battle.active {
                return Err(battle.senseless("units", || {
                    format!("{name} belongs to the other side, and this is the turn of the {}", battle.active.name())
                }));
            }
            if units[..place].contains(id) {
                return Err(battle.senseless("units", || format!("{name} is named twice: name it once")));
            }
            if now.sp == 0 {
                return Err(battle.senseless("units", || format!("{name} is destroyed: leave it out")));
            }
            if now.at != at {
                let why = || format!("{name} is in another hex: one stack acts at a time, so order it apart");
                return Err(battle.no("units", LB_SEQ_ACTIVITY, why));
            }
            if start == Start::Fresh && now.done != Done::Nothing {
                let why = || format!("{name} has done its activity of this phase: it acts again in the next");
                return Err(battle.no("units", LB_SEQ_ACTIVITY, why));
            }
        }
        Ok(at)
    }

    /// P3: what the Zero Rule leaves a unit; refused before the brigade is rolled for.
    pub(super) fn zero_of(&self, battle: &impl Position, unit: UnitId) -> Result<ZeroMa, Refusal> {
        let brigade = self.unit(unit).formation;
        match battle.formation(brigade).zero {
            Some(zero) => Ok(zero),
            None if self.needs_zero(battle, brigade) => {
                let name = &self.formation(brigade).name;
                let why = || format!("roll for {name} first: its leader is a Zero and it attacks");
                Err(battle.no("units", LB_ZERO_ROLL, why))
            }
            None => Ok(ZeroMa::Full),
        }
    }

    /// P3: the first activity of a Zero's brigade waits for its die, whatever it is.
    pub(super) fn check_zeros(&self, battle: &impl Position, units: &[UnitId]) -> Result<(), Refusal> {
        units.iter().try_for_each(|id| self.zero_of(battle, *id).map(drop))
    }

    /// A stack that is about to move, in room for it that says for what activity.
    pub(crate) fn begin_march<U: Referee>(
        &self,
        battle: &impl Position,
        (units, leaders): (&[UnitId], &[LeaderId]),
        (mut marching, start): (Box<Marching>, Start),
        steps: &[Step],
        umpire: &mut U,
    ) -> Ruling<Box<Marching>, U> {
        if steps.len() > MANOEUVRES_MAX {
            return Err(senseless("steps", format!("a move has at most {MANOEUVRES_MAX} steps")).into());
        }
        let changes: Vec<Manoeuvre> = steps
            .iter()
            .filter_map(|step| match step {
                Step::Form(to, _) => Some(Manoeuvre::ChangeFormation { to: *to, enemy_distance: None }),
                _ => None,
            })
            .collect();
        let at = units.first().and_then(|id| battle.units.get(id.index())).and_then(|now| now.at);
        let stacked = self.will_be_stacked(battle, units, at, steps);
        let at = self.check_start(battle, (units, leaders), start)?;
        self.set_out_from(battle, &mut marching, at, (units, leaders), (stacked, &changes, &[]), umpire)?;
        Ok(marching)
    }

    /// Whether units and leaders may set out together, and where they are.
    fn check_start(
        &self,
        battle: &impl Position,
        (units, leaders): (&[UnitId], &[LeaderId]),
        start: Start,
    ) -> Result<Option<Hex>, Refusal> {
        let at = self.check_stack(battle, units, start)?;
        self.check_followers(battle, at, leaders, start)?;
        Ok(at)
    }

    /// The same into a marching stack of before, to save its room. Its activity stays; who goes and whether other combat units
    /// share a hex with them on the way is said, and what formations they mean to take.
    pub(super) fn set_out<U: Referee>(
        &self,
        battle: &impl Position,
        marching: &mut Marching,
        (units, leaders): (&[UnitId], &[LeaderId]),
        going: Going<'_>,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let at = self.check_start(battle, (units, leaders), Start::Fresh)?;
        self.set_out_from(battle, marching, at, (units, leaders), going, umpire)
    }

    /// The same for those who may, from where they are.
    fn set_out_from<U: Referee>(
        &self,
        battle: &impl Position,
        marching: &mut Marching,
        at: Option<Hex>,
        (units, leaders): (&[UnitId], &[LeaderId]),
        (stacked, changes, bounds): Going<'_>,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        marching.clear();
        marching.units.extend_from_slice(units);
        marching.units.sort_by_key(|id| (battle.unit(*id).place, id.0));
        marching.leaders.extend_from_slice(leaders);
        marching.path.extend(at);
        (marching.at, marching.began) = (at, at);
        marching.facing = guide(battle, units).map_or(Corner::new(0), |id| battle.unit(id).facing);
        marching.forms_ahead = changes.len();
        for place in 0..marching.units.len() {
            let id = marching.units[place];
            let order = self.order_of(battle, id);
            let situation = self.unit_situation(battle, (id, order.order), marching, stacked, changes)?;
            marching.marches.push(March::begin(&self.book, &situation, umpire)?);
            marching.situations.push(situation);
            marching.bounds.push(match bounds.get(place) {
                Some(known) => *known,
                None => self.bound_under(battle, id, order, umpire)?,
            });
        }
        if at.is_none() {
            self.come_on(battle, marching, umpire)?;
        }
        Ok(())
    }

    /// What movement asks about a unit that sets out from where a stack is.
    fn unit_situation(
        &self,
        battle: &impl Position,
        (id, order): (UnitId, Order),
        marching: &Marching,
        stacked: bool,
        changes: &[Manoeuvre],
    ) -> Result<MovementSituation, Refusal> {
        let (card, now) = (self.unit(id), battle.unit(id));
        Ok(MovementSituation {
            piece: Piece::Unit,
            arm: card.arm,
            formation: now.formation,
            stacked,
            // Asked where it unlimbers.
            artillery_leader: false,
            state: now.state,
            activity: marching.activity,
            zero: self.zero_of(battle, id)?,
            in_ezoc: marching.at.is_some_and(|at| self.in_zone_of(battle, at, card.side.enemy())),
            exit: self.exit_licence_under(battle, id, || order),
            in_town: marching.at.and_then(|at| self.field.cell(at)).is_some_and(|cell| self.field.passages[cell].town),
            sp: now.sp,
            manoeuvres: changes.to_vec(),
        })
    }

    /// A moving stack takes along a unit it meets: both go on with the MPs of whoever has fewer left.
    pub(super) fn pick_up<U: Referee>(
        &self,
        battle: &impl Position,
        marching: &mut Marching,
        unit: UnitId,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let at = self.check_actors(battle, &[unit])?;
        let name = &self.unit(unit).name;
        if at.is_none() || at != marching.at || marching.units.contains(&unit) {
            let why = || format!("{name} is not there to be picked up: go to its hex first");
            return Err(battle.senseless("steps", why).into());
        }
        let turned = has_front(battle.unit(unit).formation) && battle.unit(unit).facing != marching.facing;
        if turned {
            let corner = battle.unit(unit).facing.index();
            let why = || format!("{name} faces corner {corner} and the stack does not: turn as it does");
            return Err(battle.no("steps", LB_ACT_FACING, why).into());
        }
        // What the stack formed before is nothing the new unit does: it marches as what it will form itself.
        let changes = marching.situations.first().map_or(&[][..], |situation| &situation.manoeuvres);
        let changes = changes[changes.len().saturating_sub(marching.forms_ahead)..].to_vec();
        let order = self.order_of(battle, unit);
        let situation = self.unit_situation(battle, (unit, order.order), marching, true, &changes)?;
        let mut march = March::begin(&self.book, &situation, umpire)?;
        let least = marching.marches.iter().map(|march| march.left).min().unwrap_or(march.left);
        march.left = march.left.min(least);
        march.moved = true;
        marching.joined.push((unit, marching.path.len().saturating_sub(1)));
        marching.units.push(unit);
        marching.marches.push(march);
        marching.situations.push(situation);
        marching.bounds.push(self.bound_under(battle, unit, order, umpire)?);
        Ok(())
    }

    /// A moving stack leaves a unit behind, which has then done its activity: it stops here as any other would.
    pub(super) fn leave_behind<U: Referee>(
        &self,
        battle: &impl Position,
        marching: &mut Marching,
        unit: UnitId,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let place = marching.units.iter().position(|id| *id == unit).filter(|_| marching.units.len() > 1);
        let (Some(place), Some(at)) = (place, marching.at) else {
            let why = || "a stack leaves one of its units behind, and not the last: let it stop instead".to_owned();
            return Err(battle.senseless("steps", why).into());
        };
        let march = marching.marches[place];
        let before = marching.dropped.iter().filter(|dropped| dropped.at == at);
        let before = before.map(|dropped| (dropped.unit, dropped.march.formation));
        if self.stacking(battle, at, before.chain([(unit, march.formation)])) != StackingOutcome::Allowed {
            let most = self.stacking_limit();
            let why = || format!("it may not stop here with those who are there: at most {most} SPs, and guns apart");
            return Err(battle.no("steps", LB_HOUSE_STACK, why).into());
        }
        let friends = self.facing_there(battle, at, self.unit(unit).side, &marching.units);
        let friends = friends.or(marching.left_facing(at));
        if has_front(march.formation) && friends.is_some_and(|facing| facing != marching.facing) {
            let why = || "the units there face another way: turn as they do before it stays".to_owned();
            return Err(battle.no("steps", LB_ACT_FACING, why).into());
        }
        let situation = &marching.situations[place];
        let formed = (march.formation != situation.formation)
            .then_some(Manoeuvre::ChangeFormation { to: march.formation, enemy_distance: None });
        let stops = MovementSituation { manoeuvres: formed.into_iter().collect(), ..situation.clone() };
        let allowed = March::begin(&self.book, &stops, umpire)?.allowance;
        if march.spent > allowed && !march.minimum_move {
            let (name, spent) = (&self.unit(unit).name, march.spent);
            let why =
                || format!("{name} has spent {spent} MPs and has {allowed} as it is formed: leave it behind earlier");
            return Err(battle.no("steps", LB_TEM_MA, why).into());
        }
        if let Some(began) = marching.began.filter(|began| *began != at) {
            self.check_end(battle, &marching.only(place), began, at, umpire)?;
        }
        marching.drop_out(place, at, marching.facing);
        Ok(())
    }

    /// Leaders who go along: in the hex, or to arrive with the units, and not moved yet.
    fn check_followers(
        &self,
        battle: &impl Position,
        at: Option<Hex>,
        leaders: &[LeaderId],
        start: Start,
    ) -> Result<(), Refusal> {
        for id in leaders {
            let Some(leader) = battle.leaders.get(id.index()) else {
                return Err(battle.senseless("leaders", || format!("there is no leader {}", id.0)));
            };
            let own = self.formation(leader.post).side == battle.active;
            let here = leader.at == at && (at.is_some() || self.leader_entry(battle, *id).is_some());
            if !own || !here || leader.fate != crate::charts::LeaderFate::Unhurt {
                let why = || "he is not with the stack: only leaders in its hex go along".to_owned();
                return Err(battle.senseless("leaders", why));
            }
            if start == Start::Fresh && leader.moved {
                let why = || "he has moved in this phase: let the stack go without him".to_owned();
                return Err(battle.no("leaders", LB_SEQ_ACTIVITY, why));
            }
        }
        Ok(())
    }

    /// Whether other combat units share a hex with the stack on its way: then there is no road rate.
    pub(super) fn will_be_stacked(
        &self,
        battle: &impl Position,
        units: &[UnitId],
        at: Option<Hex>,
        steps: &[Step],
    ) -> bool {
        if units.len() > 1 || steps.iter().any(|step| matches!(step, Step::PickUp(_))) {
            return true;
        }
        // Whoever comes on is stacked where he does, too.
        let Some(mut here) = at.or_else(|| self.comes_on_at(battle, units)) else { return false };
        let crowded = |hex: Hex| self.is_crowded(battle, hex, units);
        let mut stacked = crowded(here);
        for step in steps {
            if let Step::Enter(side) = step {
                here = here.neighbour(*side);
                stacked |= crowded(here);
            }
        }
        stacked
    }

    /// Whether anybody else is in a hex.
    #[inline]
    pub(super) fn is_crowded(&self, battle: &impl Position, hex: Hex, units: &[UnitId]) -> bool {
        let Some(cell) = self.field.cell(hex) else { return false };
        let table = battle.table(self);
        // COST: in most hexes there is nobody.
        table.top(cell).is_some() && table.has_others(cell, units)
    }

    pub(super) fn has_artillery_leader(
        &self,
        battle: &impl Position,
        at: Hex,
        units: &[UnitId],
        leaders: &[LeaderId],
    ) -> bool {
        // Whoever has no guns has no artillery leader above him.
        if units.iter().all(|unit| self.unit(*unit).arm != Arm::Artillery) {
            return false;
        }
        let side = battle.active;
        self.leaders_at(battle, at, side).iter().chain(leaders).any(|id| {
            let post = battle.leaders[id.index()].post;
            self.formation(post).artillery && units.iter().any(|unit| self.is_under(self.unit(*unit).formation, post))
        })
    }

    /// S 44: where a unit comes on: its own hex, or the nearest free one at the edge.
    pub(crate) fn entry_hex(&self, battle: &impl Position, entry: Entry, side: Army) -> Option<Hex> {
        let free = |hex: &Hex| self.field.has(*hex) && self.holder(battle, *hex).is_none_or(|holder| holder == side);
        if free(&entry.at) {
            return Some(entry.at);
        }
        let edge = |hex: &Hex| hex.neighbours().any(|next| !self.field.has(next));
        let near = entry
            .at
            .within(self.book.limit(Limit::EntryReach))
            .filter(|hex| free(hex) && (edge(hex) || *hex == entry.at));
        near.min_by_key(|hex| (hex.distance(entry.at), *hex))
    }

    /// Where units that are still off the map come on.
    pub(super) fn comes_on_at(&self, battle: &impl Position, units: &[UnitId]) -> Option<Hex> {
        let card = self.units.get(units.first()?.index())?;
        self.entry_hex(battle, card.entry?, card.side)
    }

    /// Units that arrive pay for the hex they come on in.
    fn come_on<U: Referee>(&self, battle: &impl Position, marching: &mut Marching, umpire: &mut U) -> Ruling<(), U> {
        let Some(entry) = marching.units.first().and_then(|id| self.unit(*id).entry) else {
            return Err(battle.senseless("units", || "it is not on the map".to_owned()).into());
        };
        if marching.units.iter().any(|id| self.unit(*id).entry != Some(entry)) {
            let why = || "they arrive at different times or places: bring them on one after another".to_owned();
            return Err(battle.senseless("units", why).into());
        }
        if battle.turn < entry.turn {
            let (due, turn) = (entry.turn, battle.turn);
            let why = || format!("it arrives on turn {due}, and this is turn {turn}: wait for it");
            return Err(battle.no("units", LB_HOUSE_ENTRY, why).into());
        }
        if marching.leaders.iter().any(|id| self.leader_entry(battle, *id) != Some(entry)) {
            return Err(battle.senseless("leaders", || "he does not arrive with these units".to_owned()).into());
        }
        let side = marching.side(self);
        let Some(hex) = self.entry_hex(battle, entry, side) else {
            let why = || {
                let reach = self.book.limit(Limit::EntryReach);
                format!("the enemy holds every hex within {reach} of where it comes on: wait until he leaves")
            };
            return Err(battle.no("units", LB_HOUSE_ENTRY, why).into());
        };
        let Some(way) = self.way_on(hex) else {
            return Err(battle.senseless("units", || "it has no hex to come on".to_owned()).into());
        };
        self.enter_all(battle, marching, hex, &way, umpire)?;
        umpire.cite(LB_HOUSE_ENTRY);
        marching.began = Some(hex);
        marching.path.push(hex);
        Ok(())
    }

    /// What a hex at the edge asks of whoever comes on there.
    pub(super) fn way_on(&self, hex: Hex) -> Option<movement::Hex> {
        let ground = self.field.at(hex)?;
        let road = ground.entries.iter().find_map(|way| way.road);
        Some(movement::Hex { terrain: ground.terrain.clone(), road, ..movement::Hex::default() })
    }

    /// Carries out the steps of a move that has been checked, with dice.
    ///
    /// COST: where no die falls on the way and nobody keeps what is told, it has ended where the check said it would.
    pub(crate) fn go<U: Referee>(
        &self,
        battle: &mut Battle,
        (units, leaders): (&[UnitId], &[LeaderId]),
        checked: Box<Marching>,
        steps: &[Step],
        umpire: &mut U,
    ) -> Ruling<(Box<Marching>, StepEnd), U> {
        if !U::KEEPS && !checked.risked {
            self.arrive(battle, &checked, umpire)?;
            return Ok((checked, StepEnd::Made));
        }
        let begun = (checked, Start::Fresh);
        let mut marching = self.begin_march(battle, (units, leaders), begun, steps, umpire)?;
        let end = self.walk(battle, &mut marching, steps, umpire)?;
        Ok((marching, end))
    }

    /// Walks a stack along its steps, and puts it where it ends up.
    pub(crate) fn walk<U: Referee>(
        &self,
        battle: &mut Battle,
        marching: &mut Marching,
        steps: &[Step],
        umpire: &mut U,
    ) -> Ruling<StepEnd, U> {
        let mut end = StepEnd::Made;
        for step in steps.iter().filter(|step| !matches!(step, Step::Charge(_))) {
            end = self.step(battle, marching, *step, Chance::Thrown, umpire)?;
            if end == StepEnd::Stays {
                break;
            }
        }
        if end == StepEnd::Stays {
            self.fall_back(battle, marching);
        }
        self.arrive(battle, marching, umpire)?;
        Ok(end)
    }

    /// Puts a stack where it ends up, and sees to whoever was alone on its way.
    fn arrive<U: Referee>(&self, battle: &mut Battle, marching: &Marching, umpire: &mut U) -> Ruling<(), U> {
        self.settle(battle, marching, umpire);
        self.overrun(battle, &marching.path, marching.side(self).enemy(), umpire)
    }

    /// These units have done their activity.
    pub(crate) fn finish_activity(&self, battle: &mut Battle, units: impl IntoIterator<Item = UnitId>, done: Done) {
        for id in units {
            battle.aside().units[id.index()].done = done;
        }
    }

    /// Puts a stack where its march has brought it.
    pub(crate) fn settle<U: Referee>(&self, battle: &mut Battle, marching: &Marching, umpire: &mut U) {
        for dropped in &marching.dropped {
            let now = battle.unit_mut(dropped.unit);
            (now.formation, now.state) = (dropped.march.formation, dropped.march.state);
            self.place(battle, &[dropped.unit], dropped.at, dropped.facing);
            umpire.tell(|| Event::Deed(Deed::Stands { units: vec![dropped.unit], at: dropped.at }));
        }
        let Some(at) = marching.at else { return };
        let stays = !marching.stirred && marching.leaders.is_empty() && marching.began == marching.at;
        if stays && marching.units.iter().all(|id| battle.unit(*id).at == Some(at)) {
            return umpire.tell(|| Event::Deed(Deed::Stands { units: marching.units.clone(), at }));
        }
        let side = marching.side(self);
        let there = self.units_at(battle, at, side);
        // A stack that balks among friends faces as they do.
        let facing = self.facing_there(battle, at, side, &marching.units).unwrap_or(marching.facing);
        for (id, march) in marching.units.iter().zip(&marching.marches) {
            let arrived = battle.unit(*id).at.is_none();
            let now = battle.unit_mut(*id);
            (now.at, now.facing) = (Some(at), facing);
            (now.formation, now.state) = (march.formation, march.state);
            if arrived {
                self.note_arrival(battle, *id);
                umpire.tell(|| Event::Deed(Deed::Arrived { unit: *id }));
            }
        }
        let stay = there.iter().filter(|id| !marching.units.contains(id));
        for (place, id) in stay.chain(&marching.units).enumerate() {
            battle.unit_mut(*id).place = place as u8;
        }
        for id in &marching.leaders {
            let leader = &mut battle.aside().leaders[id.index()];
            (leader.at, leader.moved) = (Some(at), true);
        }
        let lost = marching.marches.iter().map(|march| march.sps_lost).max().unwrap_or(0);
        if lost > 0 {
            self.take_losses(battle, &marching.units, lost, umpire);
            if marching.units.iter().all(|id| battle.unit(*id).sp == 0) {
                self.leave_legs(battle, at, &marching.units);
            }
        }
        super::victory::occupy_told(self, battle, umpire);
        umpire.tell(|| Event::Deed(Deed::Stands { units: marching.units.clone(), at }));
    }

    fn note_arrival(&self, battle: &mut Battle, id: UnitId) {
        let division = self.formation(self.unit(id).formation).division;
        let turn = battle.turn;
        let now = &mut battle.aside().formations[division.index()];
        if now.arrived == 0 && self.units_of(division).all(|unit| self.unit(unit).entry.is_some()) {
            now.arrived = turn;
        }
    }
}
