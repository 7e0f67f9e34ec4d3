//! Before an order is given: what it may lead to, and what a general would do.

use std::convert::Infallible;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{DiceMode, Game, Progress};
use crate::stage::{General, PieceId, Prospect, Wants};
use crate::{Distribution, Fault, GivenAnswers, Halt, Play, Side, Waiting};

/// A command that may be given, in words.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Offer {
    /// The command, as the command schema describes it.
    pub command: Value,
    /// The same as a player would say it.
    pub words: String,
    /// The piece it is given to, if it is given to one.
    pub piece: Option<PieceId>,
}

/// What a command may lead to when the questions on its way are answered so.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Forecast {
    /// The answers it was reckoned with, as question and choice.
    pub answers: Vec<(String, String)>,
    /// What may come of it, the likeliest first.
    pub rows: Vec<ForecastRow>,
    /// Out of how many ways, as decimal text.
    pub total: String,
    /// The ways not followed to their end because a limit was hit, as decimal text; normally `0`.
    pub unresolved: String,
}

/// One thing that may come of a command.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ForecastRow {
    /// What, in a few words.
    pub gist: String,
    /// In how many ways it comes about, as decimal text.
    pub ways: String,
    /// Its chance, rounded, for display.
    pub chance: f64,
}

/// The exact odds of a command; what comes to the same thing is one row.
pub(super) fn preview<P: Play>(
    game: &Game<P>,
    command: &P::Command,
    answers: &GivenAnswers,
    reader: Option<Side>,
) -> Result<Vec<Forecast>, Halt<Infallible>> {
    let (play, battle) = (game.play(), game.battle());
    let columns = play.preview(battle, command, answers).map_err(|halt| match halt {
        Halt::Pause(question) => {
            let reason = format!("{} has to be answered first", question.kind.name);
            Fault::of_file("answers", reason).hint(format!("choose one of {}", question.choices.listing(20))).into()
        }
        Halt::Refused(refusal) => Halt::Refused(refusal),
        Halt::Fault(fault) => Halt::Fault(fault),
    })?;
    Ok(columns
        .into_iter()
        .map(|column| forecast(&column.answers, column.odds.map(|after| play.gist(battle, &after, reader))))
        .collect())
}

/// The odds of one set of decisions, the likeliest first.
fn forecast(answers: &GivenAnswers, odds: Distribution<String>) -> Forecast {
    let total = odds.total.to_f64();
    let rows = odds.outcomes.into_iter().map(|(gist, ways)| ForecastRow {
        gist,
        ways: ways.to_string(),
        chance: ways.to_f64() / total,
    });
    let mut rows: Vec<ForecastRow> = rows.collect();
    rows.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    Forecast {
        answers: answers.orders().map(|(name, answer)| (name.to_owned(), answer.to_owned())).collect(),
        rows,
        total: odds.total.to_string(),
        unresolved: odds.unresolved.to_string(),
    }
}

/// What a general would do, as data.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "advice", rename_all = "kebab-case")]
pub enum Advice {
    /// Give this order.
    Order {
        /// As the command schema describes it.
        command: Value,
    },
    /// Answer so.
    Answer {
        /// One of the choices.
        choice: String,
    },
}

/// What a general would do.
pub(super) enum Advised<C> {
    Order(C),
    Answer(String),
}

/// Has a general say what he would do; what the rules refuse he does not say.
pub(super) fn advise<P: Play>(
    game: &Game<P>,
    side: Side,
    general: &mut dyn General,
) -> Result<Option<Advised<P::Command>>, Fault> {
    if let Some(pending) = game.pending() {
        return Ok(match pending.waiting {
            Waiting::Answer(question) if question.side == side => {
                let choice = general.answer(&question).min(question.choices.count().saturating_sub(1));
                Some(Advised::Answer(question.choices.text(choice)))
            }
            _ => None,
        });
    }
    if game.play().side_to_act(game.battle()) != Some(side) {
        return Ok(None);
    }
    let (mut offers, mut prospects) = (Vec::new(), Vec::new());
    let (play, battle) = (game.play(), game.battle());
    match general.wants() {
        Wants::Everything => play.candidates(battle, side, &mut |command| {
            offers.push(command);
            prospects.push(Prospect::default());
            true
        }),
        Wants::Briefing => play.brief(battle, side, &mut Default::default(), &mut |command, prospect| {
            offers.push(command);
            prospects.push(prospect);
            true
        }),
    }
    let outlook = play.tally(battle).outlook(side);
    while !offers.is_empty() {
        let place = general.choose(&outlook, &prospects).min(offers.len() - 1);
        prospects.swap_remove(place);
        let command = offers.swap_remove(place);
        if !game.refuses(&command) {
            return Ok(Some(Advised::Order(command)));
        }
    }
    Err(Fault::of_file("battle", "nothing can be ordered"))
}

/// Has a general decide whatever is his to decide next.
pub(super) fn consult<P: Play>(
    game: &mut Game<P>,
    side: Side,
    general: &mut dyn General,
    mode: DiceMode,
) -> Result<Option<Progress<P::Event>>, Halt<Infallible>> {
    match advise(game, side, general)? {
        Some(Advised::Order(command)) => game.order(command, mode).map(Some),
        Some(Advised::Answer(choice)) => game.answer(&choice).map(Some),
        None => Ok(None),
    }
}
