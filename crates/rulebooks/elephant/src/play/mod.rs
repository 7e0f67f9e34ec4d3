//! The whole game on a map, refereed.
//!
//! A [`Theatre`] holds what never changes and carries out [`Command`]s on a [`Battle`], which is plain data. Every chapter
//! derives a situation from the battle, calls the procedure that people at a table use, and applies what comes of it: no rule
//! is written down here a second time.
//!
//! - [`state`], [`theatre`], [`command`], [`deed`]: what there is, what may be ordered, what happens.
//! - [`muster`], [`words`]: from a battle folder to a battle.
//! - [`geometry`], [`terrain`], [`sight`]: blocks on the plane, what the ground is to this rulebook, who sees whom.
//! - [`condition`]: the one place where stands are lost.
//! - [`turn`], [`morale`], [`fire`], [`aim`], [`charge`], [`movement`], [`narrow`], [`passage`], [`formation`], [`skirmish`], [`battery`], [`obstacle`],
//!   [`officers`], [`passing`], [`reactions`], [`combat`], [`withdrawal`], [`ripple`], [`supply`], [`victory`]: the chapters, in the order of play.
//! - [`candidates`], [`view`], [`laws`]: for programs that play, for people who watch, for tests.
//!
//! Rulings that the map makes necessary are marked where they are made.

mod aim;
mod announce;
mod around_step;
mod battery;
mod candidates;
mod charge;
mod charge_fire;
mod charge_steps;
mod charge_way;
mod combat;
mod command;
mod condition;
mod course;
mod deed;

mod fire;
mod folder;
mod formation;
mod geometry;
mod laws;
mod marksmen;
mod morale;
mod movement;
mod muster;
mod narrow;
mod obstacle;
mod officers;
mod passage;
mod passing;
mod posts;
mod reactions;
mod ripple;
mod sight;
mod skirmish;
mod special;
mod stage;
mod state;
mod storm;
mod straight;
mod stride;
mod supply;
mod terrain;
mod theatre;
mod trains;
mod turn;
mod vacated;
mod victory;
mod view;
mod way_home;
mod withdrawal;
mod words;

pub use command::{Allotment, Command};
use course::Course;
pub use deed::Deed;
use engine::book::Rulebook;
use engine::chart::ChartSet;
use engine::stage::{Ending, FireZone, Intent, PieceId, Proposal, Prospect, Scene, Tally};
use engine::{
    Column, Decimal, GivenAnswers, Halt, Kept, OddsOptions, Play, Question, Refusal, Rule, Ruling, Side, Umpire,
    side_by_side,
};
use field::plane::{Flank, Manoeuvre, Turn};
pub use laws::broken_laws;
pub use muster::{muster, muster_variant, scales};
pub use stage::Board;
pub use state::{
    Announced, Battle, Contact, Declared, Done, Health, Held, HqId, Moving, Officer, OfficerId, Phase, Picked, Place,
    Unit, UnitId,
};
pub use theatre::{Fright, Headquarters, Objective, Post, Regiment, Sizes, StandSize, Theatre};
pub use view::{Seen, View};

use crate::charts::Penalty;
use crate::rules::*;
use crate::unit::{Arm, Formation};
use crate::{Event, Referee};

/// Answers that a preview supposes unless it is told others.
const SUPPOSED: [(&str, &str); 5] =
    [("retreat-path", "0"), ("ripple-order", "0"), ("pairing", "0"), ("lose-stand", "0"), ("occupy", "yes")];

impl Play for Theatre {
    type Battle = Battle;
    type Command = Command;
    type Event = Event;
    type View = View;
    type Aide = Board;

    fn obey<U: Umpire<Event = Event>>(&self, battle: &mut Battle, command: &Command, umpire: &mut U) -> Ruling<(), U> {
        if battle.phase == Phase::Over {
            return Err(Refusal::new().because("do", "the battle is over", SE_ORDER_STEPS).into());
        }
        if let Some(ruled) = self.note_down(battle, command, umpire) {
            return ruled;
        }
        let before = battle.stands_lost();
        let mut course = Course::begin(battle);
        let ruled = self.carry_out(&mut course, command, umpire);
        let ruled = ruled.and_then(|()| self.settle_all(&mut course, umpire));
        // A refusal comes before anything has happened: whoever is refused finds the battle as it was.
        *battle = course.finish();
        ruled?;
        // COST: nobody breaks who has lost nothing, and few orders cost anybody a stand.
        if battle.stands_lost() == before {
            return Ok(());
        }
        self.judge(battle, false, umpire)
    }

    /// What nobody thinks about beforehand is supposed: the straightest way back, the order of the list, the ground taken.
    fn preview(
        &self,
        battle: &Battle,
        command: &Command,
        answers: &GivenAnswers,
    ) -> Result<Vec<Column<Battle>>, Halt<Question>> {
        let mut supposed = GivenAnswers::new();
        for (name, answer) in SUPPOSED {
            supposed = supposed.with(name, answer);
        }
        for (name, answer) in answers.orders() {
            supposed = supposed.with(name, answer);
        }
        let options = OddsOptions::on_a_map(supposed);
        let settled_by = self.carried_out_by(command);
        let foresee = || {
            side_by_side(&options, |umpire| {
                let mut copy = battle.clone();
                self.obey(&mut copy, command, umpire)?;
                // Nobody charges before those have announced who must.
                if matches!(command, Command::AnnounceCharge { .. }) {
                    while let Some(owed) = self.owed_announcement(&copy) {
                        self.obey(&mut copy, &owed, umpire)?;
                    }
                }
                for command in &settled_by {
                    // What stands in the way of its being carried out does not stand in the way of announcing it, and what an
                    // earlier die has settled is not carried out twice.
                    match self.obey(&mut copy, command, umpire) {
                        Ok(()) | Err(Halt::Refused(_)) => {}
                        Err(halt) => return Err(halt),
                    }
                }
                Ok(copy)
            })
        };
        foresee()
    }

    /// Fire is declared and charges are announced before any die falls: their odds are those of what follows.
    fn carried_out_by(&self, command: &Command) -> Vec<Command> {
        match command {
            Command::DeclareFire { at, officer, .. } => {
                let mut targets: Vec<UnitId> = Vec::new();
                for allotment in at {
                    if !targets.contains(&allotment.target) {
                        targets.push(allotment.target);
                    }
                }
                let resolved = targets.into_iter().map(|target| Command::ResolveFire { target });
                let marksman = officer.map(|officer| Command::ResolveFireAtOfficer { officer });
                std::iter::once(Command::EndDeclaration).chain(resolved).chain(marksman).collect()
            }
            Command::FireAll { target, .. } => {
                vec![Command::EndDeclaration, Command::ResolveFire { target: *target }]
            }
            Command::AnnounceCharge { target, .. } => {
                vec![Command::EndAnnouncement, Command::Charge { target: *target }]
            }
            _ => Vec::new(),
        }
    }

    fn side_to_act(&self, battle: &Battle) -> Option<Side> {
        (battle.phase != Phase::Over).then_some(battle.side)
    }

    fn candidates(&self, battle: &Battle, side: Side, listener: &mut dyn FnMut(Command) -> bool) {
        self.offer(battle, side, listener);
    }

    fn view(&self, battle: &Battle, side: Side) -> View {
        self.view_of(battle, side)
    }

    fn score(&self, battle: &Battle, side: Side) -> i32 {
        let last = battle.phase == Phase::Over;
        self.points(battle, last).map_or(0, |points| {
            let (union, confederate) = (points.union_points as i32, points.confederate_points as i32);
            if side == Side::Union { union - confederate } else { confederate - union }
        })
    }

    fn tally(&self, battle: &Battle) -> Tally {
        self.count(battle)
    }

    fn turn_of(&self, battle: &Battle) -> u16 {
        battle.turn.into()
    }

    fn ending(&self, battle: &Battle) -> Option<Ending> {
        self.how_it_ended(battle)
    }

    fn scene(&self, battle: &Battle, _seen_by: Option<Side>) -> Scene {
        self.show(battle)
    }

    fn sides_see_alike(&self) -> bool {
        true
    }

    fn say(&self, battle: &Battle, command: &Command) -> String {
        self.in_words(battle, command)
    }

    fn actor(&self, battle: &Battle, command: &Command) -> Option<PieceId> {
        self.addressed(battle, command)
    }

    fn charts(&self) -> Option<&ChartSet> {
        Some(self.book.charts())
    }

    fn narrate(&self, battle: &Battle, event: &Event, _reader: Option<Side>) -> Option<String> {
        self.tell_event(battle, event)
    }

    fn gist(&self, before: &Battle, after: &Battle, _reader: Option<Side>) -> String {
        self.what_changed(before, after)
    }

    fn propose(&self, battle: &Battle, piece: PieceId, intent: &Intent) -> Result<Proposal<Command>, Refusal> {
        self.think_out(battle, piece, intent)
    }

    fn fire_zone(&self, battle: &Battle, piece: PieceId, _seen_by: Option<Side>) -> Result<FireZone, Refusal> {
        self.zone_of(battle, piece)
    }

    fn brief(
        &self,
        battle: &Battle,
        side: Side,
        board: &mut Board,
        listener: &mut dyn FnMut(Command, Prospect) -> bool,
    ) {
        self.tell_choices(battle, side, board, listener);
    }

    fn face_names(&self, battle: &Battle, rule: Rule, record: &Kept<Event>) -> Vec<String> {
        if rule == SE_ORDER_DRAW { self.cards_left(battle, record) } else { Vec::new() }
    }

    fn broken_laws(&self, battle: &Battle) -> Vec<String> {
        broken_laws(self, battle)
    }

    fn reveals(&self, event: &Event) -> bool {
        matches!(event, Event::OnTheMap(Deed::CardDrawn { .. }) | Event::GradeFound { .. })
    }
}

impl Theatre {
    /// Orders that only say what will be done: they set nothing off, and nobody is lost by them, so they end no battle.
    ///
    /// COST: they are written into the battle as it is, and no [`Course`] is begun for them.
    fn note_down<U: Referee>(&self, battle: &mut Battle, command: &Command, umpire: &mut U) -> Option<Ruling<(), U>> {
        Some(match command {
            Command::DeclareFire { unit, stance, at, officer } => {
                self.declare_fire::<U>(battle, *unit, *stance, at, *officer)
            }
            Command::FireAll { unit, stance, target } => self.fire_all::<U>(battle, *unit, *stance, *target),
            Command::EndDeclaration => self.end_declaration::<U>(battle),
            Command::AnnounceCharge { unit, target, column_die, behind } => {
                self.announce(battle, (*unit, *target), *column_die, *behind, umpire)
            }
            Command::EndAnnouncement => self.end_announcement::<U>(battle),
            Command::Move { unit, column_die, road_die } => {
                self.begin_move(battle, *unit, (*column_die, *road_die), umpire)
            }
            Command::Prolong { unit } => self.prolong(battle, *unit, umpire),
            Command::Pass { unit } => self.pass::<U>(battle, *unit),
            _ => return None,
        })
    }

    /// One order, in the chapter it belongs to.
    fn carry_out<U: Referee>(&self, battle: &mut Course, command: &Command, umpire: &mut U) -> Ruling<(), U> {
        match command {
            Command::DrawCard => self.draw_card(battle, umpire),
            Command::Test { unit } => self.test_in_phase(battle, *unit, umpire),
            Command::ResolveFire { target } => self.resolve_fire(battle, *target, umpire),
            Command::ResolveFireAtOfficer { officer } => self.resolve_at_officer(battle, *officer, umpire),
            Command::Charge { target } => self.charge(battle, *target, umpire),
            Command::StandUp { unit, column_die, road_die } => {
                self.stand_up(battle, *unit, (*column_die, *road_die), umpire)
            }
            Command::DeploySkirmishers { unit, stands, at } => self.deploy(battle, *unit, *stands, *at, umpire),
            Command::BreakOff { unit } => self.leave_fight(battle, *unit, umpire),
            Command::MoveOfficer { officer, to, join } => self.move_officer(battle, *officer, *to, *join, umpire),
            Command::EndMovement => self.end_movement(battle, umpire),
            Command::Fight { unit } => self.fight(battle, *unit, umpire),
            Command::CrossObstacle { unit } => self.cross_obstacle(battle, *unit, umpire),
            Command::SplitBattery { unit, guns } => self.split_battery(battle, *unit, guns, umpire),
            Command::JoinBattery { unit, part } => self.join_battery(battle, *unit, *part, umpire),
            _ => self.carry_out_step(battle, command, umpire),
        }
    }

    /// One order to the unit that moves.
    fn carry_out_step<U: Referee>(&self, battle: &mut Course, command: &Command, umpire: &mut U) -> Ruling<(), U> {
        match command {
            Command::Limber => self.limber(battle, true, umpire),
            Command::Unlimber => self.limber(battle, false, umpire),
            Command::MountUp => self.mount(battle, true, umpire),
            Command::Dismount => self.mount(battle, false, umpire),
            Command::GoProne => self.go_prone(battle, umpire),
            Command::EndMove => self.end_move(battle, umpire),
            Command::RecallSkirmishers => self.recall(battle, umpire),
            Command::ChangeFormation { formation, files } => self.change_formation(battle, *formation, *files, umpire),
            _ => {
                let (manoeuvre, costs) = self.manoeuvre(battle, command)?;
                self.step(battle, manoeuvre, costs, umpire)
            }
        }
    }

    /// A step as the field knows it, and the penalty of doing it at all.
    fn manoeuvre(&self, battle: &Battle, command: &Command) -> Result<(Manoeuvre, Option<Penalty>), Refusal> {
        let moving = self.moving(battle)?;
        let (unit, arm) = (battle.unit(moving.unit), self.arm(battle, moving.unit));
        let mut refusal = Refusal::new();
        let rolls = unit.formation != Formation::Square && (unit.formation != Formation::Unlimbered || moving.prolongs);
        refusal.unless(rolls, "do", SE_MOVE_LINE, || {
            format!("a unit in {} stays where it is: change its formation first", unit.formation)
        });
        // Skirmishers have no front, and guns are prolonged any way.
        let any_way = unit.formation == Formation::Skirmish || moving.prolongs;
        let positive = |refusal: &mut Refusal, inches: Decimal| {
            refusal.unless_senseless(inches > Decimal::ZERO, "inches", || "give more than nothing".to_owned());
            self.on_ground(inches)
        };
        let steps = arm == Arm::Infantry && unit.is_formed();
        let made = match command {
            Command::Advance { inches, oblique_degrees } => {
                let turn = turn_of(*oblique_degrees);
                refusal.unless(any_way || turn.abs() <= Turn::EIGHTH, "oblique_degrees", SE_MOVE_LINE, || {
                    "a block goes ahead or obliquely up to 45 degrees: wheel or face for more".to_owned()
                });
                let length = positive(&mut refusal, *inches);
                let ahead = if turn.0 == 0 { Manoeuvre::Advance(length) } else { Manoeuvre::Oblique { turn, length } };
                (ahead, None)
            }
            Command::StepBack { inches } => {
                self.check_steps(&mut refusal, steps || any_way);
                (Manoeuvre::BackStep(positive(&mut refusal, *inches)), steps.then_some(Penalty::Backstep))
            }
            Command::StepAside { inches } => {
                self.check_steps(&mut refusal, steps || any_way);
                refusal.unless_senseless(!inches.is_zero(), "inches", || "give some length".to_owned());
                (Manoeuvre::SideStep(self.on_ground(*inches)), steps.then_some(Penalty::Backstep))
            }
            Command::Wheel { on, degrees } => {
                let turn = turn_of(*degrees);
                let some = turn.0 != 0 && turn.abs() <= Turn::HALF;
                refusal.unless_senseless(some, "degrees", || "give up to 180 degrees".to_owned());
                self.check_wheel(&mut refusal, (*on, turn), steps, any_way);
                (Manoeuvre::Wheel { on: *on, turn }, None)
            }
            Command::Face { degrees } => {
                let turn = turn_of(*degrees);
                let right = [Turn::QUARTER, Turn::HALF].contains(&turn.abs());
                refusal.unless(right, "degrees", SE_PEN_FACE, || {
                    "a unit faces 90 or 180 degrees: wheel for anything else".to_owned()
                });
                (Manoeuvre::Face(turn), Some(Penalty::Face))
            }
            _ => return Err(Refusal::new().because("do", "this is no step of a move", SE_MOVE_SEQ)),
        };
        refusal.verdict()?;
        Ok(made)
    }

    /// A block wheels ahead, round the corner on the side it turns to; the other way its front would go backwards.
    ///
    /// RULING: the sheet knows no wheel backwards, and to go back at all only as a step at half speed.
    fn check_wheel(&self, refusal: &mut Refusal, (on, turn): (Flank, Turn), steps: bool, any_way: bool) {
        let ahead = match on {
            Flank::Left => turn.0 <= 0,
            Flank::Right => turn.0 >= 0,
        };
        refusal.unless(ahead || any_way, "on", SE_PEN_BACKSTEP, || {
            let other = if on == Flank::Left { "right" } else { "left" };
            let or = if steps { "step back" } else { "face about" };
            format!("a unit does not wheel backwards: wheel on its {other} corner, or {or}")
        });
    }

    fn check_steps(&self, refusal: &mut Refusal, may: bool) {
        refusal.unless(may, "do", SE_PEN_BACKSTEP, || {
            "only formed infantry, skirmishers and guns that prolong step back or aside: face about or wheel".to_owned()
        });
    }

    /// The command `break-off`.
    fn leave_fight<U: Referee>(&self, battle: &mut Course, id: UnitId, umpire: &mut U) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::Movement);
        self.check_active(battle, &mut refusal, "unit", id);
        refusal.verdict()?;
        let mut refusal = Refusal::new();
        refusal.unless(battle.is_engaged(id), "unit", SE_COMBAT_RES_ENGD, || {
            format!("{} is not engaged: move it instead", self.name(battle, id))
        });
        refusal.verdict()?;
        self.break_off(battle, id, umpire)
    }
}

/// Degrees as the field knows them.
pub(crate) fn turn_of(degrees: Decimal) -> Turn {
    Turn::hundredths(degrees.thousandths() / 10)
}

/// A turn in degrees, kept to the hundredth as orders have them.
pub(crate) fn degrees_of(turn: Turn) -> Decimal {
    Decimal::from_thousandths(turn.0 * 36_000 / 65_536 * 10)
}
