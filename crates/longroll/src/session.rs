//! One procedure talked through: the situation, its odds, dice, the result, and again.

use engine::book::{AnyProcedure, AnyRulebook};
use engine::{GivenAnswers, OddsOptions};
use serde_json::Value;

use crate::desk::Desk;
use crate::dice::Seed;
use crate::failure::Failure;
use crate::guide::{self, memory, places};
use crate::report::odds::{self, OddsView};
use crate::report::resolution::{self, ResolutionView};
use crate::settle::{Matter, Settled, Source, settle};
use crate::{clipboard, ink};

/// Outcomes shown before the dice fall.
const TOP: usize = 10;
/// Sets of decisions shown before the dice fall; more are only counted.
const COLUMNS: usize = 6;

/// A procedure of a rulebook, under discussion.
pub struct Session<'a> {
    /// The rulebook.
    pub book: &'a dyn AnyRulebook,
    /// The procedure.
    pub procedure: &'a dyn AnyProcedure,
    /// Answers given beforehand.
    pub orders: GivenAnswers,
}

impl Session<'_> {
    fn names(&self) -> (&'static str, &'static str) {
        (self.book.about().slug, self.procedure.name())
    }

    /// Asks for a situation until the rules can do something with it. Fields start from `start`, or from what was
    /// remembered, or from the plainest example. Nothing if the user leaves.
    pub fn ask_situation(&self, desk: &mut Desk<'_>, start: Option<Value>) -> Result<Option<Value>, Failure> {
        let (slug, name) = self.names();
        let example = || self.procedure.examples().into_iter().next().map(|(_, situation)| situation);
        let remembered = || memory::last(desk.terminal.state.as_deref(), slug, name);
        let mut start = start.or_else(remembered).or_else(example);
        let schema = self.procedure.situation_schema();
        let mut only: Vec<String> = Vec::new();
        loop {
            let Some(situation) = guide::situation(desk.terminal, &schema, start.as_ref(), &only)? else {
                return Ok(None);
            };
            match self.procedure.check(&situation) {
                Ok(()) => {
                    memory::remember(desk.terminal.state.as_deref(), slug, name, &situation);
                    return Ok(Some(situation));
                }
                Err(stopped) => {
                    // Only what the rules object to is asked for again.
                    only = match &stopped {
                        engine::book::Stopped::Refused(refusal) => {
                            refusal.reasons.iter().map(|reason| reason.field.clone()).collect()
                        }
                        _ => Vec::new(),
                    };
                    Failure::of_stopped(stopped, slug, self.procedure).mention(&mut desk.terminal.talk())?;
                    start = Some(situation);
                }
            }
        }
    }

    /// Shows the odds, then settles the situation as often as the user likes; `once` for a command that ends with it.
    pub fn play(
        &self,
        desk: &mut Desk<'_>,
        mut situation: Value,
        once: bool,
    ) -> Result<Option<(Value, Settled)>, Failure> {
        let mut last = None;
        self.show_odds(desk, &situation, Some(TOP))?;
        loop {
            let look = desk.terminal.talk().look;
            let key = |key: &str, does: &str| format!("{} {does}", look.paint(ink::TYPE, key));
            let mut keys = vec![key("r", "roll"), key("t", "type your dice"), key("o", "all odds"), key("c", "change")];
            keys.push(look.paint(ink::TYPE, "field=value"));
            keys.extend(last.as_ref().map(|_| key("w", "wording")));
            keys.extend(last.as_ref().map(|_| key("y", "copy the result line")));
            keys.push(key("q", if once { "leave" } else { "back" }));
            desk.terminal.talk().gap()?;
            desk.terminal.talk().line(keys.join(", "))?;
            let Some(line) = desk.terminal.ask("[r]: ")? else {
                return Ok(last);
            };
            let source = match line.as_str() {
                "" | "r" | "roll" => Source::Rolled(Seed::fresh()?),
                "t" | "type" => Source::Typed,
                "q" | "quit" => return Ok(last),
                "o" | "odds" => {
                    self.show_odds(desk, &situation, None)?;
                    continue;
                }
                "w" | "wording" if last.is_some() => {
                    if let Some((situation, settled)) = &last {
                        let view = ResolutionView { cite: true, lit: true, verbose: true };
                        resolution::show(&self.matter(situation), settled, view, &mut desk.terminal.talk())?;
                    }
                    continue;
                }
                "y" | "copy" if last.is_some() => {
                    if let Some((situation, settled)) = &last {
                        clipboard::copy(desk.terminal, &resolution::line(&self.matter(situation), settled))?;
                    }
                    continue;
                }
                "c" | "change" => {
                    if let Some(changed) = self.ask_situation(desk, Some(situation.clone()))? {
                        situation = changed;
                        self.show_odds(desk, &situation, Some(TOP))?;
                    }
                    continue;
                }
                other => {
                    self.change_field(desk, &mut situation, other)?;
                    continue;
                }
            };
            let matter = self.matter(&situation);
            match settle(desk, &matter, &source, true) {
                Ok(Some(settled)) => {
                    if once {
                        return Ok(Some((situation, settled)));
                    }
                    let view = ResolutionView { cite: false, lit: true, verbose: desk.verbose };
                    desk.terminal.talk().gap()?;
                    resolution::show(&matter, &settled, view, &mut desk.terminal.talk())?;
                    last = Some((situation.clone(), settled));
                }
                Ok(None) => {}
                Err(Failure::Gone) => return Err(Failure::Gone),
                Err(failure) => failure.mention(&mut desk.terminal.talk())?,
            }
        }
    }

    /// Changes one field as `field=value`, and shows the new odds.
    fn change_field(&self, desk: &mut Desk<'_>, situation: &mut Value, line: &str) -> Result<(), Failure> {
        let say = |desk: &mut Desk<'_>, why: &str| desk.terminal.talk().wrapped(ink::ERROR, 0, &format!("No: {why}"));
        let Some((path, text)) = line.split_once('=') else {
            return Ok(say(desk, &format!("{line:?} is none of these"))?);
        };
        let mut changed = situation.clone();
        if let Err(why) = places::set(&self.procedure.situation_schema(), &mut changed, path.trim(), text.trim()) {
            return Ok(say(desk, &why)?);
        }
        match self.procedure.check(&changed) {
            Ok(()) => {
                *situation = changed;
                self.show_odds(desk, situation, Some(TOP))
            }
            Err(stopped) => Ok(self.matter(situation).failure(stopped).mention(&mut desk.terminal.talk())?),
        }
    }

    fn matter<'s>(&'s self, situation: &'s Value) -> Matter<'s> {
        Matter { book: self.book, procedure: self.procedure, situation, orders: &self.orders }
    }

    /// Shows the odds, or why there are none; that is no reason not to roll.
    fn show_odds(&self, desk: &mut Desk<'_>, situation: &Value, top: Option<usize>) -> Result<(), Failure> {
        let options = OddsOptions { answers: self.orders.clone(), ..OddsOptions::default() };
        desk.terminal.talk().gap()?;
        match self.procedure.odds(situation, &options) {
            Ok(columns) if top.is_some() && columns.len() > COLUMNS => {
                let text = format!("{} ways to decide have odds of their own; o shows them all.", columns.len());
                Ok(desk.terminal.talk().wrapped(ink::FAINT, 0, &text)?)
            }
            Ok(columns) => {
                let view = OddsView { top, verbose: desk.verbose };
                Ok(odds::show(&columns, view, &mut desk.terminal.talk())?)
            }
            Err(stopped) => Ok(self.matter(situation).failure(stopped).mention(&mut desk.terminal.talk())?),
        }
    }
}
