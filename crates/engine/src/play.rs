//! A thing that obeys commands: a battle on a map, or an evening at a real table.
//!
//! Between commands a battle is plain data. A command runs on a copy; when the umpire has no die or answer yet, the copy is
//! dropped and the command runs again from the same start with the inputs so far. So a game is its list of inputs.

use std::fmt::Debug;
use std::hash::Hash;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Column, GivenAnswers, Halt, OddsOptions, Question, Ruling, Side, Umpire, side_by_side};

/// What a rulebook offers to whoever plays, watches, studies or searches, whether on a plane or on hexes.
pub trait Play {
    /// Everything that is true between two commands.
    type Battle: Clone + Debug + Eq + Hash + Serialize + DeserializeOwned + JsonSchema + 'static;
    /// What a player may order.
    type Command: Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema;
    /// What happens.
    type Event: Clone + Debug + Serialize + JsonSchema;
    /// What a side may see.
    type View: Serialize + JsonSchema;

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

    /// What a command may lead to, exactly, before it is given; open questions are shown side by side.
    fn preview(
        &self,
        battle: &Self::Battle,
        command: &Self::Command,
        answers: &GivenAnswers,
    ) -> Result<Vec<Column<Self::Battle>>, Halt<Question>> {
        let options = OddsOptions { answers: answers.clone(), ..OddsOptions::default() };
        side_by_side(&options, |umpire| {
            let mut copy = battle.clone();
            self.obey(&mut copy, command, umpire)?;
            Ok(copy)
        })
    }
}
