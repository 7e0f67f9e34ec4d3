//! The Orders step: orders written, sent, delivered and accepted; initiative; batteries posted.

use engine::Ruling;
use engine::book::Procedure;
use field::hex::Hex;

use super::command::Initiative;
use super::deed::Deed;
use super::position::{Battle, Position};
use super::refuse::{no, senseless};
use super::state::{Dispatch, FormationId, InForce, Instruction, LeaderId, UnitId};
use super::theatre::{Theatre, index};
use crate::charts::{Level, Limit};
use crate::command::{
    Cause, CommandOutcome, CommandRadius, CommandRoll, CommandSituation, Delivery, DeliverySituation, Headquarters,
    Hour, Order, OrderDelivery, RadiusSituation, Sender,
};
use crate::rules::*;
use crate::unit::{Arm, Light};
use crate::{Event, Referee};

impl Theatre {
    /// The leader of a formation makes his one Command Roll of the turn.
    fn command_roll<U: Referee>(
        &self,
        battle: &mut Battle,
        formation: FormationId,
        deployment: bool,
        reserve: bool,
        umpire: &mut U,
    ) -> Ruling<bool, U> {
        let (id, situation) = self.check_roll(battle, formation)?;
        let situation = CommandSituation { deployment, reserve, ..situation };
        let outcome = CommandRoll::run(&self.book, &situation, umpire)?;
        battle.aside().leaders[id.index()].rolled = true;
        Ok(outcome == CommandOutcome::Yes)
    }

    /// Whether the leader of a formation may make a Command Roll.
    pub(crate) fn check_roll(
        &self,
        battle: &impl Position,
        formation: FormationId,
    ) -> Result<(LeaderId, CommandSituation), engine::Refusal> {
        let Some((id, leader)) = battle.leader_of(formation) else {
            return Err(battle.senseless("formation", || "nobody leads it".to_owned()));
        };
        let Some(at) = leader.at else {
            return Err(battle.senseless("formation", || "its leader is not on the map".to_owned()));
        };
        if leader.rolled {
            let why = || "its leader has made his one Command Roll this turn: he may try again in the next".to_owned();
            return Err(battle.no("formation", LB_CMDROLL_TABLE, why));
        }
        let headquarters = match battle.formation(formation).hq {
            None => Headquarters::None,
            Some(hq) if hq == at => Headquarters::With,
            Some(_) => {
                let why = || "its leader has to be with his HQ to roll: move him there".to_owned();
                return Err(battle.no("formation", LB_CMDROLL_STACKED, why));
            }
        };
        let command_value = leader.command;
        Ok((id, CommandSituation { command_value, headquarters, deployment: false, reserve: false }))
    }

    /// When an order of the army commander would arrive; or why he cannot issue it.
    pub(crate) fn check_issue<U: Referee>(
        &self,
        battle: &impl Position,
        to: FormationId,
        says: Instruction,
        umpire: &mut U,
    ) -> Ruling<u16, U> {
        self.check_formation(battle, to)?;
        if !self.is_command(to) {
            let instead = self.commands_near(to);
            return Err(senseless("to", format!("the army commander writes to Commands: write to {instead}")).into());
        }
        self.check_instruction(battle, to, says)?;
        let army = self.armies[index(battle.active)];
        self.check_roll(battle, army)?;
        match self.delivery(battle, army, to, umpire)? {
            Delivery::NotNow => {
                let why = "at night orders are issued on the turn of 12 midnight only, and where the battle allows it";
                Err(no("to", LB_NIGHT_ORDERS_WINDOW, why).into())
            }
            Delivery::Turn(turn) => Ok(turn),
            Delivery::FirstTwilight => Ok(self.first_twilight_after(battle.turn)),
        }
    }

    /// The Commands that a formation which is none belongs to, or that belong to it.
    fn commands_near(&self, formation: FormationId) -> String {
        let near = |id: &FormationId| {
            self.is_command(*id) && (self.is_under(*id, formation) || self.formation(formation).command == *id)
        };
        let names: Vec<&str> = self.formation_ids().filter(near).map(|id| self.formation(id).name.as_str()).collect();
        names.join(" or ")
    }

    /// The army commander issues an order.
    pub(crate) fn issue_order<U: Referee>(
        &self,
        battle: &mut Battle,
        to: FormationId,
        says: Instruction,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let due = self.check_issue(battle, to, says, umpire)?;
        let army = self.armies[index(battle.active)];
        let reserve = battle.formation(to).reserve;
        if self.command_roll(battle, army, false, reserve, umpire)? {
            let sent = battle.turn;
            battle.aside().dispatches.push(Dispatch { to, says, sent, due, delivered: false, relay: None });
            umpire.tell(|| Event::Deed(Deed::OrderSent { to, says, due }));
        }
        // An order to a Reserve close by may take no time at all.
        self.deliver(battle, umpire)
    }

    /// P1 for an order of the army commander.
    fn delivery<U: Referee>(
        &self,
        battle: &impl Position,
        army: FormationId,
        to: FormationId,
        umpire: &mut U,
    ) -> Ruling<Delivery, U> {
        let turn = self.turn(battle);
        let hour = match turn.light {
            Light::Night if turn.midnight => Hour::Midnight,
            Light::Night => Hour::Night,
            Light::Day | Light::Twilight => Hour::Day,
        };
        let situation = DeliverySituation {
            sender: Sender::Army(self.awareness[index(battle.active)]),
            distance: self.apart(battle, army, to)?,
            to_reserve: battle.formation(to).reserve,
            hour,
            night_orders_prohibited: self.night_orders_prohibited,
            turn: battle.turn,
        };
        Ok(OrderDelivery::run(&self.book, &situation, umpire)?.delivery)
    }

    /// Hexes between the HQs or leaders of two formations.
    fn apart(&self, battle: &impl Position, from: FormationId, to: FormationId) -> Result<u16, engine::Refusal> {
        match (self.centre(battle, from), self.centre(battle, to)) {
            (Some(from), Some(to)) => Ok(from.distance(to)),
            (None, _) => Err(senseless("command", "the army commander is not on the map")),
            (_, None) => Err(senseless("to", "nobody is there yet to receive an order")),
        }
    }

    fn first_twilight_after(&self, turn: u16) -> u16 {
        let later = self.turns.iter().enumerate().skip(usize::from(turn));
        later
            .filter(|(_, card)| card.first_twilight)
            .map(|(number, _)| number as u16 + 1)
            .next()
            .unwrap_or(self.turns.len() as u16 + 1)
    }

    fn check_formation(&self, battle: &impl Position, formation: FormationId) -> Result<(), engine::Refusal> {
        match self.formations.get(formation.index()) {
            None => Err(senseless("formation", format!("there are {} formations", self.formations.len()))),
            Some(card) if card.side != battle.active => Err(senseless("formation", "it belongs to the other side")),
            Some(_) => Ok(()),
        }
    }

    fn check_instruction(
        &self,
        battle: &impl Position,
        to: FormationId,
        says: Instruction,
    ) -> Result<(), engine::Refusal> {
        let card = self.formation(to);
        let guns = self.is_artillery_battalion(to);
        match says {
            Instruction::Attack(hex) | Instruction::Move(hex) if !self.field.has(hex) => {
                Err(senseless("says", "that hex is not on the map"))
            }
            Instruction::Move(_) => Ok(()),
            _ if guns => {
                Err(no("says", LB_HOUSE_ARTYBN, "artillery battalions get Move orders only: order it to move to a hex"))
            }
            Instruction::Release if !battle.formation(to).reserve => {
                Err(no("says", LB_CMDROLL_MOD_RESERVE, format!("{} is not in Reserve", card.name)))
            }
            Instruction::Reserve if battle.formation(to).reserve => {
                Err(no("says", LB_CMDROLL_MOD_RESERVE, format!("{} is in Reserve already", card.name)))
            }
            Instruction::Attack(_) | Instruction::Reserve | Instruction::Release => Ok(()),
        }
    }

    /// Deliveries due on this turn, before anything else. A Command relays at once, whether or not it accepts (P1 step 5).
    pub(crate) fn deliver<U: Referee>(&self, battle: &mut Battle, umpire: &mut U) -> Ruling<(), U> {
        let (turn, side) = (battle.turn, battle.active);
        let mut arrived: Vec<Dispatch> = Vec::new();
        for dispatch in &mut battle.aside().dispatches {
            let comes = !dispatch.delivered && dispatch.due <= turn && self.formation(dispatch.to).side == side;
            if comes {
                dispatch.delivered = true;
                arrived.push(*dispatch);
            }
        }
        for dispatch in arrived {
            let relays = !self.is_division(dispatch.to) && dispatch.relay.is_none();
            let marches = matches!(dispatch.says, Instruction::Move(_));
            let left_out = |id: &FormationId| self.is_artillery_battalion(*id) && !marches;
            // What is cited belongs to what is told next: who may not know of the order does not read the rule either.
            if relays && self.divisions_of(dispatch.to).any(|id| left_out(&id)) {
                umpire.cite(LB_HOUSE_ARTYBN);
            }
            umpire.tell(|| Event::Deed(Deed::OrderDelivered { to: dispatch.to }));
            if !relays {
                continue;
            }
            for division in self.divisions_of(dispatch.to).filter(|id| !left_out(id)) {
                let Some((distance, turn)) = self.relay_to(battle, dispatch.to, division) else { continue };
                let situation = DeliverySituation {
                    sender: Sender::Relay(Level::Corps),
                    distance,
                    to_reserve: battle.formation(division).reserve,
                    hour: Hour::Day,
                    night_orders_prohibited: false,
                    turn,
                };
                let outcome = OrderDelivery::run(&self.book, &situation, umpire)?;
                if let Delivery::Turn(due) = outcome.delivery {
                    let relayed =
                        Dispatch { to: division, due, delivered: false, relay: Some(dispatch.to), ..dispatch };
                    battle.aside().dispatches.push(relayed);
                    umpire.tell(|| Event::Deed(Deed::OrderSent { to: division, says: dispatch.says, due }));
                }
            }
        }
        Ok(())
    }

    /// How far a Command is from a division it relays to, and the turn from which the relay counts.
    ///
    /// RULING: a division that is still to come finds its order where it comes on, and its time runs from its arrival.
    fn relay_to(&self, battle: &impl Position, command: FormationId, division: FormationId) -> Option<(u16, u16)> {
        if let Ok(distance) = self.apart(battle, command, division) {
            return Some((distance, battle.turn));
        }
        let leader = battle.formation(division).leader?;
        let entry = self.leaders.get(leader.index())?.entry?;
        Some((self.centre(battle, command)?.distance(entry.at), entry.turn.max(battle.turn)))
    }

    /// The order that waits for a formation to accept it, by its place; or why there is none.
    pub(crate) fn acceptable(&self, battle: &impl Position, formation: FormationId) -> Result<usize, engine::Refusal> {
        self.check_formation(battle, formation)?;
        let own = || battle.dispatches.iter().enumerate().filter(|(_, dispatch)| dispatch.to == formation);
        let come = || own().filter(|(_, dispatch)| dispatch.due <= battle.turn);
        // P1 step 4: the newest of those that may be accepted. One that is still on its way, or that has to wait, keeps no other
        // from being accepted.
        let ready = come().filter(|(_, dispatch)| self.check_waiting(battle, dispatch).is_ok());
        if let Some((place, _)) = ready.max_by_key(|(_, dispatch)| dispatch.sent) {
            return Ok(place);
        }
        let newest = come().max_by_key(|(_, dispatch)| dispatch.sent);
        Err(match newest.and_then(|(_, dispatch)| self.check_waiting(battle, dispatch).err()) {
            Some(refusal) => refusal,
            None => match own().map(|(_, dispatch)| dispatch.due).min() {
                Some(due) => {
                    let why = format!("the order arrives on turn {due}, and this is turn {}: wait for it", battle.turn);
                    no("formation", LB_DELIV_RESULT, why)
                }
                None => battle.senseless("formation", || {
                    "no order is on its way to it: let the army commander write one".to_owned()
                }),
            },
        })
    }

    /// Whether an order that has come to a formation may be accepted now.
    fn check_waiting(&self, battle: &impl Position, dispatch: &Dispatch) -> Result<(), engine::Refusal> {
        let held = |command: FormationId| {
            let same =
                |other: &Dispatch| other.to == command && other.sent == dispatch.sent && other.says == dispatch.says;
            battle.dispatches.iter().any(same)
        };
        if let Some(command) = dispatch.relay
            && held(command)
        {
            let why = || format!("{} has to accept the order first", self.formation(command).name);
            return Err(battle.no("formation", LB_CMDROLL_YES, why));
        }
        let recovering = battle.formation(dispatch.to).recovering && matches!(dispatch.says, Instruction::Attack(_));
        if recovering {
            let why = || "it has to recover before it attacks again: a Move order it may accept".to_owned();
            return Err(battle.no("formation", LB_RECOV_WHEN, why));
        }
        Ok(())
    }

    /// A leader tries to accept the order that has reached him.
    pub(crate) fn accept_order<U: Referee>(
        &self,
        battle: &mut Battle,
        formation: FormationId,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let place = self.acceptable(battle, formation)?;
        self.check_roll(battle, formation)?;
        let dispatch = battle.dispatches[place];
        let reserve = battle.formation(formation).reserve;
        if !self.command_roll(battle, formation, false, reserve, umpire)? {
            return Ok(());
        }
        // Older orders to the same formation are forgotten with the one it accepts, and what it has passed on of them: its
        // divisions accept nothing that it has not accepted itself.
        let older = battle.dispatches.iter().filter(|other| other.to == formation && other.sent < dispatch.sent);
        let forgotten: Vec<Dispatch> = older.copied().collect();
        let is_copy = |other: &Dispatch| {
            let same = |order: &Dispatch| (order.sent, order.says) == (other.sent, other.says);
            other.relay == Some(formation) && forgotten.iter().any(same)
        };
        let stays = |other: &Dispatch| (other.to != formation || other.sent > dispatch.sent) && !is_copy(other);
        battle.aside().dispatches.retain(stays);
        umpire.tell(|| Event::Deed(Deed::OrderAccepted { formation, says: dispatch.says }));
        if self.relays(formation) {
            // Its divisions accept for themselves; that it is in Reserve counts for what is written to it.
            battle.aside().formations[formation.index()].reserve = dispatch.says == Instruction::Reserve;
            return Ok(());
        }
        self.take_up(battle, formation, dispatch.says, umpire)
    }

    /// Whether a formation passes orders on to divisions, and executes none itself.
    pub(crate) fn relays(&self, formation: FormationId) -> bool {
        self.divisions_of(formation).next().is_some()
    }

    /// The divisions to which a Command passes orders on, and artillery battalions under no division; none of a division that is its own Command.
    fn divisions_of(&self, command: FormationId) -> impl Iterator<Item = FormationId> {
        let under =
            move |id: &FormationId| *id != command && self.is_division(*id) && self.formation(*id).command == command;
        self.formation_ids().filter(under)
    }

    /// A formation acts on a new order from now on.
    fn take_up<U: Referee>(
        &self,
        battle: &mut Battle,
        formation: FormationId,
        says: Instruction,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let turn = battle.turn;
        if says != Instruction::Release && battle.formation(formation).order.order != Order::None {
            self.end_order(battle, formation, Cause::Replaced, umpire)?;
        }
        if says != Instruction::Release {
            self.end_orders_below(battle, formation);
        }
        let now = &mut battle.aside().formations[formation.index()];
        now.accepted = turn;
        // A release leaves the order in force as it was, and what has come of it.
        now.deployed &= says == Instruction::Release;
        now.reserve = says == Instruction::Reserve;
        match says {
            Instruction::Attack(hex) => now.order = InForce { order: Order::Attack, goal: Some(hex) },
            Instruction::Move(hex) => now.order = InForce { order: Order::Move, goal: Some(hex) },
            Instruction::Reserve | Instruction::Release => {}
        }
        Ok(())
    }

    /// What an initiative would do, or why it cannot be taken.
    pub(crate) fn check_initiative(
        &self,
        battle: &impl Position,
        formation: FormationId,
        what: Initiative,
    ) -> Result<(), engine::Refusal> {
        self.check_formation(battle, formation)?;
        let high = matches!(self.formation(formation).level, Level::Army | Level::Corps | Level::Division);
        if !high && !self.is_division(formation) {
            return Err(battle.no("formation", LB_CMDROLL_TABLE, || {
                "leaders of a division or higher take the initiative: ask the one above him".to_owned()
            }));
        }
        let under = |other: FormationId| {
            self.check_formation(battle, other)?;
            let fits = self.is_under(other, formation) && self.formation(other).level != Level::ArtilleryBattalion;
            if fits { Ok(()) } else { Err(senseless("what", "he commands no such formation")) }
        };
        // S 54: brigades and regiments are held by the leader of their division, whole divisions by order.
        let of_division = |part: FormationId, whole: bool| {
            let division = self.formation(part).division;
            if division != formation || whole {
                let name = &self.formation(division).name;
                let why = format!("the leader of a division holds its brigades and regiments: {name} itself by order");
                return Err(no("what", LB_RES_ESTABLISHED, why));
            }
            Ok(())
        };
        let of = |unit: UnitId| match self.units.get(unit.index()) {
            Some(card) if self.is_under(card.formation, formation) && card.arm != Arm::Artillery => Ok(card.formation),
            _ => Err(senseless("what", "he commands no such regiment")),
        };
        let fits = |fits: bool, why: &str| if fits { Ok(()) } else { Err(no("what", LB_RES_ESTABLISHED, why)) };
        match what {
            Initiative::Stand => {
                let why = || "its Command does not run: there is nothing to bring to a stand".to_owned();
                if battle.formation(formation).running { Ok(()) } else { Err(battle.no("what", LB_HOUSE_RUN, why)) }
            }
            Initiative::Deploy => {
                let now = battle.formation(formation);
                let marches = now.order.order == Order::Move && !now.deployed;
                if marches {
                    Ok(())
                } else {
                    Err(no("what", LB_CMDROLL_MOD_DEPLOY, "it deploys early from a Move order only"))
                }
            }
            Initiative::ReserveFormation(other) => {
                under(other)?;
                of_division(other, other == formation)?;
                let here = self.units_of(other).any(|unit| battle.unit(unit).at.is_some());
                fits(here, "nobody of it is on the map: hold in Reserve who is there")?;
                fits(!battle.formation(other).reserve, "it is in Reserve already")
            }
            Initiative::ReleaseFormation(other) => {
                under(other)?;
                fits(battle.formation(other).reserve, "it is not in Reserve")?;
                fits(self.releases(formation, other), "its own leader lets it go, or the one directly above him")
            }
            Initiative::ReserveUnit(unit) => {
                of_division(of(unit)?, false)?;
                let here = battle.unit(unit).at.is_some();
                fits(!battle.reserves.contains(&unit) && here, "it is in Reserve already, or not on the map")
            }
            Initiative::ReleaseUnit(unit) => {
                of_division(of(unit)?, false)?;
                fits(battle.reserves.contains(&unit), "it is not in Reserve")
            }
        }
    }

    /// Whether the leader of a formation lets another one out of its Reserve by initiative.
    ///
    /// RULING: P2 speaks of its own release, and S 54 lets the leader of a division name his brigades: so its own leader does, or
    /// the one directly above him within the Command. The army commander writes an order, which takes its time.
    fn releases(&self, by: FormationId, reserve: FormationId) -> bool {
        let card = self.formation(reserve);
        let above = if self.is_division(reserve) { card.command } else { card.division };
        by == reserve || by == above && !self.is_command(reserve)
    }

    /// A leader acts of his own accord: never to attack (S 11).
    pub(crate) fn initiative<U: Referee>(
        &self,
        battle: &mut Battle,
        formation: FormationId,
        what: Initiative,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        self.check_initiative(battle, formation, what)?;
        let releases = matches!(what, Initiative::ReleaseFormation(_) | Initiative::ReleaseUnit(_));
        let reserve = releases || battle.formation(formation).reserve;
        if !self.command_roll(battle, formation, what == Initiative::Deploy, reserve, umpire)? {
            return Ok(());
        }
        umpire.tell(|| Event::Deed(Deed::TookInitiative { formation }));
        match what {
            Initiative::Stand => self.stand(battle, formation, umpire),
            Initiative::Deploy => battle.aside().formations[formation.index()].deployed = true,
            Initiative::ReserveFormation(other) => battle.aside().formations[other.index()].reserve = true,
            Initiative::ReleaseFormation(other) => self.release(battle, other),
            Initiative::ReserveUnit(unit) => battle.aside().reserves.push(unit),
            Initiative::ReleaseUnit(unit) => battle.aside().reserves.retain(|other| *other != unit),
        }
        Ok(())
    }

    /// A Reserve is one no longer; with a Command its divisions.
    fn release(&self, battle: &mut Battle, formation: FormationId) {
        for id in self.divisions_of(formation).chain([formation]) {
            battle.aside().formations[id.index()].reserve = false;
        }
    }

    /// 10.3: an artillery leader posts a battery of his formation.
    pub(crate) fn post_battery<U: Referee>(
        &self,
        battle: &mut Battle,
        unit: UnitId,
        to: Hex,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        self.check_post(battle, unit, to, umpire)?;
        battle.unit_mut(unit).posted = Some(to);
        Ok(())
    }

    /// Whether a battery may be posted to a hex.
    pub(crate) fn check_post<U: Referee>(
        &self,
        battle: &impl Position,
        unit: UnitId,
        to: Hex,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let Some(card) = self.units.get(unit.index()).filter(|card| card.side == battle.active) else {
            return Err(senseless("unit", "there is no such battery on this side").into());
        };
        if card.arm != Arm::Artillery || !self.field.has(to) {
            return Err(no("unit", LB_ARTLDR_POST, "a battery is posted to a hex of the map").into());
        }
        let Some(at) = battle.unit(unit).at else {
            return Err(senseless("unit", "it is not on the map").into());
        };
        let leaders = self.chain(card.formation).filter(|above| self.formation(*above).artillery);
        let near = leaders.filter_map(|above| battle.leader_of(above).and_then(|(_, leader)| leader.at));
        let Some(distance) = near.map(|leader| leader.distance(at)).min() else {
            return Err(no("unit", LB_ARTLDR_POST, "its battalion has no artillery leader on the map").into());
        };
        let situation = RadiusSituation { level: Level::ArtilleryBattalion, distance, posting: true };
        if !CommandRadius::run(&self.book, &situation, umpire)?.may_post {
            let most = self.book.limit(Limit::Posting);
            let why =
                format!("its artillery leader is {distance} hexes away, and posts within {most}: move him nearer");
            return Err(no("unit", LB_ARTLDR_POST, why).into());
        }
        Ok(())
    }
}
