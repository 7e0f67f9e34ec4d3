//! The course of one procedure: as far as its dice and answers go, with everything a person wants to see of it.

use engine::book::{AnyProcedure, AnyRulebook, Line as Told, Progress, Stopped};
use engine::chart::ChartSet;
use engine::{Cell, Die, GivenAnswers, Rule, Throw, Typed, Waiting};
use serde_json::Value;
use telling::working;

use crate::messages::{DiceAsked, Line, Lit, Paused, Pending, Question, Reply, Settled, Thrown};
use crate::open::lit;

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
    cells.into_iter().map(|cell| lit(cell, charts)).collect()
}

/// What happened, in words.
fn lines(told: &[Told], charts: &ChartSet, dice: &[Thrown]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut looks = working::LookUps::default();
    let mut fallen = dice.iter();
    for (index, line) in told.iter().enumerate() {
        match line {
            Told::Rolled { throw, faces, reading, rule, .. } => lines.push(Line::Rolled {
                throw: working::dice_name(throw),
                faces: faces.clone(),
                reading: *reading,
                typed: fallen.by_ref().take(faces.len()).map(|die| die.typed).collect(),
                rule: rule.id(),
            }),
            Told::Modified { rule, amount, cell } => {
                // As the card says it; a row without a name there is known by the wording of its rule.
                let spelt = if cell.row == rule.id() { rule.statement() } else { cell.row.as_str() };
                let name = working::row_name(cell.at, charts).unwrap_or_else(|| spelt.to_owned());
                lines.push(Line::Modified { amount: *amount, name, rule: rule.id(), lit: lit(cell.at, charts) });
                lines.extend(working::total_after(told, index).map(|amount| Line::Total { amount }));
            }
            Told::Looked { cell } => {
                let text = looks.tell(cell.at, charts);
                lines.extend(text.map(|text| Line::Looked { text, lit: lit(cell.at, charts) }));
            }
            Told::Asked { side, prompt, answer, rule, .. } => {
                let (side, answer) = (side.name(), answer.clone());
                lines.push(Line::Asked { side, prompt, answer, rule: rule.id() });
            }
            Told::Told { event, rules } => {
                if let Some((name, text)) = working::noted(event, told, charts) {
                    lines.push(Line::Noted { name, text, rules: rules.iter().map(|rule| rule.id()).collect() });
                }
            }
            Told::Cited { .. } => {}
        }
    }
    lines
}
