//! A thing that obeys commands: a battle on a map, or an evening at a real table.
//!
//! Between commands a battle is plain data. A command runs on a copy; when the umpire has no die or answer yet, the copy is
//! dropped and the command runs again from the same start with the inputs so far. So a game is its list of inputs.

use std::fmt::Debug;
use std::hash::Hash;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::chart::ChartSet;
use crate::stage::{Ending, FireZone, Intent, PieceId, Proposal, Prospect, Scene, Tally};
use crate::{
    Column, GivenAnswers, Halt, Kept, OddsOptions, Question, Refusal, Rule, Ruling, Side, Umpire, side_by_side,
};

/// What a rulebook offers to whoever plays, watches, studies or searches, whether on a plane or on hexes.
///
/// What has a body here is about a map; an evening at a real table has none and leaves it so.
pub trait Play {
    /// Everything that is true between two commands.
    type Battle: Clone + Debug + Eq + Hash + Serialize + DeserializeOwned + JsonSchema + 'static;
    /// What a player may order.
    type Command: Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema;
    /// What happens.
    type Event: Clone + Debug + Serialize + JsonSchema;
    /// What a side may see.
    type View: Serialize + JsonSchema;
    /// What is kept from one briefing of a general to the next, so that it need not be found again. Nothing that he is told
    /// depends on it.
    type Aide: Default;

    /// Carries out a command. On any halt the battle given is in no defined state: the caller works on a copy.
    fn obey<U: Umpire<Event = Self::Event>>(
        &self,
        battle: &mut Self::Battle,
        command: &Self::Command,
        umpire: &mut U,
    ) -> Ruling<(), U>;

    /// The side that commands now; nothing where either may, or the battle is over.
    fn side_to_act(&self, battle: &Self::Battle) -> Option<Side>;

    /// Offers sensible commands, best guesses first, to a listener that may stop early by returning `false`.
    fn candidates(&self, battle: &Self::Battle, side: Side, listener: &mut dyn FnMut(Self::Command) -> bool);

    /// What a side may see.
    fn view(&self, battle: &Self::Battle, side: Side) -> Self::View;

    /// How the battle stands for a side, in the rulebook's own points.
    fn score(&self, battle: &Self::Battle, side: Side) -> i32;

    /// Whether this event showed somebody what he could not know before. Undoing it needs consent.
    fn reveals(&self, event: &Self::Event) -> bool;

    /// How the battle stands, in numbers only.
    fn tally(&self, battle: &Self::Battle) -> Tally {
        let points = Side::ALL.map(|side| self.score(battle, side).max(0));
        Tally { points, ..Tally::default() }
    }

    /// The turn, counted from one: what is asked after every order, where the rest of the tally is not.
    fn turn_of(&self, battle: &Self::Battle) -> u16 {
        self.tally(battle).turn
    }

    /// How it ended; nothing as long as it goes on.
    fn ending(&self, battle: &Self::Battle) -> Option<Ending> {
        let _ = battle;
        None
    }

    /// What a side may see on the map, or all there is; nothing where there is no map.
    fn scene(&self, battle: &Self::Battle, seen_by: Option<Side>) -> Scene {
        let _ = (battle, seen_by);
        Scene::default()
    }

    /// Whether both sides, and whoever looks on, see the same on the map and read the same of what happened.
    fn sides_see_alike(&self) -> bool {
        false
    }

    /// A command in words, short enough for a list of choices.
    fn say(&self, battle: &Self::Battle, command: &Self::Command) -> String {
        let _ = battle;
        serde_json::to_string(command).unwrap_or_default()
    }

    /// The same as a reader may know it (the umpire knows all), where he may know of it.
    fn say_to(&self, battle: &Self::Battle, command: &Self::Command, reader: Option<Side>) -> String {
        let _ = reader;
        self.say(battle, command)
    }

    /// The piece a command is given to, if it is given to one.
    fn actor(&self, battle: &Self::Battle, command: &Self::Command) -> Option<PieceId> {
        let _ = (battle, command);
        None
    }

    /// What a piece is called, whether or not it is on the map; nothing where only the map says it.
    fn name_of(&self, battle: &Self::Battle, piece: PieceId) -> Option<String> {
        let _ = (battle, piece);
        None
    }

    /// What the faces of a die are called that this rule asks for in the midst of a command, in their order: the cards that are
    /// left in a deck. Nothing where its numbers say it all. The record is of what has fallen for the command so far.
    fn face_names(&self, battle: &Self::Battle, rule: Rule, record: &Kept<Self::Event>) -> Vec<String> {
        let _ = (battle, rule, record);
        Vec::new()
    }

    /// Whether only its own side may know how a command was worked out: an order that is written in secret.
    fn is_secret(&self, battle: &Self::Battle, command: &Self::Command) -> bool {
        let _ = (battle, command);
        false
    }

    /// The charts it reads, for whoever wants to see the cells.
    fn charts(&self) -> Option<&ChartSet> {
        None
    }

    /// An event in words, as the reader may know it (the umpire knows all); nothing where it says nothing to him.
    fn narrate(&self, battle: &Self::Battle, event: &Self::Event, reader: Option<Side>) -> Option<String> {
        let _ = (battle, reader);
        serde_json::to_string(event).ok()
    }

    /// What a command came to, in a few words, for its odds, as the reader may know it: battles that come to the same thing for
    /// him say the same.
    fn gist(&self, before: &Self::Battle, after: &Self::Battle, reader: Option<Side>) -> String {
        let _ = (before, after, reader);
        String::new()
    }

    /// What a general is told: the choices of the piece that is next to decide, each with what it promises. Where a side has to
    /// act at least one of them is legal. What is costly to look into may still be refused: [`Play::obey`] then leaves the battle
    /// as it was, and he chooses again among the rest. Nothing where there is no map.
    fn brief(
        &self,
        battle: &Self::Battle,
        side: Side,
        aide: &mut Self::Aide,
        listener: &mut dyn FnMut(Self::Command, Prospect) -> bool,
    ) {
        let _ = aide;
        self.candidates(battle, side, &mut |command| listener(command, Prospect::default()));
    }

    /// The orders that would do what somebody wants of a piece.
    fn propose(
        &self,
        battle: &Self::Battle,
        piece: PieceId,
        intent: &Intent,
    ) -> Result<Proposal<Self::Command>, Refusal> {
        let _ = (battle, piece, intent);
        let mut refusal = Refusal::new();
        refusal.unless_senseless(false, "intent", || "there is no map to point at".to_owned());
        Err(refusal)
    }

    /// What the weapons of a piece bear upon, as far as a side may know; nothing of what it may not know goes into it.
    fn fire_zone(&self, battle: &Self::Battle, piece: PieceId, seen_by: Option<Side>) -> Result<FireZone, Refusal> {
        let _ = (battle, piece, seen_by);
        let mut refusal = Refusal::new();
        refusal.unless_senseless(false, "piece", || "there is no map to stand on".to_owned());
        Err(refusal)
    }

    /// What no sequence of commands may ever bring about, where it has come about all the same.
    fn broken_laws(&self, battle: &Self::Battle) -> Vec<String> {
        let _ = battle;
        Vec::new()
    }

    /// The commands that carry out what this one only announces, so that its odds are those of the whole order. Nothing where
    /// its own dice settle it.
    fn carried_out_by(&self, command: &Self::Command) -> Vec<Self::Command> {
        let _ = command;
        Vec::new()
    }

    /// What a command spends of what its piece has, in the rulebook's words: "4.5 of 6 MPs". Nothing where it spends nothing, cannot
    /// be given, or says so itself.
    fn cost(&self, battle: &Self::Battle, command: &Self::Command) -> Option<String> {
        let _ = (battle, command);
        None
    }

    /// What a command may lead to, exactly, before it is given; open questions are shown side by side.
    fn preview(
        &self,
        battle: &Self::Battle,
        command: &Self::Command,
        answers: &GivenAnswers,
    ) -> Result<Vec<Column<Self::Battle>>, Halt<Question>> {
        let options = OddsOptions::on_a_map(answers.clone());
        side_by_side(&options, |umpire| {
            let mut copy = battle.clone();
            self.obey(&mut copy, command, umpire)?;
            Ok(copy)
        })
    }
}
