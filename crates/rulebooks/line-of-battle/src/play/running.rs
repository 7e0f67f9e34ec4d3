//! A Command that runs, and Breastworks taken down: optional rules that have commands.

use engine::book::Procedure;
use engine::{Refusal, Ruling, Side as Army};
use field::hex::{Hex, Side};

use super::deed::Deed;
use super::position::{Battle, Position};
use super::refuse::{no, senseless};
use super::state::{Done, FormationId, InForce, UnitId};
use super::theatre::Theatre;
use crate::command::{Order, Skedaddle, SkedaddleSituation};
use crate::rules::*;
use crate::unit::{Arm, Formation};
use crate::{Event, Referee};

impl Theatre {
    /// Whether the Command of a unit runs.
    pub(crate) fn is_running(&self, battle: &impl Position, unit: UnitId) -> bool {
        battle.formation(self.formation(self.unit(unit).formation).command).running
    }

    /// Whether the owner may let a Command run.
    pub(crate) fn check_skedaddle(&self, battle: &impl Position, formation: FormationId) -> Result<(), Refusal> {
        if !self.book.switches.skedaddle {
            let why = || "this table does not play it: switch `skedaddle` on".to_owned();
            return Err(battle.no("do", LB_HOUSE_RUN, why));
        }
        let known = self.formations.get(formation.index()).is_some_and(|card| card.side == battle.active);
        if !known || self.formation(formation).command != formation {
            return Err(battle.senseless("formation", || "name a Command of the active side".to_owned()));
        }
        if battle.formation(formation).running {
            let why = || "it runs already: its leader may take the initiative to stand".to_owned();
            return Err(battle.no("formation", LB_HOUSE_RUN, why));
        }
        Ok(())
    }

    /// The owner lets a Command run; its HQ goes first.
    pub(crate) fn skedaddle<U: Referee>(
        &self,
        battle: &mut Battle,
        formation: FormationId,
        path: &[Side],
        umpire: &mut U,
    ) -> Ruling<(), U> {
        self.check_skedaddle(battle, formation)?;
        let situation = SkedaddleSituation { headquarters_entered: false };
        let outcome = Skedaddle::run(&self.book, &situation, umpire)?;
        let most = usize::from(outcome.headquarters_hexes);
        if path.len() > most {
            let why = format!("an HQ makes off by at most {most} hexes, and not {}", path.len());
            return Err(no("path", LB_HOUSE_RUN, why).into());
        }
        if !path.is_empty() {
            let Some(from) = battle.formation(formation).hq else {
                return Err(senseless("path", "it has no HQ that could go ahead: leave the path out").into());
            };
            let to = self.flight(battle, from, path)?;
            let with = battle.leader_of(formation).filter(|(_, leader)| leader.at == Some(from)).map(|(id, _)| id);
            battle.aside().formations[formation.index()].hq = Some(to);
            if let Some(leader) = with {
                battle.aside().leaders[leader.index()].at = Some(to);
            }
            umpire.tell(|| Event::Deed(Deed::LeaderMoved { formation, at: to }));
        }
        self.start_running(battle, formation, umpire);
        Ok(())
    }

    /// Where an HQ that makes off gets to: over any hexes that are not closed to it and hold no enemy.
    fn flight(&self, battle: &impl Position, from: Hex, path: &[Side]) -> Result<Hex, Refusal> {
        let mut at = from;
        for (number, side) in path.iter().enumerate() {
            if !self.can_ride(battle, at, *side) {
                let why = "the map ends there, nobody may go there, or the enemy is there: go round";
                return Err(no(&format!("path[{number}]"), LB_HOUSE_RUN, why));
            }
            at = at.neighbour(*side);
        }
        Ok(at)
    }

    /// An enemy has reached the HQ of a Command.
    pub(crate) fn headquarters_reached<U: Referee>(
        &self,
        battle: &mut Battle,
        formation: FormationId,
        by: &[Hex],
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let enemy = self.formation(formation).side.enemy();
        let last = by.last().map(|hex| self.units_at(battle, *hex, enemy)).unwrap_or_default();
        let formed = last.iter().any(|id| matches!(battle.unit(*id).formation, Formation::Line | Formation::Mounted));
        let concerned = self.formation(formation).command == formation && !battle.formation(formation).running;
        if !self.book.switches.skedaddle || !formed || !concerned {
            return Ok(());
        }
        Skedaddle::run(&self.book, &SkedaddleSituation { headquarters_entered: true }, umpire)?;
        self.start_running(battle, formation, umpire);
        Ok(())
    }

    /// All orders of a Command end, and its units are ready to march at once.
    ///
    /// RULING: it is no Stoppage, but as under one nobody goes nearer to the enemy, who is under small arms gets away if he can,
    /// and an EZOC is left freely. An Attack order that ends makes its division recover, as always.
    fn start_running<U: Referee>(&self, battle: &mut Battle, command: FormationId, umpire: &mut U) {
        for id in self.formation_ids().filter(|id| self.formation(*id).command == command) {
            let division = self.formation(id).division;
            let attacked = battle.formation(id).order.order == Order::Attack;
            battle.aside().formations[division.index()].recovering |= attacked;
            battle.aside().formations[division.index()].stopped = true;
            let now = &mut battle.aside().formations[id.index()];
            (now.order, now.reserve, now.deployed) = (InForce::NONE, false, false);
        }
        battle.aside().formations[command.index()].running = true;
        battle.aside().dispatches.retain(|sent| self.formation(sent.to).command != command);
        battle.aside().reserves.retain(|unit| self.formation(self.unit(*unit).formation).command != command);
        for id in self.unit_ids().filter(|id| self.formation(self.unit(*id).formation).command == command) {
            battle.unit_mut(id).formation = Theatre::marching(self.unit(id).arm);
        }
        umpire.tell(|| Event::Deed(Deed::Runs { formation: command, running: true }));
    }

    /// The leader of a Command that runs brings it to a stand.
    pub(crate) fn stand<U: Referee>(&self, battle: &mut Battle, command: FormationId, umpire: &mut U) {
        battle.aside().formations[command.index()].running = false;
        umpire.tell(|| Event::Deed(Deed::Runs { formation: command, running: false }));
    }

    /// Whether infantry may take down the Breastworks it stands behind.
    pub(crate) fn check_works(&self, battle: &impl Position, unit: UnitId) -> Result<Hex, Refusal> {
        if !self.book.switches.breastworks_building {
            let why = || "this table does not play it: switch `breastworks-building` on".to_owned();
            return Err(battle.no("do", LB_HOUSE_WORKS, why));
        }
        let at = self.check_actors(battle, &[unit])?;
        self.check_zeros(battle, &[unit])?;
        let name = &self.unit(unit).name;
        let line = self.unit(unit).arm == Arm::Infantry && battle.unit(unit).formation == Formation::Line;
        let Some(at) = at.filter(|at| line && battle.works.iter().any(|works| works.at == *at)) else {
            let why = || format!("{name} is not in Line in a hex with Breastworks dug in this battle");
            return Err(battle.no("unit", LB_HOUSE_WORKS, why));
        };
        if self.in_zone_of(battle, at, Army::enemy(battle.active)) {
            let why = || format!("{name} is in an enemy zone of control: nobody digs there");
            return Err(battle.no("unit", LB_HOUSE_WORKS, why));
        }
        Ok(at)
    }

    /// Infantry takes down the Breastworks of its hex, and has done its activity.
    pub(crate) fn take_down_works<U: Referee>(
        &self,
        battle: &mut Battle,
        unit: UnitId,
        umpire: &mut U,
    ) -> Result<(), Refusal> {
        let at = self.check_works(battle, unit)?;
        umpire.cite(LB_HOUSE_WORKS);
        battle.aside().works.retain(|works| works.at != at);
        self.finish_activity(battle, [unit], Done::Move);
        umpire.tell(|| Event::Deed(Deed::WorksGone { at }));
        Ok(())
    }
}
