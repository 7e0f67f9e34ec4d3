//! What a command has before it: the terminal, the common flags, and the rulebooks as this table plays them.

use std::path::Path;
use std::{fs, io};

use engine::book::{AnyProcedure, AnyRulebook};
use engine::chart::Overlay;
use serde::Serialize;
use serde_json::json;

use crate::cli::Global;
use crate::failure::{Failure, Problem};
use crate::terminal::{Look, Page, Terminal};
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
        let desk = Desk { terminal, json: global.json, verbose: global.verbose, overlay };
        // Whatever the command, house rules that cannot be played by are refused before it begins.
        for about in shelf::titles() {
            if desk.overlay.as_ref().is_some_and(|rules| rules.files.iter().any(|file| file.slug == about.slug)) {
                desk.book(about.slug)?;
            }
        }
        Ok(desk)
    }

    /// Whether this table has house rules.
    pub fn has_house_rules(&self) -> bool {
        self.overlay.is_some()
    }

    /// Takes a rulebook from the shelf.
    pub fn book(&self, slug: &str) -> Result<Box<dyn AnyRulebook>, Failure> {
        self.book_with(slug, &[])
    }

    /// The same with some switches set, whatever the house rules say of them.
    pub fn book_with(&self, slug: &str, switches: &[(String, String)]) -> Result<Box<dyn AnyRulebook>, Failure> {
        let known: Vec<&str> = shelf::titles().iter().map(|about| about.slug).collect();
        if !known.contains(&slug) {
            let hint = suggest::or_look(slug, known, "longroll rulebooks lists them");
            return Err(Failure::bad("", format!("there is no rulebook {slug:?}"), hint));
        }
        let overlay = house::switched(self.overlay.as_ref(), slug, switches);
        shelf::take(slug, overlay.as_ref()).map_err(|faults| {
            let problem = |fault| house::problem(fault, overlay.as_ref());
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

    /// What would be written on the page, as text: with the look of the page, or plain where it goes into a file.
    pub fn drawn(
        &mut self,
        to_file: bool,
        draw: impl FnOnce(&mut Page<'_>) -> io::Result<()>,
    ) -> Result<String, Failure> {
        let look = if to_file { Look::PLAIN } else { self.terminal.page().look };
        let mut bytes = Vec::new();
        draw(&mut Page::new(&mut bytes, look))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Prints a text, or writes it into a file and says so.
    pub fn deliver(&mut self, text: &str, file: Option<&Path>) -> Result<(), Failure> {
        let Some(path) = file else {
            return Ok(self.terminal.page().write(text)?);
        };
        fs::write(path, text).map_err(|error| {
            let hint = "name another file with --out";
            Failure::bad(path.display().to_string(), format!("cannot write here: {error}"), hint)
        })?;
        if self.json {
            return self.print_json(&json!({ "file": path.display().to_string() }));
        }
        Ok(self.terminal.talk().line(path.display())?)
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
