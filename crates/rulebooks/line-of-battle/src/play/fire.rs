//! Fire on the map (P8): who fires at which hex, and what becomes of everyone.

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Decimal, Refusal, Ruling};
use field::hex::Hex;

use super::command::{Shot, Step};
use super::deed::Deed;
use super::marching::{Marching, StepEnd, rule_of};
use super::position::{Battle, Position, Units};
use super::quiet::silent;
use super::radius::{Intent, forbidden};
use super::refuse::{no, refusal_of, senseless};
use super::stack::{Derived, all_artillery};
use super::state::{Done, FiredFrom, LeaderId, ShotsAt, UnitId};
use super::theatre::Theatre;
use super::walks::corner_towards;
use crate::charts::{Activity, CbfLevel, Firepower, Limit, MoraleState};
use crate::command::{Verdict, Wish};
use crate::fire::{Fire, FireEnd, FireOutcome, FireSituation};
use crate::questions::OPENING_VOLLEY;
use crate::rules::*;
use crate::sight::{Purpose, Sight};
use crate::unit::{Ammunition, Arm, Formation, UNITS_MAX, Weapon};
use crate::{Event, Referee};

impl Theatre {
    /// Whether a Fire activity is legal: its steps, and then every shot. No die is thrown.
    pub(crate) fn check_fire(
        &self,
        battle: &impl Position,
        units: &[UnitId],
        leaders: &[LeaderId],
        steps: &[Step],
        shots: &[Shot],
    ) -> Result<(), Refusal> {
        if steps.is_empty() {
            return self.check_fire_from(battle, units, shots).map(|_| ());
        }
        let checked = self.check_move(battle, units, leaders, Activity::Fire, steps)?;
        self.check_fire_after(battle, &checked, shots)
    }

    /// The same for whoever stands where he fires from: how the last shot is aimed.
    fn check_fire_from(
        &self,
        battle: &impl Position,
        units: &[UnitId],
        shots: &[Shot],
    ) -> Result<Option<Aim>, Refusal> {
        self.check_actors(battle, units)?;
        self.check_zeros(battle, units)?;
        self.check_shots(battle, units, shots, false)
    }

    /// The same for whoever has made a march before.
    fn check_fire_after(&self, battle: &impl Position, marching: &Marching, shots: &[Shot]) -> Result<(), Refusal> {
        let table = battle.table(self);
        let mut settled = table.copy_of(battle.battle());
        self.settle(&mut settled, marching, &mut silent());
        let checked = self.check_shots(&*settled, &marching.units, shots, marching.moved);
        table.keep_copy(settled);
        checked.map(|_| ())
    }

    /// A stack that steps up or turns before it fires, where no die falls on its way and nobody keeps what is told. Refused, it
    /// stands as it stood.
    ///
    /// COST: it steps on the map itself, so nothing has to be worked out for a second one; and where it disturbs nobody on its way,
    /// its last shot is aimed already.
    fn step_to_fire<U: Referee>(
        &self,
        battle: &mut Battle,
        checked: &Marching,
        shots: &[Shot],
        umpire: &mut U,
    ) -> Ruling<Option<Aim>, U> {
        let before = battle.table(self).copy_of(battle);
        self.settle(battle, checked, umpire);
        let fires = self.check_shots(battle, &checked.units, shots, checked.moved);
        if fires.is_err() {
            battle.clone_from(&before);
        }
        battle.table(self).keep_copy(before);
        let aimed = fires?;
        let enemy = checked.side(self).enemy();
        if !self.is_anyone_behind(battle, &checked.path, enemy) {
            return Ok(aimed);
        }
        self.overrun(battle, &checked.path, enemy, umpire)?;
        Ok(None)
    }

    /// Every shot of units that stand where they fire from.
    fn check_shots(
        &self,
        battle: &impl Position,
        firers: &[UnitId],
        shots: &[Shot],
        moved: bool,
    ) -> Result<Option<Aim>, Refusal> {
        if shots.is_empty() {
            return Err(senseless("shots", "name a hex to fire at"));
        }
        let mut aim = None;
        for (number, shot) in shots.iter().enumerate() {
            let before = &shots[..number];
            let has_fired = |id: &UnitId| before.iter().any(|earlier| earlier.units.contains(id));
            let stray = shot.units.is_empty() || shot.units.iter().any(|id| !firers.contains(id) || has_fired(id));
            if stray {
                return Err(senseless(&format!("shots[{number}].units"), "each unit of the stack fires once"));
            }
            let checked = self.check_shot(battle, firers, shot, before, moved);
            aim = Some(checked.map_err(|refusal| placed(refusal, number))?);
        }
        Ok(aim)
    }

    /// Whether units of one kind that are able to fire could fire together at a hex they reach, whatever their facing: sight,
    /// orders, ammunition, and what the hex may still fire. The same as [`Theatre::check_fire`] would say, without its words.
    pub(crate) fn could_shoot(&self, battle: &impl Position, units: &[UnitId], from: Hex, at: Hex) -> bool {
        let (range, mut umpire) = (from.distance(at), silent());
        let intent = Intent { ends: from, enemy_hexes: range, marches: true, led: true };
        let permitted = |id: &UnitId| {
            let bound = self.bound_at_all(battle, *id, self.order_of(battle, *id), &mut umpire);
            let verdict = bound.and_then(|bound| self.permits(&bound, Wish::Fire, intent, &mut umpire));
            verdict.is_ok_and(|verdict| verdict == Verdict::Permitted)
        };
        let guns = all_artillery(self, units);
        units.iter().any(|id| self.has_load(battle, *id, range))
            && self.has_room_to_fire(battle, units, from, range)
            && (!guns || self.may_shoot_again(battle, units, from, at))
            && units
                .iter()
                .all(|id| self.sight(battle, from, at, self.purpose(*id), self.unit(*id).side, &[]) == Sight::Clear)
            && units.iter().all(|id| self.check_withdraws(battle, *id).is_ok())
            && units.iter().all(permitted)
    }

    /// Whether a unit has something to fire at this range.
    pub(crate) fn has_load(&self, battle: &impl Position, id: UnitId, range: u16) -> bool {
        let (card, now) = (self.unit(id), battle.unit(id));
        match card.weapon {
            Some(Weapon::SmallArms(_)) => true,
            Some(Weapon::Artillery(gun)) => {
                let reach = self.book.tables.firepower_range.at(Firepower::CanisterNormal).value;
                let canister = self.book.tables.gun_canister.at(gun).value.is_some() && !now.canister_depleted;
                !now.shell_depleted || canister && range <= reach
            }
            None => false,
        }
    }

    /// S 4: whether one SP more of every unit may still fire out of a hex.
    pub(crate) fn has_room_to_fire(&self, battle: &impl Position, units: &[UnitId], from: Hex, range: u16) -> bool {
        let open = matches!(units, [only] if battle.unit(*only).formation == Formation::OpenOrder)
            && !self.is_crowded(battle, from, units);
        let limit = if open { Limit::FireMostOpen } else { Limit::FireMost };
        let most = Decimal::from_int(self.book.limit(limit).into());
        let fired = battle.fired.iter().find(|fired| fired.at == from).map_or(Decimal::ZERO, |fired| fired.sps);
        units.iter().all(|id| {
            let counts = self.book.tables.state_fire.at(battle.unit(*id).state).value.0;
            !self.has_load(battle, *id, range) || fired + counts <= most
        })
    }

    /// S 29: whether guns may make one shot more at a hex.
    pub(crate) fn may_shoot_again(&self, battle: &impl Position, units: &[UnitId], from: Hex, at: Hex) -> bool {
        let shots = battle.shots.iter().find(|shots| shots.at == at).map_or(0, |shots| u16::from(shots.shots));
        shots < self.book.limit(Limit::ShotsFree)
            || shots < self.book.limit(Limit::ShotsMost) && self.has_artillery_leader(battle, from, units, &[])
    }

    /// One shot of a stack, after those it makes before.
    fn check_shot(
        &self,
        battle: &impl Position,
        acting: &[UnitId],
        shot: &Shot,
        before: &[Shot],
        moved: bool,
    ) -> Result<Aim, Refusal> {
        if !self.field.has(shot.at) {
            return Err(senseless("at", "that hex is not on the map"));
        }
        let from = shot.units.first().and_then(|id| battle.unit(*id).at);
        let Some(from) = from else { return Err(senseless("units", "they are not on the map")) };
        if self.holder(battle, shot.at) != Some(battle.active.enemy()) {
            let why = format!("no enemy combat unit is there{}", self.nearest_in_words(battle, from));
            return Err(no("at", LB_COMBAT_TABLE, why));
        }
        let range = from.distance(shot.at);
        for id in &shot.units {
            self.check_firer(battle, *id, from, shot.at, range)?;
        }
        let mut aim = self.aim(battle, acting, shot, from, moved);
        // Dice fall only for an order that can be carried out whole: the earlier shots leave less room for this one.
        aim.situation.sps_fired = aim.situation.sps_fired + before.iter().map(|shot| self.counts(battle, shot)).sum();
        let of_guns = |earlier: &&Shot| earlier.at == shot.at && all_artillery(self, &earlier.units);
        if all_artillery(self, &shot.units) {
            aim.situation.shots_before += before.iter().filter(of_guns).count() as u8;
        }
        aim.situation.check_on_map(&self.book)?;
        Ok(aim)
    }

    /// S 4: the Strength Points of a shot as they count, all of them.
    fn counts(&self, battle: &impl Position, shot: &Shot) -> Decimal {
        let of = |id: &UnitId| {
            let now = battle.unit(*id);
            self.book.tables.state_fire.at(now.state).value.0.times(now.sp.into())
        };
        shot.units.iter().map(of).sum()
    }

    fn check_firer(&self, battle: &impl Position, id: UnitId, from: Hex, at: Hex, range: u16) -> Result<(), Refusal> {
        let card = self.unit(id);
        let (name, reach) = (&card.name, self.reach(id));
        if range > reach {
            let why =
                format!("{name} reaches {reach} hexes, and the target is {range} away: close up, or choose another");
            let table = if card.arm == Arm::Artillery { LB_GUNS_TABLE } else { LB_ARMS_TABLE };
            return Err(no("units", table, why));
        }
        if !self.can_fire(battle, id) {
            let (rule, why) = self.why_silent(battle, id);
            return Err(no("units", rule, format!("{name} {why}")));
        }
        if !self.has_in_front(battle, id, at) {
            let corner = corner_towards(from, at).index();
            let why = format!("{name} does not have that hex in its front: turn to corner {corner} first");
            return Err(no("units", LB_ACT_FACING, why));
        }
        match self.sight(battle, from, at, self.purpose(id), card.side, &[]) {
            Sight::Clear => {}
            Sight::Terrain => {
                let why = format!("ground hides it from {name}: close to the next hex, or choose another target");
                // From farther off guns look over what lies lower.
                let far = card.arm == Arm::Artillery && range > self.book.limit(Limit::CloseRange);
                return Err(no("at", if far { LB_SLOPE_TABLE } else { LB_LOS_CLOSE }, why));
            }
            Sight::Units => {
                let why = format!("other units hide it from {name}: move to the side, or choose another target");
                return Err(no("at", LB_LOS_UNITS_CLOSE, why));
            }
            Sight::Dark => {
                let most = self.visibility(battle).unwrap_or(range);
                let why = format!("{name} cannot see {range} hexes in this light, but {most}: close up");
                return Err(no("at", LB_HOUSE_DARK, why));
            }
        }
        self.check_withdraws(battle, id)?;
        let intent = Intent { ends: from, enemy_hexes: range, marches: true, led: true };
        let mut umpire = silent();
        let order = self.order_of(battle, id);
        let bound = self.bound_at_all(battle, id, order, &mut umpire).map_err(refusal_of)?;
        let verdict = self.permits(&bound, Wish::Fire, intent, &mut umpire).map_err(refusal_of)?;
        if verdict != Verdict::Permitted {
            return Err(no("units", rule_of(verdict), format!("{name}: {}", forbidden(self, verdict, &bound))));
        }
        Ok(())
    }

    /// Where the nearest enemy stands, for whoever aims at nothing.
    pub(crate) fn nearest_in_words(&self, battle: &impl Position, from: Hex) -> String {
        let nearest = self.nearest(battle, from, battle.active.enemy());
        let say = |(hexes, at): (u16, Hex)| format!(": the nearest stands in hex {}, {hexes} away", self.number(at));
        nearest.map_or_else(String::new, say)
    }

    /// Why a unit does not fire at all.
    pub(crate) fn why_silent(&self, battle: &impl Position, id: UnitId) -> (engine::Rule, &'static str) {
        let now = battle.unit(id);
        if now.state == MoraleState::Routed {
            (LB_STATE_R, "is Routed and does not fire: let it rally")
        } else if now.formation == Formation::Unlimbered {
            (LB_DEPL_ONE, "has neither shell nor canister left: bring a wagon")
        } else {
            (LB_FORM_TABLE, "does not fire in this formation: form Line or unlimber first")
        }
    }

    /// What a shot of some of those who act is about, and who is in it. Whoever does not shoot may still be hit by a volley.
    fn aim(&self, battle: &impl Position, acting: &[UnitId], shot: &Shot, from: Hex, moved: bool) -> Aim {
        let side = battle.active;
        let mut stack: Units = acting.iter().copied().filter(|id| battle.unit(*id).sp > 0).take(UNITS_MAX).collect();
        stack.sort_by_key(|id| (battle.unit(*id).place, id.0));
        let mut firer = self.derived(battle, &stack, &self.leaders_at(battle, from, side));
        for (unit, id) in firer.stack.units.iter_mut().zip(&stack) {
            unit.holds_fire = !shot.units.contains(id);
        }
        // S 29: an artillery leader helps the batteries of his formation, not those beside them.
        for (told, id) in firer.stack.leaders.iter_mut().zip(&firer.leaders) {
            let post = battle.leaders[id.index()].post;
            told.artillery &= shot.units.iter().any(|unit| self.is_under(self.unit(*unit).formation, post));
        }
        let mut target = self.derived_at(battle, shot.at, side.enemy());
        let guns = all_artillery(self, &shot.units);
        let cbf = self.units_at(battle, from, side).iter().map(|id| battle.unit(*id).cbf).max().unwrap_or(0);
        let range = from.distance(shot.at);
        let due = moved && range <= self.book.limit(Limit::VolleyRange);
        let skirmishers = target.ids.first().is_some_and(|top| self.is_open_order_capable(battle, *top));
        let situation = FireSituation {
            side,
            moved,
            range: range.min(99) as u8,
            sps_fired: battle.fired.iter().find(|fired| fired.at == from).map_or(Decimal::ZERO, |fired| fired.sps),
            shots_before: battle.shots.iter().find(|shots| guns && shots.at == shot.at).map_or(0, |shots| shots.shots),
            cbf,
            rear: target.ids.first().is_some_and(|top| self.is_rear(battle, *top, from)),
            shelter: self.shelter(battle, shot.at, from, side.enemy()),
            target_cbf: self.least_cbf(battle, &target.ids),
            friends_next_to_target: self.is_next_to(battle, shot.at, side),
            // Skirmishers who stand although they could withdraw have another stack volley for them.
            volleys: if due { self.volleys(battle, from, skirmishers.then_some(shot.at), &[]) } else { Vec::new() },
            can_withdraw: due && self.can_withdraw(battle, &target, shot.at, from),
            cowardly_legs: self.among_legs(battle, &target.ids, shot.at),
            light: self.turn(battle).light,
            visibility: self.visibility(battle),
            firer: firer.hand_over(),
            target: target.hand_over(),
        };
        Aim { situation, firer, target }
    }

    /// A Fire activity: steps first, then the shots.
    pub(crate) fn fire<U: Referee>(
        &self,
        battle: &mut Battle,
        units: &[UnitId],
        leaders: &[LeaderId],
        steps: &[Step],
        shots: &[Shot],
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let (mut moved, mut aimed) = (false, None);
        let mut acting: Units = units.iter().copied().take(UNITS_MAX).collect();
        if steps.is_empty() {
            aimed = self.check_fire_from(battle, units, shots)?;
            self.finish_activity(battle, units.iter().copied(), Done::Fire);
        } else {
            let room = battle.fresh_march(Activity::Fire);
            let checked = self.check_move_in(battle, room, (units, leaders), steps)?;
            let (marching, end) = if !U::KEEPS && !checked.risked {
                aimed = self.step_to_fire(battle, &checked, shots, umpire)?;
                (checked, StepEnd::Made)
            } else {
                self.check_fire_after(battle, &checked, shots)?;
                self.go(battle, (units, leaders), checked, steps, umpire)?
            };
            moved = marching.moved;
            acting = marching.units.iter().copied().take(UNITS_MAX).collect();
            self.finish_activity(battle, marching.everyone(), Done::Fire);
            battle.keep_march(marching);
            if end == StepEnd::Stays {
                return Ok(());
            }
        }
        if let [only] = shots {
            // The steps of a single shot are seams of their own.
            self.shoot(battle, &acting, only, aimed, moved, umpire)?;
            return Ok(());
        }
        let mut next = if moved { Next::VolleyDue } else { Next::Shoots };
        for shot in shots.iter() {
            if next == Next::Done {
                break;
            }
            // What one shot did to the battle lives on in the next: the whole battle crosses the seam.
            let fired = umpire.step(&(self, &acting[..], shot), Firing { battle: battle.take(), next }, shoot_next)?;
            (*battle, next) = (fired.battle, fired.next);
        }
        Ok(())
    }

    /// One shot of those who act, aimed as it was checked if nothing has changed since.
    fn shoot<U: Referee>(
        &self,
        battle: &mut Battle,
        acting: &[UnitId],
        shot: &Shot,
        aimed: Option<Aim>,
        moved: bool,
        umpire: &mut U,
    ) -> Ruling<Next, U> {
        let unanswered = if moved { Next::VolleyDue } else { Next::Shoots };
        let shot =
            Shot { units: shot.units.iter().copied().filter(|id| battle.unit(*id).sp > 0).collect(), at: shot.at };
        let from = shot.units.first().and_then(|id| battle.unit(*id).at);
        let Some(from) = from.filter(|_| self.holder(battle, shot.at) == Some(battle.active.enemy())) else {
            return Ok(unanswered);
        };
        let known = aimed.is_some();
        let aim = aimed.unwrap_or_else(|| self.aim(battle, acting, &shot, from, moved));
        // Whatever the dice of an earlier shot have made impossible is not done; those it beat may hide others now.
        let sees =
            |id: &UnitId| self.sight(battle, from, shot.at, self.purpose(*id), battle.active, &[]) == Sight::Clear;
        if !known && (aim.situation.check_on_map(&self.book).is_err() || !shot.units.iter().all(sees)) {
            return Ok(unanswered);
        }
        let situation = aim.situation;
        if U::KEEPS {
            let purpose = if all_artillery(self, &shot.units) { Purpose::Artillery } else { Purpose::SmallArms };
            self.look(battle, from, shot.at, purpose, umpire)?;
        }
        umpire.tell(|| Event::Deed(Deed::FiredAt { units: shot.units.to_vec(), target: shot.at }));
        let skirmishers = aim.target.ids.first().is_some_and(|top| self.is_open_order_capable(battle, *top));
        let spared = skirmishers.then_some(shot.at);
        umpire.name_choices(&OPENING_VOLLEY, || self.volley_names(battle, from, (None, spared), &[]));
        let outcome = Fire::run(&self.book, &situation, umpire)?;
        self.after_shot(battle, &shot, from, &aim.firer, &aim.target, &outcome, umpire)?;
        let near = u16::from(situation.range) <= self.book.limit(Limit::VolleyRange);
        Ok(match outcome.end {
            FireEnd::Withdrew => Next::Done,
            // Skirmishers who cannot withdraw let no volley fall; one that falls answers the stack for good.
            _ if near && (situation.can_withdraw || !skirmishers) => Next::Shoots,
            _ => unanswered,
        })
    }

    #[allow(clippy::too_many_arguments, reason = "everything a shot touches")]
    fn after_shot<U: Referee>(
        &self,
        battle: &mut Battle,
        shot: &Shot,
        from: Hex,
        firer: &Derived,
        target: &Derived,
        outcome: &FireOutcome,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        self.apply(battle, firer, &outcome.firer, 0, umpire)?;
        if outcome.firer.is_destroyed() {
            self.leave_legs(battle, from, &firer.ids);
        }
        self.count_fire(battle, shot, from, outcome);
        self.deplete(battle, firer, outcome, umpire);
        // A hit raises the level of every battery there, each from its own.
        let raised = outcome.target_cbf.saturating_sub(self.least_cbf(battle, &target.ids));
        if raised > 0 {
            for id in target.ids.iter().filter(|id| self.unit(**id).arm == Arm::Artillery) {
                let cbf = &mut battle.aside().units[id.index()].cbf;
                *cbf = cbf.saturating_add(raised).min(CbfLevel::Two.index() as u8);
            }
        }
        let before: u8 = target.ids.iter().map(|id| battle.unit(*id).sp).sum();
        self.apply(battle, target, &outcome.target, outcome.retreat_loss, umpire)?;
        if outcome.end == FireEnd::Withdrew {
            return self.withdraw(battle, &target.ids, shot.at, from, umpire);
        }
        self.beaten(battle, target, shot.at, from, (outcome.retreat, outcome.retreat_loss, before), umpire)
    }

    /// The lowest level of counter-battery fire among the batteries of a stack.
    fn least_cbf(&self, battle: &impl Position, stack: &[UnitId]) -> u8 {
        let guns = stack.iter().filter(|id| self.unit(**id).arm == Arm::Artillery);
        guns.map(|id| battle.unit(*id).cbf).min().unwrap_or(0)
    }

    fn count_fire(&self, battle: &mut Battle, shot: &Shot, from: Hex, outcome: &FireOutcome) {
        if !matches!(outcome.end, FireEnd::Fired | FireEnd::OffTable) {
            return;
        }
        match battle.aside().fired.iter_mut().find(|fired| fired.at == from) {
            Some(fired) => fired.sps = fired.sps + outcome.sps_fired,
            None => battle.aside().fired.push(FiredFrom { at: from, sps: outcome.sps_fired }),
        }
        if all_artillery(self, &shot.units) {
            match battle.aside().shots.iter_mut().find(|shots| shots.at == shot.at) {
                Some(shots) => shots.shots += 1,
                None => battle.aside().shots.push(ShotsAt { at: shot.at, shots: 1 }),
            }
        }
    }

    fn deplete<U: Referee>(&self, battle: &mut Battle, firer: &Derived, outcome: &FireOutcome, umpire: &mut U) {
        let Some(depleted) = outcome.depleted else { return };
        let Some(unit) = firer.ids.get(usize::from(depleted.unit)).copied() else { return };
        let now = battle.unit_mut(unit);
        match depleted.ammunition {
            Ammunition::Shell => now.shell_depleted = true,
            Ammunition::Canister => now.canister_depleted = true,
        }
        let (shell_depleted, canister_depleted) = (now.shell_depleted, now.canister_depleted);
        umpire.tell(|| Event::Deed(Deed::Ammunition { unit, shell_depleted, canister_depleted }));
    }
}

/// A shot that may be made: its situation, and the stacks it is about.
struct Aim {
    situation: FireSituation,
    firer: Derived,
    target: Derived,
}

/// How a stack goes on after a shot.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Next {
    /// It came up, and no volley has answered it yet.
    VolleyDue,
    /// It shoots again if it has another shot.
    Shoots,
    /// Its activity is over: its target withdrew.
    Done,
}

/// What lives on from one shot of an activity to the next.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Firing {
    battle: Battle,
    next: Next,
}

/// One of several shots.
fn shoot_next<U: Referee>(
    (theatre, acting, shot): &(&Theatre, &[UnitId], &Shot),
    mut firing: Firing,
    umpire: &mut U,
) -> Ruling<Firing, U> {
    let moved = firing.next == Next::VolleyDue;
    firing.next = theatre.shoot(&mut firing.battle, acting, shot, None, moved, umpire)?;
    Ok(firing)
}

/// The same refusal, with its place in the list of shots.
fn placed(mut refusal: Refusal, number: usize) -> Refusal {
    for reason in &mut refusal.reasons {
        reason.field = format!("shots[{number}].{}", reason.field);
    }
    refusal
}
