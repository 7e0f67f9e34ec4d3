//! The course of one procedure: as far as its dice and answers go, with everything a person wants to see of it.

use engine::book::{AnyProcedure, AnyRulebook, Line as Told, Progress, Stopped};
use engine::chart::ChartSet;
use engine::{Cell, Die, GivenAnswers, Rule, Throw, Typed, Waiting};
use serde_json::Value;
use telling::{Lit, WorkingLine, working};

use crate::messages::{DiceAsked, Paused, Pending, Question, Reply, Settled, Thrown};

/// Settles a situation as far as its dice and answers go.
pub fn resolve(
    book: &dyn AnyRulebook,
    procedure: &dyn AnyProcedure,
    situation: &Value,
    dice: &[Thrown],
    answers: &[u32],
) -> Result<Reply, Stopped> {
    let faces = dice.iter().map(|die| die.face).collect();
    let progress = procedure.resolve(situation, faces, answers.to_vec(), &GivenAnswers::new(), &mut Typed)?;
    let charts = book.charts();
    Ok(match progress {
        Progress::Done(done) => Reply::Done(Box::new(Settled {
            lines: lines(&done.lines, charts, dice),
            lit: cells(&done.lines, charts),
            rules: done.rules.iter().map(|rule| rule.id()).collect(),
            summary: done.summary,
        })),
        Progress::Waiting { waiting, lines: told, .. } => Reply::Waiting(Box::new(Paused {
            pending: pending(&waiting),
            lines: lines(&told, charts, dice),
            lit: cells(&told, charts),
        })),
    })
}

fn pending(waiting: &Waiting) -> Pending {
    match waiting {
        Waiting::Answer(asked) => Pending::Answer(question(asked)),
        Waiting::Dice { throw, rule } => Pending::Dice(asked(*throw, *rule)),
    }
}

fn asked(throw: Throw, rule: Rule) -> DiceAsked {
    let die: Die = throw.die();
    DiceAsked {
        throw: working::dice_name(&throw.to_string()),
        count: throw.count(),
        faces: (0..die.sides()).map(|side| die.face(side)).collect(),
        names: if throw == Throw::Difference { vec!["white", "coloured"] } else { Vec::new() },
        rule: rule.id(),
    }
}

/// A question as the page puts it.
pub fn question(asked: &engine::Question) -> Question {
    Question {
        name: asked.kind.name,
        side: asked.side.name(),
        prompt: asked.kind.prompt,
        about: asked.kind.about,
        rule: asked.kind.rule.id(),
        piece: asked.about,
        choices: (0..asked.choices.count()).map(|index| asked.choices.text(index)).collect(),
    }
}

/// Every cell that was read, each once.
fn cells(lines: &[Told], charts: &ChartSet) -> Vec<Lit> {
    let mut cells: Vec<Cell> = Vec::new();
    for line in lines {
        if let Told::Looked { cell } | Told::Modified { cell, .. } = line
            && !cells.contains(&cell.at)
        {
            cells.push(cell.at);
        }
    }
    cells.into_iter().map(|cell| Lit::of(cell, charts)).collect()
}

/// What happened, in words; the page knows which dice people typed.
fn lines(told: &[Told], charts: &ChartSet, dice: &[Thrown]) -> Vec<WorkingLine> {
    let mut lines = WorkingLine::of(told, charts);
    let mut fallen = dice.iter();
    for line in &mut lines {
        if let WorkingLine::Rolled { faces, typed, .. } = line {
            *typed = fallen.by_ref().take(faces.len()).map(|die| die.typed).collect();
        }
    }
    lines
}
