//! What goes into an order before it is given: what is read and added for each of its throws.
//!
//! A later throw hangs on what came before it. So the order is carried out on a copy on which all dice fall middling and every
//! question is answered as is usual, and is told without them.

use std::convert::Infallible;

use super::Game;
use super::run::{Next, Run, run};
use super::save::{Answered, Input, Source, Thrown};
use crate::book::{CellLine, ColumnLine, Line, lines_of};
use crate::chart::ChartSet;
use crate::{GivenAnswers, Halt, Play, Waiting};

/// LIMIT: throws and answers of one order that are looked beyond.
const STEPS_MAX: usize = 40;

/// What the throws of a command hang on. Where a side may not know all of the other it is told of the first only.
pub(super) fn working<P: Play>(
    game: &Game<P>,
    command: &P::Command,
    answers: &GivenAnswers,
) -> Result<Vec<Line>, Halt<Infallible>> {
    let Some(charts) = game.play().charts() else { return Ok(Vec::new()) };
    let orders = [answers.clone(), answers.clone()];
    let look = |battle: &P::Battle, command: &P::Command, inputs: &[Input]| {
        run(game.play(), Box::new(battle.clone()), command, inputs, Next::Typed, &orders)
    };
    let (mut battle, mut command) = (game.battle.clone(), command.clone());
    // What only announces something is followed to the command whose dice settle it.
    for settles in game.play().carried_out_by(&command) {
        match look(&battle, &command, &[]) {
            Ok(done) if done.waiting.is_none() => (battle, command) = (done.battle, settles),
            _ => break,
        }
    }
    let mut reached = look(&battle, &command, &[])?;
    let known = reached.record.entries.len();
    let steps = if game.play().sides_see_alike() { STEPS_MAX } else { 1 };
    for _ in 0..steps {
        let Some(input) = middling(&reached) else { break };
        let mut inputs = reached.inputs;
        inputs.push(input);
        reached = look(&battle, &command, &inputs)?;
    }
    Ok(beforehand(charts, lines_of(charts, &reached.record, 0), known))
}

/// What is supposed of the next throw or answer.
fn middling<P: Play>(run: &Run<P>) -> Option<Input> {
    Some(match run.waiting.as_ref()? {
        Waiting::Dice { throw, .. } => {
            let die = throw.die();
            let faces = vec![die.face(die.sides() / 2); usize::from(throw.count())];
            Input::Dice(Thrown { die, faces, source: Source::Typed })
        }
        // Rulebooks name first what is usually done.
        Waiting::Answer(question) => Input::Answer(Answered::to(question, 0)),
    })
}

/// The lines of an order that was supposed to go on after so many of them that are certain, as they are told beforehand: dice,
/// and what goes into them.
fn beforehand(charts: &ChartSet, mut lines: Vec<Line>, certain: usize) -> Vec<Line> {
    let supposed = lines.split_off(certain);
    // What belongs to a throw stands around it, up to the event that says what came of it.
    let (mut throws, mut beside) = (Vec::new(), Vec::new());
    for line in supposed {
        match line {
            Line::Rolled { throw, rule, .. } => throws.push(Line::Awaited { throw, rule, column: None }),
            Line::Asked { side, prompt, answer, rule, .. } => {
                let supposed = Line::Supposed { side, prompt, answer, rule };
                if throws.is_empty() { lines.push(supposed) } else { beside.push(supposed) }
            }
            Line::Modified { .. } => beside.push(line),
            Line::Told { .. } if throws.is_empty() => beside.push(line),
            Line::Told { .. } => {
                lines.append(&mut throws);
                lines.append(&mut beside);
            }
            // Which cell dice will come to nobody knows; in which column they are read is known beforehand.
            Line::Looked { cell } if is_for_dice(charts, &cell) => {
                if let Some(Line::Awaited { column: column @ None, .. }) = throws.last_mut() {
                    *column = Some(ColumnLine { chart: cell.chart, heading: cell.column });
                }
            }
            Line::Looked { .. } | Line::Cited { .. } | Line::Awaited { .. } | Line::Supposed { .. } => {}
        }
    }
    if !throws.is_empty() {
        lines.append(&mut throws);
        lines.append(&mut beside);
    }
    lines
}

/// Whether a cell stands in a chart that is read by dice, row by row.
fn is_for_dice(charts: &ChartSet, cell: &CellLine) -> bool {
    charts.get(cell.at.chart).and_then(|chart| chart.columns().first()).is_some_and(|first| first == "die")
}
