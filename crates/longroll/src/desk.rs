//! What a command has before it: the terminal, the common flags, and the rulebooks as this table plays them.

use engine::book::{AnyProcedure, AnyRulebook};
use engine::chart::Overlay;
use serde::Serialize;

use crate::cli::Global;
use crate::failure::{Failure, Problem};
use crate::terminal::Terminal;
use crate::{house, suggest};

/// What a command has before it.
pub struct Desk<'a> {
    /// Where text comes from and goes to.
    pub terminal: &'a mut Terminal,
    /// Whether output is for a program.
    pub json: bool,
    /// Whether to show more.
    pub verbose: bool,
    overlay: Option<Overlay>,
}

impl<'a> Desk<'a> {
    /// A desk with the house rules read, if there are any.
    pub fn new(global: &Global, terminal: &'a mut Terminal) -> Result<Self, Failure> {
        let overlay = global.house.as_deref().map(house::read).transpose()?;
        Ok(Desk { terminal, json: global.json, verbose: global.verbose, overlay })
    }

    /// Takes a rulebook from the shelf.
    pub fn book(&self, slug: &str) -> Result<Box<dyn AnyRulebook>, Failure> {
        let known: Vec<&str> = shelf::titles().iter().map(|about| about.slug).collect();
        if !known.contains(&slug) {
            let hint = suggest::or_look(slug, known, "longroll rulebooks lists them");
            return Err(Failure::bad("", format!("there is no rulebook {slug:?}"), hint));
        }
        shelf::take(slug, self.overlay.as_ref()).map_err(|faults| {
            let problem = |fault| house::problem(fault, self.overlay.as_ref());
            Failure::of_problems(faults.into_iter().map(problem).collect::<Vec<Problem>>())
        })
    }

    /// Prints a value as JSON.
    pub fn print_json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(value).map_err(|error| {
            Failure::bad("", format!("this cannot be written as JSON: {error}"), "leave out --json")
        })?;
        Ok(self.terminal.page().line(text)?)
    }
}

/// The procedure of this name.
pub fn procedure<'b>(book: &'b dyn AnyRulebook, name: &str) -> Result<&'b dyn AnyProcedure, Failure> {
    book.procedure(name).ok_or_else(|| {
        let known = book.procedures().iter().map(|procedure| procedure.name());
        let slug = book.about().slug;
        let hint = suggest::or_look(name, known, &format!("longroll procedures {slug} lists them"));
        Failure::bad("", format!("{slug} has no procedure {name:?}"), hint)
    })
}
