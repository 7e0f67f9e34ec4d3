//! A game in a file: who plays, what was settled turn by turn, and what it waits for.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use anstyle::{Effects, Style};
use engine::book::Line;
use engine::game::{Entry, Input, Save, Source, Story, Turn, to_hex};
use serde_json::{Value, json};

use super::resolution::{self, tell};
use crate::evening::story::{Played, command_of, throw_json, throw_text, throws};
use crate::evening::{OpenGame, chain_of, names};
use crate::ink;
use crate::table::{Cell, Frame, Table};
use crate::terminal::Page;
use crate::text::{clean, counted};

/// What was played and no longer counts.
const UNDONE: Style = Style::new().effects(Effects::DIMMED.insert(Effects::STRIKETHROUGH));

/// A game as its file tells it, and as its rulebook does if that is at hand.
pub struct GameView<'a> {
    /// The file.
    pub path: &'a Path,
    /// What it holds.
    pub save: &'a Save,
    /// The game, if its rulebook could open it.
    pub open: Option<&'a OpenGame>,
    /// Whether what happened in each turn is shown.
    pub events: bool,
}

/// What came of a turn.
struct Outcome {
    /// The order in words, where there is a map.
    order: Option<String>,
    summary: String,
    outcome: Value,
    events: Vec<Value>,
}

impl GameView<'_> {
    /// Shows the game to people.
    pub fn show(&self, page: &mut Page<'_>) -> io::Result<()> {
        self.show_header(page)?;
        let outcomes = self.outcomes();
        if self.save.turns().next().is_some() {
            page.gap()?;
            let table = self.turns(&outcomes);
            let look = page.look;
            page.write(table.draw(&look))?;
        }
        if self.events {
            self.show_events(&outcomes, page)?;
        }
        if let Some(pending) = &self.save.pending {
            page.gap()?;
            page.wrapped(ink::TITLE, 0, &format!("An order waits: {}", procedure_name(&pending.command)))?;
        }
        Ok(())
    }

    fn show_header(&self, page: &mut Page<'_>) -> io::Result<()> {
        let header = &self.save.header;
        page.wrapped(ink::TITLE, 0, &line(&header.title))?;
        let book = self.open.map_or(header.rulebook.as_str(), |open| open.book.about().title);
        page.wrapped(ink::PLAIN, 0, &line(&format!("{book}, begun with Long Roll {}", header.engine)))?;
        if let Some(open) = self.open {
            resolution::house_rules(open.book.as_ref(), page)?;
        }
        if !header.seats.is_empty() {
            page.wrapped(ink::PLAIN, 0, &line(&format!("Seats: {}", names(&header.seats))))?;
        }
        if let Some(parent) = header.parent {
            let chain = to_hex(&parent.chain);
            page.wrapped(
                ink::PLAIN,
                0,
                &format!("Branched after turn {} of the game with chain {chain}", parent.turn),
            )?;
        }
        page.wrapped(ink::PLAIN, 0, &self.tally())?;
        page.wrapped(ink::FAINT, 0, &format!("Commitment {}", header.commitment))?;
        page.wrapped(ink::FAINT, 0, &format!("Chain {}", chain_of(self.save)))
    }

    /// How many turns and dice, and whether the game is over.
    fn tally(&self) -> String {
        let lineage = self.save.lineage();
        let counting = lineage.present().len();
        let undone = lineage.turns() as usize - counting;
        let mut parts = vec![counted(counting, "turn", "turns")];
        if undone > 0 {
            parts.push(format!("{undone} more undone"));
        }
        parts.push(format!("{} by the program", counted(self.save.program_dice() as usize, "die", "dice")));
        let typed = self.save.throws().filter(|thrown| thrown.source == Source::Typed);
        parts.push(format!("{} typed", typed.map(|thrown| thrown.faces.len()).sum::<usize>()));
        parts.push(if self.save.is_finished() { "closed, the secret is shown" } else { "not closed" }.to_owned());
        parts.join(", ")
    }

    fn turns(&self, outcomes: &BTreeMap<u32, Outcome>) -> Table {
        let lineage = self.save.lineage();
        let on_a_map = self.open.is_some_and(|open| open.theatre.is_some());
        let what = if on_a_map { "order" } else { "procedure" };
        let mut table = Table::new(Frame::Open, ["turn", what, "outcome", "dice"]);
        for (number, turn) in self.save.turns() {
            let counts = lineage.counts(number);
            let style = |style: Style| if counts { style } else { UNDONE };
            let mark = if counts { number.to_string() } else { format!("{number} undone") };
            let known = outcomes.get(&number);
            let outcome = known.map_or("?", |outcome| outcome.summary.as_str());
            let order = known.and_then(|outcome| outcome.order.clone());
            let dice: Vec<String> = turn.throws().map(throw_text).collect();
            table.row([
                Cell::new(mark, style(ink::TITLE)),
                Cell::new(order.unwrap_or_else(|| procedure_name(&turn.command)), style(ink::TYPE)),
                Cell::new(with_answers(&line(outcome), turn), style(ink::PLAIN)),
                Cell::new(dice.join("\n"), style(ink::PLAIN)),
            ]);
        }
        table
    }

    fn show_events(&self, outcomes: &BTreeMap<u32, Outcome>, page: &mut Page<'_>) -> io::Result<()> {
        let lineage = self.save.lineage();
        for (number, outcome) in outcomes {
            page.gap()?;
            let undone = if lineage.counts(*number) { "" } else { ", undone" };
            page.heading(&format!("Turn {number}{undone}"))?;
            for event in &outcome.events {
                let (name, about) = tell(event);
                super::entry(page, 2, 26, (&name, ink::TYPE), (&about, ink::PLAIN))?;
            }
        }
        Ok(())
    }

    /// What came of every turn, undone ones included; nothing where no rulebook is at hand.
    fn outcomes(&self) -> BTreeMap<u32, Outcome> {
        let Some(open) = self.open else {
            return BTreeMap::new();
        };
        if open.theatre.is_some() {
            return told(open);
        }
        let outcome = |(number, turn): (u32, &Turn)| {
            let resolution = Played::of(&*open.book, turn).ok()?.settled.resolution;
            let events = resolution.lines.into_iter().filter_map(|line| match line {
                Line::Told { event, .. } => Some(event),
                _ => None,
            });
            let events = events.collect();
            Some((number, Outcome { order: None, summary: resolution.summary, outcome: resolution.outcome, events }))
        };
        self.save.turns().filter_map(outcome).collect()
    }

    /// The game for programs.
    pub fn to_json(&self) -> Value {
        let header = &self.save.header;
        let lineage = self.save.lineage();
        let mut outcomes = self.outcomes();
        let turn = |(number, turn): (u32, &Turn)| {
            let command = command_of(&turn.command).ok();
            let outcome = outcomes.remove(&number);
            let mut value = json!({
                "number": number,
                "counts": lineage.counts(number),
                "procedure": command.as_ref().map(|command| command.procedure.as_str()),
                "order": outcome.as_ref().and_then(|outcome| outcome.order.as_deref()),
                "situation": command.as_ref().map(|command| &command.situation),
                "summary": outcome.as_ref().map(|outcome| outcome.summary.as_str()),
                "outcome": outcome.as_ref().map(|outcome| &outcome.outcome),
                "dice": turn.throws().map(throw_json).collect::<Vec<_>>(),
                "answers": answers(turn),
                "state": to_hex(&turn.state),
            });
            if self.events {
                value["events"] = json!(outcome.map(|outcome| outcome.events));
            }
            value
        };
        let turns: Vec<Value> = self.save.turns().map(turn).collect();
        let undos = self.save.entries.iter().filter_map(|entry| match entry {
            Entry::Undo { to, consent } => Some(json!({ "to": to, "consent": consent })),
            Entry::Turn(_) | Entry::Engine(_) => None,
        });
        json!({
            "file": self.path.display().to_string(),
            "title": header.title,
            "rulebook": header.rulebook,
            "engine": header.engine,
            "charts": to_hex(&header.charts),
            "switches": header.switches,
            "seats": header.seats,
            "commitment": header.commitment.to_string(),
            "parent": header.parent.map(|parent| json!({ "chain": to_hex(&parent.chain), "turn": parent.turn })),
            "turn": lineage.last(),
            "turns": turns,
            "undos": undos.collect::<Vec<_>>(),
            "waiting": self.open.and_then(|open| open.game.pending()),
            "pending": self.save.pending.as_ref().map(|pending| json!({
                "mode": pending.mode,
                "procedure": procedure_name(&pending.command),
                "dice": throws(&pending.inputs).map(throw_json).collect::<Vec<_>>(),
            })),
            "closed": self.save.is_finished(),
            "chain": chain_of(self.save),
        })
    }
}

/// What came of the turns of a battle on a map, in words.
fn told(open: &OpenGame) -> BTreeMap<u32, Outcome> {
    let stories = open.game.stories(open.game.turn(), None).unwrap_or_default();
    let outcome = |story: Story| {
        let order = Some(line(&story.order.unwrap_or_default()));
        let summary = line(&story.words.join("; "));
        (story.turn, Outcome { order, summary, outcome: Value::Null, events: Vec::new() })
    };
    stories.into_iter().map(outcome).collect()
}

fn answers(turn: &Turn) -> Vec<Value> {
    let answer = |input: &Input| match input {
        Input::Answer(answered) => Some(json!({ "question": answered.question, "answer": answered.text })),
        Input::Dice(_) => None,
    };
    turn.inputs.iter().filter_map(answer).collect()
}

/// The outcome of a turn, and what was decided on the way to it.
fn with_answers(outcome: &str, turn: &Turn) -> String {
    let answers = turn.inputs.iter().filter_map(|input| match input {
        Input::Answer(answered) => Some(line(&format!("{}: {}", answered.question, answered.text))),
        Input::Dice(_) => None,
    });
    let answers: Vec<String> = answers.collect();
    if answers.is_empty() { outcome.to_owned() } else { format!("{outcome} [{}]", answers.join(", ")) }
}

/// The procedure that a command names.
fn procedure_name(command: &str) -> String {
    command_of(command).map_or_else(|_| "?".to_owned(), |command| line(&command.procedure))
}

/// A text out of a file on one line, with nothing in it that a terminal would obey.
fn line(text: &str) -> String {
    clean(&text.replace('\n', " "))
}
