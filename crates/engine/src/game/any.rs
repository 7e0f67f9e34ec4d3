//! A game of any rulebook: what the command line, a table and a server hold.

use std::convert::Infallible;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::beforehand::working;
use super::correct::Change;
pub use super::council::{Advice, Forecast, ForecastRow, Offer};
use super::council::{Advised, advise, consult, preview};
use super::deed::{Deed, go_on, read_command};
use super::hex::to_hex;
use super::orders::{Pending, describe};
use super::save::{DiceMode, Entry, Header, Input, Save, Source};
use super::story::{Heard, Story, Tellings, stories, story, tellings};
use super::verify::{VerifyReport, verify_save};
use super::write::DiceLine;
use super::{Game, Progress};
use crate::book::Line;
use crate::chart::ChartSet;
use crate::stage::{Ending, FireZone, General, Intent, PieceId, Proposal, Scene, Tally};
use crate::{
    Choices, CitedEvent, Dice, Fault, GivenAnswers, Halt, Kept, Play, Refusal, Rule, Seat, Secret, Side, Waiting,
};

/// LIMIT: choices listed by name in a [`WaitingLine`]; a question with more is answered by number.
const CHOICES_LISTED_MAX: u32 = 1_000;

/// How far a command has come, in a form that needs no rulebook to read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "progress", rename_all = "kebab-case")]
pub enum AnyProgress {
    /// It was carried out.
    Done {
        /// The number of its turn.
        turn: u32,
        /// What happened, as the event schema describes it, with the rules that led to it.
        events: Vec<CitedEvent<Value>>,
        /// The same in words, where there is a map.
        #[serde(skip_serializing_if = "Heard::is_empty")]
        words: Heard,
        /// Every rule that played a part, in the order it first did.
        rules: Vec<Rule>,
        /// All dice, in the order they fell.
        faces: Vec<u8>,
    },
    /// It waits.
    Waiting {
        /// For what.
        waiting: WaitingLine,
        /// What has happened so far.
        events: Vec<CitedEvent<Value>>,
        /// The same in words, where there is a map.
        #[serde(skip_serializing_if = "Heard::is_empty")]
        words: Heard,
    },
}

/// What a game waits for, in a form that needs no rulebook to read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "waits-for", rename_all = "kebab-case")]
pub enum WaitingLine {
    /// Dice that people throw.
    Dice {
        /// Which, as a player would call them.
        throw: String,
        /// How many numbers to type.
        count: u8,
        /// The lowest number on a die.
        low: u8,
        /// The highest number on a die.
        high: u8,
        /// What its faces are called, the lowest first, where they have names: the cards of a deck.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        names: Vec<String>,
        /// The rule that wants them.
        rule: Rule,
    },
    /// A decision.
    Answer {
        /// The name of the question.
        question: &'static str,
        /// Who decides.
        side: Side,
        /// The piece it is about, where several could be meant.
        about: Option<u16>,
        /// The question as a player reads it.
        prompt: &'static str,
        /// The answers, in words.
        choices: Vec<String>,
        /// What each of them is called, in their order, where a number or a side does not say it: a hex, a piece, a way.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        names: Vec<String>,
        /// The rule that gives the choice.
        rule: Rule,
    },
}

impl WaitingLine {
    /// What a command waits for.
    fn of<P: Play>(game: &Game<P>, waiting: &Waiting) -> Self {
        match waiting {
            Waiting::Dice { throw, rule } => {
                let (low, high) = throw.die().span();
                let names = |pending: &Pending<P>| game.play().face_names(game.battle(), *rule, &pending.record);
                let names = game.pending().map(names).unwrap_or_default();
                WaitingLine::Dice { throw: throw.to_string(), count: throw.count(), low, high, names, rule: *rule }
            }
            Waiting::Answer(question) => {
                let choices = question.choices;
                let listed = match choices {
                    Choices::Number { .. } if choices.count() > CHOICES_LISTED_MAX => vec![choices.listing(2)],
                    _ => (0..choices.count().min(CHOICES_LISTED_MAX)).map(|choice| choices.text(choice)).collect(),
                };
                let names = game.pending().map_or(&[][..], |pending| pending.record.names_of(question));
                WaitingLine::Answer {
                    question: question.kind.name,
                    side: question.side,
                    about: question.about,
                    prompt: question.kind.prompt,
                    names: if names.len() == listed.len() { names.to_vec() } else { Vec::new() },
                    choices: listed,
                    rule: question.kind.rule,
                }
            }
        }
    }
}

/// One turn for people and programs that know no rulebook.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnLine {
    /// Its number.
    pub number: u32,
    /// Whether it still counts.
    pub counts: bool,
    /// The command.
    pub command: Value,
    /// Dice as the save writes them: `d10 7 #12`, `3AV 4 3 2 typed`.
    pub dice: Vec<String>,
    /// Answers as `question: choice`.
    pub answers: Vec<String>,
    /// Whether somebody saw what he could not know before.
    pub revealed: bool,
    /// The hash of the battle after it.
    pub state: String,
}

/// A game behind the façade. Every method does what the one of the same name does on [`Game`].
pub trait AnyGame: Send {
    /// What was fixed before the first command.
    fn header(&self) -> &Header;
    /// The game as data.
    fn save(&self) -> &Save;
    /// The number of the last turn that counts.
    fn turn(&self) -> u32;
    /// How many dice the program has thrown.
    fn dice_thrown(&self) -> u64;
    /// Whether the game was closed.
    fn is_closed(&self) -> bool;
    /// The secret of the dice, where this copy holds it.
    fn secret(&self) -> Option<&Secret>;
    /// The side that commands now.
    fn side_to_act(&self) -> Option<Side>;
    /// The battle, with everything in it. For what a side may see there is [`AnyGame::view`].
    fn battle(&self) -> Value;
    /// The battle after a turn.
    fn battle_at(&self, turn: u32) -> Result<Value, Fault>;
    /// What a side may see.
    fn view(&self, side: Side) -> Value;
    /// How the battle stands for a side.
    fn score(&self, side: Side) -> i32;
    /// Sensible commands for a side, best guesses first, at most so many.
    fn candidates(&self, side: Side, limit: usize) -> Vec<Value>;
    /// The same with their words, and how many there are in all; nothing where there is no map.
    fn offers(&self, side: Side, limit: usize) -> Vec<Offer>;
    /// What a side may see on the map, or all there is.
    fn scene(&self, seen_by: Option<Side>) -> Scene;
    /// Whether both sides, and whoever looks on, see the same on the map.
    fn sides_see_alike(&self) -> bool;
    /// What lay on the map after a turn.
    fn scene_at(&self, turn: u32, seen_by: Option<Side>) -> Result<Scene, Fault>;
    /// A command in words.
    fn say(&self, command: &Value) -> Result<String, Fault>;
    /// What a piece is called that is not on the map.
    fn name_of(&self, piece: PieceId) -> Option<String>;
    /// The exact odds of a command before it is given, as the reader may know what comes of it (the umpire knows all); open
    /// questions are shown side by side.
    fn preview(
        &self,
        command: &Value,
        answers: &GivenAnswers,
        reader: Option<Side>,
    ) -> Result<Vec<Forecast>, Halt<Infallible>>;
    /// What a command spends of what its piece has, where it spends something.
    fn cost(&self, command: &Value) -> Result<Option<String>, Fault>;
    /// What the first throw of a command hangs on: its look-ups and modifiers, before any die falls.
    fn working(&self, command: &Value, answers: &GivenAnswers) -> Result<Vec<Line>, Halt<Infallible>>;
    /// The charts it is played by, for whoever wants to see the cells.
    fn charts(&self) -> Option<&ChartSet>;
    /// The orders that would do what somebody wants of a piece.
    fn propose(&self, piece: PieceId, intent: &Intent) -> Result<Proposal<Value>, Refusal>;
    /// What the weapons of a piece bear upon, as far as a side may know.
    fn fire_zone(&self, piece: PieceId, seen_by: Option<Side>) -> Result<FireZone, Refusal>;
    /// What a general would do next for a side: an order, or the answer to what it is asked. Nothing where there is
    /// nothing for him to decide.
    fn advise(&self, side: Side, general: &mut dyn General) -> Result<Option<Advice>, Fault>;
    /// Has a general give the next order of the side to act, or answer what that side is asked. Nothing where there is
    /// nothing for him to decide.
    fn consult(
        &mut self,
        side: Side,
        general: &mut dyn General,
        mode: DiceMode,
    ) -> Result<Option<AnyProgress>, Halt<Infallible>>;
    /// What should never have come about.
    fn broken_laws(&self) -> Vec<String>;
    /// What the game waits for, if a command is pending.
    fn pending(&self) -> Option<WaitingLine>;
    /// All turns, undone ones included.
    fn turns(&self) -> Vec<TurnLine>;
    /// The events of a turn.
    fn events_of(&self, turn: u32) -> Result<Vec<CitedEvent<Value>>, Fault>;
    /// A turn as a reader may know it; the umpire knows all.
    fn story(&self, turn: u32, reader: Option<Side>) -> Result<Story, Fault>;
    /// A turn as either side may know it and as the umpire does; in words, without the working.
    fn tellings(&self, turn: u32) -> Result<Tellings, Fault>;
    /// Every turn that led to one, in one go, as a reader may know it.
    fn stories(&self, to: u32, reader: Option<Side>) -> Result<Vec<Story>, Fault>;
    /// How the battle stands, in numbers only.
    fn tally(&self) -> Tally;
    /// How it ended; nothing as long as it goes on.
    fn ending(&self) -> Option<Ending>;
    /// The same as [`AnyGame::pending`], for whoever asks people for dice and answers.
    fn waiting(&self) -> Option<Waiting>;
    /// How the game stands, line by line, for people.
    fn summary(&self) -> Vec<String>;

    /// Gives a command, as the command schema describes it.
    fn order(&mut self, command: &Value, mode: DiceMode) -> Result<AnyProgress, Halt<Infallible>>;
    /// Answers the question that waits.
    fn answer(&mut self, text: &str) -> Result<AnyProgress, Halt<Infallible>>;
    /// Types the dice that are asked for.
    fn throw_typed(&mut self, faces: &[u8]) -> Result<AnyProgress, Halt<Infallible>>;
    /// Throws the dice that are asked for somewhere else, and types what they show.
    fn throw_with(&mut self, dice: &mut dyn Dice<Pause = Infallible>) -> Result<AnyProgress, Halt<Infallible>>;
    /// Has the program throw the dice that are asked for.
    fn roll_it(&mut self) -> Result<AnyProgress, Halt<Infallible>>;
    /// Does one of these four for whoever wants to read of it and needs no events: the turn in words once it was carried out,
    /// nothing while it waits.
    fn go_on(&mut self, deed: Deed<'_>) -> Result<Option<Tellings>, Halt<Infallible>>;
    /// Takes back the command that waits.
    fn withdraw(&mut self) -> Result<(), Refusal>;
    /// Goes back to a turn.
    fn undo(&mut self, to: u32, consent: &[&str]) -> Result<Vec<u32>, Refusal>;
    /// A new game from a turn on.
    fn branch(&self, turn: u32, seats: Vec<Seat>, secret: Secret) -> Result<Box<dyn AnyGame>, Fault>;
    /// A referee changes the battle by hand, for a reason; it is a turn like any other.
    fn correct(&mut self, changes: &[Change], by: &str, why: &str) -> Result<u32, Halt<Infallible>>;
    /// Ends the game and shows its secret.
    fn close(&mut self) -> Result<(), Halt<Infallible>>;
    /// Answers that a side gives without being asked.
    fn set_standing_orders(&mut self, side: Side, orders: GivenAnswers);

    /// The game as text.
    fn to_text(&self) -> String;
    /// The game in its compact form.
    fn to_binary(&self) -> Result<Vec<u8>, Fault>;
    /// Chain, commitment, dice, and every turn played again.
    fn verify(&self) -> VerifyReport;
}

impl<P> AnyGame for Game<P>
where
    P: Play + Send + Sync + 'static,
    P::Battle: Send,
    P::Command: Send,
    P::Event: Send,
{
    fn header(&self) -> &Header {
        Game::header(self)
    }

    fn save(&self) -> &Save {
        Game::save(self)
    }

    fn turn(&self) -> u32 {
        Game::turn(self)
    }

    fn dice_thrown(&self) -> u64 {
        Game::dice_thrown(self)
    }

    fn is_closed(&self) -> bool {
        Game::is_closed(self)
    }

    fn secret(&self) -> Option<&Secret> {
        Game::secret(self)
    }

    fn side_to_act(&self) -> Option<Side> {
        self.play().side_to_act(Game::battle(self))
    }

    fn battle(&self) -> Value {
        to_json(Game::battle(self))
    }

    fn battle_at(&self, turn: u32) -> Result<Value, Fault> {
        Game::battle_at(self, turn).map(|battle| to_json(&battle))
    }

    fn view(&self, side: Side) -> Value {
        to_json(&self.play().view(Game::battle(self), side))
    }

    fn score(&self, side: Side) -> i32 {
        self.play().score(Game::battle(self), side)
    }

    fn candidates(&self, side: Side, limit: usize) -> Vec<Value> {
        let mut commands = Vec::new();
        if limit > 0 {
            self.play().candidates(Game::battle(self), side, &mut |command| {
                commands.push(to_json(&command));
                commands.len() < limit
            });
        }
        commands
    }

    fn offers(&self, side: Side, limit: usize) -> Vec<Offer> {
        let (play, battle) = (self.play(), Game::battle(self));
        let mut offers = Vec::new();
        if limit > 0 {
            play.candidates(battle, side, &mut |command| {
                let words = play.say(battle, &command);
                offers.push(Offer { words, piece: play.actor(battle, &command), command: to_json(&command) });
                offers.len() < limit
            });
        }
        offers
    }

    fn scene(&self, seen_by: Option<Side>) -> Scene {
        self.play().scene(Game::battle(self), seen_by)
    }

    fn sides_see_alike(&self) -> bool {
        self.play().sides_see_alike()
    }

    fn scene_at(&self, turn: u32, seen_by: Option<Side>) -> Result<Scene, Fault> {
        Ok(self.play().scene(&Game::battle_at(self, turn)?, seen_by))
    }

    fn say(&self, command: &Value) -> Result<String, Fault> {
        Ok(self.play().say(Game::battle(self), &read_command::<P>(command)?))
    }

    fn name_of(&self, piece: PieceId) -> Option<String> {
        self.play().name_of(Game::battle(self), piece)
    }

    fn preview(
        &self,
        command: &Value,
        answers: &GivenAnswers,
        reader: Option<Side>,
    ) -> Result<Vec<Forecast>, Halt<Infallible>> {
        preview(self, &read_command::<P>(command)?, answers, reader)
    }

    fn cost(&self, command: &Value) -> Result<Option<String>, Fault> {
        Ok(self.play().cost(Game::battle(self), &read_command::<P>(command)?))
    }

    fn working(&self, command: &Value, answers: &GivenAnswers) -> Result<Vec<Line>, Halt<Infallible>> {
        working(self, &read_command::<P>(command)?, answers)
    }

    fn charts(&self) -> Option<&ChartSet> {
        self.play().charts()
    }

    fn propose(&self, piece: PieceId, intent: &Intent) -> Result<Proposal<Value>, Refusal> {
        let Proposal { orders, way, heading, cost, short } = self.play().propose(Game::battle(self), piece, intent)?;
        Ok(Proposal { orders: orders.iter().map(to_json).collect(), way, heading, cost, short })
    }

    fn fire_zone(&self, piece: PieceId, seen_by: Option<Side>) -> Result<FireZone, Refusal> {
        self.play().fire_zone(Game::battle(self), piece, seen_by)
    }

    fn consult(
        &mut self,
        side: Side,
        general: &mut dyn General,
        mode: DiceMode,
    ) -> Result<Option<AnyProgress>, Halt<Infallible>> {
        let progress = consult(self, side, general, mode)?;
        Ok(progress.map(|progress| erase(self, progress)))
    }

    fn advise(&self, side: Side, general: &mut dyn General) -> Result<Option<Advice>, Fault> {
        Ok(advise(self, side, general)?.map(|advice| match advice {
            Advised::Order(command) => Advice::Order { command: to_json(&command) },
            Advised::Answer(choice) => Advice::Answer { choice },
        }))
    }

    fn broken_laws(&self) -> Vec<String> {
        self.play().broken_laws(Game::battle(self))
    }

    fn pending(&self) -> Option<WaitingLine> {
        Game::pending(self).map(|pending| WaitingLine::of(self, &pending.waiting))
    }

    fn turns(&self) -> Vec<TurnLine> {
        turn_lines(Game::save(self))
    }

    fn events_of(&self, turn: u32) -> Result<Vec<CitedEvent<Value>>, Fault> {
        Game::record_of(self, turn).map(|record| events(&record))
    }

    fn story(&self, turn: u32, reader: Option<Side>) -> Result<Story, Fault> {
        story(self, turn, reader)
    }

    fn tellings(&self, turn: u32) -> Result<Tellings, Fault> {
        tellings(self, turn)
    }

    fn stories(&self, to: u32, reader: Option<Side>) -> Result<Vec<Story>, Fault> {
        stories(self, to, reader)
    }

    fn tally(&self) -> Tally {
        self.play().tally(Game::battle(self))
    }

    fn ending(&self) -> Option<Ending> {
        self.play().ending(Game::battle(self))
    }

    fn waiting(&self) -> Option<Waiting> {
        Game::pending(self).map(|pending| pending.waiting)
    }

    fn summary(&self) -> Vec<String> {
        let mut lines = summary(Game::save(self));
        if let Some(side) = AnyGame::side_to_act(self) {
            lines.push(format!("{} to act", side.name()));
        }
        if let Some(pending) = Game::pending(self) {
            lines.push(format!("waits for {}", describe(&pending.waiting)));
        }
        lines
    }

    fn order(&mut self, command: &Value, mode: DiceMode) -> Result<AnyProgress, Halt<Infallible>> {
        let progress = Game::order(self, read_command::<P>(command)?, mode)?;
        Ok(erase(self, progress))
    }

    fn answer(&mut self, text: &str) -> Result<AnyProgress, Halt<Infallible>> {
        let progress = Game::answer(self, text)?;
        Ok(erase(self, progress))
    }

    fn throw_typed(&mut self, faces: &[u8]) -> Result<AnyProgress, Halt<Infallible>> {
        let progress = Game::throw_typed(self, faces)?;
        Ok(erase(self, progress))
    }

    fn throw_with(&mut self, dice: &mut dyn Dice<Pause = Infallible>) -> Result<AnyProgress, Halt<Infallible>> {
        let progress = Game::throw_with(self, dice)?;
        Ok(erase(self, progress))
    }

    fn roll_it(&mut self) -> Result<AnyProgress, Halt<Infallible>> {
        let progress = Game::roll_it(self)?;
        Ok(erase(self, progress))
    }

    fn go_on(&mut self, deed: Deed<'_>) -> Result<Option<Tellings>, Halt<Infallible>> {
        go_on(self, deed)
    }

    fn withdraw(&mut self) -> Result<(), Refusal> {
        Game::withdraw(self)
    }

    fn undo(&mut self, to: u32, consent: &[&str]) -> Result<Vec<u32>, Refusal> {
        Game::undo(self, to, consent)
    }

    fn branch(&self, turn: u32, seats: Vec<Seat>, secret: Secret) -> Result<Box<dyn AnyGame>, Fault> {
        Ok(Box::new(Game::branch(self, turn, seats, secret)?))
    }

    fn correct(&mut self, changes: &[Change], by: &str, why: &str) -> Result<u32, Halt<Infallible>> {
        Game::correct(self, changes, by, why)
    }

    fn close(&mut self) -> Result<(), Halt<Infallible>> {
        Game::close(self)
    }

    fn set_standing_orders(&mut self, side: Side, orders: GivenAnswers) {
        Game::set_standing_orders(self, side, orders);
    }

    fn to_text(&self) -> String {
        Game::to_text(self)
    }

    fn to_binary(&self) -> Result<Vec<u8>, Fault> {
        Game::to_binary(self)
    }

    fn verify(&self) -> VerifyReport {
        let replay = self.replay().err().map(|fault| fault.to_string()).unwrap_or_default();
        VerifyReport { replay: Some(replay), ..verify_save(Game::save(self)) }
    }
}

fn erase<P: Play>(game: &Game<P>, progress: Progress<P::Event>) -> AnyProgress {
    match progress {
        Progress::Done { turn, record } => {
            let (events, words, rules) = (events(&record), Heard::of(game, &record), record.rules());
            AnyProgress::Done { turn, events, words, rules, faces: record.faces }
        }
        Progress::Waiting(waiting) => {
            let so_far = game.pending().map(|pending| (events(&pending.record), Heard::of(game, &pending.record)));
            let (events, words) = so_far.unwrap_or_default();
            AnyProgress::Waiting { waiting: WaitingLine::of(game, &waiting), events, words }
        }
    }
}

fn events<E: Serialize>(record: &Kept<E>) -> Vec<CitedEvent<Value>> {
    let erase = |cited: CitedEvent<&E>| CitedEvent { event: to_json(cited.event), rules: cited.rules };
    record.cited_events().into_iter().map(erase).collect()
}

fn turn_lines(save: &Save) -> Vec<TurnLine> {
    let lineage = save.lineage();
    let lines = save.turns().map(|(number, turn)| TurnLine {
        number,
        counts: lineage.counts(number),
        command: serde_json::from_str(&turn.command).unwrap_or(Value::Null),
        dice: turn.throws().map(|thrown| DiceLine(thrown).to_string()).collect(),
        answers: turn.inputs.iter().filter_map(answer_line).collect(),
        revealed: turn.revealed,
        state: to_hex(&turn.state),
    });
    lines.collect()
}

fn answer_line(input: &Input) -> Option<String> {
    match input {
        Input::Answer(answered) => Some(format!("{}: {}", answered.question, answered.text)),
        Input::Dice(_) => None,
    }
}

fn summary(save: &Save) -> Vec<String> {
    let Header { title, rulebook, engine, seats, parent, .. } = &save.header;
    let lineage = save.lineage();
    let undos = save.entries.iter().filter(|entry| matches!(entry, Entry::Undo { .. })).count();
    let typed = save.throws().filter(|thrown| thrown.source == Source::Typed);
    let typed: usize = typed.map(|thrown| thrown.faces.len()).sum();
    let mut lines = vec![format!("{title} ({rulebook}, started with Long Roll {engine})")];
    if !seats.is_empty() {
        lines.push(format!("seats: {}", seats.iter().map(|seat| seat.name.as_str()).collect::<Vec<_>>().join(", ")));
    }
    if let Some(parent) = parent {
        lines.push(format!("branched after turn {} of the game with chain {}", parent.turn, to_hex(&parent.chain)));
    }
    let (played, counting) = (lineage.turns(), lineage.present().len());
    lines.push(format!("{counting} turns, {} undone in {undos} undos", played as usize - counting));
    lines.push(format!("{} dice thrown by the program, {typed} typed", save.program_dice()));
    lines.push(if save.is_finished() { "closed, secret shown" } else { "unfinished" }.to_owned());
    lines
}

/// Our own types always turn into JSON: they have no maps with other keys than text, and no failing fields.
fn to_json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}
