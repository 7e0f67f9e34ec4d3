//! An evening at a real table: the procedures people had settled, one after another, as a game.
//!
//! The battle itself stands on the table in lead; the program only keeps what it was asked and what came of it. That is
//! enough for everything a game has: fair or typed dice, a save that can be read and replayed, undo, and the audit.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Procedure, ProcedureVisitor, Rulebook};
use crate::{Fault, Halt, Play, Ruling, Side, Umpire};

/// The game whose commands are a rulebook's procedures.
#[derive(Clone, Debug)]
pub struct Evening<B> {
    book: Arc<B>,
}

impl<B: Rulebook> Evening<B> {
    /// An evening under this rulebook.
    pub fn new(book: Arc<B>) -> Self {
        Evening { book }
    }
}

/// What has been settled so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Settled {
    /// All outcomes, in order.
    pub outcomes: Vec<SettledOne>,
}

/// One settled procedure.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct SettledOne {
    /// Its name.
    pub procedure: String,
    /// What came of it, in one line.
    pub summary: String,
    /// What came of it, as JSON text that its outcome schema describes.
    pub outcome: String,
}

/// Settle one procedure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Settle {
    /// Its name.
    pub procedure: String,
    /// The situation, as the procedure's schema describes it.
    pub situation: Value,
}

impl<B: Rulebook> Play for Evening<B> {
    type Battle = Settled;
    type Command = Settle;
    type Event = B::Event;
    type View = Settled;
    type Aide = ();

    fn obey<U: Umpire<Event = B::Event>>(
        &self,
        battle: &mut Settled,
        command: &Settle,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let mut settler = Settler { book: &*self.book, command, umpire, settled: None };
        B::procedures(&mut settler);
        let Some(settled) = settler.settled else {
            let reason = format!("{} has no procedure {:?}", B::ABOUT.slug, command.procedure);
            return Err(Fault::of_file("command", reason).hint("longroll procedures lists them").into());
        };
        battle.outcomes.push(settled?);
        Ok(())
    }

    /// Either side may have something settled.
    fn side_to_act(&self, _: &Settled) -> Option<Side> {
        None
    }

    /// Only the people at the table know what comes next.
    fn candidates(&self, _: &Settled, _: Side, _: &mut dyn FnMut(Settle) -> bool) {}

    fn view(&self, battle: &Settled, _: Side) -> Settled {
        battle.clone()
    }

    fn score(&self, _: &Settled, _: Side) -> i32 {
        0
    }

    /// The lines of a resolution say it all.
    fn narrate(&self, _: &Settled, _: &B::Event, _: Option<Side>) -> Option<String> {
        None
    }

    /// Everything at a real table is seen by everybody; the dice alone stand in the way of an undo.
    fn reveals(&self, _: &B::Event) -> bool {
        false
    }
}

/// Finds the procedure of a command and settles it.
struct Settler<'a, B, U: Umpire> {
    book: &'a B,
    command: &'a Settle,
    umpire: &'a mut U,
    settled: Option<Result<SettledOne, Halt<U::Pause>>>,
}

impl<B: Rulebook, U: Umpire<Event = B::Event>> ProcedureVisitor<B> for Settler<'_, B, U> {
    fn visit<P: Procedure<Book = B>>(&mut self) {
        if P::NAME == self.command.procedure {
            self.settled = Some(self.settle::<P>());
        }
    }
}

impl<B: Rulebook, U: Umpire<Event = B::Event>> Settler<'_, B, U> {
    fn settle<P: Procedure<Book = B>>(&mut self) -> Ruling<SettledOne, U> {
        let situation = super::reading::read_situation::<P>(self.book, &self.command.situation)
            .map_err(|halt| halt.map_pause(crate::official::never))?;
        let outcome = P::run(self.book, &situation, self.umpire)?;
        Ok(SettledOne {
            procedure: P::NAME.to_owned(),
            summary: P::line(&outcome),
            outcome: super::any::to_json(&outcome).to_string(),
        })
    }
}
