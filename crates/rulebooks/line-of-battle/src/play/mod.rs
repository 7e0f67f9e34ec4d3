//! A whole battle on the map.
//!
//! A [`Theatre`] is what stays as it is, a [`Battle`] what is true between two commands. Play derives a situation from the
//! battle, calls the procedure that a person at a table would use, and applies its outcome; it holds no rule twice.
//!
//! One module a chapter: [`turn`], [`orders`] and [`attack`] (command), [`radius`], [`movement`], [`march`] and [`stopped`], [`closing`], [`volley`],
//! [`fire`], [`charge`], [`retreat`], [`leaders`], [`losses`], [`victory`]. [`muster`] makes a theatre from a battle folder,
//! [`ground`] reads its hexes, [`candidates`] lists what may be ordered, [`laws`] what must always hold.
//!
//! [`wagons`] has ammunition, [`running`] a Command that runs. Commands work on a [`position`], which knows stacks, zones and
//! sight by hex.

mod attack;
mod candidates;
mod charge;
mod choices;
mod clock;
mod closing;
mod command;
mod deed;
mod few;
mod fire;
mod folder;
mod ground;
mod laws;
mod leaders;
mod looks;
mod losses;
mod march;
mod marching;
mod movement;
mod muster;
mod orders;
mod position;
mod quiet;
mod radius;
mod refuse;
mod retreat;
mod running;
mod sight;
mod stack;
mod stage;
mod state;
mod stations;
mod stopped;
mod table;
mod theatre;
mod turn;
mod victory;
mod view;
mod volley;
mod wagons;
mod walks;
mod words;

pub use command::{Command, Initiative, Shot, SomeLeaders, SomeUnits, Step, Steps, Way};
pub use deed::Deed;
use engine::chart::ChartSet;
use engine::stage::{Ending, FireZone, Intent, PieceId, Proposal, Prospect, Scene, Tally};
use engine::{Column, GivenAnswers, Halt, OddsOptions, Play, Question, Refusal, Ruling, Side, Umpire, side_by_side};
pub use few::Few;
pub use laws::broken_laws;
pub use muster::muster;
pub use position::Battle;
pub(crate) use quiet::quiet;
pub use state::*;
pub use theatre::{Entry, FormationCard, LeaderCard, ObjectiveCard, Theatre, TurnCard, UnitCard, WagonCard};
pub use view::{SeenLeader, SeenLegs, SeenUnit, View};

use position::Terse;

use crate::turn::TurnStep;
use crate::{Event, Referee};

impl Play for Theatre {
    type Battle = Battle;
    type Command = Command;
    type Event = Event;
    type View = View;
    type Aide = ();

    fn obey<U: Umpire<Event = Event>>(&self, battle: &mut Battle, command: &Command, umpire: &mut U) -> Ruling<(), U> {
        self.carry_out(battle, command, umpire)?;
        self.check_ruin(battle, umpire)
    }

    fn side_to_act(&self, battle: &Battle) -> Option<Side> {
        (!battle.over).then_some(battle.active)
    }

    fn candidates(&self, battle: &Battle, side: Side, listener: &mut dyn FnMut(Command) -> bool) {
        if !battle.over && battle.active == side {
            candidates::list(self, &Terse(battle), listener);
        }
    }

    fn view(&self, battle: &Battle, side: Side) -> View {
        View::of(self, battle, side)
    }

    fn score(&self, battle: &Battle, side: Side) -> i32 {
        self.lead(battle, side)
    }

    fn tally(&self, battle: &Battle) -> Tally {
        self.tally_of(battle)
    }

    fn turn_of(&self, battle: &Battle) -> u16 {
        battle.turn
    }

    fn ending(&self, battle: &Battle) -> Option<Ending> {
        self.ending_of(battle)
    }

    fn scene(&self, battle: &Battle, seen_by: Option<Side>) -> Scene {
        self.scene_of(battle, seen_by)
    }

    fn say(&self, battle: &Battle, command: &Command) -> String {
        self.words_of(battle, command, None)
    }

    fn say_to(&self, battle: &Battle, command: &Command, reader: Option<Side>) -> String {
        self.words_of(battle, command, reader)
    }

    fn actor(&self, battle: &Battle, command: &Command) -> Option<PieceId> {
        self.actor_of(battle, command)
    }

    fn name_of(&self, battle: &Battle, piece: PieceId) -> Option<String> {
        self.name_of_piece(battle, piece)
    }

    fn is_secret(&self, _: &Battle, command: &Command) -> bool {
        self.keeps_secret(command)
    }

    fn charts(&self) -> Option<&ChartSet> {
        Some(engine::book::Rulebook::charts(&self.book))
    }

    fn narrate(&self, battle: &Battle, event: &Event, reader: Option<Side>) -> Option<String> {
        self.story_of(battle, event, reader)
    }

    fn gist(&self, before: &Battle, after: &Battle, reader: Option<Side>) -> String {
        self.gist_of(before, after, reader)
    }

    fn brief(&self, battle: &Battle, side: Side, (): &mut (), listener: &mut dyn FnMut(Command, Prospect) -> bool) {
        self.tell_general(battle, side, listener);
    }

    fn cost(&self, battle: &Battle, command: &Command) -> Option<String> {
        self.spent_on(battle, command)
    }

    fn propose(&self, battle: &Battle, piece: PieceId, intent: &Intent) -> Result<Proposal<Command>, Refusal> {
        self.orders_for(battle, piece, intent)
    }

    fn fire_zone(&self, battle: &Battle, piece: PieceId, seen_by: Option<Side>) -> Result<FireZone, Refusal> {
        self.zone_of(battle, piece, seen_by)
    }

    fn broken_laws(&self, battle: &Battle) -> Vec<String> {
        broken_laws(self, battle)
    }

    /// The same as obeying, for every way the dice can fall.
    ///
    /// Ways of retreats, facings, successors and the like are not laid side by side unless they are asked for: the first is
    /// taken, and as many SPs fire as may. Otherwise a rout through six hexes would be thousands of columns.
    fn preview(
        &self,
        battle: &Battle,
        command: &Command,
        answers: &GivenAnswers,
    ) -> Result<Vec<Column<Battle>>, Halt<Question>> {
        let mut supposed = answers.clone();
        for (name, answer) in crate::questions::PLAIN {
            if answers.orders().all(|(known, _)| known != *name) {
                supposed = supposed.with(*name, *answer);
            }
        }
        let options = OddsOptions::on_a_map(supposed);
        let mut columns = side_by_side(&options, |umpire| {
            let mut copy = battle.clone();
            self.obey(&mut copy, command, umpire)?;
            Ok(copy)
        })?;
        // What was supposed and never asked for is nothing the odds hang on.
        let given = |name: &str| answers.orders().any(|(known, _)| known == name);
        let plain = |name: &str| crate::questions::PLAIN.iter().any(|(known, _)| *known == name);
        for column in &mut columns {
            let kept = column
                .answers
                .orders()
                .filter(|(name, _)| given(name) || !plain(name) || column.asked.iter().any(|asked| asked == name));
            column.answers = kept.fold(GivenAnswers::new(), |all, (name, answer)| all.with(name, answer));
        }
        Ok(columns)
    }

    fn reveals(&self, event: &Event) -> bool {
        // Dice are thrown by the umpire and seen by all; on the map, whoever fires, closes or arrives shows himself.
        !matches!(
            event,
            Event::Deed(Deed::StepBegan { .. } | Deed::Stands { .. } | Deed::LeaderMoved { .. }) | Event::Moved { .. }
        )
    }
}

impl Theatre {
    fn carry_out<U: Referee>(&self, battle: &mut Battle, command: &Command, umpire: &mut U) -> Ruling<(), U> {
        match command {
            Command::IssueOrder { .. }
            | Command::AcceptOrder { .. }
            | Command::Initiative { .. }
            | Command::PostBattery { .. }
            | Command::Skedaddle { .. } => self.check_step(battle, TurnStep::Orders)?,
            Command::DeclareFutile { .. } if battle.step == TurnStep::Orders => {}
            Command::GoOn { .. } | Command::Halt | Command::EndStep | Command::EndPhase => {}
            _ => self.check_step(battle, TurnStep::Activity)?,
        }
        match command {
            Command::IssueOrder { to, says } => self.issue_order(battle, *to, *says, umpire),
            Command::AcceptOrder { formation } => self.accept_order(battle, *formation, umpire),
            Command::Initiative { formation, what } => self.initiative(battle, *formation, *what, umpire),
            Command::DeclareFutile { formation } => self.declare_futile(battle, *formation, umpire),
            Command::PostBattery { unit, to } => self.post_battery(battle, *unit, *to, umpire),
            Command::ZeroRoll { brigade } => self.zero_roll(battle, *brigade, umpire),
            Command::Move { units, leaders, steps } => self.make_move(battle, units, leaders, steps, umpire),
            Command::Fire { units, leaders, steps, shots } => self.fire(battle, units, leaders, steps, shots, umpire),
            Command::GoOn { steps } => self.go_on(battle, steps, umpire),
            Command::Halt => Ok(self.halt(battle)?),
            Command::RetreatTen { units, hexes } => self.retreat_ten(battle, units, *hexes, umpire),
            Command::MoveLeader { leader, path } => self.move_leader(battle, *leader, path, umpire),
            Command::MoveHq { formation, path } => self.move_hq(battle, *formation, path, umpire),
            Command::MoveWagon { wagon, path } => self.move_wagon(battle, *wagon, path, umpire),
            Command::TakeDownWorks { unit } => Ok(self.take_down_works(battle, *unit, umpire)?),
            Command::Skedaddle { formation, path } => self.skedaddle(battle, *formation, path, umpire),
            Command::SetTop { unit } => Ok(self.set_top(battle, *unit)?),
            Command::EndStep => self.end_step(battle, umpire),
            Command::EndPhase => self.end_phase(battle, umpire),
        }
    }

    /// Puts a unit on top of its stack.
    fn set_top(&self, battle: &mut Battle, unit: UnitId) -> Result<(), Refusal> {
        let own = self.units.get(unit.index()).is_some_and(|card| card.side == battle.active);
        let Some(at) = battle.units.get(unit.index()).and_then(|now| now.at).filter(|_| own) else {
            return Err(refuse::senseless("unit", "name a unit of the active side that is on the map"));
        };
        let mut order = self.units_at(battle, at, battle.active);
        order.sort_by_key(|id| (*id != unit, battle.unit(*id).place));
        for (place, id) in order.iter().enumerate() {
            battle.unit_mut(*id).place = place as u8;
        }
        Ok(())
    }
}
